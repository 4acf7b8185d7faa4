import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { newDatabase } from '#testing/databases.ts'
import { openStore } from './open-store.ts'
import { openRecords } from './records.ts'

it('has PostgreSQL keep one plan for the pages of a list, whatever the values, and not where a search decides', async () => {
  const database = await newDatabase('postgres')
  const now = (): Date => new Date()
  // One after the other they take the connection that was used last, which is asked about them below.
  const store = await openStore({ ...database, now, onTrouble: () => {}, poolSize: 2 })
  const author = { actor: { kind: 'system', reason: 'test' }, requestId: null, now } as const
  const records = openRecords(store, entityNamed('customer'), author, () => undefined)
  const page = { sort: { field: 'Customer_Name', descending: false }, limit: 50, total: false }
  for (const zone of ['W', 'E', 'N']) {
    await records.list({ ...page, filters: [{ field: 'Zone_Code', test: 'is', values: [zone] }] })
    await records.list({ ...page, filters: [], search: `patel ${zone}` })
  }
  const plans = async (like: string): Promise<unknown> => {
    const { rows } = await sql`select sum(generic_plans)::int as kept, sum(custom_plans)::int as made
      from pg_prepared_statements where statement like ${like} and statement not like '%pg_prepared%'`.execute(
      store.read,
    )
    return rows[0]
  }
  expect(await plans('%"zone_code" =%')).toEqual({ kept: 3, made: 0 })
  // Not even the statement is kept: one that is gets a plan for all values sooner or later.
  expect(await plans('%search_text%')).toEqual({ kept: null, made: null })
  await store.close()
  await database.drop()
})
