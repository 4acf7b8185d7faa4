import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { newDatabase } from '#testing/databases.ts'
import { openStore } from './open-store.ts'

it('closes every connection to the file, used or not', async () => {
  const home = await newDatabase('sqlite', { isReady: true })
  const store = await openStore({
    dataDir: home.dataDir,
    now: () => new Date('2026-11-16T06:00:00Z'),
    onTrouble: () => {},
  })
  await store.close()
  const file = new DatabaseSync(join(home.dataDir, 'agridesk.sqlite'))
  // Leaving WAL mode takes a lock that no other connection may share.
  expect(file.prepare('pragma journal_mode = delete').get()).toEqual({ journal_mode: 'delete' })
  file.close()
  await home.drop()
})
