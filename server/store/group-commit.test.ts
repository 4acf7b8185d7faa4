import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { claimSetting, hasSetting } from './settings.ts'

describe('group commit on SQLite', () => {
  let home: TestDatabase
  let store: Store
  beforeEach(async () => {
    home = await newDatabase('sqlite')
    store = await openStore({ dataDir: home.dataDir, now: () => new Date(), onTrouble: () => {} })
  })
  afterEach(async () => {
    await store.close()
    await home.drop()
  })

  const save = (name: string): Promise<boolean> =>
    store.transaction((tx) => claimSetting(tx, name, 'x', new Date()))

  it('shares commits, and each transaction is visible when it returns', async () => {
    const before = store.changeMark!()
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        await save(`s${at}`)
        expect(await hasSetting(store.read, `s${at}`)).toBe(true)
      }),
    )
    expect(store.changeMark!() - before).toBeLessThanOrEqual(10)
  })

  it('rolls back only the transaction that throws', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        store.transaction(async (tx) => {
          await claimSetting(tx, `t${at}`, 'x', new Date())
          if (at % 3 === 0) throw new Error('no')
        }),
      ),
    )
    for (const [at, { status }] of outcomes.entries()) {
      expect(status).toBe(at % 3 === 0 ? 'rejected' : 'fulfilled')
      expect(await hasSetting(store.read, `t${at}`)).toBe(at % 3 !== 0)
    }
    expect(await save('after')).toBe(true)
  })
})
