import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { enterDialog } from './dialog-history.ts'
import { Icon } from './icon.tsx'
import { closeLayer, NoticeRegion, openLayer } from './notices.tsx'
import '../styles/dialog.css'

interface DialogProps {
  heading: string
  width?: 'narrow' | 'wide'
  onClose: () => void
  children: ReactNode
}

/** Not the button that closes it. A thumb is left alone: the keyboard would cover the dialog. */
export function focusFirstField(within: HTMLElement | null): void {
  if (!matchMedia('(pointer: fine)').matches) return
  within
    ?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not([readonly], [disabled])')
    ?.focus()
}

/**
 * The browser's own modal dialog: Escape and Back close it, the page behind cannot be reached, the focus goes back to where it
 * was. It stands at the end of the page, because it may hold a form and be opened from within another.
 */
export function Dialog({ heading, width = 'narrow', onClose, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const closeByBack = useEffectEvent(onClose)
  // Before it is taken off the page: a dialog that is gone can no longer give the focus back.
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
  return createPortal(
    <dialog
      ref={dialog}
      className={`dialog dialog-${width}`}
      aria-labelledby={headingId}
      // React passes events of a portal on to the form around it; what happens in a dialog stays there.
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
        <button type="button" className="button-icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <NoticeRegion layer={headingId} />
      <div className="dialog-body">{children}</div>
    </dialog>,
    document.body,
  )
}
