import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, gate } from '../core/gate.ts'
import type { Row } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { bulkChange } from './bulk-service.ts'
import { recordsInPiece } from './in-pieces.ts'
import { recoverBatches } from './recover-batches.ts'

/** Two pieces. */
const count = recordsInPiece + 20

describe.each(databaseNames)('a bulk change of visits that fails on %s', { timeout: 30_000 }, (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...like } = await test.make('customer')
    const codes = Array.from({ length: count }, (_, at) => `P${at}`)
    const insert = (name: string, records: Record<string, string>[]): Promise<unknown> =>
      test.store.transaction((tx) => dynamicGate(test.ctx, 'create', name).using(tx).many().insert(records))
    await insert(
      'customer',
      codes.map((code) => ({ ...like, Customer_Code: code })),
    )
    // A day in the past, which can no longer be planned.
    const plan = { Status: 'planned', Planned_At: '2026-11-01T04:30:00.000Z', Remarks: 'as planned' }
    await insert(
      'visit',
      codes.map((Customer_Code) => ({ ...plan, Customer_Code })),
    )
  })
  afterAll(() => test.close())

  const states = async (store: Pick<Store, 'read'>): Promise<Record<string, number>> => {
    const rows = await store.read.selectFrom('visit').select('status').execute()
    return Object.fromEntries(
      [...Map.groupBy(rows, (row) => row.status)].map(([status, own]) => [status, own.length]),
    )
  }
  const cancelAll = {
    action: 'update',
    query: 'Status=planned',
    set: { Status: 'cancelled' },
    versions: {},
  } as const
  const failing = (from: number, to: number): Context => {
    let calls = 0
    const transaction: Store['transaction'] = (work) =>
      test.store.transaction(async (tx) => {
        const result = await work(tx)
        if (++calls >= from && calls <= to) throw new Error('the disk is gone')
        return result
      })
    return { ...test.ctx, store: { ...test.store, transaction } }
  }

  it('leaves all of them planned', async () => {
    const ctx = database === 'sqlite' ? failing(3, 3) : failing(1, 1)
    await expect(bulkChange(ctx, 'visit', cancelAll, false)).rejects.toThrow('the disk is gone')
    expect(await states(test.store)).toEqual({ planned: count })
  })

  it.runIf(database === 'sqlite')('leaves all of them planned at the next start after a kill', async () => {
    // The state after a killed process: the committed pieces and an open batch.
    await expect(bulkChange(failing(3, Infinity), 'visit', cancelAll, false)).rejects.toThrow(
      'the disk is gone',
    )
    expect(await states(test.store)).toEqual({ planned: 20, cancelled: count - 20 })
    const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-undo-'))
    const source = new DatabaseSync(join(test.config.dataDir, 'agridesk.sqlite'), { readOnly: true })
    await backup(source, join(dataDir, 'agridesk.sqlite'))
    source.close()
    const store = await openStore({ dataDir, now: test.ctx.now, onTrouble: () => {} })
    await recoverBatches({ ...test.ctx, store })
    expect(await states(store)).toEqual({ planned: count })
    const remarks = await store.read
      .selectFrom('visit')
      .select(['remarks', 'planned_at'])
      .distinct()
      .execute()
    expect(remarks).toEqual([{ remarks: 'as planned', planned_at: '2026-11-01T04:30:00.000Z' }])
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
    await recoverBatches(test.ctx)
  })

  it.runIf(database === 'sqlite')(
    'restores deleted records, and leaves and lists those changed by other users',
    async () => {
      const deleteAll = { action: 'delete', query: 'Status=planned', versions: {} } as const
      // The record with the lowest id is in the first piece, which is committed.
      const first = await test.store.read
        .selectFrom('visit')
        .select('id')
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const photo = newId(test.clock.now)
      await test.store.transaction(async (tx) => {
        await tx.updateTable('visit').set({ photo_id: photo }).where('id', '=', first.id).execute()
        const content = sql<Uint8Array>`${Buffer.from('a photo')}`
        const about = { media_type: 'image/jpeg', account_id: null, created_at: test.clock.now.toISOString() }
        await tx
          .insertInto('photo')
          .values({ id: photo, visit_id: first.id, content, ...about })
          .execute()
      })
      await expect(bulkChange(failing(3, 3), 'visit', deleteAll, false)).rejects.toThrow('the disk is gone')
      expect(await states(test.store)).toEqual({ planned: count })
      const kept = await test.store.read.selectFrom('photo').select(['id', 'visit_id']).execute()
      expect(kept).toEqual([{ id: photo, visit_id: first.id }])
      const held = test.store.read.selectFrom('visit').select('photo_id').where('id', '=', first.id)
      expect(await held.executeTakeFirst()).toEqual({ photo_id: photo })

      await expect(bulkChange(failing(3, Infinity), 'visit', cancelAll, false)).rejects.toThrow(
        'the disk is gone',
      )
      const { items } = (await test.request('GET', '/api/v1/visits?Status=cancelled&limit=1')).body
      const [{ id, version }] = items
      const change = { Remarks: 'by another user', version }
      expect((await test.request('PATCH', `/api/v1/visits/${id}`, change)).status).toBe(200)
      const errors: unknown[] = []
      const log = Object.assign(Object.create(test.ctx.log) as Context['log'], {
        error: (about: unknown) => void errors.push(about),
      })
      await recoverBatches({ ...test.ctx, log })
      expect(await states(test.store)).toEqual({ planned: count - 1, cancelled: 1 })
      expect(errors).toMatchObject([{ leftCount: 1, records: [{ id, because: 'It was changed since' }] }])
    },
  )

  it.runIf(database === 'sqlite')('leaves one open plan where another user planned meanwhile', async () => {
    const open = async (): Promise<Map<string, Row[]>> => {
      const plans = test.store.read.selectFrom('visit').select(['visit_id', 'customer_code'])
      const rows = await plans.where('status', '=', 'planned').execute()
      return Map.groupBy(rows, (row) => String(row.customer_code))
    }
    const changes = {
      cancel: cancelAll,
      delete: { action: 'delete', query: 'Status=planned', versions: {} } as const,
    }
    for (const [action, change] of Object.entries(changes)) {
      const before = await open()
      await expect(bulkChange(failing(3, Infinity), 'visit', change, false)).rejects.toThrow(
        'the disk is gone',
      )
      const during = await open()
      const code = [...before.keys()].find((each) => !during.has(each))!
      const plan = { Status: 'planned', Planned_At: '2026-11-20T04:30:00.000Z', Customer_Code: code }
      const [made] = await test.store.transaction((tx) =>
        gate(test.ctx, 'create', 'visit').using(tx).many().insert([plan]),
      )
      const errors: unknown[] = []
      const log = Object.assign(Object.create(test.ctx.log) as Context['log'], {
        error: (about: unknown) => void errors.push(about),
      })
      await recoverBatches({ ...test.ctx, log })
      const after = await open()
      expect(after.get(code), action).toEqual([{ visit_id: made!['Visit_ID'], customer_code: code }])
      expect([...after.values()].every((plans) => plans.length === 1)).toBe(true)
      expect(after.size).toBe(before.size)
      const because = `Customer ${code} already has an open plan: visit ${String(made!['Visit_ID'])}`
      expect(errors).toMatchObject([{ leftCount: 1, records: [{ because }] }])
    }
  })
})
