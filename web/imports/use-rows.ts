import { useEffect, useState } from 'react'
import type { ImportRow } from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { importRows } from '../api/imports.ts'
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
  problem: string | undefined
  /** The page before; undefined on the first one. */
  previous: (() => void) | undefined
  following: (() => void) | undefined
  retry: () => void
}

const pageSize = 50
/** Rows asked for at once while looking for those with one problem, and how often before one is asked to go on. */
const searched = { limit: 200, times: 10 }

async function loadPage(id: string, from: number, filter: RowFilter, signal: AbortSignal): Promise<Rows> {
  const { only, problem } = filter
  if (!problem) return importRows(id, { from, limit: pageSize, only }, signal)
  const items: ImportRow[] = []
  let next: number | null = from
  for (let times = 0; next !== null && times < searched.times && items.length <= pageSize; times++) {
    const page = await importRows(id, { from: next, limit: searched.limit, only }, signal)
    items.push(...page.items.filter((row) => row.problems.some((each) => keyOfProblem(each) === problem.key)))
    next = page.next
  }
  return items.length > pageSize
    ? { items: items.slice(0, pageSize), next: items[pageSize]!.row }
    : { items, next }
}

const nothing: Rows = { items: [], next: null }

/** A page of the file's rows: the browser never holds more. To be keyed by the filter. */
export function useRows(id: string, filter: RowFilter): RowPages {
  const [starts, setStarts] = useState<readonly number[]>([filter.problem?.first ?? 0])
  const [answer, setAnswer] = useState<{ from: number; rows: Rows; problem?: string }>()
  useEffect(() => {
    const controller = new AbortController()
    const from = starts.at(-1)!
    loadPage(id, from, filter, controller.signal).then(
      (rows) => setAnswer({ from, rows }),
      (error: unknown) =>
        !controller.signal.aborted && setAnswer({ from, rows: nothing, problem: sentenceOf(error) }),
    )
    return () => controller.abort()
  }, [id, starts, filter])
  const { next } = answer?.rows ?? nothing
  return {
    ...(answer?.rows ?? nothing),
    isLoading: answer?.from !== starts.at(-1),
    problem: answer?.problem,
    previous: starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : undefined,
    following: next === null ? undefined : () => setStarts([...starts, next]),
    retry: () => setStarts([...starts]),
  }
}
