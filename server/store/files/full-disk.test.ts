import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { build } from '#testing/build-record.ts'
import { openTestApp } from '#testing/test-app.ts'

it('answers 503 on a full disk, loses nothing, and recovers when there is space again', async () => {
  const test = await openTestApp('sqlite')
  // SQLite refuses the next page, as it does when the file system has none left.
  const limitPages = (pages: number): Promise<unknown> =>
    test.store.transaction((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
  const save = () =>
    test.request('POST', '/api/v1/services', build('service', { description: 'x'.repeat(4000) }))
  const count = async (): Promise<number> =>
    (await test.request('GET', '/api/v1/services?total=true')).body.total
  await test.make('service')
  await limitPages(1) // SQLite does not go below the current size
  let saved = 1
  let answer = await save()
  for (; answer.status === 201; answer = await save()) saved++
  expect([answer.status, answer.body.msg]).toEqual([
    503,
    'The disk of the server is full. Nothing was saved; contact the administrator',
  ])
  expect(await count()).toBe(saved)
  // The same in a savepoint: SQLite has already rolled back the whole transaction.
  const all = { action: 'update', query: '', set: { description: 'y'.repeat(4000) } }
  const bulk = await test.request('POST', '/api/v1/bulk/services', all)
  expect([bulk.status, bulk.body.msg]).toEqual([answer.status, answer.body.msg])
  await limitPages(1_000_000)
  expect((await save()).status).toBe(201)
  expect(await count()).toBe(saved + 1)
  await test.close()
})
