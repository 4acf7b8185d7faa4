import { useState } from 'react'
import type { ImportRow } from '#domain/api/imports/import-rows.ts'
import { useQuery } from '../../ui/use-query.ts'
import { importRows } from '../imports-api.ts'
import { keyOfProblem } from './problem-list.tsx'

export interface RowFilter {
  only: 'wrong' | 'all'
  /** Only rows with this problem, and the first row that has it. */
  problem?: { key: string; first: number }
}

interface Rows {
  items: readonly ImportRow[]
  next: number | null
}

interface RowPages extends Rows {
  isLoading: boolean
  problem: string
  /** Undefined on the first page. */
  previous: (() => void) | undefined
  following: (() => void) | undefined
  retry: () => void
}

const pageSize = 50
/** Rows per request while searching for one problem, and the number of requests before the user has to continue. */
const searchBatch = { limit: 200, maxRequests: 10 }

async function loadPage(id: string, from: number, filter: RowFilter, signal: AbortSignal): Promise<Rows> {
  const { only, problem } = filter
  if (!problem) return importRows(id, { from, limit: pageSize, only }, signal)
  const items: ImportRow[] = []
  let next: number | null = from
  for (
    let requests = 0;
    next !== null && requests < searchBatch.maxRequests && items.length <= pageSize;
    requests++
  ) {
    const page = await importRows(id, { from: next, limit: searchBatch.limit, only }, signal)
    items.push(...page.items.filter((row) => row.problems.some((each) => keyOfProblem(each) === problem.key)))
    next = page.next
  }
  return items.length > pageSize
    ? { items: items.slice(0, pageSize), next: items[pageSize]!.row }
    : { items, next }
}

const emptyPage: Rows = { items: [], next: null }

/** Loads one page of the file's rows at a time; key the component by the filter. */
export function useRows(id: string, filter: RowFilter): RowPages {
  const [starts, setStarts] = useState<readonly number[]>([filter.problem?.first ?? 0])
  const from = starts.at(-1)!
  const { data, error, isLoading, reload } = useQuery([id, from, filter], (signal) =>
    loadPage(id, from, filter, signal),
  )
  const rows = error || !data ? emptyPage : data
  const { next } = rows
  return {
    ...rows,
    isLoading,
    problem: error,
    previous: starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : undefined,
    following: next === null ? undefined : () => setStarts([...starts, next]),
    retry: () => void reload(),
  }
}
