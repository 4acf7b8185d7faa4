// HTML has no element for an editable grid, so the table has explicit roles.
// They are needed because a narrow screen shows the rows as cards.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role */
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { ImportRow } from '#domain/api/imports/import-rows.ts'
import type { CellFix } from '#domain/api/imports/imports.ts'
import './import-grid.css'
import { notify } from '../../ui/notices.tsx'
import { CellEditor } from './cell-editor.tsx'
import { cellKey, pasteBlock, valueOf, type Edits, type GridColumn } from './grid-cells.ts'
import { RichText } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface FixGridProps {
  columns: readonly GridColumn[]
  rows: readonly ImportRow[]
  edits: Edits
  isReadOnly: boolean
  isBusy: boolean
  onEdit: (cells: CellFix[]) => void
}

interface CellPosition {
  row: number
  column: number
}

/** The first cell with a problem is active at the start. */
function firstCellWithProblem(rows: readonly ImportRow[], columns: readonly GridColumn[]): CellPosition {
  const column = columns.findIndex(({ at }) => rows[0]?.problems.some((each) => each.column === at))
  return { row: 0, column: Math.max(0, column) }
}

/**
 * Arrow keys move between cells and typing edits the active one, as in a spreadsheet. Only one cell is in the tab order
 * (roving tabindex), so that Tab leaves the grid.
 */
export function FixGrid({ columns, rows, edits, isReadOnly, isBusy, onEdit }: FixGridProps): ReactNode {
  const [active, setActive] = useState(() => firstCellWithProblem(rows, columns))
  // Initial text of the cell being edited; null when no cell is being edited.
  const [typing, setTyping] = useState<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const needsFocus = useRef(false)
  useEffect(() => {
    if (!needsFocus.current) return
    needsFocus.current = false
    table.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
  })

  const at = (position: CellPosition): [ImportRow, GridColumn] => [
    rows[position.row]!,
    columns[position.column]!,
  ]
  const moveTo = ({ row, column }: CellPosition, isTyping = false): void => {
    const position = {
      row: Math.min(Math.max(row, 0), rows.length - 1),
      column: Math.min(Math.max(column, 0), columns.length - 1),
    }
    needsFocus.current = !isTyping
    setActive(position)
    setTyping(isTyping ? valueOf(edits, at(position)[0], at(position)[1].at) : null)
  }
  const offsetBy = (rowStep: number, columnStep: number): CellPosition => ({
    row: active.row + rowStep,
    column: active.column + columnStep,
  })
  const setValue = (value: string): void => {
    const [row, column] = at(active)
    if (value !== valueOf(edits, row, column.at)) onEdit([{ row: row.row, column: column.at, value }])
  }
  /** The next or previous cell in reading order; undefined past the ends. */
  const adjacentCell = (step: 1 | -1): CellPosition | undefined => {
    const next = active.row * columns.length + active.column + step
    if (next < 0 || next >= rows.length * columns.length) return undefined
    return { row: Math.floor(next / columns.length), column: next % columns.length }
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (typing !== null || event.nativeEvent.isComposing) return
    const steps: Record<string, CellPosition> = {
      ArrowDown: offsetBy(1, 0),
      ArrowUp: offsetBy(-1, 0),
      ArrowRight: offsetBy(0, 1),
      ArrowLeft: offsetBy(0, -1),
      Home: { ...active, column: 0 },
      End: { ...active, column: columns.length - 1 },
      PageDown: offsetBy(10, 0),
      PageUp: offsetBy(-10, 0),
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const position = isPlain ? steps[event.key] : undefined
    if (position) moveTo(position)
    else if (isReadOnly || !isPlain) return
    else if (event.key === 'Enter' || event.key === 'F2') moveTo(active, true)
    else if (event.key === 'Delete' || event.key === 'Backspace') setValue('')
    else if (event.key.length === 1) setTyping(event.key)
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    // The browser itself pastes a single value into the cell being edited.
    if (isReadOnly || text === '' || (typing !== null && !/[\t\n]/.test(text.trim()))) return
    event.preventDefault()
    const { cells, left } = pasteBlock(text, rows, columns, active)
    onEdit(cells)
    moveTo(active)
    if (left > 0)
      notify({
        tone: 'bad',
        text: t(
          '{count, plural, one {# row} other {# rows}} of the block did not fit on this page: paste them on the next page',
          { count: left },
        ),
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
        aria-label={t('Rows of the file')}
        aria-busy={isBusy}
        aria-readonly={isReadOnly || undefined}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <thead>
          <tr>
            <th scope="col">{t('Row')}</th>
            {columns.map(({ at, heading, into }) => (
              <th key={at} scope="col">
                {heading}
                {into && <span className="grid-into">{into}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.row}>
              <th scope="row">
                <span className="grid-row">
                  <RichText
                    message="<word>Row </word>{row}"
                    values={{ row: row.row }}
                    tags={{ word: (text) => <span className="grid-word">{text}</span> }}
                  />
                </span>
                {row.problems
                  .filter(({ column }) => column === null || !columns.some(({ at }) => at === column))
                  .map(({ field, message }) => (
                    <span key={`${field} ${message}`} className="grid-problem">
                      {message}
                    </span>
                  ))}
              </th>
              {columns.map((column, columnIndex) => {
                const isActive = rowIndex === active.row && columnIndex === active.column
                const problems = row.problems.filter((each) => each.column === column.at)
                const edit = edits.get(cellKey({ row: row.row, column: column.at }))
                const isWrong = problems.length > 0 && (!edit || edit.state === 'refused')
                const position = { row: rowIndex, column: columnIndex }
                return (
                  // The grid handles the keys.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <td
                    key={column.at}
                    role="gridcell"
                    data-label={column.heading}
                    data-state={edit ? edit.state : isWrong ? 'wrong' : undefined}
                    tabIndex={isActive && typing === null ? 0 : -1}
                    onFocus={(event) =>
                      event.target === event.currentTarget && !isActive && setActive(position)
                    }
                    onClick={() => !isReadOnly && !(isActive && typing !== null) && moveTo(position, true)}
                  >
                    {isActive && typing !== null ? (
                      <CellEditor
                        key={cellKey(position)}
                        label={t('{heading}, row {row}', { heading: column.heading, row: row.row })}
                        initialValue={typing}
                        suggestions={[...new Set(problems.flatMap(({ suggestions }) => suggestions ?? []))]}
                        onEnd={(value, move) => {
                          if (value !== undefined) setValue(value)
                          const next = { next: adjacentCell(1), previous: adjacentCell(-1) }
                          if (move === 'leave') setTyping(null)
                          else if (move === 'down') moveTo(offsetBy(1, 0))
                          else if (move === 'up') moveTo(offsetBy(-1, 0))
                          else if (move === 'stay') moveTo(active)
                          else moveTo(next[move] ?? active, next[move] !== undefined)
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
                    {edit?.state === 'saved' && <span className="for-readers">{t('changed')}</span>}
                    {edit?.state === 'refused' && <span className="grid-problem">{t('not saved')}</span>}
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
