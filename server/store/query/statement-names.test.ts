import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import type { Db } from '../dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'

let home: TestDatabase
let db: Db
beforeAll(async () => {
  home = await newDatabase('postgres')
  db = openPostgres(home.databaseUrl!, { size: 1, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await home.drop()
})

const prepared = async (like = '%'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements
    where statement like ${like} and statement not like '%pg_prepared%'`.execute(db)
  return rows[0]!.count
}

const run = (n: number, on: Db = db): Promise<unknown> =>
  sql`select ${sql.lit(n)}::int as made, ${'x'}::text as given`.execute(on)

it('keeps recently used statements prepared, however many there were before', async () => {
  for (let n = 0; n < 600; n++) {
    await run(n)
    if (n % 100 === 0) await run(-1)
  }
  expect(await prepared('select 599::int%')).toBe(1)
  expect(await prepared('select -1::int%')).toBe(1)
  expect(await prepared('select 0::int%')).toBe(0)
  expect(await prepared()).toBeLessThanOrEqual(500)
  await run(0)
  expect(await prepared('select 0::int%')).toBe(1)
})

it('deallocates statements after a transaction, also one that failed', async () => {
  const failed = db.transaction().execute(async (tx) => {
    for (let n = 1000; n < 1050; n++) await run(n, tx)
    await sql`select 1 / ${0}::int`.execute(tx)
  })
  await expect(failed).rejects.toThrow('division by zero')
  await run(1)
  expect(await prepared()).toBeLessThanOrEqual(500)
})
