import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { passingFolder } from '#testing/passing-folder.ts'
import { openStore } from './open-store.ts'

describe('a folder in which there has been a firm', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = passingFolder('agridesk-emptied-')
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const start = async (): Promise<void> => {
    const store = await openStore({ dataDir, now: () => new Date(), onTrouble: () => {} })
    await store.close()
  }
  const path = (name: string): string => join(dataDir, name)
  const refusal = (state: string, evidence: string): string =>
    `${path('agridesk.sqlite')} is ${state}, but there has been a firm in ${dataDir} (${evidence}).`

  it('is not taken for a new one when its database is gone or empty, and goes on when it is back', async () => {
    await start()
    writeFileSync(path('agridesk.state'), '{}')
    await start()
    const content = readFileSync(path('agridesk.sqlite'))
    rmSync(path('agridesk.sqlite'))
    await expect(start()).rejects.toThrow(refusal('missing', 'agridesk.state'))
    writeFileSync(path('agridesk.sqlite'), '')
    await expect(start()).rejects.toThrow(refusal('empty', 'agridesk.state'))
    writeFileSync(path('agridesk.sqlite'), content)
    await start()
  })

  it('is known by its backups and by what was not yet carried into the database', async () => {
    mkdirSync(path('backups'))
    writeFileSync(path('backups/before-migration-2026.sqlite.part'), 'x')
    await start()
    rmSync(path('agridesk.sqlite'))
    writeFileSync(path('backups/before-migration-2026.sqlite'), 'x')
    await expect(start()).rejects.toThrow(refusal('missing', 'backups'))
    rmSync(path('backups'), { recursive: true })
    writeFileSync(path('agridesk.sqlite-wal'), 'x')
    await expect(start()).rejects.toThrow(refusal('missing', 'agridesk.sqlite-wal'))
  })

  it('is not one whose first start was interrupted', async () => {
    for (const name of ['agridesk.sqlite', 'agridesk.lock']) writeFileSync(path(name), '')
    await start()
  })
})
