import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'
import { t } from '#domain/messages/t.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { runOnce } from '../../ui/run-once.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { limitTyped, typedValue } from '../form/typed-values.ts'
import type { Typed } from '../form/typed.ts'
import { isRadioGroup } from '../inputs/choice-input.tsx'
import { inputOfKind } from '../inputs/input-of-kind.ts'
import type { InputProps } from '../inputs/input-props.ts'
import './inline.css'
import { saveField, savedNotice } from './save-field.ts'

export interface FieldEditorProps {
  entity: Entity
  record: StoredRecord
  name: string
  /** Why the value should be changed, shown until the first attempt to save. */
  problem?: string
  /** Reloads what is shown, after saving and after Undo. */
  refresh: () => Promise<void>
  /** Called after saving, before the editor is closed. */
  onSaved?: (record: StoredRecord) => void
  onClose: () => void
}

/** Edits one field of a record where it is shown, with the input, the checks and the version of the form. */
export function FieldEditor(props: FieldEditorProps): ReactNode {
  const { entity, record, name, refresh, onSaved, onClose } = props
  const field = entity.fields[name]!
  const [value, setValue] = useState(() => typedValue(field, record[name]))
  const [initial] = useState(value)
  const [found, setFound] = useState(props.problem ?? '')
  const save = useSubmit({
    send: (typed: Typed) => {
      const reading = readTyped(entity, name, typed)
      return saveField(entity, record, name, 'value' in reading ? reading.value : null)
    },
    success: (saved) => savedNotice(entity, name, record, saved, refresh),
    failure: null,
    onSuccess: async (saved) => {
      // The list shows what the server stored before the editor closes.
      if (saved !== record) await refresh()
      onSaved?.(saved)
      onClose()
    },
    onFailure: async (error) => {
      setFound('')
      // Shows what someone else saved meanwhile; the editor keeps the version it began with.
      if (error instanceof ApiProblem && error.status === 409) await refresh()
    },
  })
  const submit = (typed: Typed): void => {
    const reading = readTyped(entity, name, typed)
    setFound('problem' in reading ? reading.problem : '')
    if (!('problem' in reading)) void save.submit(typed)
  }
  const change: InputProps['onType'] = (typed) => {
    const limited = limitTyped(field, typed)
    setValue(limited.value)
    setFound(limited.problem ?? '')
    save.clearProblems()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  const Input = inputOfKind[field.typedIn.as]
  const { reference } = field
  return (
    // Escape in any of its controls closes the editor.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="field-editor"
      noValidate
      aria-label={t('Edit {name}', { name: nameRecord(entity, record) })}
      data-is-changed={JSON.stringify(value) !== JSON.stringify(initial) || undefined}
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit(value)
      }}
    >
      <Field
        label={t(field.label)}
        problem={found || save.problems[name] || (save.error && `${save.error}.`)}
        isGroup={field.typedIn.as === 'choice' && isRadioGroup(field.typedIn.choices)}
      >
        {(attributes) => (
          <Input
            name={name}
            field={field}
            value={value}
            onType={change}
            attributes={attributes}
            isRequired={field.presence === 'required'}
            isDisabled={false}
            optionSource={optionSources(reference && { entity: reference.entity, of: reference.field })}
            preview={undefined}
          />
        )}
      </Field>
      <div className="field-editor-actions">
        <Button type="submit" tone="main" busy={save.isBusy} onClick={runOnce}>
          {t('Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

const sources = new Map<string, InputProps['optionSource']>()

/** The same object each time, because a new one is loaded again. */
function optionSources(reference: { entity: string; of: string } | undefined): InputProps['optionSource'] {
  if (!reference) return undefined
  const key = `${reference.entity} ${reference.of}`
  const optionQuery = { entity: entityNamed(reference.entity), of: reference.of, with: [], constraints: {} }
  if (!sources.has(key)) sources.set(key, { first: null, optionQuery, retry: () => undefined })
  return sources.get(key)
}

function readTyped(entity: Entity, name: string, typed: Typed): ReturnType<typeof readField> {
  const field = entity.fields[name]!
  const isBlank = typed.length === 0 || (typeof typed === 'string' && typed.trim() === '')
  if (!isBlank) return readField(field, typed)
  return ['optional', 'noneYet'].includes(field.presence)
    ? { value: null }
    : { problem: t('{label} is required', { label: t(field.label) }) }
}
