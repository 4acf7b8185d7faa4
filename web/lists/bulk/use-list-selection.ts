import { useState } from 'react'
import { retiredOn } from '#domain/catalogue/reading/retired.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { useRowSelection, type RowSelection } from '../../ui/use-row-selection.ts'
import type { BulkSelection } from '../lists-api.ts'

export interface ListSelection extends Omit<RowSelection<StoredRecord>, 'selected'> {
  count: number
  /** All matching records on all pages are selected, not only individual rows. */
  isAll: boolean
  /** The name of the record when exactly one is selected. */
  only: string | undefined
  /** Whether all selected rows are retired, so that they can be reinstated. */
  isRetired: boolean
  chosen: BulkSelection
  nameOf: (record: StoredRecord) => string
  selectAll: (count: number) => void
}

const idOf = ({ id }: StoredRecord): string => id

/** The selected records: individual rows, or all that match the query; another query clears the selection. */
export function useListSelection(entity: Entity, query: string): ListSelection {
  const rows = useRowSelection(idOf, query)
  const [matching, setMatching] = useState<{ query: string; count: number } | null>(null)
  const all = matching?.query === query ? matching.count : null
  const { selected } = rows
  const [only] = all === null && selected.length === 1 ? selected : []
  return {
    count: all ?? selected.length,
    isAll: all !== null,
    only: only && nameRecord(entity, only),
    isRetired: selected.length > 0 && selected.every(retiredOn),
    // The versions keep records that were changed after the selection from being overwritten.
    chosen:
      all === null
        ? {
            ids: selected.map(idOf),
            versions: Object.fromEntries(selected.map(({ id, version }) => [id, version])),
          }
        : { query },
    nameOf: (record) => nameRecord(entity, record),
    has: (record) => all !== null || rows.has(record),
    set: (records, isSelected) => {
      setMatching(null)
      rows.set(records, isSelected)
    },
    toggle: (records, at, isRange) => {
      setMatching(null)
      rows.toggle(records, at, isRange, all !== null)
    },
    selectAll: (count) => setMatching({ query, count }),
    clear: () => {
      setMatching(null)
      rows.clear()
    },
  }
}
