import { lazy, Suspense, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Field } from '#domain/catalogue/field.ts'
import { forms } from '#domain/contract/forms.ts'
import type { Option } from '../api/options.ts'
import { useMay } from '../api/use-may.ts'
import { Icon } from '../ui/icon.tsx'
import { optionalPart } from '../ui/optional-part.ts'
import { inSentence } from './in-sentence.ts'
import type { Choosing } from './inputs/input-props.ts'
import { fittingOptions, isShort } from './inputs/reference-input.tsx'
import type { Typed } from './typed.ts'

const NewChoiceDialog = lazy(async () => ({
  default: (await import('./new-choice-dialog.tsx')).NewChoiceDialog,
}))

const PinToggle = optionalPart(async () => (await import('./pin-toggle.tsx')).PinToggle)

interface NewChoiceProps {
  name: string
  controlId: string
  /** The entity of the form around it. */
  within: string
  field: Field
  value: Typed
  choosing: Choosing
  onType: (value: Typed, options?: readonly Option[]) => void
  children: ReactNode
}

/**
 * Around a choice among records: a way to make the one that is missing without leaving the form, by a button or by
 * Alt+C as clerks know it from their accounts, and what to do when there is nothing to choose from.
 */
export function NewChoice(props: NewChoiceProps): ReactNode {
  const { name, controlId, within, field, value, choosing, onType, children } = props
  const { entity } = choosing.question
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  const mayCreate = may('create', entity.name)
  const noun = inSentence(entity.singular)

  const open = (): void => setOpen(true)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!mayCreate || !event.altKey || event.code !== 'KeyC') return
    event.preventDefault()
    // What is being typed counts as typed: the new record may begin with it.
    if (event.target instanceof HTMLElement) event.target.blur()
    open()
  }
  const close = (): void => {
    setOpen(false)
    // The dialog gives the focus back to the button; the field is where one goes on.
    requestAnimationFrame(() => document.getElementById(controlId)?.focus())
  }
  return (
    <>
      <div className="control-row" role="presentation" onKeyDown={onKeyDown}>
        <div className="control-main">{children}</div>
        {mayCreate && (
          <button
            type="button"
            className="button-icon control-add"
            // Whoever goes from field to field by Tab has Alt+C instead.
            tabIndex={-1}
            aria-label={`New ${noun} for ${field.label}`}
            title={`New ${noun} (Alt+C)`}
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
      <Hint choosing={choosing} onAdd={mayCreate ? open : undefined} />
      {isOpen && (
        <Suspense>
          <NewChoiceDialog
            within={within}
            value={value}
            choosing={choosing}
            onType={onType}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** An empty list is a dead end unless it says where its records come from. */
function Hint({ choosing, onAdd }: { choosing: Choosing; onAdd: (() => void) | undefined }): ReactNode {
  const { first, question, retry } = choosing
  const { entity } = question
  if (first === null) {
    return (
      <p className="field-hint">
        The list could not be loaded.{' '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    )
  }
  if (!isShort(first) || fittingOptions(choosing).length > 0) return null
  const form = forms.find((each) => each.entity === entity.name)
  const where = first.items.length > 0 ? ' that fit what is chosen above' : ''
  return (
    <p className="field-hint">
      No {inSentence(entity.plural)}
      {where} yet.{' '}
      {onAdd ? (
        <button type="button" className="link" onClick={onAdd}>
          Add one
        </button>
      ) : (
        form && <Link to={form.route}>See {form.menu}</Link>
      )}
    </p>
  )
}
