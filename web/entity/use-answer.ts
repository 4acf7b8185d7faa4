import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '../api/api-problem.ts'

interface Asked<T> {
  answer: T | undefined
  /** Why there is none. */
  problem: string
  reload: () => Promise<void>
}

/** What a part of the page asks the server on its own, so that it keeps no other part waiting. `ask` must be stable. */
export function useAnswer<T>(ask: () => Promise<T>): Asked<T> {
  const [state, setState] = useState<{ answer: T | undefined; problem: string }>({
    answer: undefined,
    problem: '',
  })
  const reload = useCallback(async () => {
    try {
      setState({ answer: await ask(), problem: '' })
    } catch (error) {
      setState(({ answer }) => ({ answer, problem: sentenceOf(error) }))
    }
  }, [ask])
  useEffect(() => {
    let isLeft = false
    ask().then(
      (answer) => !isLeft && setState({ answer, problem: '' }),
      (error: unknown) => !isLeft && setState({ answer: undefined, problem: sentenceOf(error) }),
    )
    return () => {
      isLeft = true
    }
  }, [ask])
  return { ...state, reload }
}
