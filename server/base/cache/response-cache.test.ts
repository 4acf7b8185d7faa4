import { expect, it } from 'vitest'
import { ResponseCache } from './response-cache.ts'

/** Computations that end when the test says so; each returns the number of computations started. */
function slowComputations() {
  const cache = new ResponseCache<number>()
  const running: PromiseWithResolvers<number>[] = []
  let started = 0
  const clock = { seconds: 0, state: '' }
  return {
    clock,
    started: () => started,
    get: (fresh = false, key = 'firm', maxWait?: number) =>
      cache.get({
        key,
        fresh,
        maxWait,
        state: clock.state,
        now: () => clock.seconds * 1000,
        count: () => {
          started++
          const count = Promise.withResolvers<number>()
          running.push(count)
          return count.promise
        },
      }),
    end: async () => {
      const nth = started
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

it('computes once for all requests while there is no cached value', async () => {
  const { get, started, end } = slowComputations()
  const all = [get(), get(true), get(), get(true)]
  expect(started()).toBe(1)
  await end()
  expect(await Promise.all(all)).toEqual([1, 1, 1, 1])
})

it('serves the last value until the next one is computed', async () => {
  const { get, started, end, clock } = slowComputations()
  const first = get()
  await end()
  expect(await first).toBe(1)
  clock.seconds = 59
  expect([await get(), started()]).toEqual([1, 1])
  clock.seconds = 61
  expect([await get(), await get(), await get(), started()]).toEqual([1, 1, 1, 2])
  clock.seconds = 14 * 60
  expect([await get(), started()]).toEqual([1, 2])
  await end()
  expect([await get(), started()]).toEqual([2, 2])
})

it('serves no value older than a quarter of an hour', async () => {
  const { get, started, end, clock } = slowComputations()
  void get()
  await end()
  clock.seconds = 15 * 60
  const late = [get(), get(), get(true)]
  expect(started()).toBe(2)
  await end()
  expect(await Promise.all(late)).toEqual([2, 2, 2])
})

it('only requests for a fresh value wait for the running computation', async () => {
  const { get, started, end, clock } = slowComputations()
  void get()
  await end()
  clock.seconds = 30
  const fresh = [get(true), get(true), get(true)]
  expect([await get(), started()]).toEqual([1, 2])
  await end()
  expect(await Promise.all(fresh)).toEqual([2, 2, 2])
})

it('recomputes at most every ten seconds after the last computation', async () => {
  const { get, started, end, clock } = slowComputations()
  void get()
  clock.seconds = 40
  await end()
  clock.seconds = 49
  expect([await get(true), await get(true), started()]).toEqual([1, 1, 1])
  clock.seconds = 50
  const fresh = get(true)
  await end()
  expect([await fresh, started()]).toEqual([2, 2])
})

it('recomputes at once when records changed, and waits if that is fast', async () => {
  const { get, started, end, clock } = slowComputations()
  void get()
  clock.seconds = 1
  await end()
  clock.state = 'one customer more'
  clock.seconds = 10.9
  expect([await get(), started()], 'ten times the duration').toEqual([1, 1])
  clock.seconds = 11
  const changed = get()
  expect(started()).toBe(2)
  await end()
  expect([await changed, await get(), started()]).toEqual([2, 2, 2])
})

it('serves the last value after a change if the computation is slow', async () => {
  const { get, started, end, clock } = slowComputations()
  void get()
  clock.seconds = 3
  await end()
  clock.state = 'one customer more'
  clock.seconds = 12
  expect([await get(), started()]).toEqual([1, 1])
  clock.seconds = 13
  expect([await get(), started()]).toEqual([1, 2])
  await end()
  expect([await get(), started()]).toEqual([2, 2])
})

it('serves the last value after a change to a request that waits less long', async () => {
  const { get, started, end, clock } = slowComputations()
  void get()
  clock.seconds = 1
  await end()
  clock.state = 'one customer more'
  clock.seconds = 11
  expect([await get(false, 'firm', 100), started()]).toEqual([1, 2])
  await end()
  expect([await get(false, 'firm', 100), started()]).toEqual([2, 2])
})

it('keeps the last value when a computation fails, and waits before the next attempt', async () => {
  const { get, started, end, fail, clock } = slowComputations()
  const nothing = get()
  const refused = expect(nothing).rejects.toThrow('The disk is gone')
  await fail()
  await refused
  const second = get()
  await end()
  expect([await second, started()]).toEqual([2, 2])
  clock.seconds = 70
  expect(await get()).toBe(2)
  await fail()
  expect([await get(), await get(true), started()]).toEqual([2, 2, 3])
  clock.seconds = 80
  expect([await get(), started()]).toEqual([2, 4])
})

it('evicts the entry computed longest ago when the cache is full', async () => {
  const { get, started, end, clock } = slowComputations()
  const key = (nth: number): string => `city ${nth}`
  for (let nth = 0; nth < 500; nth++) void get(false, key(nth))
  await end()
  clock.seconds = 20
  void get(true, key(0))
  void get(false, key(500))
  await end()
  expect(started()).toBe(502)
  await get(false, key(0))
  await get(false, key(2))
  expect(started()).toBe(502)
  void get(false, key(1))
  expect(started()).toBe(503)
  await end()
})
