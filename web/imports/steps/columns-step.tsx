import { Suspense, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { ImportColumn, ImportJob } from '#domain/api/imports/import-values.ts'
import { formatList } from '#domain/text.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { Field } from '../../ui/field.tsx'
import { ImportModeFields } from './import-mode-fields.tsx'
import { singularOf } from '../import-format.ts'
import type { StepProps } from './step-props.ts'
import { t } from '#domain/messages/t.ts'

const FixedValues = deferredPart(async () => (await import('./fixed-values.tsx')).FixedValues)

const matchReasons: Record<NonNullable<ImportColumn['because']>, string> = {
  remembered: 'previous import',
  'same name': 'same name',
  'usual name': 'usual name',
  similar: 'similar name',
  'name and values': 'name and values',
  values: 'values',
}

function reasonOf(matched: ImportColumn | undefined, field: string | null): string {
  if (field === null) return t('not imported')
  return t(matched?.field === field && matched.because ? matchReasons[matched.because] : 'your choice')
}

const labelOf = (entity: Entity, name: string): string => t(entity.fields[name]?.label ?? name)

/** Required fields without a column. */
export function missingFields({ entity: name, settings }: ImportJob): string[] {
  if (settings.mode === 'update') return settings.key.filter((field) => !settings.columns.includes(field))
  const { columns, fixed } = settings
  const { fields } = entityNamed(name)
  return Object.keys(fields).filter(
    (field) =>
      fields[field]!.presence === 'required' && !columns.includes(field) && !Object.hasOwn(fixed, field),
  )
}

/** A column replaces the fixed value of its field. */
const without = (fixed: Readonly<Record<string, string>>, field: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fixed).filter(([name]) => name !== field))

const fileColumns = (): readonly Column<ImportColumn>[] => [
  { label: t('Column'), cell: ({ heading }) => <strong>{heading}</strong> },
  {
    label: t('Example'),
    cell: ({ samples }) =>
      samples.length > 0 && (
        <span className="imports-samples">
          {samples.map((each, at) => (
            <Sample key={at} text={each} />
          ))}
        </span>
      ),
  },
]

export function ColumnsStep({ handle, canChange, goTo }: StepProps): ReactNode {
  const { job, change, command } = handle
  const entity = entityNamed(job.entity)
  const { columns } = job.settings
  const missing = missingFields(job)

  const choose = (at: number, field: string | null): void =>
    void change((settings) => ({
      settings: {
        // A field is filled from one column only, so it is removed from the column that had it.
        columns: settings.columns.map((each, other) =>
          other === at ? field : field !== null && each === field ? null : each,
        ),
        ...(field !== null &&
          Object.hasOwn(settings.fixed, field) && { fixed: without(settings.fixed, field) }),
      },
    }))
  const fieldSelect = (column: ImportColumn): ReactNode => (
    <select
      className="control imports-field"
      aria-label={t('Field for the column {heading}', { heading: column.heading })}
      value={columns[column.at] ?? ''}
      disabled={!canChange}
      onChange={(event) => choose(column.at, event.target.value || null)}
    >
      <option value="">{t('Do not import')}</option>
      {Object.entries(entity.fields).map(([name, { label, presence }]) => (
        <option key={name} value={name}>
          {presence === 'required' ? t('{label} (required)', { label: t(label) }) : t(label)}
        </option>
      ))}
    </select>
  )
  const shown: readonly Column<ImportColumn>[] = [
    ...fileColumns(),
    { id: 'field', label: t('Import as'), cell: fieldSelect },
    {
      id: 'because',
      label: t('Matched by'),
      cell: ({ at }) => reasonOf(handle.matched[at], columns[at] ?? null),
    },
  ]
  return (
    <>
      {job.sheets && job.sheets.length > 1 && !job.masters && (
        <div className="imports-sheet">
          <Field label={t('Sheet of the workbook')}>
            {(attributes) => (
              <select
                {...attributes}
                className="control"
                value={job.sheet ?? ''}
                disabled={!canChange || handle.isBusy}
                onChange={(event) => {
                  const sheet = event.target.value
                  void change(() => ({ sheet }))
                }}
              >
                {job.sheets?.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
      <p className="imports-matched">
        {t('{matched, number} of {all, plural, one {# column is} other {# columns are}} matched.', {
          matched: columns.filter((field) => field !== null).length,
          all: columns.length,
        })}
      </p>
      <div className="imports-columns">
        <DataTable
          caption={t('Columns of the file')}
          columns={shown}
          rows={job.header}
          keyOf={({ at }) => String(at)}
        />
      </div>
      <output className="imports-missing">
        {missing.length > 0 &&
          t('No column for {fields}, which every {singular} must have.', {
            fields: formatList(missing.map((name) => labelOf(entity, name))),
            singular: singularOf(job.entity),
          })}
      </output>
      <Suspense>
        <FixedValues handle={handle} canChange={canChange} missing={missing} />
      </Suspense>
      <ImportModeFields handle={handle} canChange={canChange} />
      {canChange && (
        <p className="form-actions">
          <Button
            tone="main"
            busy={handle.isBusy}
            onClick={() => {
              goTo('rehearse')
              void command('check')
            }}
          >
            {t('Check')}
          </Button>
          <span>{t('Nothing is saved yet: the check shows what would happen to each row.')}</span>
        </p>
      )}
    </>
  )
}

const maxSampleLength = 60

function Sample({ text }: Readonly<{ text: string }>): ReactNode {
  return (
    <span className="imports-sample">
      {text.length > maxSampleLength ? `${text.slice(0, maxSampleLength)}…` : text}
    </span>
  )
}
