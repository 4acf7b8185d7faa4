import { formatCount } from '#domain/messages/format-count.ts'
import { useState, type ReactNode } from 'react'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportRow } from '#domain/api/imports/import-rows.ts'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { duplicateChoices, type DuplicateChoice } from '#domain/imports/import-job.ts'
import { importRows } from '../imports-api.ts'
import { recordPath } from '../../masters/record-path.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { pluralOf, singularOf } from '../import-format.ts'
import type { StepProps } from '../steps/step-props.ts'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const pageSize = 25

const forAll: Record<DuplicateChoice, (entity: string) => string> = {
  create: (entity) => t('Import them as new {plural}', { plural: pluralOf(entity) }),
  skip: () => t('Skip them'),
  update: (entity) => t('Update the existing {plural}', { plural: pluralOf(entity) }),
}
const forOne: Record<DuplicateChoice, () => string> = {
  create: () => t('Import as new'),
  skip: () => t('Skip'),
  update: () => t('Update existing'),
}

/** "4 rows look like customers that already exist" */
export const describeDuplicates = (rows: number, entity: string, isMixed = false): string =>
  t(
    '{count, plural, one {One row looks like a {singular} that already exists} other {# rows look like {plural} that already exist}}',
    {
      count: rows,
      singular: isMixed ? t('record') : singularOf(entity),
      plural: isMixed ? t('records') : pluralOf(entity),
    },
  )

interface Rows {
  items: readonly ImportRow[]
  next: number | null
}

/** Lists rows that look like an existing record, with that record and the reasons; the user chooses what to do for all rows or for each. */
export function DuplicateRows({ handle, canChange, sheetReport: lastReport }: StepProps): ReactNode {
  const { job, change } = handle
  const { duplicates, duplicateRows } = job.settings
  const { rows, problem, reload, more } = useDuplicates(job)
  const chooseFor = (row: number, choice: DuplicateChoice | ''): void =>
    void change((settings) => {
      const { [row]: _, ...others } = settings.duplicateRows
      return { settings: { duplicateRows: choice === '' ? others : { ...others, [row]: choice } } }
    })
  const entity = entityNamed(job.entity)
  const existing = ({ duplicate }: ImportRow): ReactNode =>
    duplicate && (
      <Link to={recordPath(entity, duplicate.id)}>
        {duplicate.title ? `${duplicate.title}, ${duplicate.name}` : duplicate.name}
      </Link>
    )
  const choice = ({ row }: ImportRow): ReactNode => (
    <select
      className="control"
      aria-label={t('What to do with row {row}', { row })}
      value={duplicateRows[row] ?? ''}
      disabled={!canChange}
      onChange={({ target }) => chooseFor(row, duplicateChoices.find((each) => each === target.value) ?? '')}
    >
      <option value="">{t('As chosen for all')}</option>
      {duplicateChoices.map((each) => (
        <option key={each} value={each}>
          {forOne[each]()}
        </option>
      ))}
    </select>
  )
  const columns: readonly Column<ImportRow>[] = [
    { label: t('Row'), kind: 'number', cell: ({ row }) => formatCount(row) },
    { label: t('In the file'), cell: ({ cells }) => nameIn(job, cells) },
    { label: t('Existing'), cell: existing },
    { label: t('Why'), cell: ({ duplicate }) => duplicate?.reasons.join(', ') },
    { id: 'choice', label: t('What to do'), cell: choice },
  ]
  if (!lastReport || lastReport.duplicates === 0) return null
  return (
    <section className="imports-unknown imports-duplicates" aria-labelledby="duplicates">
      <h3 id="duplicates">{describeDuplicates(lastReport.duplicates, job.entity)}</h3>
      <Field label={t('These rows')} isGroup>
        {() => (
          <div className="imports-modes">
            {duplicateChoices.map((choice) => (
              <label key={choice} className="choice">
                <input
                  type="radio"
                  name="duplicates"
                  checked={duplicates === choice}
                  disabled={!canChange}
                  onChange={() => void change(() => ({ settings: { duplicates: choice } }))}
                />
                {forAll[choice](job.entity)}
              </label>
            ))}
          </div>
        )}
      </Field>
      {problem && <LoadError error={problem} onRetry={reload} />}
      {rows.items.length > 0 && (
        <DataTable
          caption={t('Rows that look like existing records')}
          columns={columns}
          rows={rows.items}
          keyOf={({ row }) => String(row)}
        />
      )}
      {rows.next !== null && <Button onClick={more}>{t('More rows')}</Button>}
    </section>
  )
}

/** Name the record of a row would get. */
function nameIn({ entity, settings }: ImportJob, cells: readonly string[]): string {
  const [title] = similarityFieldsOf(entityNamed(entity)).names
  const at = title === undefined ? -1 : settings.columns.indexOf(title)
  return (at < 0 ? cells.find((cell) => cell.trim() !== '') : cells[at]) ?? ''
}

interface Duplicates {
  rows: Rows
  problem: string
  reload: () => void
  more: () => void
}

function useDuplicates(job: ImportJob): Duplicates {
  const [from, setFrom] = useState(0)
  const query = useQuery<Rows>(
    [job.id, from],
    async (signal, before) => {
      const { items, next } = await importRows(job.id, { from, limit: pageSize, only: 'duplicates' }, signal)
      return { items: from === 0 ? items : [...(before?.items ?? []), ...items], next }
    },
    { enabled: job.state !== 'rehearsing', keepsDataOnError: true },
  )
  const { data: rows = { items: [], next: null }, error } = query
  return {
    rows,
    problem: error,
    reload: () => void query.reload(),
    more: () => rows.next !== null && setFrom(rows.next),
  }
}
