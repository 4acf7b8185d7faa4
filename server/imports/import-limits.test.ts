import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { makeXlsx } from '#testing/files/make-zip.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { cancelImport, uploadFile } from './import-service.ts'
import type { ImportThreads } from './import-threads.ts'
import { changeJob, findJob } from './import-store.ts'
import { startImportWorker, type ImportLimits } from './import-worker.ts'

/** Threads start slowly on a busy machine. */
const slowTest = { timeout: 90_000 }
const noLimit = { total: 600_000, noProgress: 600_000 }
const shortLimit = { total: 1, noProgress: 600_000 }

describe.each(databaseNames)('limits of imports on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  const leftovers = async (): Promise<[number, string[]]> => [
    (await test.store.read.selectFrom('import_part').select('job_id').execute()).length,
    readdirSync(join(test.config.dataDir, 'uploads')),
  ]
  const rows = (count: number, name = 'Soil'): string =>
    writeCsv([['Soil Name'], ...Array.from({ length: count }, (_, at) => [`${name} ${at}`])])
  const withWorker = async (
    limits: Partial<ImportLimits>,
    work: (worker: ReturnType<typeof startImportWorker>) => Promise<void>,
  ): Promise<void> => {
    const all = { read: noLimit, load: noLimit, stopping: 10_000, ...limits }
    const worker = startImportWorker(test.store, test.config, all)
    await work(worker)
    await worker.close()
  }
  const send = (worker: Parameters<typeof uploadFile>[1], text: string, wait: number): Promise<Json> =>
    uploadFile(
      test.ctx,
      worker,
      { entity: 'soil', name: 'soils.csv' },
      Readable.from([Buffer.from(text)]),
      wait,
    )
  const saveSoil = async (): Promise<number> =>
    (await test.request('POST', '/api/v1/soils', { Soil_Name: `Saved ${Math.random()}` })).status

  it('stop reading a file after the time limit, report it and store nothing', slowTest, async () => {
    await withWorker({ read: shortLimit }, async (worker) => {
      await expect(send(worker, rows(5000), 60_000)).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining('took too long and was stopped'),
      })
      expect(await leftovers()).toEqual([0, []])
      // When the request no longer waits, the import itself holds the failure.
      const { id, state, progress } = await send(worker, rows(5000), 0)
      expect([state, progress]).toEqual(['reading', { done: 0, of: 0 }])
      const ended = await drive.ended(id)
      expect(ended).toMatchObject({ state: 'failed', rowCount: 0, rowsUntil: null })
      expect(ended.failure).toContain('took too long and was stopped')
      expect(ended.failure).toContain('Nothing was imported')
      const refused = await test.request('POST', `/api/v1/imports/${id}/check`)
      expect([refused.status, refused.body.msg]).toEqual([
        409,
        'This file could not be read: upload it again',
      ])
      expect((await test.request('DELETE', `/api/v1/imports/${id}`)).status).toBe(204)
    })
    expect([await leftovers(), await saveSoil()]).toEqual([[0, []], 201])
  })

  it('stop a check or a run after the time limit, and undo it', slowTest, async () => {
    const { id } = await drive.upload('soil', rows(3000, 'Timed'))
    await withWorker({ load: shortLimit }, async (worker) => {
      for (const [isDryRun, sentence] of [
        [true, 'Checking it took too long and was stopped'],
        [false, 'Importing it took too long and was stopped'],
      ] as const) {
        const state = isDryRun ? 'rehearsing' : 'running'
        await test.store.transaction((tx) => changeJob(tx, id, { state, report: null, failure: null }))
        worker.start(test.ctx, (await findJob(test.store.read, id))!, isDryRun)
        const ended = await drive.ended(id)
        expect(ended).toMatchObject({ state: 'failed', batchId: null })
        expect(ended.failure).toContain(sentence)
      }
    })
    expect((await test.request('GET', '/api/v1/soils?q=Timed&limit=1')).body.items).toEqual([])
    expect(await saveSoil()).toBe(201)
  })

  /** Threads whose tasks make no progress until they are stopped. */
  const stuck = (): ImportThreads => ({
    run: () => {
      const { promise, reject } = Promise.withResolvers<never>()
      return { result: promise, rows: () => 7, stop: reject }
    },
    close: async () => {},
  })

  it('do not delay a cancel: in the queue, while reading, or when an import hangs', slowTest, async () => {
    const all = { read: noLimit, load: noLimit, stopping: 0 }
    const worker = startImportWorker(test.store, test.config, all, stuck())
    const reading = await send(worker, rows(2), 0)
    const waiting = await send(worker, rows(2), 0)
    expect(reading).toMatchObject({ state: 'reading', progress: { done: 7, of: 0 } })
    expect(waiting).toMatchObject({ state: 'reading', progress: { done: 0, of: 0, ahead: 1 } })
    const change = await test.request('PATCH', `/api/v1/imports/${reading.id}`, {
      version: 1,
      settings: {},
    })
    expect(change.status).toBe(409)
    expect((await test.request('DELETE', `/api/v1/imports/${reading.id}`)).status).toBe(409)
    const { id } = await drive.upload('soil', rows(3, 'Stopped'))
    await test.store.transaction((tx) => changeJob(tx, id, { state: 'running', report: null, failure: null }))
    worker.start(test.ctx, (await findJob(test.store.read, id))!, false)
    for (const each of [waiting.id, reading.id, id]) await cancelImport(test.ctx, worker, each)
    const failure = 'It was stopped. Nothing was imported'
    for (const each of [waiting.id, reading.id])
      expect(await drive.ended(each)).toMatchObject({ state: 'failed', rowCount: 0, failure })
    expect(await drive.ended(id)).toMatchObject({ state: 'read', failure, batchId: null })
    await worker.close()
    expect((await leftovers())[1]).toEqual([])
  })

  it('keep slow hostile files from delaying the files of other accounts', slowTest, async () => {
    const endless = (tag: string): string => `<${tag} `.repeat(600_000)
    const plain = '<worksheet><sheetData/></worksheet>'
    const named = Array.from({ length: 50 }, (_, at) => `<sheet name="S${at}" r:id="rId1"/>`).join('')
    const hostile = [
      makeXlsx({ A: `<worksheet><sheetData>${endless('row')}` }),
      makeXlsx({ A: `<worksheet><sheetData><row>${endless('c')}` }),
      makeXlsx({ A: plain }, { 'xl/sharedStrings.xml': `<sst><si>${endless('rPh')}` }),
      makeXlsx({ A: plain }, { 'xl/workbook.xml': `<w xmlns:r="x"><sheets>${named}</sheets></w>` }),
    ]
    const upload = (body: Buffer | string, as: string): Promise<{ status: number; body: Json }> =>
      test.request('POST', '/api/v1/imports?entity=soil&name=x', body, {
        headers: { 'content-type': 'application/octet-stream' },
        as,
      })
    const [innocent, ...refused] = await Promise.all([
      upload('Soil Name\nLoam\n', 'OFFICE'),
      ...hostile.map((file) => upload(file, 'ADMIN')),
    ])
    expect([innocent!.status, innocent!.body.state]).toEqual([201, 'read'])
    for (const { status, body } of refused)
      expect([status, body.msg]).toEqual([
        422,
        'The file is damaged: open it in a spreadsheet, save it again and upload that',
      ])
  })

  it('refuse a file when too many files of one account are waiting', slowTest, async () => {
    await withWorker({}, async (worker) => {
      const releases = Array.from({ length: 20 }, () => worker.admit(test.ctx))
      await expect(send(worker, rows(1), 0)).rejects.toMatchObject({
        status: 429,
        message: '20 files are waiting to be read. Upload this one when some of them are done',
      })
      for (const each of releases) each()
      worker.admit(test.ctx)()
    })
  })
})
