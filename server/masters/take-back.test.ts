import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { newId } from '../store/new-id.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { bulkChange } from './bulk-service.ts'
import { recordsInPiece } from './in-pieces.ts'
import { recoverBatches } from './recover-batches.ts'

const count = recordsInPiece * 2 + 20

describe.each(databaseNames)('a bulk change of visits that fails on %s', { timeout: 120_000 }, (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...like } = await test.make('customer')
    const codes = Array.from({ length: count }, (_, at) => `P${at}`)
    const insert = (name: string, records: Record<string, string>[]): Promise<unknown> =>
      test.store.transaction((tx) => gate(test.ctx, 'create', name).using(tx).many().insert(records))
    await insert(
      'customer',
      codes.map((code) => ({ ...like, Customer_Code: code })),
    )
    // Of a day that is past: today nobody could plan it.
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
      [...Map.groupBy(rows, (row) => String(row['status']))].map(([status, own]) => [status, own.length]),
    )
  }
  const cancelAll = { action: 'update', query: 'Status=planned', set: { Status: 'cancelled' } }
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
    await expect(bulkChange(ctx, 'visit', cancelAll)).rejects.toThrow('the disk is gone')
    expect(await states(test.store)).toEqual({ planned: count })
  })

  it.runIf(database === 'sqlite')('leaves all of them planned at the next start after a kill', async () => {
    // What a killed process leaves: the pieces it had saved, and an open batch.
    await expect(bulkChange(failing(4, Infinity), 'visit', cancelAll)).rejects.toThrow('the disk is gone')
    expect(await states(test.store)).toEqual({ planned: 20, cancelled: count - 20 })
    const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-take-back-'))
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
    'restores what was deleted, and leaves and names what others changed',
    async () => {
      const deleteAll = { action: 'delete', query: 'Status=planned' }
      // The first by its id is in the first piece, which is saved.
      const first = await test.store.read
        .selectFrom('visit')
        .select('id')
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const photo = newId(test.clock.now)
      await test.store.transaction(async (tx) => {
        await tx.updateTable('visit').set({ photo_id: photo }).where('id', '=', first['id']).execute()
        const content = sql<string>`${Buffer.from('a photo')}`
        const about = { media_type: 'image/jpeg', account_id: null, created_at: test.clock.now.toISOString() }
        await tx
          .insertInto('photo')
          .values({ id: photo, visit_id: first['id'], content, ...about })
          .execute()
      })
      await expect(bulkChange(failing(3, 3), 'visit', deleteAll)).rejects.toThrow('the disk is gone')
      expect(await states(test.store)).toEqual({ planned: count })
      const kept = await test.store.read.selectFrom('photo').select(['id', 'visit_id']).execute()
      expect(kept).toEqual([{ id: photo, visit_id: first['id'] }])
      const held = test.store.read.selectFrom('visit').select('photo_id').where('id', '=', first['id'])
      expect(await held.executeTakeFirst()).toEqual({ photo_id: photo })

      await expect(bulkChange(failing(4, Infinity), 'visit', cancelAll)).rejects.toThrow('the disk is gone')
      const { items } = (await test.request('GET', '/api/v1/visits?Status=cancelled&limit=1')).body
      const [{ id, version }] = items
      const change = { Remarks: 'by somebody', version }
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
})
