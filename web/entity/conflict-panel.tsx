import { useEffect, useRef, type ReactNode } from 'react'
import { nameRecord, type StoredRecord } from '#domain/catalogue/entity.ts'
import '../styles/conflict.css'
import { Button } from '../ui/button.tsx'
import { startOf } from './form-state.ts'
import { rebase, touchedFields } from './rebase.ts'
import type { TypedValues } from './typed.ts'
import type { EntityFormState } from './use-entity-form.ts'

/** Somebody else saved the same record meanwhile: what they have against what is typed here, and a decision. */
export function ConflictPanel({
  form,
  current,
  theirs,
}: {
  form: EntityFormState
  current: StoredRecord
  /** The current record as it would have been typed in. */
  theirs: TypedValues
}): ReactNode {
  const { entity, values, goOnFrom } = form
  const panel = useRef<HTMLElement>(null)
  // The button that was pressed may be a long way down the form.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' })
    panel.current?.focus({ preventScroll: true })
  }, [])
  const text = (value: unknown): string =>
    (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'none'
  const touched = touchedFields(entity, form)
  const different = Object.keys(theirs).filter((name) => text(theirs[name]) !== text(values[name]))
  return (
    <section ref={panel} className="conflict" tabIndex={-1} aria-label="Changed meanwhile">
      <h3>{nameRecord(entity, current)} was changed by someone else meanwhile</h3>
      <dl>
        {different.map((name) => (
          <div key={name}>
            <dt>{entity.fields[name]!.label}</dt>
            <dd>
              stored now: <strong>{text(theirs[name])}</strong>
              {touched.has(name) && (
                <>
                  , typed here: <strong>{text(values[name])}</strong>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="form-actions">
        <Button onClick={() => goOnFrom(startOf(entity, { record: current }))}>Take what is stored</Button>
        <Button onClick={() => goOnFrom(rebase(entity, form, current))}>Keep what I typed</Button>
      </div>
    </section>
  )
}
