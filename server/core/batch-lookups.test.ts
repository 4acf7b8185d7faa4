import { describe, expect, it } from 'vitest'
import { batchLookups } from './batch-lookups.ts'

function createLookup(): {
  batches: string[][]
  replies: (() => void)[]
  lookUp: (key: string) => Promise<string>
} {
  const batches: string[][] = []
  const replies: (() => void)[] = []
  const lookUp = batchLookups((keys) => {
    batches.push([...keys])
    return new Promise<string>((resolve, reject) =>
      replies.push(() => (keys.includes('bad') ? reject(new Error('bad')) : resolve(keys.join()))),
    )
  })
  return { batches, replies, lookUp }
}
const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('batched lookups', () => {
  it('combine keys requested at the same time, and keys requested while a lookup is running', async () => {
    const { batches, replies, lookUp } = createLookup()
    const first = [lookUp('a'), lookUp('b'), lookUp('a')]
    await nextRound()
    expect(batches).toEqual([['a', 'b']])
    const second = [lookUp('a'), lookUp('c')]
    await nextRound()
    // The running lookup of "a" started before this request, so its result may be out of date.
    expect(batches).toHaveLength(1)
    replies[0]!()
    expect(await Promise.all(first)).toEqual(['a,b', 'a,b', 'a,b'])
    await nextRound()
    expect(batches[1]).toEqual(['a', 'c'])
    replies[1]!()
    expect(await Promise.all(second)).toEqual(['a,c', 'a,c'])
  })

  it('do not share a failure with later requests', async () => {
    const { replies, lookUp } = createLookup()
    const bad = lookUp('bad')
    await nextRound()
    const good = lookUp('good')
    replies[0]!()
    await expect(bad).rejects.toThrow('bad')
    await nextRound()
    replies[1]!()
    expect(await good).toBe('good')
  })

  it('do not wait for a lookup that never ends', async () => {
    const { batches, replies, lookUp } = createLookup()
    void lookUp('lost')
    await nextRound()
    const own = lookUp('own')
    await expect.poll(() => batches.length).toBe(2)
    replies[1]!()
    expect(await own).toBe('own')
  })

  it('split many keys into batches', async () => {
    const { batches, replies, lookUp } = createLookup()
    const all = Array.from({ length: 100 }, (_, at) => lookUp(String(at)))
    await nextRound()
    replies[0]!()
    await all[0]
    await nextRound()
    replies[1]!()
    await Promise.all(all)
    expect(batches.map((keys) => keys.length)).toEqual([64, 36])
  })
})
