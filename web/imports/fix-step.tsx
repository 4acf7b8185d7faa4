import { useMemo, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { CellFix } from '#domain/imports/import-job.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FixGrid } from './fix-grid.tsx'
import { cellKey, type Edits } from './grid-cells.ts'
import { count, counted } from './import-words.ts'
import { keyOfProblem } from './problem-list.tsx'
import type { StepProps } from './step-props.ts'
import { useRows, type RowFilter } from './use-rows.ts'

/** The rows with problems as a sheet to mend them in; each change is saved as it is made. */
export function FixStep(props: StepProps & { problem: string | undefined }): ReactNode {
  const { desk, mayChange, lastReport: report, goTo } = props
  const { job, change, command } = desk
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
        <Field label="Show">
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
            >
              {report && report.wrong > 0 && (
                <option value="wrong">All rows with problems ({count(report.wrong)})</option>
              )}
              {problems.map((each) => (
                <option key={keyOfProblem(each)} value={keyOfProblem(each)}>
                  {each.message} ({count(each.rows)})
                </option>
              ))}
              <option value="all">All rows of the file ({count(job.rowCount)})</option>
            </select>
          )}
        </Field>
      </div>
      <RowPage
        // Another filter begins at its first page.
        key={chosen}
        {...props}
        chosen={chosen}
        edits={edits}
        onEdit={(cells) => void save(cells)}
      />
      {mayChange && (
        <p className="form-actions imports-below">
          <Button
            tone="main"
            busy={desk.isBusy}
            onClick={() => {
              goTo('rehearse')
              void command('rehearse')
            }}
          >
            {report ? 'Rehearse again' : 'Rehearse'}
          </Button>
          <output>{edits.size > 0 && editsInWords(edits)}</output>
        </p>
      )}
    </>
  )
}

function editsInWords(edits: Edits): string {
  const states = [...edits.values()].map(({ state }) => state)
  const refused = states.filter((state) => state === 'refused').length
  if (refused > 0) return `${counted(refused, 'cell')} could not be saved: change them again`
  if (states.includes('saving')) return 'Saving…'
  return `${counted(edits.size, 'cell')} changed and saved`
}

interface RowPageProps extends StepProps {
  chosen: string
  edits: Edits
  onEdit: (cells: CellFix[]) => void
}

function RowPage({ desk, mayChange, lastReport, chosen, edits, onEdit }: RowPageProps): ReactNode {
  const { job } = desk
  const first = lastReport?.problems.find((each) => keyOfProblem(each) === chosen)?.first
  const filter = useMemo(
    (): RowFilter =>
      chosen === 'all' || first === undefined
        ? { only: chosen === 'all' ? 'all' : 'wrong' }
        : { only: 'wrong', problem: { key: chosen, first } },
    [chosen, first],
  )
  const rows = useRows(job.id, filter)
  const [isWhole, setWhole] = useState(false)
  const { fields } = entityNamed(job.entity)
  const { columns } = job.settings
  // A customer has twenty-four columns: those with problems, and the first two to know the row by.
  const troubled = new Set(
    rows.items.flatMap(({ problems }) => problems.flatMap(({ column }) => column ?? [])),
  )
  const shown = job.header.filter(
    ({ at }) =>
      isWhole || troubled.size === 0 || troubled.has(at) || columns.slice(0, at).filter(Boolean).length < 2,
  )
  if (rows.problem)
    return (
      <p className="field-problem">
        {rows.problem}{' '}
        <button type="button" className="link" onClick={rows.retry}>
          Try again
        </button>
      </p>
    )
  if (rows.items.length === 0)
    return rows.isLoading ? (
      <Skeleton lines={6} />
    ) : (
      <p className="list-empty">
        {job.state === 'rehearsed'
          ? 'No rows here.'
          : 'Which rows are wrong is known after the next rehearsal.'}
      </p>
    )
  return (
    <>
      <p className="imports-tools">
        {mayChange && (
          <span className="field-hint">
            Type into a cell; Enter goes down, Tab to the right. A block copied in a spreadsheet can be
            pasted.
          </span>
        )}
        {(isWhole || shown.length < job.header.length) && (
          <Button tone="quiet" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            All {job.header.length} columns
          </Button>
        )}
      </p>
      <FixGrid
        key={rows.items[0]?.row}
        columns={shown.map(({ at, heading }) => {
          const field = columns[at]
          const label = field ? fields[field]?.label : undefined
          return { at, heading, into: field === null ? 'left out' : label === heading ? undefined : label }
        })}
        rows={rows.items}
        edits={edits}
        isFixed={!mayChange}
        isBusy={rows.isLoading}
        onEdit={onEdit}
      />
      {(rows.previous ?? rows.following) && (
        <p className="imports-pages">
          <Button disabled={!rows.previous} onClick={rows.previous}>
            Rows before
          </Button>
          <span>
            Rows {count(rows.items[0]!.row)} to {count(rows.items.at(-1)!.row)}
          </span>
          <Button disabled={!rows.following} onClick={rows.following}>
            More rows
          </Button>
        </p>
      )}
    </>
  )
}
