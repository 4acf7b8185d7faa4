import { Suspense, useEffect, useMemo, useRef, type FocusEvent, type FormEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { membersOf } from '#domain/input.ts'
import { Button } from '../../ui/button.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { notify } from '../../ui/notices.tsx'
import { controlsOf, onEnter } from './enter-key.ts'
import { EntityField } from './entity-field.tsx'
import { EntityFormContext } from './form-context.ts'
import type { FormSources } from './form-sources.ts'
import { sectionsOf } from './sections.ts'
import { typedValues } from './typed-values.ts'
import type { EntityFormState, Outcome } from './use-entity-form.ts'
import { isLeftForButton } from './hints/left-for-button.ts'
import { t } from '#domain/messages/t.ts'

const ConflictPanel = deferredPart(async () => (await import('./conflict-panel.tsx')).ConflictPanel)

interface EntityFormProps {
  form: EntityFormState
  sources: FormSources
  reload: () => void
  onSaved: (record: StoredRecord) => void
  /** Called when an earlier attempt saved the record; `moveChanges` moves later changes to its edit form. */
  onSavedBefore?: ((record: StoredRecord, moveChanges: () => void) => void) | undefined
  /** Closes the form without saving; without it, the form can be cleared instead. */
  onCancel?: (() => void) | undefined
}

export function EntityForm(props: EntityFormProps): ReactNode {
  const { form, sources, reload, onSaved, onCancel } = props
  const { entity, isSaving } = form
  const element = useRef<HTMLFormElement>(null)
  const context = useMemo(() => ({ form, sources, reload }), [form, sources, reload])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null) // screen readers announce a repeated message only when it was removed in between
    const outcome = await form.submit()
    if (!outcome) return
    if (outcome.kind === 'saved') {
      outcome.report(form.base ? undefined : sources.nextCode)
      focusFirst(element.current)
      onSaved(outcome.record)
      return
    }
    if (outcome.kind === 'savedBefore') {
      outcome.report(props.onSavedBefore === undefined)
      if (props.onSavedBefore) props.onSavedBefore(outcome.record, outcome.moveChanges)
      else outcome.startNewSave()
      return
    }
    reportFailure(entity, outcome)
    if (outcome.kind === 'refused') {
      focusNamed(
        element.current,
        outcome.problems.map((problem) => problem.field),
      )
    }
  }
  // Opening a record moves the focus to its form, because the row may be far away; so does returning from it.
  const isEdit = form.base !== null
  const { state, hash } = useLocation()
  const isBack = membersOf(state)['isBack'] === true
  useEffect(() => {
    if (!isEdit && !isBack) return
    element.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
    focusFirst(element.current)
    // A link may name the field to fix.
    focusNamed(element.current, [hash.slice(1)])
  }, [isEdit, isBack, hash])
  const clear = (): void => {
    const undo = form.clear()
    notify({ tone: 'good', text: t('Form cleared'), action: { label: t('Undo'), run: undo } })
  }
  const onLeave = (event: FocusEvent): void => {
    const { target } = event
    // Saving checks all fields anyway.
    if (isLeftForButton(event) || !('name' in target)) return
    if (typeof target.name === 'string' && target.name in entity.fields) form.check(target.name)
  }
  const label = form.base ? t('Save changes') : t('Submit')
  return (
    <EntityFormContext value={context}>
      {/* All problems are shown beside their fields; the browser's validation would show one at a time. */}
      <form
        method="post"
        ref={element}
        className="entity-form"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {form.current && (
          <Suspense>
            <ConflictPanel form={form} current={form.current} theirs={typedValues(entity, form.current)} />
          </Suspense>
        )}
        <div className="entity-sections" role="presentation" onKeyDown={onEnter} onBlur={onLeave}>
          {sectionsOf()[entity.name]?.map(({ legend, fields }) => (
            <fieldset key={legend} className="entity-section">
              <legend>{legend}</legend>
              <Fields names={fields} />
            </fieldset>
          )) ?? <Fields names={shownFields(entity)} />}
        </div>
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isSaving}>
            {isSaving ? t('Saving…') : label}
          </Button>
          {onCancel ? (
            <Button onClick={onCancel}>{t('Cancel')}</Button>
          ) : (
            form.isTouched && !isSaving && <Button onClick={clear}>{t('Clear')}</Button>
          )}
        </div>
      </form>
    </EntityFormContext>
  )
}

const shownFields = ({ fields }: Entity): string[] =>
  Object.keys(fields).filter((name) => !fields[name]!.byAction)

const Fields = ({ names }: { names: readonly string[] }): ReactNode => (
  <div className="entity-fields">
    {names.map((name) => (
      <EntityField key={name} name={name} />
    ))}
  </div>
)

function reportFailure(entity: Entity, outcome: Extract<Outcome, { detail: string }>): void {
  const messages = messagesOf(entity.name)
  const text = outcome.kind === 'refused' ? t(messages.refused) : t(messages.unreachable)
  const detail = outcome.detail || t('Fix the fields marked below. Nothing you typed is lost.')
  notify({ tone: 'bad', text, detail })
}

function focusFirst(form: HTMLFormElement | null): void {
  if (form) controlsOf(form)[0]?.focus()
}

/** Focuses the first of the fields in page order. */
function focusNamed(form: HTMLFormElement | null, names: readonly string[]): void {
  if (!form) return
  controlsOf(form)
    .find((element) => names.includes(element.name))
    ?.focus()
}
