import { useEffectEvent, useLayoutEffect } from 'react'

export interface CellKeys {
  /** Edits a cell of the row with this index. */
  onEdit: (row: number, field: string, cell: HTMLElement) => void
}

const cellsOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(':scope > td:not(.list-tick)'),
]

function focusCell(cell: HTMLElement | undefined): void {
  if (!cell) return
  const link = cell.querySelector<HTMLElement>('.row-link')
  if (!link) cell.tabIndex = -1
  ;(link ?? cell).focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Moves between cells with the arrow keys, and edits one on a double click, on F2 and on Enter. */
export function useCellKeys({ onEdit }: CellKeys): void {
  const edit = (cell: HTMLElement | undefined): void => {
    const field = cell?.dataset['column']
    const row = cell?.closest('tr')
    if (!cell || !row?.parentElement || field === undefined) return
    onEdit([...row.parentElement.children].indexOf(row), field, cell)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!(target instanceof Element) || document.querySelector('dialog[open]')) return
    const cell = target.closest<HTMLElement>('.list-table tbody td')
    const row = cell?.parentElement
    if (!cell || !row || target.matches('input, textarea, select')) return
    const cells = cellsOf(row)
    const at = cells.indexOf(cell)
    const isCell = target === cell
    const beside = { ArrowRight: cells[at + 1], ArrowLeft: cells[at - 1] }[key]
    const sibling = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[key]
    if (beside) focusCell(beside)
    else if (isCell && sibling) focusCell(cellsOf(sibling)[at])
    else if (key === 'F2') edit(cells.slice(at).find((each) => each.dataset['column']))
    else if (isCell && key === 'Enter') edit(cell)
    else return
    event.preventDefault()
  })
  const onDoubleClick = useEffectEvent(({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('a, button, input')) return
    const cell = target.closest<HTMLElement>('.list-table tbody td[data-column]')
    if (!cell) return
    getSelection()?.removeAllRanges()
    cell.tabIndex = -1
    edit(cell)
  })
  // A layout effect, so that the keys work as soon as the rows are shown.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('dblclick', onDoubleClick)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('dblclick', onDoubleClick)
    }
  }, [])
}
