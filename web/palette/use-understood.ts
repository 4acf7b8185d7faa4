import { useEffect, useState } from 'react'
import type { RecordLine } from '#domain/one-line/read-line.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { understand, type Understood } from './understand.ts'

const pause = 120 // milliseconds without a key

interface Look {
  of: string
  understood: Understood | null
  problem: string
}

/** What a line means to the records. What was understood of fewer letters stays until more is. */
export function useUnderstood(line: RecordLine | null): Look & { isFresh: boolean } {
  const of = line ? JSON.stringify([line.entity.name, line.values, line.within, line.problems]) : ''
  const [look, setLook] = useState<Look>({ of: '', understood: null, problem: '' })
  useEffect(() => {
    if (!line) return undefined
    let isWanted = true
    const timer = setTimeout(() => {
      understand(line).then(
        (understood) => isWanted && setLook({ of, understood, problem: '' }),
        (error: unknown) => isWanted && setLook({ of, understood: null, problem: sentenceOf(error) }),
      )
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
    // The line is made anew with every key; `of` says whether it is another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of])
  const isOther = !line || look.understood?.entity !== line.entity
  return isOther && look.of !== of
    ? { of, understood: null, problem: '', isFresh: false }
    : { ...look, isFresh: look.of === of }
}
