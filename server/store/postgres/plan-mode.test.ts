import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { newDatabase } from '#testing/databases.ts'
import { openStore } from '../open-store.ts'
import { forLongReads } from '../long-reads.ts'
import { genericPlan } from './plan-mode.ts'
import { openRecords } from '../records/records.ts'

it('uses a generic plan for the pages of a list, and custom plans for searches', async () => {
  const database = await newDatabase('postgres')
  const now = (): Date => new Date()
  // Statements one after the other use the same connection, which is queried below.
  const store = await openStore({ ...database, now, onTrouble: () => {}, poolSize: 2 })
  const author = { actor: { kind: 'system', reason: 'test' }, requestId: null, now } as const
  const records = openRecords(store, entityNamed('customer'), author, () => undefined)
  const page = { sort: { field: 'Customer_Name', descending: false }, limit: 50, total: false }
  for (const zone of ['W', 'E', 'N']) {
    await records.list({ ...page, filters: [{ field: 'Zone_Code', test: 'is', values: [zone] }] })
    await records.list({ ...page, filters: [], search: `patel ${zone}` })
  }
  const plans = async (like: string): Promise<unknown> => {
    const { rows } = await sql`select sum(generic_plans)::int as generic, sum(custom_plans)::int as custom
      from pg_prepared_statements where statement like ${like} and statement not like '%pg_prepared%'`.execute(
      store.read,
    )
    return rows[0]
  }
  expect(await plans('%"zone_code" =%')).toEqual({ generic: 3, custom: 0 })
  // Unnamed, because PostgreSQL would switch a prepared statement to a generic plan sooner or later.
  expect(await plans('%search_text%')).toEqual({ generic: null, custom: null })
  await store.close()
  await database.drop()
})

it('knows the mode of its connection after a transaction that failed', async () => {
  const database = await newDatabase('postgres')
  const store = await openStore({ ...database, now: () => new Date(), onTrouble: () => {}, poolSize: 2 })
  const readGeneric = (): Promise<unknown> => sql`select ${genericPlan} ${1}::int as one`.execute(store.read)
  const mode = async (): Promise<unknown> =>
    (await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(store.read)).rows[0]
  await readGeneric()
  await expect(store.transaction((tx) => sql`select 1 / ${0}::int`.execute(tx))).rejects.toThrow('zero')
  // Not marked, so that its plan depends on its values.
  expect(await mode()).toEqual({ plan_cache_mode: 'auto' })
  await store.close()
  await database.drop()
})

it('has no statement compiled, whose cost may be estimated too high', async () => {
  const database = await newDatabase('postgres')
  const store = await openStore({ ...database, now: () => new Date(), onTrouble: () => {}, poolSize: 2 })
  for (const db of [store.read, forLongReads(store.read)])
    expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }])
  await store.close()
  await database.drop()
})
