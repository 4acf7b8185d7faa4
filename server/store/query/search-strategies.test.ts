import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { openTestApp } from '#testing/test-app.ts'
import { postgresDialect } from '../postgres/postgres-dialect.ts'
import { listRecords, type Page } from './record-list.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'

// Enough for every strategy to be tried: more matches than are collected at once, at the end of a longer order.
const early = 150
const late = 80
const searchLimits = { firstRows: 30, matches: 60, start: 130 }

it('finds the same pages on PostgreSQL whether matches are few, at the start or all at the end', async () => {
  const test = await openTestApp('postgres')
  const { id: _, ...first } = (await test.make('customer', { Customer_Name: 'Aa' })) as StoredRecord
  const columns = Object.keys(
    (await sql<Record<string, unknown>>`select * from customer`.execute(test.store.read)).rows[0]!,
  ).filter(
    (name) =>
      !['id', 'customer_code', 'natural_key', 'customer_name', 'search_text', 'due_day'].includes(name),
  )
  const same = sql.join(columns.map((name) => sql.ref(name)))
  await sql`insert into customer (id, customer_code, natural_key, customer_name, search_text, ${same})
    select gen_random_uuid()::text, 'X' || n, 'x' || n, case when n <= ${early} then 'Bharat ' else 'Umiya ' end || n,
      case when n <= ${early} then 'bharat ' else 'umiya ' end || n || case when n % 2 = 0 then ' even' else '' end, ${same}
    from customer, generate_series(1, ${early + late}) as n`.execute(test.store.read)
  const dialect = { ...postgresDialect, searchLimits }
  const namesOf = async (search: string, descending = false): Promise<string[]> => {
    const names: string[] = []
    let after: string | null = null
    for (let page = 0; page < 3 && (page === 0 || after); page++) {
      const sort = { field: 'Customer_Name', descending }
      const query = { filters: [], search, sort, limit: 20, total: false, ...(after && { after }) }
      const found: Page = await listRecords(test.store.read, dialect, entityNamed('customer'), query)
      names.push(...found.items.map((each) => String(each['Customer_Name'])))
      expect(Object.keys(found.items[0] ?? first).some((name) => /matches/.test(name))).toBe(false)
      after = found.next
    }
    return names
  }
  const expected = (test: (n: number) => boolean, descending = false): string[] => {
    const all = Array.from({ length: early + late }, (_each, at) => at + 1).filter(test)
    const names = all.map((n) => `${n <= early ? 'Bharat' : 'Umiya'} ${n}`).toSorted()
    return (descending ? names.toReversed() : names).slice(0, 60)
  }
  expect(await namesOf('225')).toEqual(['Umiya 225']) // few
  expect(await namesOf('bharat')).toEqual(expected((n) => n <= early)) // the first rows
  expect(await namesOf('even')).toEqual(expected((n) => n % 2 === 0)) // at the start
  expect(await namesOf('umiya')).toEqual(expected((n) => n > early)) // at the end
  expect(await namesOf('bharat', true)).toEqual(expected((n) => n <= early, true)) // at the end, backwards
  await test.close()
})

it('finds the same pages on SQLite wherever very many matches are, and however many words are searched', async () => {
  const test = await openTestApp('sqlite')
  await test.make('customer', { Customer_Name: 'Aa' })
  const { rows } = await sql<Record<string, unknown>>`select * from customer`.execute(test.store.read)
  const own = ['rid', 'id', 'customer_code', 'natural_key', 'customer_name', 'search_text', 'due_day']
  const same = sql.join(
    Object.keys(rows[0]!)
      .filter((name) => !own.includes(name))
      .map((name) => sql.ref(name)),
  )
  const each = 5200
  await test.store.transaction((tx) =>
    sql`with recursive number(n) as (select 10001 union all select n + 1 from number where n < ${10_000 + 2 * each})
        insert into customer (id, customer_code, natural_key, customer_name, search_text, ${same})
        select printf('%08d-0000-7000-8000-000000000000', n), 'X' || n, 'x' || n, case when n <= ${10_000 + each} then 'Bharat ' else 'Umiya ' end || n,
          case when n <= ${10_000 + each} then 'bharat ' else 'umiya ' end || 'shared ' || n, ${same}
        from customer, number`.execute(tx),
  )
  const dialect = { ...sqliteDialect, searchLimits: { firstRows: 300 } }
  const pageOf = async (search: string, descending = false, field = 'Customer_Name'): Promise<string[]> => {
    const query = { filters: [], search, sort: { field, descending }, limit: 3, total: false }
    const page = await listRecords(test.store.read, dialect, entityNamed('customer'), query)
    return page.items.map(({ Customer_Name }) => String(Customer_Name))
  }
  const [first, last] = [10_001, 10_000 + 2 * each]
  const late = 10_001 + each
  expect(await pageOf('shared')).toEqual([first, first + 1, first + 2].map((n) => `Bharat ${n}`)) // at the start
  expect(await pageOf('umiya')).toEqual([late, late + 1, late + 2].map((n) => `Umiya ${n}`)) // at the end
  expect(await pageOf('umiya')).toEqual([late, late + 1, late + 2].map((n) => `Umiya ${n}`)) // and once more
  expect(await pageOf('umiya shared', true)).toEqual([last, last - 1, last - 2].map((n) => `Umiya ${n}`))
  expect(await pageOf(`umiya ${late}`)).toEqual([`Umiya ${late}`]) // one of the words has few matches
  expect(await pageOf('bharat umiya')).toEqual([])
  // No index returns this order; all phone numbers are the same, so the id decides.
  const byPhone = await pageOf('umiya', true, 'Customer_Phone')
  expect(byPhone).toEqual([last, last - 1, last - 2].map((n) => `Umiya ${n}`))
  await test.close()
})
