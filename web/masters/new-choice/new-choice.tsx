import { Suspense, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Field } from '#domain/catalogue/field.ts'
import type { Option } from '../../api/options.ts'
import { useMay } from '../../api/use-may.ts'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { optionalComponent } from '../../ui/load-code.ts'
import { labelInSentence } from '../label-in-sentence.ts'
import type { OptionSource } from '../inputs/input-props.ts'
import { fittingOptions, isShort } from '../inputs/reference-input.tsx'
import type { Typed } from '../form/typed.ts'
import { t } from '#domain/messages/t.ts'

const NewChoiceDialog = deferredDialog(async () => (await import('./new-choice-dialog.tsx')).NewChoiceDialog)

const PinToggle = optionalComponent(async () => (await import('./pin-toggle.tsx')).PinToggle)

const EmptyListHint = optionalComponent(async () => (await import('./empty-list-hint.tsx')).EmptyListHint)

const isEmpty = (source: OptionSource): boolean =>
  source.first !== null && isShort(source.first) && fittingOptions(source).length === 0

interface NewChoiceProps {
  name: string
  controlId: string
  /** The entity of the surrounding form. */
  within: string
  field: Field
  value: Typed
  optionSource: OptionSource
  onType: (value: Typed, options?: readonly Option[]) => void
  children: ReactNode
}

/**
 * Wraps a reference input: a button and Alt+C (as in accounting software) create a missing record without leaving the form,
 * and a hint explains an empty list.
 */
export function NewChoice(props: NewChoiceProps): ReactNode {
  const { name, controlId, within, field, value, optionSource, onType, children } = props
  const { entity } = optionSource.optionQuery
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  const canCreate = may('create', entity.name)
  const noun = labelInSentence(entity.singular)

  const open = (): void => setOpen(true)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!canCreate || !event.altKey || event.code !== 'KeyC') return
    event.preventDefault()
    // Blur commits the typed text, with which the new record may start.
    if (event.target instanceof HTMLElement) event.target.blur()
    open()
  }
  const close = (): void => {
    setOpen(false)
    // The dialog returns the focus to the button; the user continues in the field.
    requestAnimationFrame(() => document.getElementById(controlId)?.focus())
  }
  return (
    <>
      <div className="control-row" role="presentation" onKeyDown={onKeyDown}>
        <div className="control-main">{children}</div>
        {canCreate && (
          <button
            type="button"
            className="button-icon control-add"
            // Out of the tab order; keyboard users have Alt+C.
            tabIndex={-1}
            aria-label={t('New {noun} for {label}', { noun, label: t(field.label) })}
            title={t('New {noun} (Alt+C)', { noun })}
            aria-keyshortcuts="Alt+C"
            onClick={open}
          >
            <Icon name="plus" />
          </button>
        )}
        <Suspense fallback={<span className="button-icon" />}>
          <PinToggle name={name} />
        </Suspense>
      </div>
      {(optionSource.first === null || isEmpty(optionSource)) && (
        <Suspense>
          <EmptyListHint optionSource={optionSource} onAdd={canCreate ? open : undefined} />
        </Suspense>
      )}
      {isOpen && (
        <NewChoiceDialog
          within={within}
          value={value}
          optionSource={optionSource}
          onType={onType}
          onClose={close}
        />
      )}
    </>
  )
}
