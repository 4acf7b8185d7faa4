import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { openStore } from '../open-store.ts'

describe('a data folder that has been used', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = tempFolder('agridesk-emptied-')
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const start = async (): Promise<void> => {
    const store = await openStore({ dataDir, now: () => new Date(), onTrouble: () => {} })
    await store.close()
  }
  const path = (name: string): string => join(dataDir, name)
  const refusal = (state: string, evidence: string): string =>
    `${path('agridesk.sqlite')} is ${state}, but ${dataDir} has been used before (${evidence}).`

  it('is refused when its database is missing or empty, and opens when it is restored', async () => {
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

  it('is recognised by its backups and by a write-ahead log', async () => {
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

  it('is not one if its first start was interrupted', async () => {
    for (const name of ['agridesk.sqlite', 'agridesk.lock']) writeFileSync(path(name), '')
    await start()
  })
})
