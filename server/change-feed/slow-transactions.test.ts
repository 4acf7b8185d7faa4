import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { randomFrom } from '#testing/random.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { gate } from '../core/gate.ts'
import { flushDeferredInserts } from '../store/deferred-writes.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

/** A transaction that has written, and ends when the test says so. */
interface Open {
  id: string
  end: (isKept: boolean) => Promise<void>
}

const seeds = [1, 2, 3]
const steps = 80

describe('the change feed of two servers with one PostgreSQL', () => {
  let test: TestApp
  let second: Store
  beforeAll(async () => {
    test = await openTestApp('postgres')
    second = await openStore({ ...test.config, now: () => test.clock.now, onTrouble: () => {} })
  })
  afterAll(async () => {
    await second.close()
    await test.close()
  })

  async function begin(store: Store, name: string): Promise<Open> {
    let written: (id: string) => void = () => {}
    let commit: (isKept: boolean) => void = () => {}
    const id = new Promise<string>((resolve) => (written = resolve))
    const isKept = new Promise<boolean>((resolve) => (commit = resolve))
    const rolledBack = new Error('rolled back')
    const done = store.transaction(async (tx) => {
      const soils = gate({ ...test.ctx, actor: system('test'), store }, 'create', 'soil').using(tx)
      const soil = await soils.insert({ Soil_Code: name, Soil_Name: name })
      await flushDeferredInserts(tx, store.dialect)
      written(soil.id)
      if (!(await isKept)) throw rolledBack
    })
    const ended = done.catch((error: unknown) => expect(error).toBe(rolledBack))
    return {
      id: await id,
      end: async (kept) => {
        commit(kept)
        await ended
      },
    }
  }

  it.each(seeds)(
    'has every committed change once, in any order of beginning and end, seed %i',
    async (seed) => {
      const random = randomFrom(seed)
      const open: Open[] = []
      const committed = new Set<string>()
      const read: string[] = []
      const get = async (query: string): Promise<Json> =>
        (await test.request('GET', `/api/v1/changes${query}`)).body
      let { cursor } = await get('')
      const readPage = async (): Promise<boolean> => {
        const page = await get(`?after=${cursor}&limit=${1 + random(3)}`)
        read.push(...page.items.map(({ id }: Json) => id))
        cursor = page.cursor
        return page.hasMore
      }
      const end = async (isKept: boolean): Promise<void> => {
        const [one] = open.splice(random(open.length), 1)
        await one!.end(isKept)
        if (isKept) committed.add(one!.id)
      }
      for (let step = 0; step < steps; step++) {
        const choice = random(10)
        if (choice < 4 && open.length < 4)
          open.push(await begin(random(2) === 0 ? second : test.store, `S${seed}-${step}`))
        else if (choice < 7 && open.length > 0) await end(random(5) > 0)
        else await readPage()
      }
      while (open.length > 0) await end(true)
      while (await readPage()) continue
      expect(committed.size).toBeGreaterThan(10)
      expect(read.toSorted()).toEqual([...committed].toSorted())
      expect(new Set(read).size).toBe(read.length)
    },
  )
})
