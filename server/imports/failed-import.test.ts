import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#domain/access/actor.ts'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import type { Context } from '../core/context.ts'
import { recoverBatches } from '../changes/recover-batches.ts'
import { undoChanges } from '../changes/undo-changes.ts'
import type { Store } from '../store/store.ts'
import { changeJob, findJob, type Job } from './import-store.ts'
import { runJob } from './loading/run-job.ts'

/** Can create and import soils, but not delete them. */
const loader: Actor = {
  kind: 'account',
  language: null,
  id: 'loader',
  name: 'Loader',
  email: 'loader@example.in',
  status: 'active',
  role: 'LOADER',
  sessionId: 'session',
  access: {
    roles: ['LOADER'],
    scope: 'everything',
    rights: { soil: ['read', 'create', 'update', 'import'], importJob: ['read', 'create', 'update'] },
  },
}

describe.each(databaseNames)('an import that fails on %s', { timeout: 90_000 }, (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  const prepareJob = async (name: string, count = 700): Promise<Job> => {
    const rows = Array.from({ length: count }, (_, at) => [`${name} ${at}`])
    const { id } = await drive.upload('soil', writeCsv([['Soil Name'], ...rows]))
    await test.store.transaction((tx) => changeJob(tx, id, { state: 'running', failure: null }))
    const job = (await findJob(test.store.read, id))!
    return { ...job, settings: { ...job.settings, leaveWrong: true } }
  }
  const countSoils = async (name: string): Promise<number> =>
    (await test.request('GET', `/api/v1/soils?q=${name}&limit=1&total=true`)).body.total
  /** Rolls back the transactions for which `fails` returns true, counted from one. */
  const failing = (fails: (call: number) => boolean): Context => {
    let calls = 0
    const transaction: Store['transaction'] = (work) =>
      test.store.transaction(async (tx) => {
        const result = await work(tx)
        if (fails(++calls)) throw new Error('the disk is gone')
        return result
      })
    return { ...test.ctx, actor: loader, store: { ...test.store, transaction } }
  }
  // On PostgreSQL the second transaction is the whole import.
  const failingCall = database === 'sqlite' ? 6 : 2

  it('leaves no records, even for an account that cannot delete', async () => {
    const job = await prepareJob('Loaded')
    await runJob(
      failing((call) => call === failingCall),
      job,
      false,
    )
    expect(await countSoils('loaded')).toBe(0)
    expect(await findJob(test.store.read, job.id)).toMatchObject({
      state: 'failed',
      failure: 'Something went wrong on our side. Nothing was imported',
      batchId: null,
    })
  })

  it.runIf(database === 'sqlite')('reports records that could not be undone', async () => {
    const job = await prepareJob('Stuck')
    // Every transaction fails except the last, which records the end state.
    let isBroken = false
    const ctx = failing((call) => (isBroken ||= call === failingCall) && call <= failingCall + 1)
    await runJob(ctx, job, false)
    expect(await countSoils('stuck')).toBeGreaterThan(0)
    const ended = (await findJob(test.store.read, job.id))!
    expect(ended.state).toBe('failed')
    expect(ended.failure).not.toContain('Nothing was imported')
    expect(ended.failure).toContain('What was imported could not be undone')
    expect(ended.batchId).not.toBeNull()
    await recoverBatches(test.ctx)
    expect(await countSoils('stuck')).toBe(0)
  })

  it.runIf(database === 'sqlite')('is undone in chunks, and any process can resume the undo', async () => {
    const job = await prepareJob('Pieces')
    await runJob(
      failing((call) => call >= failingCall && call <= failingCall + 1),
      job,
      false,
    )
    const before = await countSoils('pieces')
    expect(before).toBeGreaterThan(200)
    const { batchId } = (await findJob(test.store.read, job.id))!
    await expect(
      undoChanges(
        failing((call) => call === 3),
        batchId!,
      ),
    ).rejects.toThrow('the disk is gone')
    expect(await countSoils('pieces')).toBe(before - 100)
    await recoverBatches(test.ctx)
    expect(await countSoils('pieces')).toBe(0)
    const { items } = (await test.request('GET', '/api/v1/batches')).body
    const own = items.filter(
      (each: { id: string; undoes: string | null }) => each.id === batchId || each.undoes === batchId,
    )
    expect(own).toMatchObject([{ kind: 'undo', state: 'done' }, { state: 'undone' }])
  })
})
