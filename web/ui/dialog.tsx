import {
  createContext,
  use,
  useCallback,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { enterDialog } from './dialog-history.ts'
import { Icon } from './icon.tsx'
import { closeLayer, NoticeRegion, openLayer } from './notices.tsx'
import './dialog.css'
import { t } from '#domain/messages/t.ts'

interface DialogProps {
  heading: string
  width?: 'narrow' | 'wide'
  /** Danger: what it asks for cannot be undone. */
  tone?: 'plain' | 'danger'
  onClose: () => void
  children: ReactNode
}

/** Moves the notices of a dialog beside its buttons; returns the function that moves them back below its heading. */
const ActionsContext = createContext<{ layer: string; showNotices: () => () => void } | null>(null)

/** Skips the close button; does nothing on touch devices, where the keyboard would cover the dialog. */
export function focusFirstField(container: HTMLElement | null): void {
  if (!matchMedia('(pointer: fine)').matches) return
  container
    ?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not([readonly], [disabled])')
    ?.focus()
}

/**
 * The native modal dialog: Escape and Back close it, the page behind is inert, and the focus returns to where it was. It is
 * a portal, because it may hold a form and be opened from inside another form.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { heading, width = 'narrow', tone = 'plain', onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const [actionBars, setActionBars] = useState(0)
  const closeByBack = useEffectEvent(onClose)
  // A layout effect, because a dialog that has been removed from the page cannot restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    focusFirstField(element)
    openLayer(headingId)
    const leaveHistory = enterDialog(() => closeByBack())
    return () => {
      leaveHistory()
      element?.close()
      closeLayer(headingId)
    }
  }, [headingId])
  const showNotices = useCallback(() => {
    setActionBars((count) => count + 1)
    return () => setActionBars((count) => count - 1)
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={`dialog dialog-${width} dialog-${tone}`}
      aria-labelledby={headingId}
      // React events of a portal bubble to the form around it; those of a dialog must not.
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={headingId}>{heading}</h2>
        <button type="button" className="button-icon" aria-label={t('Close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {actionBars === 0 && <NoticeRegion layer={headingId} />}
      <ActionsContext value={{ layer: headingId, showNotices }}>
        <div className="dialog-body">{children}</div>
      </ActionsContext>
    </dialog>,
    document.body,
  )
}

interface DialogActionsProps {
  /** Why the last attempt failed, where no notice says so. */
  error?: ReactNode
  /** Hidden while other actions replace them. */
  isHidden?: boolean
  /** The buttons, the main one first. */
  children: ReactNode
}

/** The buttons of a dialog, always visible at its bottom, with its notices and errors beside them. */
export function DialogActions({ error, isHidden = false, children }: DialogActionsProps): ReactNode {
  const dialog = use(ActionsContext)
  const showNotices = dialog?.showNotices
  useLayoutEffect(() => (isHidden ? undefined : showNotices?.()), [isHidden, showNotices])
  return (
    <div className="dialog-actions" hidden={isHidden}>
      {dialog && !isHidden && <NoticeRegion layer={dialog.layer} />}
      {error && (
        <p className="field-problem" role="alert">
          {error}
        </p>
      )}
      <div className="dialog-buttons">{children}</div>
    </div>
  )
}
