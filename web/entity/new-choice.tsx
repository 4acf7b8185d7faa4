import { lazy, Suspense, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { forms } from '#domain/contract/forms.ts'
import { fetchOptions, type Option, type Options } from '../api/options.ts'
import { useMay } from '../api/use-may.ts'
import { Icon } from '../ui/icon.tsx'
import { optionalPart } from '../ui/optional-part.ts'
import { inSentence } from './in-sentence.ts'
import type { Choosing } from './inputs/input-props.ts'
import { fittingOptions, isShort } from './inputs/reference-input.tsx'
import type { Typed } from './typed.ts'

const NewRecordDialog = lazy(async () => ({
  default: (await import('./new-record-dialog.tsx')).NewRecordDialog,
}))

const PinToggle = optionalPart(async () => (await import('./pin-toggle.tsx')).PinToggle)

const noOptions: Options = { items: [], more: false }

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
  const take = async (record: StoredRecord): Promise<void> => {
    const code = String(record[choosing.question.of])
    choosing.retry()
    const chosen = typeof value === 'string' ? code : [...value, code]
    onType(chosen)
    // What follows from the choice is filled in by the server if it cannot be learnt now.
    const { items } = await fetchOptions({ ...choosing.question, q: code }, 5).catch(() => noOptions)
    const option = items.find((item) => item.value === code)
    if (option) onType(chosen, [option])
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
          <NewRecordDialog
            entity={entity}
            within={within}
            given={givenFor(choosing, value)}
            onSaved={(record) => {
              close()
              void take(record)
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the new record begins with: what was typed in vain, and the levels above it that are named already. */
function givenFor({ question, first }: Choosing, value: Typed): Record<string, string> {
  const { entity, of, constraints } = question
  const isUnknown =
    typeof value === 'string' && value !== '' && !first?.items.some((item) => item.value === value)
  const isTyped = entity.fields[of]?.presence !== 'generated'
  const above = Object.entries(entity.fields).flatMap(([name, { reference }]) => {
    const code = reference && !reference.many && constraints[`under.${reference.entity}`]
    return code ? [[name, code] as const] : []
  })
  return { ...Object.fromEntries(above), ...(isUnknown && isTyped && { [of]: value }) }
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
