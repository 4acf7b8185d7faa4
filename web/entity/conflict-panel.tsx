import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { nameRecord, type StoredRecord } from '#domain/catalogue/entity.ts'
import '../styles/conflict.css'
import { Button } from '../ui/button.tsx'
import { startOf } from './form-state.ts'
import { rebase, touchedFields } from './rebase.ts'
import type { TypedValues } from './typed.ts'
import type { EntityFormState } from './use-entity-form.ts'

interface ConflictPanelProps {
  form: EntityFormState
  current: StoredRecord
  /** The current record as it would have been typed in. */
  theirs: TypedValues
}

/** Somebody else saved the same record meanwhile: both sides of every field, and a decision for each. */
export function ConflictPanel({ form, current, theirs }: ConflictPanelProps): ReactNode {
  const { entity, values, goOnFrom } = form
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  // The button that was pressed may be a long way down the form.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' })
    panel.current?.focus({ preventScroll: true })
  }, [])
  const text = (value: unknown): string =>
    (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'none'
  const touched = touchedFields(entity, form)
  const different = Object.keys(theirs).filter((name) => text(theirs[name]) !== text(values[name]))
  const choose = (name: string, isTheirs: boolean): void =>
    setTaken(new Set(isTheirs ? [...taken, name] : [...taken].filter((each) => each !== name)))
  const side = (name: string, isTheirs: boolean): ReactNode => (
    <label className="choice">
      <input
        type="radio"
        name={`${id} ${name}`}
        checked={taken.has(name) === isTheirs}
        onChange={() => choose(name, isTheirs)}
      />
      {isTheirs ? 'stored now: ' : 'typed here: '}
      <strong>{text((isTheirs ? theirs : values)[name])}</strong>
    </label>
  )
  return (
    <section ref={panel} className="conflict" tabIndex={-1} aria-label="Changed meanwhile">
      <h3>{nameRecord(entity, current)} was changed by someone else meanwhile</h3>
      {different.map((name) =>
        touched.has(name) ? (
          <fieldset key={name}>
            <legend>{entity.fields[name]!.label}</legend>
            {side(name, true)}
            {side(name, false)}
          </fieldset>
        ) : (
          <p key={name}>
            {entity.fields[name]!.label}, stored now: <strong>{text(theirs[name])}</strong>
          </p>
        ),
      )}
      <div className="form-actions">
        <Button onClick={() => goOnFrom(startOf(entity, { record: current }))}>Take what is stored</Button>
        <Button onClick={() => goOnFrom(rebase(entity, form, current, taken))}>
          {taken.size > 0 ? 'Go on with this choice' : 'Keep what I typed'}
        </Button>
      </div>
    </section>
  )
}
