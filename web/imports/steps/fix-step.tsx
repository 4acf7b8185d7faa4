import { formatCount } from '#domain/messages/format-count.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { CellFix } from '#domain/api/imports/imports.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FixGrid } from '../rows/fix-grid.tsx'
import { cellKey, type Edits } from '../rows/grid-cells.ts'
import { keyOfProblem } from '../rows/problem-list.tsx'
import type { StepProps } from './step-props.ts'
import { useRows, type RowFilter } from '../rows/use-rows.ts'
import { t } from '#domain/messages/t.ts'

/** Shows the rows with problems in an editable grid; each change is saved immediately. */
export function FixStep(props: StepProps & { problem: string | undefined }): ReactNode {
  const { handle, canChange, sheetReport: report, goTo } = props
  const { job, change, command } = handle
  const [chosen, setChosen] = useState(props.problem ?? (report && report.wrong > 0 ? 'wrong' : 'all'))
  const [edits, setEdits] = useState<Edits>(new Map())

  const save = async (cells: CellFix[]): Promise<void> => {
    const mark = (state: 'saving' | 'saved' | 'refused'): void =>
      setEdits((now) => {
        const next = new Map(now)
        for (const cell of cells) next.set(cellKey(cell), { value: cell.value, state })
        return next
      })
    mark('saving')
    mark((await change(() => ({ cells }))) ? 'saved' : 'refused')
  }
  const problems = report?.problems ?? []
  return (
    <>
      <div className="imports-filter">
        <Field label={t('Show')}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
            >
              {report && report.wrong > 0 && (
                <option value="wrong">
                  {t('All rows with problems ({count, number})', { count: report.wrong })}
                </option>
              )}
              {problems.map((each) => (
                <option key={keyOfProblem(each)} value={keyOfProblem(each)}>
                  {each.message} ({formatCount(each.rows)})
                </option>
              ))}
              <option value="all">
                {t('All rows of the file ({count, number})', { count: job.rowCount })}
              </option>
            </select>
          )}
        </Field>
      </div>
      <RowPage
        // Remounts on a new filter, so that it starts at the first page.
        key={chosen}
        {...props}
        chosen={chosen}
        edits={edits}
        onEdit={(cells) => void save(cells)}
      />
      {canChange && (
        <p className="form-actions imports-below">
          <Button
            tone="main"
            busy={handle.isBusy}
            onClick={() => {
              goTo('rehearse')
              void command('check')
            }}
          >
            {report ? t('Check again') : t('Check')}
          </Button>
          <output>{edits.size > 0 && describeEdits(edits)}</output>
        </p>
      )}
    </>
  )
}

function describeEdits(edits: Edits): string {
  const states = [...edits.values()].map(({ state }) => state)
  const refused = states.filter((state) => state === 'refused').length
  if (refused > 0)
    return t('Could not save {count, plural, one {# cell} other {# cells}}: change them again', {
      count: refused,
    })
  if (states.includes('saving')) return t('Saving…')
  return t('{count, plural, one {# cell} other {# cells}} changed and saved', { count: edits.size })
}

interface RowPageProps extends StepProps {
  chosen: string
  edits: Edits
  onEdit: (cells: CellFix[]) => void
}

function RowPage({ handle, canChange, lastReport, chosen, edits, onEdit }: RowPageProps): ReactNode {
  const { job } = handle
  const first = lastReport?.problems.find((each) => keyOfProblem(each) === chosen)?.first
  const filter = useMemo(
    (): RowFilter =>
      chosen === 'all' || first === undefined
        ? { only: chosen === 'all' ? 'all' : 'wrong' }
        : { only: 'wrong', problem: { key: chosen, first } },
    [chosen, first],
  )
  const rows = useRows(job.id, filter)
  const [showsAllColumns, setShowsAllColumns] = useState(false)
  const { fields } = entityNamed(job.entity)
  const { columns } = job.settings
  // A customer has 24 columns: only those with problems are shown, and the first two to identify the row.
  const columnsWithProblems = new Set(
    rows.items.flatMap(({ problems }) => problems.flatMap(({ column }) => column ?? [])),
  )
  const shown = job.header.filter(
    ({ at }) =>
      showsAllColumns ||
      columnsWithProblems.size === 0 ||
      columnsWithProblems.has(at) ||
      columns.slice(0, at).filter(Boolean).length < 2,
  )
  if (rows.problem) return <LoadError error={rows.problem} onRetry={rows.retry} />
  if (rows.items.length === 0)
    return rows.isLoading ? (
      <Skeleton lines={6} />
    ) : (
      <EmptyState>
        {job.state === 'rehearsed'
          ? t('No rows here.')
          : t('Check again to see which rows still have problems.')}
      </EmptyState>
    )
  return (
    <>
      <p className="imports-tools">
        {canChange && (
          <span className="field-hint">
            {t(
              'Type into a cell; Enter moves down, Tab moves right. You can paste a block copied from a spreadsheet.',
            )}
          </span>
        )}
        {(showsAllColumns || shown.length < job.header.length) && (
          <Button
            tone="quiet"
            aria-pressed={showsAllColumns}
            onClick={() => setShowsAllColumns(!showsAllColumns)}
          >
            {t('All {count, number} columns', { count: job.header.length })}
          </Button>
        )}
      </p>
      <FixGrid
        key={rows.items[0]?.row}
        columns={shown.map(({ at, heading }) => {
          const field = columns[at]
          const declared = field ? fields[field] : undefined
          const label = declared && t(declared.label)
          return {
            at,
            heading,
            into: field === null ? t('not imported') : label === heading ? undefined : label,
          }
        })}
        rows={rows.items}
        edits={edits}
        isReadOnly={!canChange}
        isBusy={rows.isLoading}
        onEdit={onEdit}
      />
      {(rows.previous ?? rows.following) && (
        <p className="imports-pages">
          <Button disabled={!rows.previous} onClick={rows.previous}>
            {t('Previous rows')}
          </Button>
          <span>
            {t('Rows {first, number} to {last, number}', {
              first: rows.items[0]!.row,
              last: rows.items.at(-1)!.row,
            })}
          </span>
          <Button disabled={!rows.following} onClick={rows.following}>
            {t('Next rows')}
          </Button>
        </p>
      )}
    </>
  )
}
