import { readdirSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { tempFile } from '#testing/files/temp-file.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { requestStop, changeJob, findJob, type Job } from './import-store.ts'
import { openThreads, type ImportThreads } from './import-threads.ts'
import { startImportWorker } from './import-worker.ts'

/** Each thread loads the server code again. */
const slowTest = { timeout: 90_000 }

describe.each(databaseNames)('import threads on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  let threads: ImportThreads
  /** Awaited before a thread gets the writer of SQLite. */
  let beforeLoan = async (): Promise<void> => {}
  const noLimit = { total: 600_000, noProgress: 600_000 }
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
    const { lendWriter } = test.store
    const lend = async <T>(loan: () => Promise<T>): Promise<T> => {
      await beforeLoan()
      return lendWriter!(loan)
    }
    threads = openThreads({ ...test.store, ...(lendWriter && { lendWriter: lend }) }, test.config)
  })
  afterAll(async () => {
    await threads.close()
    await test.close()
  })

  const running = async (count: number, name: string): Promise<Job> => {
    const rows = Array.from({ length: count }, (_, at) => [`${name} ${at}`])
    const { id } = await drive.upload('soil', writeCsv([['Soil Name'], ...rows]))
    await test.store.transaction((tx) => changeJob(tx, id, { state: 'running', report: null, failure: null }))
    return (await findJob(test.store.read, id))!
  }
  const run = (job: Job, isDryRun = false): ReturnType<ImportThreads['run']> => {
    const { actor, requestId, address, config } = test.ctx
    const taskContext = { actor, requestId, address, config, language: 'en', at: test.clock.now.getTime() }
    return threads.run(taskContext, { kind: 'run', job, isDryRun }, noLimit)
  }

  it('that die fail their import with a message, and new threads take over', slowTest, async () => {
    // The thread finds no database and exits at once.
    const nowhere = { dataDir: `${test.config.dataDir}/none`, databaseUrl: 'postgres://127.0.0.1:1/none' }
    const config = { ...test.config, ...nowhere }
    if (database === 'sqlite') delete (config as { databaseUrl?: string }).databaseUrl
    const worker = startImportWorker(test.store, config)
    const { id } = await drive.upload('soil', 'Soil Name\nLoam\n')
    await test.store.transaction((tx) => changeJob(tx, id, { state: 'running', report: null, failure: null }))
    worker.start(test.ctx, (await findJob(test.store.read, id))!, false)
    const failure = 'Something went wrong during the import. Nothing was imported; start it again'
    expect(await drive.ended(id)).toMatchObject({ state: 'failed', failure })
    // A second task does not wait for the thread that died.
    const job = { ...(await findJob(test.store.read, id))!, state: 'reading' } as const
    await expect(worker.read(test.ctx, job, tempFile('Soil Name\nSand\n'))).rejects.toThrow()
    await worker.close()
    // The worker of the app can run it.
    expect(await drive.run(id)).toMatchObject({ state: 'done', report: { created: 1 } })
  })

  it('run the next task when one that is over is stopped', slowTest, async () => {
    const first = run(await running(1, 'First'))
    await first.result
    const second = run(await running(2, 'Second'))
    first.stop(new Error('too late'))
    await expect(second.result).resolves.toBeDefined()
  })

  it.runIf(database === 'sqlite')('let a task finish while it undoes its records', slowTest, async () => {
    const job = await running(500, 'Undone')
    // Found after the first chunk, of which the undo takes several pieces.
    await test.store.transaction((tx) => requestStop(tx, job.id))
    // Skips the check before the run.
    const task = run({ ...job, settings: { ...job.settings, leaveWrong: true } })
    const undo = test.store.read.selectFrom('batch').select('id').where('kind', '=', 'undo')
    while ((await undo.execute()).length === 0) await sleep(1)
    await nextTurn()
    task.stop(new Error('stopped while undoing'))
    await expect(task.result).resolves.toBeDefined()
    expect(await drive.read(job.id)).toMatchObject({ state: 'read', batchId: null })
    expect((await test.request('GET', '/api/v1/soils?q=undone&limit=1')).body.items).toEqual([])
  })

  it.runIf(database === 'sqlite')(
    'that are stopped during a dry run leave no copy of the database',
    slowTest,
    async () => {
      const copies = (): string[] =>
        readdirSync(test.config.dataDir).filter((name) => name.startsWith('rehearsal-'))
      const job = await running(500, 'Checked')
      // With its copy, the thread cannot record the progress of its first rows: it stays in the middle of the dry run.
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      beforeLoan = async () => {
        if (copies().length > 0) await held
      }
      const task = run(job, true)
      while (task.rows() === 0) await sleep(1)
      expect(copies().length).toBeGreaterThan(0)
      task.stop(new Error('stopped'))
      await expect(task.result).rejects.toThrow('stopped')
      expect(copies()).toEqual([])
      release()
    },
  )

  it('have no deadline left when a task ends by itself', slowTest, async () => {
    const stops: string[] = []
    const ends = new Map<string, (job: Job) => void>()
    const fake: ImportThreads = {
      run: (_taskContext, { job }) => {
        const { promise, resolve } = Promise.withResolvers<Job>()
        ends.set(job.id, resolve)
        return { result: promise, rows: () => 0, stop: () => void stops.push(job.id) }
      },
      close: async () => {},
    }
    const worker = startImportWorker(
      test.store,
      test.config,
      { read: noLimit, load: noLimit, stopping: 30 },
      fake,
    )
    const [quick, stuck] = [await running(1, 'Quick'), await running(1, 'Stuck')]
    worker.start(test.ctx, quick, false)
    worker.cancel(quick.id)
    ends.get(quick.id)!(quick)
    await nextTurn()
    worker.start(test.ctx, stuck, false)
    worker.cancel(stuck.id)
    while (stops.length === 0) await sleep(5)
    expect(stops).toEqual([stuck.id])
    ends.get(stuck.id)!(stuck)
    await worker.close()
  })
})
