import { useRef, useState } from 'react'

export interface RowSelection<Row> {
  /** In the order of selection. */
  selected: readonly Row[]
  has: (row: Row) => boolean
  set: (rows: readonly Row[], isSelected: boolean) => void
  /**
   * Toggles one row; with `isRange`, all rows between it and the one toggled before. With `areAllSelected` all `rows` count
   * as selected before.
   */
  toggle: (rows: readonly Row[], at: number, isRange: boolean, areAllSelected?: boolean) => void
  clear: () => void
}

/** The selected rows of a table; the selection survives paging and is cleared when the list is another one. */
export function useRowSelection<Row>(keyOf: (row: Row) => string, list = ''): RowSelection<Row> {
  const none = { list, rows: new Map<string, Row>() }
  const [stored, setState] = useState(none)
  const { rows: selected } = stored.list === list ? stored : none
  const lastToggled = useRef<string | null>(null)
  const change = (before: ReadonlyMap<string, Row>, rows: readonly Row[], isSelected: boolean): void => {
    const next = new Map(before)
    for (const row of rows) {
      if (isSelected) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    setState({ list, rows: next })
  }
  return {
    selected: [...selected.values()],
    has: (row) => selected.has(keyOf(row)),
    set: (rows, isSelected) => change(selected, rows, isSelected),
    toggle: (rows, at, isRange, areAllSelected = false) => {
      const row = rows[at]
      if (row === undefined) return
      const previous = rows.findIndex((each) => keyOf(each) === lastToggled.current)
      lastToggled.current = keyOf(row)
      const range = rows.slice(Math.min(previous, at), Math.max(previous, at) + 1)
      const before = areAllSelected
        ? new Map([...selected, ...rows.map((each) => [keyOf(each), each] as const)])
        : selected
      change(before, isRange && previous >= 0 ? range : [row], !before.has(keyOf(row)))
    },
    clear: () => setState(none),
  }
}
