import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { planOf, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('list queries on %s', (database) => {
  let test: TestApp
  let known: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    known = await test.make('customer', { Customer_Code: 'L1', Customer_Name: 'Farmer one' })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = known
    for (const code of ['L2', 'L3'])
      await test.request('POST', '/api/v1/customers', { ...base, Customer_Code: code })
    await test.make('balance', { Customer_Code: 'L1' })
  })
  afterAll(() => test.close())

  const isReadWhole = (step: string): boolean =>
    database === 'sqlite'
      ? /^SCAN (?!found\b|\(subquery|CONSTANT)/.test(step) && !/ INDEX /.test(step)
      : /Seq Scan/.test(step)
  /** `{City_Code}` is replaced by the value of the sample customer. */
  const filled = (query: string): string =>
    query.replaceAll(/\{(\w+)\}/g, (_, field) => encodeURIComponent(known[field]))
  const plansOf = async (path: string): Promise<string[][]> => {
    const statements = await statementsOf(test, path)
    expect(statements.length).toBeGreaterThan(0)
    return Promise.all(statements.map((statement) => planOf(test, statement)))
  }

  it.each([
    'customers?',
    'customers?sort=-Customer_Code',
    'customers?City_Code={City_Code}',
    'customers?Station_Code={Station_Code}',
    'customers?below=zone:{Zone_Code}',
    'customers?below=country:{Country_Code}',
    'customers?below=city:{City_Code}&below=zone:{Zone_Code}',
    'customers?q=farmer',
    'customers?q=farmer&below=zone:{Zone_Code}',
    'customers?Customer_Name.has=farmer',
    'customers?Customer_Code.begins=l',
    'customers?sort=City_Code,-Customer_Name',
    'customers?sort=City_Code,Customer_Name',
    'customers?sort=-City_Code',
    'customers?sort=City_Code,Type,-PAN',
    'balances?below=zone:{Zone_Code}',
    'stations?below=zone:{Zone_Code}',
    'cities?below=country:{Country_Code}',
  ])('use no full table scan for %s', async (query) => {
    for (const steps of await plansOf(`/api/v1/${filled(query)}&limit=50`)) {
      expect(steps.length).toBeGreaterThan(0)
      expect(steps.filter(isReadWhole), steps.join('\n')).toEqual([])
    }
  })

  it.each([
    ['', 'customer_name_id_idx'],
    ['City_Code={City_Code}', 'customer_city_code_customer_name_id_idx'],
    ['Station_Code={Station_Code}', 'customer_station_code_customer_name_id_idx'],
    ['below=zone:{Zone_Code}', 'customer_zone_code_customer_name_id_idx'],
    ['sort=City_Code,Customer_Name', 'customer_city_code_customer_name_id_idx'],
    ['sort=-City_Code,-Customer_Name', 'customer_city_code_customer_name_id_idx'],
  ])('read “%s” in index order, on the first and on later pages', async (query, index) => {
    const path = `/api/v1/customers?${filled(query)}&limit=1`
    const { body } = await test.request('GET', path)
    for (const page of [path, `${path}&after=${body.next}`]) {
      const steps = (await plansOf(page)).flat().join('\n')
      expect(steps).toContain(index)
      expect(steps).not.toMatch(/TEMP B-TREE|Sort/)
    }
  })

  it.each(['City_Code', '-City_Code', 'City_Code,-Customer_Name', 'City_Code,PAN'])(
    'sort %s only among rows with equal first values',
    async (sort) => {
      const path = `/api/v1/customers?sort=${sort}&limit=1`
      const { body } = await test.request('GET', path)
      const fullSort = database === 'sqlite' ? /TEMP B-TREE FOR ORDER BY/ : /(?<!Incremental )Sort {2}|^Sort/m
      for (const page of [path, `${path}&after=${body.next}`]) {
        const steps = (await plansOf(page)).flat().join('\n')
        expect(steps).toContain('customer_city_code')
        expect(steps).not.toMatch(fullSort)
      }
    },
  )
})
