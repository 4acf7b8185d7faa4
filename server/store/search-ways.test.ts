import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { openTestApp } from '#testing/test-app.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { listRecords, type Page } from './record-list.ts'

// Enough that none of the ways alone is taken: more matches than are collected at once, at the end of a longer order.
const early = 150
const late = 80
const searchLimits = { matches: 60, rows: 130 }

it('finds the same pages on PostgreSQL whether matches are few, stand at the start or all at the end', async () => {
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
  expect(await namesOf('even')).toEqual(expected((n) => n % 2 === 0)) // at the start
  expect(await namesOf('umiya')).toEqual(expected((n) => n > early)) // at the end
  expect(await namesOf('bharat', true)).toEqual(expected((n) => n <= early, true)) // at the end, backwards
  await test.close()
})
