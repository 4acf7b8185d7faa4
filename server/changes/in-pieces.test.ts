import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { databaseNames, newDatabase } from '#testing/databases.ts'
import { startServer } from '#testing/processes/server-process.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { readConfig } from '../base/config.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { bulkChange } from './bulk-service.ts'
import { recordsInPiece } from './in-pieces.ts'
import { undoBatch } from './undo-batch.ts'

/** Enough for two pieces. */
const few = recordsInPiece + 3
const counts = { sqlite: recordsInPiece * 4 + 3, postgres: few }

/** The first are the few. */
async function addSoils(ctx: Context, many: number): Promise<void> {
  const names = Array.from({ length: many }, (_, at) => ({
    Soil_Name: `${at < few ? 'Few ' : ''}soil ${at}`,
  }))
  await ctx.store.transaction((tx) => gate(ctx, 'create', 'soil').using(tx).many().insert(names))
}

describe.each(databaseNames)('a large change on %s', { timeout: 30_000 }, (database) => {
  const count = counts[database]
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await addSoils(test.ctx, count)
    await test.as('ADMIN')
  })
  afterAll(() => test.close())

  const all = { query: 'q=soil' }
  const theFew = { query: 'q=few' }
  const bulk = (body: Json, headers: Record<string, string> = {}): Promise<Answer> =>
    test.request('POST', '/api/v1/bulk/soils', body, { headers })
  const named = async (text: string): Promise<number> =>
    (await test.request('GET', `/api/v1/soils?q=${encodeURIComponent(text)}&limit=1&total=true`)).body.total
  const batches = async (): Promise<Json[]> => (await test.request('GET', '/api/v1/batches')).body.items

  let saved = 0
  /** How many records other requests save while the work runs. */
  const savesDuring = async (work: Promise<Answer>): Promise<[Answer, number]> => {
    const state = { isDone: false }
    const watched = work.finally(() => (state.isDone = true))
    let during = 0
    while (!state.isDone) {
      const { status } = await test.request('POST', '/api/v1/industries', {
        Industry_Code: `I${++saved}`,
        Industry_Name: `Work ${saved}`,
      })
      expect(status).toBe(201)
      if (!state.isDone) during++
      await sleep(5)
    }
    return [await watched, during]
  }

  it('lets other requests save during its dry run, its run and its undo', async () => {
    const set = { Soil_Name: 'All of them soil' }
    const [dryRun, duringDryRun] = await savesDuring(bulk({ action: 'update', ...all, set, dryRun: true }))
    expect(dryRun.body).toMatchObject({
      isDryRun: true,
      changed: count,
      unchanged: 0,
      leftCount: 0,
      batch: null,
    })
    expect(await named('all of them')).toBe(0)
    const [done, duringWork] = await savesDuring(bulk({ action: 'update', ...all, set }))
    // The values of some records are only shown before the change.
    expect(dryRun.body.sample).not.toEqual([])
    expect(done.body).toMatchObject({ ...dryRun.body, sample: [], isDryRun: false, batch: { state: 'done' } })
    expect(done.body.batch.title).toBe(`Soil Name of ${count} soils set to All of them soil`)
    expect(await named('all of them')).toBe(count)
    const [undone, duringUndo] = await savesDuring(
      test.request('POST', `/api/v1/batches/${done.body.batch.id}/undo`),
    )
    expect(undone.body).toMatchObject({ undone: count, leftCount: 0, batch: { state: 'done' } })
    expect(await named('all of them')).toBe(0)
    for (const during of [duringDryRun, duringWork, duringUndo])
      expect(during).toBeGreaterThan(database === 'sqlite' ? 2 : 0)
  })

  it('runs once and answers both requests when sent twice with one key', async () => {
    const request = { action: 'update', ...theFew, set: { Soil_Name: 'Few sent twice' } }
    const send = (): Promise<Answer> => bulk(request, { 'idempotency-key': 'twice' })
    // On PostgreSQL the second would wait for the locks of the first, for an unpredictable time.
    const [one, other] = (
      database === 'sqlite' ? await Promise.all([send(), send()]) : [await send(), await send()]
    ) as [Answer, Answer]
    expect(one.status).toBe(200)
    expect(other.body).toEqual(one.body)
    expect(one.body.changed).toBe(few)
    expect((await batches()).filter(({ title }) => title.includes('sent twice'))).toHaveLength(1)
    expect((await bulk(request)).status).toBe(422)
    expect((await batches()).filter(({ state }) => state === 'open')).toEqual([])
    await test.request('POST', `/api/v1/batches/${one.body.batch.id}/undo`)
  })

  it('is not repeated after its undo when sent again with the same key', async () => {
    const request = { action: 'update', ...theFew, set: { Soil_Name: 'Few repeated' } }
    const send = (): Promise<Answer> => bulk(request, { 'idempotency-key': 'repeated' })
    const first = await send()
    expect(first.body.changed).toBe(few)
    await test.request('POST', `/api/v1/batches/${first.body.batch.id}/undo`)
    const before = await batches()
    expect((await send()).body).toEqual(first.body)
    expect(await named('repeated')).toBe(0)
    expect(await batches()).toEqual(before)
  })

  it.runIf(database === 'sqlite')('runs one dry run at a time on a copy of the database', async () => {
    let open = 0
    let max = 0
    const copy = async (): Promise<Store> => {
      max = Math.max(max, ++open)
      const made = await test.store.copy!()
      return { ...made, close: () => made.close().finally(() => open--) }
    }
    const ctx: Context = { ...test.ctx, store: { ...test.store, copy } }
    const set = { Soil_Name: 'Few checked' }
    const body = { action: 'update', ...theFew, set, versions: {} } as const
    const checks = await Promise.allSettled(
      Array.from({ length: 6 }, () => bulkChange(ctx, 'soil', body, true)),
    )
    expect(max).toBe(1)
    const refused = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(refused).toMatchObject([
      {
        status: 503,
        message:
          'Several large changes are already being checked. Nothing was changed; try again in a minute',
      },
    ])
  })

  it('leaves no changes when it fails in the middle', async () => {
    const { store } = test
    let calls = 0
    const failing: Context = {
      ...test.ctx,
      store: {
        ...store,
        transaction: (work) =>
          store.transaction(async (tx) => {
            const result = await work(tx)
            if (++calls === 3 || database === 'postgres') throw new Error('the disk is gone')
            return result
          }),
      },
    }
    const set = { Soil_Name: 'Few half of them' }
    const body = { action: 'update', ...theFew, set, versions: {} } as const
    await expect(bulkChange(failing, 'soil', body, false)).rejects.toThrow('the disk is gone')
    expect(await named('half of them')).toBe(0)
    expect((await batches()).filter(({ state }) => state === 'open')).toEqual([])

    const done = await bulk({ action: 'update', ...theFew, set: { Soil_Name: 'Few now all' } })
    calls = 0
    await expect(undoBatch(failing, done.body.batch.id)).rejects.toThrow('the disk is gone')
    expect(await named('now all')).toBe(few)
    expect((await undoBatch(test.ctx, done.body.batch.id)).undone).toBe(few)
  })
})

