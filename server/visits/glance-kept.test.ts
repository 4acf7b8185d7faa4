import { expect, it } from 'vitest'
import { KeptAnswers } from './glance-kept.ts'

/** Counts that end when the test says so; each answers how many were begun before it. */
function slowCounts() {
  const answers = new KeptAnswers<number>()
  const running: PromiseWithResolvers<number>[] = []
  let begun = 0
  const clock = { seconds: 0, state: '' }
  return {
    clock,
    begun: () => begun,
    ask: (fresh = false, key = 'firm') =>
      answers.ask({
        key,
        fresh,
        state: clock.state,
        now: () => clock.seconds * 1000,
        count: () => {
          begun++
          const count = Promise.withResolvers<number>()
          running.push(count)
          return count.promise
        },
      }),
    end: async () => {
      const nth = begun
      for (const count of running.splice(0)) count.resolve(nth)
      await settled()
    },
    fail: async () => {
      for (const count of running.splice(0)) count.reject(new Error('The disk is gone'))
      await settled()
    },
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('counts once for all who ask while there is no answer, fresh or not', async () => {
  const { ask, begun, end } = slowCounts()
  const all = [ask(), ask(true), ask(), ask(true)]
  expect(begun()).toBe(1)
  await end()
  expect(await Promise.all(all)).toEqual([1, 1, 1, 1])
})

it('shows the last answer to everybody until the next one is there', async () => {
  const { ask, begun, end, clock } = slowCounts()
  const first = ask()
  await end()
  expect(await first).toBe(1)
  clock.seconds = 59
  expect([await ask(), begun()]).toEqual([1, 1])
  clock.seconds = 61
  expect([await ask(), await ask(), await ask(), begun()]).toEqual([1, 1, 1, 2])
  clock.seconds = 14 * 60
  expect([await ask(), begun()]).toEqual([1, 2])
  await end()
  expect([await ask(), begun()]).toEqual([2, 2])
})

it('shows nothing that is older than a quarter of an hour', async () => {
  const { ask, begun, end, clock } = slowCounts()
  void ask()
  await end()
  clock.seconds = 15 * 60
  const late = [ask(), ask(), ask(true)]
  expect(begun()).toBe(2)
  await end()
  expect(await Promise.all(late)).toEqual([2, 2, 2])
})

it('lets who asks for a fresh one wait for the count that runs, and only them', async () => {
  const { ask, begun, end, clock } = slowCounts()
  void ask()
  await end()
  clock.seconds = 30
  const fresh = [ask(true), ask(true), ask(true)]
  expect([await ask(), begun()]).toEqual([1, 2])
  await end()
  expect(await Promise.all(fresh)).toEqual([2, 2, 2])
})

it('counts afresh at most every ten seconds, from the end of the last count on', async () => {
  const { ask, begun, end, clock } = slowCounts()
  void ask()
  clock.seconds = 40
  await end()
  clock.seconds = 49
  expect([await ask(true), await ask(true), begun()]).toEqual([1, 1, 1])
  clock.seconds = 50
  const fresh = ask(true)
  await end()
  expect([await fresh, begun()]).toEqual([2, 2])
})

it('counts anew at once when records changed, and is waited for where that is quick', async () => {
  const { ask, begun, end, clock } = slowCounts()
  void ask()
  clock.seconds = 1
  await end()
  clock.state = 'one customer more'
  clock.seconds = 10.9
  expect([await ask(), begun()], 'ten times as long as it took').toEqual([1, 1])
  clock.seconds = 11
  const changed = ask()
  expect(begun()).toBe(2)
  await end()
  expect([await changed, await ask(), begun()]).toEqual([2, 2, 2])
})

it('shows the last answer after a change where a count takes long', async () => {
  const { ask, begun, end, clock } = slowCounts()
  void ask()
  clock.seconds = 3
  await end()
  clock.state = 'one customer more'
  clock.seconds = 12
  expect([await ask(), begun()]).toEqual([1, 1])
  clock.seconds = 13
  expect([await ask(), begun()]).toEqual([1, 2])
  await end()
  expect([await ask(), begun()]).toEqual([2, 2])
})

it('keeps the last answer when a count fails, and rests before it tries again', async () => {
  const { ask, begun, end, fail, clock } = slowCounts()
  const nothing = ask()
  const refused = expect(nothing).rejects.toThrow('The disk is gone')
  await fail()
  await refused
  const second = ask()
  await end()
  expect([await second, begun()]).toEqual([2, 2])
  clock.seconds = 70
  expect(await ask()).toBe(2)
  await fail()
  expect([await ask(), await ask(true), begun()]).toEqual([2, 2, 3])
  clock.seconds = 80
  expect([await ask(), begun()]).toEqual([2, 4])
})

it('forgets what was counted longest ago when there are too many', async () => {
  const { ask, begun, end, clock } = slowCounts()
  const key = (nth: number): string => `city ${nth}`
  for (let nth = 0; nth < 500; nth++) void ask(false, key(nth))
  await end()
  clock.seconds = 20
  void ask(true, key(0))
  void ask(false, key(500))
  await end()
  expect(begun()).toBe(502)
  await ask(false, key(0))
  await ask(false, key(2))
  expect(begun()).toBe(502)
  void ask(false, key(1))
  expect(begun()).toBe(503)
  await end()
})
