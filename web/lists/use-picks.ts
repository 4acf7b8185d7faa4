import { useRef, useState } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { Chosen } from '../api/lists.ts'

export interface Picks {
  count: number
  /** All that match are meant, on every page, not only what was ticked. */
  isAll: boolean
  /** The name of the only one. */
  only: string | undefined
  chosen: Chosen
  has: (record: StoredRecord) => boolean
  set: (records: readonly StoredRecord[], isPicked: boolean) => void
  /** One row; with `isRange` everything between it and the one ticked before. */
  toggle: (records: readonly StoredRecord[], at: number, isRange: boolean) => void
  pickAll: (count: number) => void
  clear: () => void
}

interface State {
  /** What the list showed when they were ticked: nobody means records of another list. */
  query: string
  picked: ReadonlyMap<string, StoredRecord>
  all: number | null
}

/** The rows that are ticked; they stay so when the page of the list turns, and go when it shows something else. */
export function usePicks(entity: Entity, query: string): Picks {
  const none: State = { query, picked: new Map(), all: null }
  const [stored, setState] = useState(none)
  const state = stored.query === query ? stored : none
  const last = useRef<string | null>(null)
  const { picked, all } = state
  const [only] = all === null && picked.size === 1 ? picked.values() : []
  const set: Picks['set'] = (records, isPicked) => {
    const next = new Map(picked)
    for (const record of records) {
      if (isPicked) next.set(record.id, record)
      else next.delete(record.id)
    }
    setState({ query, picked: next, all: null })
  }
  return {
    count: all ?? picked.size,
    isAll: all !== null,
    only: only && nameRecord(entity, only),
    // What somebody changed after it was ticked is not what was meant.
    chosen:
      all === null
        ? {
            ids: [...picked.keys()],
            versions: Object.fromEntries([...picked].map(([id, { version }]) => [id, version])),
          }
        : { query },
    has: ({ id }) => all !== null || picked.has(id),
    set,
    toggle: (records, at, isRange) => {
      const record = records[at]
      if (!record) return
      const isPicked = all === null && !picked.has(record.id)
      const before = records.findIndex(({ id }) => id === last.current)
      last.current = record.id
      const isFrom = isRange && before >= 0
      set(isFrom ? records.slice(Math.min(before, at), Math.max(before, at) + 1) : [record], isPicked)
    },
    pickAll: (count) => setState({ query, picked, all: count }),
    clear: () => setState(none),
  }
}
