import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Lets everything go on that waits for nothing but its turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function openQueue(slots: number) {
  const clock = { now: 0 }
  const queue = new FairQueue({ slots, now: () => clock.now })
  const begun: string[] = []
  const over = new Map<string, () => void>()
  const enter = (name: string, key = name, signal?: AbortSignal): Promise<unknown> =>
    queue.enter({ key, ...(signal && { signal: () => signal }) }).then(
      (leave) => {
        begun.push(name)
        over.set(name, leave)
      },
      (error: Error) => error.message,
    )
  const end = async (name: string): Promise<void> => {
    over.get(name)!()
    await settle()
  }
  return { queue, clock, begun, enter, end }
}

describe('long reads that wait for each other', () => {
  it('run one at a time for a caller, and a few at once for all', async () => {
    const { begun, enter, end } = openQueue(2)
    for (const name of ['a1', 'a2', 'b1', 'c1']) void enter(name, name[0])
    await settle()
    expect(begun).toEqual(['a1', 'b1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('let whoever has used least go first, and leave a slot to those who have used little', async () => {
    const { clock, begun, enter, end } = openQueue(2)
    void enter('heavy1', 'heavy')
    void enter('other heavy1', 'other heavy')
    await settle()
    clock.now = 3000
    await end('heavy1')
    await end('other heavy1')
    void enter('heavy2', 'heavy')
    void enter('other heavy2', 'other heavy')
    await settle()
    // There is a second slot, but both have used much.
    expect(begun.slice(2)).toEqual(['heavy2'])
    void enter('light', 'light')
    await settle()
    expect(begun.slice(3)).toEqual(['light'])
    await end('light')
    clock.now = 60_000
    void enter('third', 'third')
    await settle()
    await end('third')
    // What was used long ago hardly counts.
    expect(begun.slice(4)).toEqual(['third', 'other heavy2'])
  })

  it('are given up when the client hangs up, and make room for the next', async () => {
    const { begun, enter, end } = openQueue(1)
    const gone = new AbortController()
    void enter('first')
    const second = enter('second', 'second', gone.signal)
    void enter('third')
    await settle()
    gone.abort()
    expect(await second).toBe('The request was given up')
    await end('first')
    expect(begun).toEqual(['first', 'third'])
    expect(await enter('fourth', 'fourth', gone.signal)).toBe('The request was given up')
  })

  it('are refused when one caller has too many, and when the server stops', async () => {
    const { queue, enter } = openQueue(1)
    void enter('first', 'a')
    const waiting = Array.from({ length: 24 }, (_, at) => enter(`a${at}`, 'a'))
    await settle()
    expect(await enter('one more', 'a')).toBe(
      'Several of your searches are still running. Wait for them, then try again',
    )
    const other = enter('b')
    await settle()
    queue.close()
    expect(await other).toBe('The server is stopping. Try again in a moment')
    expect(new Set(await Promise.all(waiting))).toEqual(
      new Set(['The server is stopping. Try again in a moment']),
    )
    expect(await enter('late')).toBe('The server is stopping. Try again in a moment')
  })
})
