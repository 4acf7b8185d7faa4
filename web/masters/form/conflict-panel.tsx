import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { nameRecord, type StoredRecord } from '#domain/catalogue/entity.ts'
import './conflict.css'
import { Button } from '../../ui/button.tsx'
import { initialState } from './form-state.ts'
import { rebase, touchedFields } from './rebase.ts'
import type { TypedValues } from './typed.ts'
import type { EntityFormState } from './use-entity-form.ts'
import { RichText, strong } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface ConflictPanelProps {
  form: EntityFormState
  current: StoredRecord
  /** The current record in the format of the form. */
  theirs: TypedValues
}

/** Shown after a concurrent change: both values of every field, to choose one of them. */
export function ConflictPanel({ form, current, theirs }: ConflictPanelProps): ReactNode {
  const { entity, values, replaceState } = form
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  const [theirFields, setTheirFields] = useState<ReadonlySet<string>>(new Set())
  // The submit button may be far below the panel.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' })
    panel.current?.focus({ preventScroll: true })
  }, [])
  const text = (value: unknown): string =>
    (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || t('none')
  const touched = touchedFields(entity, form)
  const different = Object.keys(theirs).filter((name) => text(theirs[name]) !== text(values[name]))
  const choose = (name: string, isTheirs: boolean): void =>
    setTheirFields(
      new Set(isTheirs ? [...theirFields, name] : [...theirFields].filter((each) => each !== name)),
    )
  const option = (name: string, isTheirs: boolean): ReactNode => (
    <label className="choice">
      <input
        type="radio"
        name={`${id} ${name}`}
        checked={theirFields.has(name) === isTheirs}
        onChange={() => choose(name, isTheirs)}
      />
      <RichText
        message={isTheirs ? 'saved: <value>{value}</value>' : 'yours: <value>{value}</value>'}
        values={{ value: text((isTheirs ? theirs : values)[name]) }}
        tags={{ value: strong }}
      />
    </label>
  )
  return (
    <section ref={panel} className="conflict" tabIndex={-1} aria-label={t('Conflicting changes')}>
      <h3>{t('Someone else has changed {name}', { name: nameRecord(entity, current) })}</h3>
      {different.map((name) =>
        touched.has(name) ? (
          <fieldset key={name}>
            <legend>{t(entity.fields[name]!.label)}</legend>
            {option(name, true)}
            {option(name, false)}
          </fieldset>
        ) : (
          <p key={name}>
            <RichText
              message="{label}, saved: <value>{value}</value>"
              values={{ label: t(entity.fields[name]!.label), value: text(theirs[name]) }}
              tags={{ value: strong }}
            />
          </p>
        ),
      )}
      <div className="form-actions">
        <Button onClick={() => replaceState(initialState(entity, { record: current }))}>
          {t('Discard my changes')}
        </Button>
        <Button onClick={() => replaceState(rebase(entity, form, current, theirFields))}>
          {theirFields.size > 0 ? t('Apply the selection') : t('Keep my changes')}
        </Button>
      </div>
    </section>
  )
}
