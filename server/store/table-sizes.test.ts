import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newDatabase } from '#testing/databases.ts'
import { openStore } from './open-store.ts'

it('lets SQLite know of a table that has grown since the start, and everybody who reads it', async () => {
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
  let asked = 0
  const indexTaken = async (): Promise<string> => {
    // A plan is told without a look at the file, where a connection learns that others changed something; and is told once.
    await sql`select 1 from grown`.execute(store.read)
    const { rows } = await sql<{ detail: string }>`explain query plan -- ${sql.raw(String(++asked))}
      select id from grown where station = 's1' and zone = 'z1' and day < 9 order by day`.execute(store.read)
    return /grown_by_\w+/.exec(rows[0]!.detail)![0]
  }
  // The table is empty: one is as good as the other.
  expect(await indexTaken()).toBe('grown_by_zone')
  await store.transaction(async (tx) => {
    await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
      insert into grown select i, 's' || (i % 500), 'z' || (i % 5), i % 30 from n`.execute(tx)
  })
  expect(await indexTaken()).toBe('grown_by_zone')
  expect(await store.learnSizes!()).toBe(true)
  expect(await indexTaken()).toBe('grown_by_station')
  // It is not looked at again before it has grown much.
  expect(await store.learnSizes!()).toBe(false)
  await store.close()
  await database.drop()
})
