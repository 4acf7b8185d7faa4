import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { importModes, type ImportMode } from '#domain/imports/import-job.ts'
import { listInWords } from '#domain/text.ts'
import { Field } from '../ui/field.tsx'
import { keysOf } from './importable.ts'
import { pluralOf, singularOf } from './import-words.ts'
import type { StepProps } from './step-props.ts'

const modeWords: Record<ImportMode, (plural: string) => string> = {
  create: (plural) => `Only add new ${plural}`,
  update: (plural) => `Only change ${plural} that are there`,
  both: (plural) => `Change ${plural} that are there, and add the others`,
}

/** Whether rows add records or change them, and by what a row finds its record. */
export function HowRowsCount({ desk, mayChange }: Pick<StepProps, 'desk' | 'mayChange'>): ReactNode {
  const { job, change } = desk
  const { mode, key, leaveEmpty } = job.settings
  const entity = entityNamed(job.entity)
  const inWords = (names: readonly string[]): string =>
    listInWords(names.map((name) => entity.fields[name]?.label ?? name))
  const known = keysOf(entity)
  const keys =
    known.some((names) => names.join() === key.join()) || key.length === 0 ? known : [key, ...known]
  const choose = (chosen: ImportMode): void => {
    // Whoever changes records must find them by something.
    const found = key.length === 0 && chosen !== 'create' ? { key: [...keys[0]!] } : {}
    void change(() => ({ settings: { mode: chosen, ...found } }))
  }
  return (
    <div className="imports-how">
      <Field label="What the rows do" isGroup>
        {() => (
          <div className="imports-modes">
            {importModes.map((each) => (
              <label key={each} className="choice">
                <input
                  type="radio"
                  name="mode"
                  value={each}
                  checked={mode === each}
                  disabled={!mayChange || (each !== 'create' && keys.length === 0)}
                  onChange={() => choose(each)}
                />
                {modeWords[each](pluralOf(job.entity))}
              </label>
            ))}
          </div>
        )}
      </Field>
      {mode !== 'create' && keys.length > 0 && (
        <Field
          label="A row finds its record by"
          hint={`A row changes the ${singularOf(job.entity)} with the same ${inWords(key)}. Fields without a column stay as they are.`}
        >
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={key.join()}
              disabled={!mayChange}
              onChange={(event) => {
                const chosen = event.target.value.split(',')
                void change(() => ({ settings: { key: chosen } }))
              }}
            >
              {keys.map((names) => (
                <option key={names.join()} value={names.join()}>
                  {inWords(names)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {mode !== 'create' && (
        <Field
          label="Empty cells"
          isGroup
          hint={
            leaveEmpty
              ? `An empty cell leaves what the ${singularOf(job.entity)} has.`
              : `An empty cell empties the field of the ${singularOf(job.entity)}.`
          }
        >
          {() => (
            <label className="choice">
              <input
                type="checkbox"
                checked={leaveEmpty}
                disabled={!mayChange}
                onChange={(event) => {
                  const isLeft = event.target.checked
                  void change(() => ({ settings: { leaveEmpty: isLeft } }))
                }}
              />
              Leave what is there
            </label>
          )}
        </Field>
      )}
    </div>
  )
}