it('undoes a large change on SQLite at the next start when the process was killed', async () => {
  const { dataDir, drop } = await newDatabase('sqlite', { isReady: true })
  const now = (): Date => new Date()
  const store = await openStore({ dataDir, now, onTrouble: () => {} })
  const log = pino({ level: 'silent' })
  const config = readConfig({})
  const ctx: Context = { actor: system('test'), store, config, now, log, requestId: null, address: 'test' }
  await addSoils(ctx, few)
  await store.close()
  const file = new DatabaseSync(join(dataDir, 'agridesk.sqlite'))
  // The second piece never ends, so that the process is killed in the middle on a machine of any speed.
  file.exec(`create trigger endless before update on soil
    when new.soil_name = 'Killed in the middle' and (select count(*) from soil where soil_name = new.soil_name) >= ${recordsInPiece}
    begin select count(*) from (with recursive up(n) as (select 1 union all select n + 1 from up) select n from up); end`)
  const changed = (): unknown =>
    file.prepare(`select count(*) as many from soil where soil_name = 'Killed in the middle'`).get()?.['many']
  const environment = {
    DATA_DIR: dataDir,
    ADMIN_EMAIL: 'boss@example.in',
    ADMIN_PASSWORD: 'harvest moon rises',
  }
  let server = await startServer(environment)
  let token: string | undefined
  const send = async (path: string, body?: Json): Promise<Json> => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    return (await fetch(server.url + path, { ...init, headers })).json()
  }
  try {
    const login = { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD }
    token = (await send('/api/auth/login', login)).token
    const set = { Soil_Name: 'Killed in the middle' }
    const working = send('/api/v1/bulk/soils', { action: 'update', query: 'q=soil', set })
    working.catch(() => {})
    while (changed() === 0) await sleep(5)
    await server.stop('SIGKILL')
    await expect(working).rejects.toThrow()
    expect(changed()).toBe(recordsInPiece)
    server = await startServer(environment)
    expect(changed()).toBe(0)
    const { items } = await send('/api/v1/batches')
    expect(items.map(({ kind, state }: Json) => `${kind} ${state}`)).toEqual([
      'undo done',
      'bulk edit undone',
    ])
    await server.stop()
  } finally {
    file.close()
    await server.stop('SIGKILL')
    await drop()
  }
}, 60_000)
