import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { ImportColumn, ImportJob } from '#domain/imports/import-job.ts'
import { listInWords } from '#domain/text.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Field } from '../ui/field.tsx'
import { HowRowsCount } from './how-rows-count.tsx'
import { singularOf } from './import-words.ts'
import type { StepProps } from './step-props.ts'

const why: Record<NonNullable<ImportColumn['because']>, string> = {
  remembered: 'as last time',
  'same name': 'same name',
  similar: 'similar name',
}

function reasonOf(matched: ImportColumn | undefined, field: string | null): string {
  if (field === null) return 'left out'
  return matched?.field === field && matched.because ? why[matched.because] : 'your choice'
}

const labelOf = (entity: Entity, name: string): string => entity.fields[name]?.label ?? name

/** What a new record must have and no column brings. */
export function missingFields({ entity: name, settings }: ImportJob): string[] {
  if (settings.mode === 'update') return settings.key.filter((field) => !settings.columns.includes(field))
  const { fields } = entityNamed(name)
  return Object.keys(fields).filter(
    (field) => fields[field]!.presence === 'required' && !settings.columns.includes(field),
  )
}

const ofTheFile: readonly Column<ImportColumn>[] = [
  { label: 'Column', cell: ({ heading }) => <strong>{heading}</strong> },
  {
    label: 'Such as',
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

export function ColumnsStep({ desk, mayChange, goTo }: StepProps): ReactNode {
  const { job, change, command } = desk
  const entity = entityNamed(job.entity)
  const { columns } = job.settings
  const missing = missingFields(job)

  const choose = (at: number, field: string | null): void =>
    void change((settings) => ({
      settings: {
        // A field is filled from one column: where it stood before, it is left out.
        columns: settings.columns.map((each, other) =>
          other === at ? field : field !== null && each === field ? null : each,
        ),
      },
    }))
  const fieldSelect = (column: ImportColumn): ReactNode => (
    <select
      className="control imports-field"
      aria-label={`Field for the column ${column.heading}`}
      value={columns[column.at] ?? ''}
      disabled={!mayChange}
      onChange={(event) => choose(column.at, event.target.value || null)}
    >
      <option value="">Leave out</option>
      {Object.entries(entity.fields).map(([name, { label, presence }]) => (
        <option key={name} value={name}>
          {label}
          {presence === 'required' && ' (required)'}
        </option>
      ))}
    </select>
  )
  const shown: readonly Column<ImportColumn>[] = [
    ...ofTheFile,
    { label: 'Goes into', cell: fieldSelect },
    {
      label: 'Because',
      cell: ({ at }) => reasonOf(desk.matched[at], columns[at] ?? null),
    },
  ]
  return (
    <>
      {job.sheets && job.sheets.length > 1 && (
        <div className="imports-sheet">
          <Field label="Sheet of the workbook">
            {(attributes) => (
              <select
                {...attributes}
                className="control"
                value={job.sheet ?? ''}
                disabled={!mayChange || desk.isBusy}
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
      <div className="imports-columns">
        <DataTable
          caption="The columns of the file"
          columns={shown}
          rows={job.header}
          keyOf={({ at }) => String(at)}
        />
      </div>
      <output className="imports-missing">
        {missing.length > 0 &&
          `No column for ${listInWords(missing.map((name) => labelOf(entity, name)))}, which every ${singularOf(job.entity)} must have.`}
      </output>
      <HowRowsCount desk={desk} mayChange={mayChange} />
      {mayChange && (
        <p className="form-actions">
          <Button
            tone="main"
            busy={desk.isBusy}
            onClick={() => {
              goTo('rehearse')
              void command('rehearse')
            }}
          >
            Rehearse
          </Button>
          <span>Nothing is saved yet: you see first what would become of each row.</span>
        </p>
      )}
    </>
  )
}

const longest = 60

function Sample({ text }: Readonly<{ text: string }>): ReactNode {
  return <span className="imports-sample">{text.length > longest ? `${text.slice(0, longest)}…` : text}</span>
}
