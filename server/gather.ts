import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** So many are asked for at once; the next turn is for the rest. */
const mostAtOnce = 64
/** Nobody waits longer than this for somebody else's answer: it may never come. */
const patience = 50

/**
 * One question for all who have the same to ask: whoever comes while an answer is awaited waits for it, and is asked for
 * together with the others who did. Nobody is given an answer to a question that was asked before he came.
 */
export function gather<T>(ask: (keys: readonly string[]) => Promise<T>): (key: string) => Promise<T> {
  interface Turn {
    keys: Set<string>
    answer: Promise<T>
  }
  let next: Turn | undefined
  let last: Promise<unknown> = Promise.resolve()

  const open = (): Turn => {
    const keys = new Set<string>()
    // Everything that came over the sockets in this round of the loop is read before a question goes out.
    const begin = Promise.race([last, sleep(patience, undefined, { ref: false })]).then(() => setImmediate())
    const answer = begin.then(() => {
      if (next?.keys === keys) next = undefined
      return ask([...keys])
    })
    last = answer.catch(() => {})
    return { keys, answer }
  }
  return (key) => {
    if (!next || (next.keys.size >= mostAtOnce && !next.keys.has(key))) next = open()
    next.keys.add(key)
    return next.answer
  }
}
