import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { alikeFieldsOf } from '#domain/alike/alike-fields.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import {
  duplicateChoices,
  type DuplicateChoice,
  type ImportJob,
  type ImportRow,
} from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { importRows } from '../api/imports.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Field } from '../ui/field.tsx'
import { count, pluralOf, singularOf } from './import-words.ts'
import type { StepProps } from './step-props.ts'

const pageSize = 25

const forAll: Record<DuplicateChoice, (entity: string) => string> = {
  create: (entity) => `Import them as new ${pluralOf(entity)}`,
  skip: () => 'Skip them',
  update: (entity) => `Update the existing ${pluralOf(entity)}`,
}
const forOne: Record<DuplicateChoice, string> = {
  create: 'Import as new',
  skip: 'Skip',
  update: 'Update existing',
}

/** "4 rows look like customers that already exist" */
export const duplicatesInWords = (rows: number, entity: string): string =>
  rows === 1
    ? `One row looks like a ${singularOf(entity)} that already exists`
    : `${count(rows)} rows look like ${pluralOf(entity)} that already exist`

interface Rows {
  items: readonly ImportRow[]
  next: number | null
}

/** Rows that look like a record that exists, each with that record and why; what becomes of them is chosen for all or row by row. */
export function DuplicateRows({ desk, mayChange, lastReport }: StepProps): ReactNode {
  const { job, change } = desk
  const { duplicates, duplicateRows } = job.settings
  const { rows, problem, more } = useDuplicates(job)
  const chooseFor = (row: number, choice: DuplicateChoice | ''): void =>
    void change((settings) => {
      const { [row]: _, ...others } = settings.duplicateRows
      return { settings: { duplicateRows: choice === '' ? others : { ...others, [row]: choice } } }
    })
  const { path } = entityNamed(job.entity)
  const existing = ({ duplicate }: ImportRow): ReactNode =>
    duplicate && (
      <Link to={`/records/${path}/${duplicate.id}`}>
        {duplicate.title ? `${duplicate.title}, ${duplicate.name}` : duplicate.name}
      </Link>
    )
  const choice = ({ row }: ImportRow): ReactNode => (
    <select
      className="control"
      aria-label={`What to do with row ${row}`}
      value={duplicateRows[row] ?? ''}
      disabled={!mayChange}
      onChange={(event) => chooseFor(row, event.target.value as DuplicateChoice | '')}
    >
      <option value="">As chosen for all</option>
      {duplicateChoices.map((each) => (
        <option key={each} value={each}>
          {forOne[each]}
        </option>
      ))}
    </select>
  )
  const columns: readonly Column<ImportRow>[] = [
    { label: 'Row', cell: ({ row }) => count(row) },
    { label: 'In the file', cell: ({ cells }) => nameIn(job, cells) },
    { label: 'Existing', cell: existing },
    { label: 'Why', cell: ({ duplicate }) => duplicate?.reasons.join(', ') },
    { label: 'What to do', cell: choice },
  ]
  if (!lastReport || lastReport.duplicates === 0) return null
  return (
    <section className="imports-unknown imports-duplicates" aria-labelledby="duplicates">
      <h3 id="duplicates">{duplicatesInWords(lastReport.duplicates, job.entity)}</h3>
      <Field label="These rows" isGroup>
        {() => (
          <div className="imports-modes">
            {duplicateChoices.map((choice) => (
              <label key={choice} className="choice">
                <input
                  type="radio"
                  name="duplicates"
                  checked={duplicates === choice}
                  disabled={!mayChange}
                  onChange={() => void change(() => ({ settings: { duplicates: choice } }))}
                />
                {forAll[choice](job.entity)}
              </label>
            ))}
          </div>
        )}
      </Field>
      {problem && <p className="field-problem">{problem}</p>}
      {rows.items.length > 0 && (
        <DataTable
          caption="Rows that look like existing records"
          columns={columns}
          rows={rows.items}
          keyOf={({ row }) => String(row)}
        />
      )}
      {rows.next !== null && <Button onClick={more}>More rows</Button>}
    </section>
  )
}

/** What the record of a row would be called. */
function nameIn({ entity, settings }: ImportJob, cells: readonly string[]): string {
  const [title] = alikeFieldsOf(entityNamed(entity)).names
  const at = title === undefined ? -1 : settings.columns.indexOf(title)
  return (at < 0 ? cells.find((cell) => cell.trim() !== '') : cells[at]) ?? ''
}

function useDuplicates(job: ImportJob): { rows: Rows; problem: string | undefined; more: () => void } {
  const [rows, setRows] = useState<Rows>({ items: [], next: null })
  const [problem, setProblem] = useState<string>()
  const [from, setFrom] = useState(0)
  const isBusy = job.state === 'rehearsing'
  useEffect(() => {
    if (isBusy) return undefined
    const controller = new AbortController()
    importRows(job.id, { from, limit: pageSize, only: 'duplicates' }, controller.signal).then(
      ({ items, next }) =>
        setRows((before) => ({ items: from === 0 ? items : [...before.items, ...items], next })),
      (error: unknown) => !controller.signal.aborted && setProblem(sentenceOf(error)),
    )
    return () => controller.abort()
  }, [job.id, from, isBusy])
  return { rows, problem, more: () => rows.next !== null && setFrom(rows.next) }
}
