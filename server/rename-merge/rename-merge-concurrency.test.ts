import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenReferences } from '#testing/files/contents.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import type { Store } from '../store/store.ts'
import { recordsInPiece } from '../changes/in-pieces.ts'
import { merge } from './merge-service.ts'
import { rename } from './rename-service.ts'
import { undoBatch } from '../changes/undo-batch.ts'

const count = recordsInPiece * 3

describe.each(databaseNames)('concurrent saves during a large rename on %s', (database) => {
  let test: TestApp
  let like: Record<string, string>
  const inZone = { W: {}, N: {} } as Record<'W' | 'N', Record<string, string>>
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.as('ADMIN')
    await test.make('country', { Country_Code: 'IN' })
    for (const zone of ['W', 'N'] as const) {
      await test.make('zone', { Zone_Code: zone, Country_Code: 'IN' })
      await test.make('state', { State_Code: `${zone}-S`, Zone_Code: zone })
      await test.make('pool', { Pool_Code: `${zone}-P`, State_Code: `${zone}-S` })
      await test.make('station', { Station_Code: `${zone}-T`, Pool_Code: `${zone}-P` })
      await test.make('city', { City_Code: `${zone}-C`, State_Code: `${zone}-S`, Country_Code: 'IN' })
      inZone[zone] = {
        Zone_Code: zone,
        State_Code: `${zone}-S`,
        Pool_Code: `${zone}-P`,
        Station_Code: `${zone}-T`,
        City_Code: `${zone}-C`,
      }
    }
    const first = await test.make('customer', { Customer_Code: 'FIRST', Country_Code: 'IN', ...inZone.N })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = first
    like = values
    const customers = Array.from({ length: count }, (_, at) => ({
      ...like,
      ...inZone.W,
      Customer_Code: `C${at}`,
    }))
    await test.store.transaction((tx) =>
      gate(test.ctx, 'create', 'customer').using(tx).many().insert(customers),
    )
  })
  afterAll(() => test.close())

  const read = async (path: string): Promise<Json> => (await test.request('GET', `/api/v1/${path}`)).body
  const patch = async (code: string, values: Json): Promise<void> => {
    const { version } = await read(`customers/${code}`)
    const { status } = await test.request('PATCH', `/api/v1/customers/${code}`, { ...values, version })
    expect(status).toBe(200)
  }
  /** A context that saves something else just before its first transaction begins. */
  const interrupted = (meanwhile: () => Promise<void>): Context => {
    let isFirst = true
    const after =
      (transaction: Store['transaction']): Store['transaction'] =>
      async (work) => {
        if (isFirst) {
          isFirst = false
          await meanwhile()
        }
        return transaction(work)
      }
    const { store } = test
    const { largeTransaction } = store
    return {
      ...test.ctx,
      store: {
        ...store,
        transaction: after(store.transaction),
        ...(largeTransaction && { largeTransaction: after(largeTransaction) }),
      },
    }
  }
  const zones = async (): Promise<Record<string, number>> => {
    const rows = await test.store.read.selectFrom('customer').select('zone_code').execute()
    const byZone = Map.groupBy(rows, (row) => row.zone_code)
    return Object.fromEntries([...byZone].map(([zone, own]) => [zone, own.length]))
  }

  let batchId = ''
  it('are kept, and their references are renamed as well', async () => {
    const ctx = interrupted(async () => {
      await patch('C1', { Street: 'Changed meanwhile' })
      await patch('C2', inZone.N)
      await patch('FIRST', inZone.W)
      const added = { ...like, ...inZone.W, Customer_Code: 'ADDED' }
      expect((await test.request('POST', '/api/v1/customers', added)).status).toBe(201)
      expect((await test.request('DELETE', '/api/v1/customers/C3')).status).toBe(204)
    })
    const { id, version } = await read('zones/W')
    const done = await rename(ctx, 'zone', id, { to: { Zone_Code: 'WEST' }, version }, false)
    batchId = done.batch!.id
    expect(done.words).toBe(`1 state and ${count} customers`)
    expect(await zones()).toEqual({ WEST: count, N: 1 })
    expect(await read('customers/C1')).toMatchObject({ Zone_Code: 'WEST', Street: 'Changed meanwhile' })
    expect(await brokenReferences(test.store)).toEqual([])
    for (const [code, street] of [
      ['C1', 'Changed meanwhile'],
      ['C5', like['Street']],
    ]) {
      const record = await read(`customers/${code}`)
      const [latest] = (await read(`customers/${code}/history`)).items
      expect(latest).toMatchObject({
        action: 'update',
        version: record.version,
        batch: batchId,
        before: { ...inZone.W, Customer_Code: code, Street: street },
        after: { ...inZone.W, Zone_Code: 'WEST', Customer_Code: code, Street: street },
      })
    }
  })

  it('are kept when the rename is undone', async () => {
    const ctx = interrupted(async () => {
      await patch('C7', { Street: 'Changed before the undo' })
      const added = { ...like, ...inZone.W, Zone_Code: 'WEST', Customer_Code: 'LATER' }
      expect((await test.request('POST', '/api/v1/customers', added)).status).toBe(201)
    })
    expect(await undoBatch(ctx, batchId)).toMatchObject({ undone: count + 2, leftCount: 0 })
    expect(await zones()).toEqual({ W: count + 1, N: 1 })
    expect(await read('customers/C7')).toMatchObject({ Zone_Code: 'W', Street: 'Changed before the undo' })
    expect(await read('customers/LATER')).toMatchObject({ Zone_Code: 'W' })
    expect(await brokenReferences(test.store)).toEqual([])
  })

  it.runIf(database === 'postgres')('do not wait for a merge into the zone they refer to', async () => {
    const [kept, other] = [await read('zones/N'), await read('zones/W')]
    const inCustomer = (await read('customers?Zone_Code=N')).items[0].Customer_Code as string
    const transaction: Store['transaction'] = (work) =>
      test.store.transaction(async (tx) => {
        const result = await work(tx)
        // Still uncommitted: a save that waited for it would end with a timeout.
        await patch(inCustomer, { Street: 'Saved during the merge' })
        return result
      })
    const ctx = { ...test.ctx, store: { ...test.store, transaction, largeTransaction: transaction } }
    const versions = { [kept.id]: kept.version, [other.id]: other.version }
    await merge(ctx, 'zone', kept.id, { with: other.id, versions, take: {} }, false)
    expect(await zones()).toEqual({ N: count + 2 })
    expect(await read(`customers/${inCustomer}`)).toMatchObject({ Street: 'Saved during the merge' })
    expect(await brokenReferences(test.store)).toEqual([])
  })

  it.runIf(database === 'sqlite')('run no WAL checkpoint during a large transaction', async () => {
    const pages = (): Promise<unknown> =>
      test.store.transaction(async (tx) => (await sql`pragma wal_autocheckpoint`.execute(tx)).rows[0])
    while (JSON.stringify(await pages()) !== '{"wal_autocheckpoint":1000}') await sleep(10)
    const during = await test.store.largeTransaction!(async (tx) => {
      await tx.updateTable('soil').set({ soil_name: 'Large' }).where('id', '=', 'none').execute()
      return (await sql`pragma wal_autocheckpoint`.execute(tx)).rows[0]
    })
    expect(during).toEqual({ wal_autocheckpoint: 0 })
    while (JSON.stringify(await pages()) !== '{"wal_autocheckpoint":1000}') await sleep(10)
  })
})
