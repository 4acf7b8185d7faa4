import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#domain/access/actor.ts'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import type { Context } from '../context.ts'
import { recoverBatches } from '../masters/recover-batches.ts'
import { takeBack } from '../masters/take-back.ts'
import type { Store } from '../store/open-store.ts'
import { changeJob, findJob, type Job } from './import-store.ts'
import { runJob } from './run-job.ts'

/** May add soils and import them, not delete them. */
const loader: Actor = {
  kind: 'account',
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

describe.each(databaseNames)('an import that fails on %s', { timeout: 60_000 }, (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  const ready = async (name: string, count = 700): Promise<Job> => {
    const rows = Array.from({ length: count }, (_, at) => [`${name} ${at}`])
    const { id } = await drive.upload('soil', writeCsv([['Soil Name'], ...rows]))
    await test.store.transaction((tx) => changeJob(tx, id, { state: 'running', failure: null }))
    const job = (await findJob(test.store.read, id))!
    return { ...job, settings: { ...job.settings, leaveWrong: true } }
  }
  const kept = async (name: string): Promise<number> =>
    (await test.request('GET', `/api/v1/soils?q=${name}&limit=1&total=true`)).body.total
  /** The transactions for which `fails` holds are rolled back, counted from one. */
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
  // On PostgreSQL the second transaction holds the whole import.
  const inTheMiddle = database === 'sqlite' ? 6 : 2

  it('leaves nothing, also of somebody who may not delete', async () => {
    const job = await ready('Loaded')
    await runJob(
      failing((call) => call === inTheMiddle),
      job,
      false,
    )
    expect(await kept('loaded')).toBe(0)
    expect(await findJob(test.store.read, job.id)).toMatchObject({
      state: 'failed',
      failure: 'Something went wrong on our side. Nothing of the file was kept',
      batchId: null,
    })
  })

  it.runIf(database === 'sqlite')('does not deny what could not be taken back', async () => {
    const job = await ready('Stuck')
    // Everything fails but the transaction that writes down how it ended, which is the last.
    let isBroken = false
    const ctx = failing((call) => (isBroken ||= call === inTheMiddle) && call <= inTheMiddle + 1)
    await runJob(ctx, job, false)
    expect(await kept('stuck')).toBeGreaterThan(0)
    const ended = (await findJob(test.store.read, job.id))!
    expect(ended.state).toBe('failed')
    expect(ended.failure).not.toContain('Nothing of the file was kept')
    expect(ended.failure).toContain('What was loaded could not be taken back')
    expect(ended.batchId).not.toBeNull()
    await recoverBatches(test.ctx)
    expect(await kept('stuck')).toBe(0)
  })

  it.runIf(database === 'sqlite')(
    'is taken back in pieces, by whichever process goes on with it',
    async () => {
      const job = await ready('Pieces')
      await runJob(
        failing((call) => call >= inTheMiddle && call <= inTheMiddle + 1),
        job,
        false,
      )
      const before = await kept('pieces')
      expect(before).toBeGreaterThan(200)
      const { batchId } = (await findJob(test.store.read, job.id))!
      await expect(
        takeBack(
          failing((call) => call === 3),
          batchId!,
        ),
      ).rejects.toThrow('the disk is gone')
      expect(await kept('pieces')).toBe(before - 100)
      await recoverBatches(test.ctx)
      expect(await kept('pieces')).toBe(0)
      const { items } = (await test.request('GET', '/api/v1/batches')).body
      const own = items.filter(
        (each: { id: string; undoes: string | null }) => each.id === batchId || each.undoes === batchId,
      )
      expect(own).toMatchObject([{ kind: 'undo', state: 'done' }, { state: 'undone' }])
    },
  )
})
