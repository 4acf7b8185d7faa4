import { useEffect, useState } from 'react'
import type { FoundRecords } from '#domain/found.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { findEverywhere } from '../api/find.ts'

const pause = 90 // milliseconds without a key
const none: FoundRecords = { items: [], isCut: false }

interface Search {
  /** What it was asked for. */
  q: string
  found: FoundRecords
  problem: string
}

/** The records that fit what is typed. Those of fewer letters stay until the next come, so that nothing flickers. */
export function useFound(typed: string, isWanted: boolean): Search & { isLooking: boolean } {
  const q = isWanted ? typed.trim().slice(0, 200) : ''
  const [search, setSearch] = useState<Search>({ q: '', found: none, problem: '' })
  useEffect(() => {
    if (q === '') return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      findEverywhere(q, abort.signal).then(
        (found) => setSearch({ q, found, problem: '' }),
        (error: unknown) => {
          if (!abort.signal.aborted) setSearch({ q, found: none, problem: sentenceOf(error) })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q])
  if (q === '') return { q, found: none, problem: '', isLooking: false }
  return { ...search, isLooking: search.q !== q }
}
