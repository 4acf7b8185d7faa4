import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { tempFile } from '#testing/temp-file.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { changeJob, findJob } from './import-store.ts'
import { startImportWorker } from './import-worker.ts'

/** Each thread reads the whole server anew. */
const slow = { timeout: 60_000 }

describe.each(databaseNames)('a thread that dies on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  it('fails what it was at work on with a sentence, and another takes its place', slow, async () => {
    // It finds no database, and ends as it begins.
    const nowhere = { dataDir: `${test.config.dataDir}/none`, databaseUrl: 'postgres://127.0.0.1:1/none' }
    const config = { ...test.config, ...nowhere }
    if (database === 'sqlite') delete (config as { databaseUrl?: string }).databaseUrl
    const worker = startImportWorker(test.store, config)
    const { id } = await drive.upload('soil', 'Soil Name\nLoam\n')
    const fail = async (): Promise<Json> => {
      await test.store.transaction((tx) =>
        changeJob(tx, id, { state: 'running', report: null, failure: null }),
      )
      worker.start(test.ctx, (await findJob(test.store.read, id))!, false)
      return drive.ended(id)
    }
    const failure = 'Something went wrong while it was at work. Nothing of the file was kept; start it again'
    expect(await fail()).toMatchObject({ state: 'failed', failure })
    expect(await fail()).toMatchObject({ state: 'failed', failure })
    const job = { ...(await findJob(test.store.read, id))!, state: 'reading' } as const
    await expect(worker.read(test.ctx, job, tempFile('Soil Name\nSand\n'))).rejects.toThrow()
    await worker.close()
    // The one of the app goes on with it.
    expect(await drive.run(id)).toMatchObject({ state: 'done', report: { created: 1 } })
  })
})
