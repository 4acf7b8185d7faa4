import { readdirSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { tempFile } from '#testing/temp-file.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { askToStop, changeJob, findJob, type Job } from './import-store.ts'
import { openThreads, type ImportThreads } from './import-threads.ts'
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

describe.each(databaseNames)('stopping a task on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  let threads: ImportThreads
  const long = { total: 600_000, silence: 600_000 }
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
    threads = openThreads(test.store, test.config)
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
  const run = (job: Job, rehearsal = false): ReturnType<ImportThreads['run']> => {
    const { actor, requestId, address, config } = test.ctx
    const seat = { actor, requestId, address, config, at: test.clock.now.getTime() }
    return threads.run(seat, { kind: 'run', job, rehearsal }, long)
  }

  it('that is over leaves the next one on the same thread alone', slow, async () => {
    const first = run(await running(1, 'First'))
    await first.result
    const second = run(await running(2, 'Second'))
    first.stop(new Error('too late'))
    await expect(second.result).resolves.toBeDefined()
  })

  it.runIf(database === 'sqlite')('that takes back what it had loaded lets it do so', slow, async () => {
    const job = await running(4000, 'Taken back')
    // Without a rehearsal before it.
    const task = run({ ...job, settings: { ...job.settings, leaveWrong: true } })
    while (task.rows() < 2000) await nextTurn()
    await test.store.transaction((tx) => askToStop(tx, job.id))
    while (task.rows() > 0) await nextTurn()
    task.stop(new Error('in the midst of it'))
    await expect(task.result).resolves.toBeDefined()
    expect(await drive.read(job.id)).toMatchObject({ state: 'read', batchId: null })
    expect((await test.request('GET', '/api/v1/soils?q=taken&limit=1')).body.items).toEqual([])
  })

  it.runIf(database === 'sqlite')('that rehearses leaves no copy of the database', slow, async () => {
    const copies = (): string[] =>
      readdirSync(test.config.dataDir).filter((name) => name.startsWith('rehearsal-'))
    const task = run(await running(4000, 'Rehearsed'), true)
    while (task.rows() === 0) await nextTurn()
    expect(copies().length).toBeGreaterThan(0)
    task.stop(new Error('stopped'))
    await expect(task.result).rejects.toThrow('stopped')
    expect(copies()).toEqual([])
  })

  it('by a deadline is forgotten when it ends by itself', slow, async () => {
    const stops: string[] = []
    const ends = new Map<string, (job: Job) => void>()
    const fake: ImportThreads = {
      run: (_seat, { job }) => {
        const { promise, resolve } = Promise.withResolvers<Job>()
        ends.set(job.id, resolve)
        return { result: promise, rows: () => 0, stop: () => void stops.push(job.id) }
      },
      close: async () => {},
    }
    const worker = startImportWorker(test.store, test.config, { read: long, load: long, stopping: 30 }, fake)
    const [quick, stuck] = [await running(1, 'Quick'), await running(1, 'Stuck')]
    worker.start(test.ctx, quick, false)
    worker.cancel(quick.id)
    ends.get(quick.id)!(quick)
    await nextTurn()
    worker.start(test.ctx, stuck, false)
    worker.cancel(stuck.id)
    while (stops.length === 0) await pause(5)
    expect(stops).toEqual([stuck.id])
    ends.get(stuck.id)!(stuck)
    await worker.close()
  })
})
