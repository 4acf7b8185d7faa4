import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Lets all callbacks run that do not wait for a slot. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function openQueue(slots: number) {
  const clock = { now: 0 }
  const queue = new FairQueue({ slots, now: () => clock.now })
  const started: string[] = []
  const releases = new Map<string, () => void>()
  const enter = (name: string, key = name, signal?: AbortSignal): Promise<unknown> =>
    queue.enter({ key, ...(signal && { signal: () => signal }) }).then(
      (leave) => {
        started.push(name)
        releases.set(name, leave)
      },
      (error: Error) => error.message,
    )
  const end = async (name: string): Promise<void> => {
    releases.get(name)!()
    await settle()
  }
  return { queue, clock, started, enter, end }
}

describe('the queue of long reads', () => {
  it('runs one at a time per caller, and a few at once in total', async () => {
    const { started, enter, end } = openQueue(2)
    for (const name of ['a1', 'a2', 'b1', 'c1']) void enter(name, name[0])
    await settle()
    expect(started).toEqual(['a1', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'c1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('starts the caller with the least usage first, and reserves a slot for light callers', async () => {
    const { clock, started, enter, end } = openQueue(2)
    void enter('heavy1', 'heavy')
    void enter('other heavy1', 'other heavy')
    await settle()
    clock.now = 3000
    await end('heavy1')
    await end('other heavy1')
    void enter('heavy2', 'heavy')
    void enter('other heavy2', 'other heavy')
    await settle()
    // There is a second slot, but both have used a lot of time.
    expect(started.slice(2)).toEqual(['heavy2'])
    void enter('light', 'light')
    await settle()
    expect(started.slice(3)).toEqual(['light'])
    await end('light')
    clock.now = 60_000
    void enter('third', 'third')
    await settle()
    await end('third')
    // Usage of long ago hardly counts.
    expect(started.slice(4)).toEqual(['third', 'other heavy2'])
  })

  it('cancels a read when the client disconnects, and starts the next', async () => {
    const { started, enter, end } = openQueue(1)
    const disconnect = new AbortController()
    void enter('first')
    const second = enter('second', 'second', disconnect.signal)
    void enter('third')
    await settle()
    disconnect.abort()
    expect(await second).toBe('The request was cancelled')
    await end('first')
    expect(started).toEqual(['first', 'third'])
    expect(await enter('fourth', 'fourth', disconnect.signal)).toBe('The request was cancelled')
  })

  it('refuses reads when one caller has too many, and when the server stops', async () => {
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
