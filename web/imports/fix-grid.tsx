// A sheet to type into has no element of its own: a table is one to read.
// Its roles are said because a phone shows it as cards.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role */
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { CellFix, ImportRow } from '#domain/imports/import-job.ts'
import '../styles/import-grid.css'
import { notify } from '../ui/notices.tsx'
import { CellEditor } from './cell-editor.tsx'
import { cellKey, placeBlock, valueOf, type Edits, type GridColumn } from './grid-cells.ts'
import { counted } from './import-words.ts'

interface FixGridProps {
  columns: readonly GridColumn[]
  rows: readonly ImportRow[]
  edits: Edits
  /** Nothing can be changed here. */
  isFixed: boolean
  isBusy: boolean
  onEdit: (cells: CellFix[]) => void
}

interface Place {
  row: number
  column: number
}

/** The first cell that is wrong: where the work begins. */
function firstWrong(rows: readonly ImportRow[], columns: readonly GridColumn[]): Place {
  const column = columns.findIndex(({ at }) => rows[0]?.problems.some((each) => each.column === at))
  return { row: 0, column: Math.max(0, column) }
}

/**
 * Arrow keys go from cell to cell and typing changes the one they are on, as in any spreadsheet. Only one cell is in the
 * order of Tab, so that the keyboard gets out again.
 */
export function FixGrid({ columns, rows, edits, isFixed, isBusy, onEdit }: FixGridProps): ReactNode {
  const [active, setActive] = useState(() => firstWrong(rows, columns))
  // The text typing began with; null while nobody types.
  const [typing, setTyping] = useState<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    table.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
  })

  const at = (place: Place): [ImportRow, GridColumn] => [rows[place.row]!, columns[place.column]!]
  const moveTo = ({ row, column }: Place, isTyping = false): void => {
    const place = {
      row: Math.min(Math.max(row, 0), rows.length - 1),
      column: Math.min(Math.max(column, 0), columns.length - 1),
    }
    isMoved.current = !isTyping
    setActive(place)
    setTyping(isTyping ? valueOf(edits, at(place)[0], at(place)[1].at) : null)
  }
  const by = (rowStep: number, columnStep: number): Place => ({
    row: active.row + rowStep,
    column: active.column + columnStep,
  })
  const put = (value: string): void => {
    const [row, column] = at(active)
    if (value !== valueOf(edits, row, column.at)) onEdit([{ row: row.row, column: column.at, value }])
  }
  /** The next cell as one reads; undefined behind the last one. */
  const beside = (step: 1 | -1): Place | undefined => {
    const next = active.row * columns.length + active.column + step
    if (next < 0 || next >= rows.length * columns.length) return undefined
    return { row: Math.floor(next / columns.length), column: next % columns.length }
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (typing !== null || event.nativeEvent.isComposing) return
    const steps: Record<string, Place> = {
      ArrowDown: by(1, 0),
      ArrowUp: by(-1, 0),
      ArrowRight: by(0, 1),
      ArrowLeft: by(0, -1),
      Home: { ...active, column: 0 },
      End: { ...active, column: columns.length - 1 },
      PageDown: by(10, 0),
      PageUp: by(-10, 0),
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const place = isPlain ? steps[event.key] : undefined
    if (place) moveTo(place)
    else if (isFixed || !isPlain) return
    else if (event.key === 'Enter' || event.key === 'F2') moveTo(active, true)
    else if (event.key === 'Delete' || event.key === 'Backspace') put('')
    else if (event.key.length === 1) setTyping(event.key)
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    // One value into a cell somebody types in is the browser's own business.
    if (isFixed || text === '' || (typing !== null && !/[\t\n]/.test(text.trim()))) return
    event.preventDefault()
    const { cells, left } = placeBlock(text, rows, columns, active)
    onEdit(cells)
    moveTo(active)
    if (left > 0)
      notify({
        tone: 'bad',
        text: `${counted(left, 'row')} of the block did not fit below: paste them again there`,
      })
  }
  const onCopy = (event: ClipboardEvent): void => {
    if (typing !== null || getSelection()?.toString()) return
    event.preventDefault()
    const [row, column] = at(active)
    event.clipboardData.setData('text/plain', valueOf(edits, row, column.at))
  }

  return (
    <div className="grid-frame">
      <table
        ref={table}
        role="grid"
        className="grid"
        aria-label="Rows of the file"
        aria-busy={isBusy}
        aria-readonly={isFixed || undefined}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ at, heading, into }) => (
              <th key={at} scope="col">
                {heading}
                {into && <span className="grid-into">{into}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <tr key={row.row}>
              <th scope="row">
                <span className="grid-row">
                  <span className="grid-word">Row </span>
                  {row.row}
                </span>
                {row.problems
                  .filter(({ column }) => column === null || !columns.some(({ at }) => at === column))
                  .map(({ field, message }) => (
                    <span key={`${field} ${message}`} className="grid-problem">
                      {message}
                    </span>
                  ))}
              </th>
              {columns.map((column, columnAt) => {
                const isActive = rowAt === active.row && columnAt === active.column
                const problems = row.problems.filter((each) => each.column === column.at)
                const edit = edits.get(cellKey({ row: row.row, column: column.at }))
                const isWrong = problems.length > 0 && (!edit || edit.state === 'refused')
                const place = { row: rowAt, column: columnAt }
                return (
                  // The keys are handled by the grid around it.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <td
                    key={column.at}
                    role="gridcell"
                    data-label={column.heading}
                    data-state={edit ? edit.state : isWrong ? 'wrong' : undefined}
                    tabIndex={isActive && typing === null ? 0 : -1}
                    onFocus={(event) => event.target === event.currentTarget && !isActive && setActive(place)}
                    onClick={() => !isFixed && !(isActive && typing !== null) && moveTo(place, true)}
                  >
                    {isActive && typing !== null ? (
                      <CellEditor
                        key={cellKey(place)}
                        label={`${column.heading}, row ${row.row}`}
                        begin={typing}
                        suggestions={[...new Set(problems.flatMap(({ suggestions }) => suggestions ?? []))]}
                        onEnd={(value, way) => {
                          if (value !== undefined) put(value)
                          const next = { next: beside(1), before: beside(-1) }
                          if (way === 'leave') setTyping(null)
                          else if (way === 'down') moveTo(by(1, 0))
                          else if (way === 'up') moveTo(by(-1, 0))
                          else if (way === 'stay') moveTo(active)
                          else moveTo(next[way] ?? active, next[way] !== undefined)
                        }}
                      />
                    ) : (
                      <span className="grid-value">{valueOf(edits, row, column.at)}</span>
                    )}
                    {isWrong &&
                      problems.map(({ message }) => (
                        <span key={message} className="grid-problem">
                          {message}
                        </span>
                      ))}
                    {edit?.state === 'saved' && <span className="for-readers">changed</span>}
                    {edit?.state === 'refused' && <span className="grid-problem">not saved</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
