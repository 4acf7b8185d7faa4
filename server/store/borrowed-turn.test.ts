import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDatabase } from '#testing/databases.ts'
import { openBeside, openStore, type Store } from './open-store.ts'
import { claimSetting } from './settings.ts'

it('carries the log of an import into the file beside the thread that answers, never for somebody who saves', async () => {
  const home = await newDatabase('sqlite')
  const options = { dataDir: home.dataDir, now: () => new Date(), onTrouble: () => {} }
  const store = await openStore(options)
  const beside = await openBeside({ ...options, inTurn: (work) => store.lend!(work) })
  const megabytes = (): number => statSync(join(home.dataDir, 'agridesk.sqlite')).size / 2 ** 20
  const save = (write: Store['transaction'], name: string, value: string): Promise<boolean> =>
    write((tx) => claimSetting(tx, name, value, new Date()))
  try {
    const before = megabytes()
    await save(beside.piece!, 'much', 'x'.repeat(8 * 2 ** 20))
    await save(store.transaction, 'little', 'x')
    expect(megabytes()).toBe(before)
    await save(beside.transaction, 'the last', 'x')
    expect(megabytes()).toBeGreaterThan(before + 7)
  } finally {
    await beside.close()
    await store.close()
    await home.drop()
  }
})
