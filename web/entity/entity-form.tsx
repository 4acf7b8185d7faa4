import { useMemo, useRef, type FormEvent, type ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { EntityField, EntityFormContext } from './entity-field.tsx'
import type { FormSources } from './form-sources.ts'
import type { EntityFormState, Outcome } from './use-entity-form.ts'

interface EntityFormProps {
  form: EntityFormState
  sources: FormSources
  onSaved: () => void
  /** A layout of its own; without one, every field in the order of the declaration. */
  children?: ReactNode
}

export function EntityForm({ form, sources, onSaved, children }: EntityFormProps): ReactNode {
  const { entity, isSaving } = form
  const element = useRef<HTMLFormElement>(null)
  const context = useMemo(() => ({ form, sources }), [form, sources])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null) // the same sentence twice in a row is only read out when it was gone in between
    const outcome = await form.submit()
    if (!outcome) return
    report(entity, outcome, sources.nextCode)
    if (outcome.kind === 'saved') {
      focusFirst(element.current)
      onSaved()
    } else if (outcome.kind === 'refused') {
      focusNamed(
        element.current,
        outcome.problems.map((problem) => problem.field),
      )
    }
  }
  return (
    <EntityFormContext value={context}>
      <form ref={element} className="entity-form" onSubmit={(event) => void submit(event)}>
        <div className="entity-fields">
          {children ?? Object.keys(entity.fields).map((name) => <EntityField key={name} name={name} />)}
        </div>
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isSaving}>
            {isSaving ? 'Saving…' : 'Submit'}
          </Button>
        </div>
      </form>
    </EntityFormContext>
  )
}

function report(entity: Entity, outcome: Outcome, expectedCode: string | undefined): void {
  const messages = messagesOf(entity.name)
  if (outcome.kind === 'saved') {
    notify({ tone: 'good', text: messages.saved, detail: whatWasSaved(entity, outcome.record, expectedCode) })
    return
  }
  const text = outcome.kind === 'refused' ? messages.refused : messages.unreachable
  const detail = outcome.detail || 'The fields marked below say what is wrong. Nothing you typed is lost.'
  notify({ tone: 'bad', text, detail })
}

function whatWasSaved(entity: Entity, record: StoredRecord, expectedCode: string | undefined): string {
  const saved = `${nameRecord(entity, record)} is saved`
  const codeName = Object.keys(entity.fields).find((name) => entity.fields[name]!.series)
  const isOther = codeName && expectedCode !== undefined && record[codeName] !== expectedCode
  return isOther ? `${saved}: ${expectedCode} went to someone else meanwhile` : saved
}

const canBeFilled = (element: Element): element is HTMLInputElement =>
  'name' in element &&
  element.name !== '' &&
  !(element instanceof HTMLButtonElement) &&
  !(element instanceof HTMLFieldSetElement) &&
  !(element as HTMLInputElement).readOnly &&
  !(element as HTMLInputElement).disabled

function focusFirst(form: HTMLFormElement | null): void {
  ;[...(form?.elements ?? [])].find(canBeFilled)?.focus()
}

/** In the order of the page, whatever the order in which the problems came. */
function focusNamed(form: HTMLFormElement | null, names: readonly string[]): void {
  ;[...(form?.elements ?? [])]
    .filter(canBeFilled)
    .find((element) => names.includes(element.name))
    ?.focus()
}
