import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { givenCodeFieldOf } from '#domain/catalogue/reading/given-codes.ts'
import { importModes, type ImportMode } from '#domain/imports/import-job.ts'
import { formatList } from '#domain/text.ts'
import { Field } from '../../ui/field.tsx'
import { keysOf } from '../importable.ts'
import { pluralOf, singularOf } from '../import-format.ts'
import type { StepProps } from './step-props.ts'
import { t } from '#domain/messages/t.ts'

const modeLabels: Record<ImportMode, (plural: string) => string> = {
  create: (plural) => t('Only add new {plural}', { plural }),
  update: (plural) => t('Only update existing {plural}', { plural }),
  both: (plural) => t('Update existing {plural} and add new ones', { plural }),
}

/** Import mode, match key, and handling of given codes and empty cells. */
export function ImportModeFields({ handle, canChange }: Pick<StepProps, 'handle' | 'canChange'>): ReactNode {
  const { job, change } = handle
  const { mode, key, leaveEmpty, keepCodes, columns } = job.settings
  const entity = entityNamed(job.entity)
  const codeField = givenCodeFieldOf(entity)
  const labelsOf = (names: readonly string[]): string =>
    formatList(names.map((name) => t(entity.fields[name]?.label ?? name)))
  const entityKeys = keysOf(entity)
  const keys =
    entityKeys.some((names) => names.join() === key.join()) || key.length === 0
      ? entityKeys
      : [key, ...entityKeys]
  const choose = (chosen: ImportMode): void => {
    // Updating needs a key to find the records.
    const defaultKey = key.length === 0 && chosen !== 'create' ? { key: [...keys[0]!] } : {}
    void change(() => ({ settings: { mode: chosen, ...defaultKey } }))
  }
  return (
    <div className="imports-how">
      <Field label={t('Import mode')} isGroup>
        {() => (
          <div className="imports-modes">
            {importModes.map((each) => (
              <label key={each} className="choice">
                <input
                  type="radio"
                  name="mode"
                  value={each}
                  checked={mode === each}
                  disabled={!canChange || (each !== 'create' && keys.length === 0)}
                  onChange={() => choose(each)}
                />
                {modeLabels[each](pluralOf(job.entity))}
              </label>
            ))}
          </div>
        )}
      </Field>
      {mode !== 'create' && keys.length > 0 && (
        <Field
          label={t('Match records by')}
          hint={t(
            'A row updates the {singular} with the same {fields}. Fields without a column stay unchanged.',
            { singular: singularOf(job.entity), fields: labelsOf(key) },
          )}
        >
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={key.join()}
              disabled={!canChange}
              onChange={(event) => {
                const chosen = event.target.value.split(',')
                void change(() => ({ settings: { key: chosen } }))
              }}
            >
              {keys.map((names) => (
                <option key={names.join()} value={names.join()}>
                  {labelsOf(names)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {mode !== 'update' && codeField !== undefined && columns.includes(codeField) && (
        <Field
          label={t(entity.fields[codeField]!.label)}
          isGroup
          hint={
            keepCodes
              ? t('A new {singular} keeps its code; without one it gets the next code of the series.', {
                  singular: singularOf(job.entity),
                })
              : t('Every new {singular} gets the next code of the series.', {
                  singular: singularOf(job.entity),
                })
          }
        >
          {() => (
            <label className="choice">
              <input
                type="checkbox"
                checked={keepCodes}
                disabled={!canChange}
                onChange={(event) => {
                  const isChecked = event.target.checked
                  void change(() => ({ settings: { keepCodes: isChecked } }))
                }}
              />
              {t('Keep the codes of the file')}
            </label>
          )}
        </Field>
      )}
      {mode !== 'create' && (
        <Field
          label={t('Empty cells')}
          isGroup
          hint={t(
            leaveEmpty
              ? 'An empty cell keeps the current value of the {singular}.'
              : 'An empty cell clears the field of the {singular}.',
            { singular: singularOf(job.entity) },
          )}
        >
          {() => (
            <label className="choice">
              <input
                type="checkbox"
                checked={leaveEmpty}
                disabled={!canChange}
                onChange={(event) => {
                  const isChecked = event.target.checked
                  void change(() => ({ settings: { leaveEmpty: isChecked } }))
                }}
              />
              {t('Keep current values')}
            </label>
          )}
        </Field>
      )}
    </div>
  )
}
