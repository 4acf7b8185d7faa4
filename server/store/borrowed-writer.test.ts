import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDatabase } from '#testing/databases.ts'
import { openForThread, openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { claimSetting } from './settings.ts'

it('checkpoints the write-ahead log of an import in its own thread, never during the save of a user', async () => {
  const home = await newDatabase('sqlite')
  const options = { dataDir: home.dataDir, now: () => new Date(), onTrouble: () => {} }
  const store = await openStore(options)
  const threadStore = await openForThread({ ...options, withWriter: (work) => store.lendWriter!(work) })
  const megabytes = (): number => statSync(join(home.dataDir, 'agridesk.sqlite')).size / 2 ** 20
  const save = (write: Store['transaction'], name: string, value: string): Promise<boolean> =>
    write((tx) => claimSetting(tx, name, value, new Date()))
  try {
    const before = megabytes()
    await save(threadStore.relaxedTransaction!, 'much', 'x'.repeat(8 * 2 ** 20))
    await save(store.transaction, 'little', 'x')
    expect(megabytes()).toBe(before)
    await save(threadStore.transaction, 'the last', 'x')
    expect(megabytes()).toBeGreaterThan(before + 7)
  } finally {
    await threadStore.close()
    await store.close()
    await home.drop()
  }
})
