import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newDatabase } from '#testing/databases.ts'
import { openStore } from '../open-store.ts'

it('analyses a table that has grown since the start, also for open connections', async () => {
  const database = await newDatabase('sqlite')
  const store = await openStore({ ...database, now: () => new Date(), onTrouble: () => {} })
  await store.transaction(async (tx) => {
    for (const statement of [
      'create table grown (id integer primary key, station text, zone text, day integer)',
      'create index grown_by_station on grown (station, day)',
      'create index grown_by_zone on grown (zone, day)',
    ])
      await sql.raw(statement).execute(tx)
  })
  let queries = 0
  const usedIndex = async (): Promise<string> => {
    // EXPLAIN does not check whether other connections changed the schema, so a read comes first; the comment avoids the cache.
    await sql`select 1 from grown`.execute(store.read)
    const { rows } = await sql<{ detail: string }>`explain query plan -- ${sql.raw(String(++queries))}
      select id from grown where station = 's1' and zone = 'z1' and day < 9 order by day`.execute(store.read)
    return /grown_by_\w+/.exec(rows[0]!.detail)![0]
  }
  // The table is empty: both indexes are equally good.
  expect(await usedIndex()).toBe('grown_by_zone')
  await store.transaction(async (tx) => {
    await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
      insert into grown select i, 's' || (i % 500), 'z' || (i % 5), i % 30 from n`.execute(tx)
  })
  expect(await usedIndex()).toBe('grown_by_zone')
  expect(await store.analyzeGrownTables!()).toBe(true)
  expect(await usedIndex()).toBe('grown_by_station')
  // It is not analysed again until it has grown tenfold.
  expect(await store.analyzeGrownTables!()).toBe(false)
  await store.close()
  await database.drop()
})
