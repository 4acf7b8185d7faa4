import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { makeXlsx } from '#testing/make-zip.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { cancelImport, uploadFile } from './import-service.ts'
import type { ImportThreads } from './import-threads.ts'
import { changeJob, findJob } from './import-store.ts'
import { startImportWorker, type ImportLimits } from './import-worker.ts'

/** Threads start slowly on a busy machine. */
const slow = { timeout: 60_000 }
const long = { total: 600_000, silence: 600_000 }
const short = { total: 1, silence: 600_000 }

describe.each(databaseNames)('limits of imports on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  const kept = async (): Promise<[number, string[]]> => [
    (await test.store.read.selectFrom('import_part').select('job_id').execute()).length,
    readdirSync(join(test.config.dataDir, 'uploads')),
  ]
  const rows = (count: number, name = 'Soil'): string =>
    writeCsv([['Soil Name'], ...Array.from({ length: count }, (_, at) => [`${name} ${at}`])])
  const withWorker = async (
    limits: Partial<ImportLimits>,
    work: (worker: ReturnType<typeof startImportWorker>) => Promise<void>,
  ): Promise<void> => {
    const all = { read: long, load: long, stopping: 10_000, ...limits }
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
  const saves = async (): Promise<number> =>
    (await test.request('POST', '/api/v1/soils', { Soil_Name: `Saved ${Math.random()}` })).status

  it('end a reading that takes too long with a sentence, and leave nothing', slow, async () => {
    await withWorker({ read: short }, async (worker) => {
      await expect(send(worker, rows(5000), 60_000)).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining('took too long and was stopped'),
      })
      expect(await kept()).toEqual([0, []])
      // Where nobody waits for the answer any more, the import says it.
      const { id, state, progress } = await send(worker, rows(5000), 0)
      expect([state, progress]).toEqual(['reading', { done: 0, of: 0 }])
      const ended = await drive.ended(id)
      expect(ended).toMatchObject({ state: 'failed', rowCount: 0, rowsUntil: null })
      expect(ended.failure).toContain('took too long and was stopped')
      expect(ended.failure).toContain('Nothing of the file was kept')
      const refused = await test.request('POST', `/api/v1/imports/${id}/rehearse`)
      expect([refused.status, refused.body.msg]).toEqual([
        409,
        'Nothing of this file was read: send it again',
      ])
      expect((await test.request('DELETE', `/api/v1/imports/${id}`)).status).toBe(204)
    })
    expect([await kept(), await saves()]).toEqual([[0, []], 201])
  })

  it('end a check or a run that takes too long with a sentence, and take it back', slow, async () => {
    const { id } = await drive.upload('soil', rows(3000, 'Timed'))
    await withWorker({ load: short }, async (worker) => {
      for (const [rehearsal, sentence] of [
        [true, 'Checking it took too long and was stopped'],
        [false, 'Importing it took too long and was stopped'],
      ] as const) {
        const state = rehearsal ? 'rehearsing' : 'running'
        await test.store.transaction((tx) => changeJob(tx, id, { state, report: null, failure: null }))
        worker.start(test.ctx, (await findJob(test.store.read, id))!, rehearsal)
        const ended = await drive.ended(id)
        expect(ended).toMatchObject({ state: 'failed', batchId: null })
        expect(ended.failure).toContain(sentence)
      }
    })
    expect((await test.request('GET', '/api/v1/soils?q=Timed&limit=1')).body.items).toEqual([])
    expect(await saves()).toBe(201)
  })

  /** Threads in which nothing gets on until it is stopped. */
  const stuck = (): ImportThreads => ({
    run: () => {
      const { promise, reject } = Promise.withResolvers<never>()
      return { result: promise, rows: () => 7, stop: reject }
    },
    close: async () => {},
  })

  it(
    'are not needed to stop: in the queue, while it is read, and where it does not get on',
    slow,
    async () => {
      const all = { read: long, load: long, stopping: 0 }
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
      await test.store.transaction((tx) =>
        changeJob(tx, id, { state: 'running', report: null, failure: null }),
      )
      worker.start(test.ctx, (await findJob(test.store.read, id))!, false)
      for (const each of [waiting.id, reading.id, id]) await cancelImport(test.ctx, worker, each)
      const failure = 'It was stopped. Nothing of the file was kept'
      for (const each of [waiting.id, reading.id])
        expect(await drive.ended(each)).toMatchObject({ state: 'failed', rowCount: 0, failure })
      expect(await drive.ended(id)).toMatchObject({ state: 'read', failure, batchId: null })
      await worker.close()
      expect((await kept())[1]).toEqual([])
    },
  )

  it('keep files made to take long from delaying those of others', slow, async () => {
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
        'The file is damaged: open it in a spreadsheet, save it again and send that',
      ])
  })

  it('let only so many files of one account wait', slow, async () => {
    await withWorker({}, async (worker) => {
      const leave = Array.from({ length: 20 }, () => worker.admit(test.ctx))
      await expect(send(worker, rows(1), 0)).rejects.toMatchObject({
        status: 429,
        message: '20 files are waiting to be read. Send this one when some of them are done',
      })
      for (const each of leave) each()
      worker.admit(test.ctx)()
    })
  })
})
