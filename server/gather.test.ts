import { describe, expect, it } from 'vitest'
import { gather } from './gather.ts'

function asker(): { asked: string[][]; answer: (() => void)[]; ask: (key: string) => Promise<string> } {
  const asked: string[][] = []
  const answer: (() => void)[] = []
  const ask = gather((keys) => {
    asked.push([...keys])
    return new Promise<string>((resolve, reject) =>
      answer.push(() => (keys.includes('bad') ? reject(new Error('bad')) : resolve(keys.join()))),
    )
  })
  return { asked, answer, ask }
}
const round = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('those who have the same to ask', () => {
  it('ask together when they come at once, and when they come while an answer is awaited', async () => {
    const { asked, answer, ask } = asker()
    const first = [ask('a'), ask('b'), ask('a')]
    await round()
    expect(asked).toEqual([['a', 'b']])
    const second = [ask('a'), ask('c')]
    await round()
    // "a" was asked for before the fourth came: what it says may be out of date by now.
    expect(asked).toHaveLength(1)
    answer[0]!()
    expect(await Promise.all(first)).toEqual(['a,b', 'a,b', 'a,b'])
    await round()
    expect(asked[1]).toEqual(['a', 'c'])
    answer[1]!()
    expect(await Promise.all(second)).toEqual(['a,c', 'a,c'])
  })

  it('share a failure with nobody who came after it', async () => {
    const { answer, ask } = asker()
    const bad = ask('bad')
    await round()
    const good = ask('good')
    answer[0]!()
    await expect(bad).rejects.toThrow('bad')
    await round()
    answer[1]!()
    expect(await good).toBe('good')
  })

  it('wait for no answer that does not come', async () => {
    const { asked, answer, ask } = asker()
    void ask('lost')
    await round()
    const own = ask('own')
    await expect.poll(() => asked.length).toBe(2)
    answer[1]!()
    expect(await own).toBe('own')
  })

  it('are asked for in turns when they are many', async () => {
    const { asked, answer, ask } = asker()
    const all = Array.from({ length: 100 }, (_, at) => ask(String(at)))
    await round()
    answer[0]!()
    await all[0]
    await round()
    answer[1]!()
    await Promise.all(all)
    expect(asked.map((keys) => keys.length)).toEqual([64, 36])
  })
})
