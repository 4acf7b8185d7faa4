import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { planOf, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp, type TestRole } from '#testing/test-app.ts'

describe.each(databaseNames)('search on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('state', { State_Code: 'MH', State_Name: 'Maharashtra' })
    const places = { State_Code: 'MH', Country_Code: null }
    for (const [City_Code, City_Name] of [
      ['PUN', 'Pune'],
      ['PUNR', 'Rural Pune'],
      ['X-PUN', 'Elsewhere'],
      ['NAS', 'Nashik'],
      ['P%_', 'Per cent'],
      ['ગુજ', 'અમદાવાદ'],
      ...Array.from({ length: 7 }, (_, at) => [`T${at}`, `Talegaon ${at}`]),
    ])
      await test.make('city', { ...places, City_Code, City_Name })
    await test.make('company', { Company_Code: 'C1' })
    await test.make('branch', { Company_Code: 'C1', Branch_Code: 'PUN', Branch_Name: 'Office of Pune' })
    await test.make('customer', { Customer_Code: 'CU-1', Customer_Name: 'Punekar Traders' })
    await test.make('customer', { Customer_Code: 'PUN-9', Customer_Name: 'Ramesh Patel' })
    await test.make('contactMessage', { username: 'Puneet', message: 'Do you have urea?' })
  }, 30_000)
  afterAll(() => test.close())

  const ask = async (q: string, as: TestRole = 'ADMIN'): Promise<Json> => {
    const { status, body } = await test.request(
      'GET',
      `/api/v1/search?q=${encodeURIComponent(q)}`,
      undefined,
      {
        as,
      },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const found = async (q: string, as?: TestRole): Promise<string[]> =>
    (await ask(q, as)).items.map((item: Json) => `${item.rank} ${item.path} ${item.code}`)

  it('ranks exact codes first, then prefixes of codes, prefixes of names, then parts', async () => {
    const all = await found('pun')
    expect(all.slice(0, 2).toSorted()).toEqual(['0 branches C1 / PUN', '0 cities PUN'])
    expect(all.slice(2, 5).toSorted()).toEqual([
      '1 cities PUNR',
      '1 contact-messages Puneet',
      '1 customers PUN-9',
    ])
    expect(all.slice(5)).toContain('2 customers CU-1')
    expect(all.at(-1)).toBe('3 cities X-PUN')
  })

  it('returns the name and the path of a record', async () => {
    const { items, isCut } = await ask('NAS')
    expect(isCut).toBe(false)
    expect(items).toEqual([
      { entity: 'city', path: 'cities', id: expect.any(String), code: 'NAS', name: 'Nashik', rank: 0 },
    ])
  })

  it.each([
    ['ramesh patel', ['2 customers PUN-9']],
    ['patel ramesh', ['3 customers PUN-9']],
    ['tel', ['3 customers PUN-9']],
    ['%_', ['3 cities P%_']],
    ['અમદ', ['2 cities ગુજ']],
    ['amdav', ['3 cities ગુજ']],
    ['રમેશ પટેલ', ['2 customers PUN-9']],
    ['नासिक', []],
    ['नाशिक', ['2 cities NAS']],
    ['पटेल', ['3 customers PUN-9']],
    ['cu-1', ['0 customers CU-1']],
    ['CR0001', ['0 crops CR0001']],
    ['cr1', ['0 crops CR0001']],
    ["'; drop table city; --", []],
    ['"', []],
    ['nothing like it', []],
    ['   ', []],
    ['', []],
  ] as const)('finds by “%s”', async (q, expected) => {
    expect(await found(q)).toEqual(expected)
  })

  it('returns at most five records of one master', async () => {
    expect(await found('talegaon')).toEqual([0, 1, 2, 3, 4].map((at) => `2 cities T${at}`))
  })

  it('searches only the codes of a large master for two letters', async () => {
    expect(await found('pu', 'VIEWER')).toContain('1 customers PUN-9')
    expect(await found('pu', 'VIEWER')).not.toContain('3 customers CU-1')
  })

  it('hides records that the account cannot read', async () => {
    expect(await found('puneet')).toEqual(['0 contact-messages Puneet'])
    for (const role of ['FIELD', 'VIEWER'] as const) expect(await found('puneet', role)).toEqual([])
    expect(await found('pun', 'FIELD')).not.toContainEqual(expect.stringContaining('contact-messages'))
    for (const as of ['pending', 'anonymous'] as const)
      expect((await test.request('GET', '/api/v1/search?q=pun', undefined, { as })).status).toBeGreaterThan(
        400,
      )
  })

  it('refuses an invalid search with a message', async () => {
    for (const query of [`q=${'x'.repeat(201)}`, 'q=a&q=b', 'q=a+b+c+d+e+f+g+h+i'])
      expect((await test.request('GET', `/api/v1/search?${query}`)).body.errors).toEqual([
        { field: 'q', message: expect.stringMatching(/^q should/) },
      ])
  })

  it.each(['pun', 'pu', 'ramesh pat', 'ra patel'])('does not scan a large table for “%s”', async (q) => {
    const statements = await statementsOf(test, `/api/v1/search?q=${encodeURIComponent(q)}`)
    const large = statements.filter(({ sql: text }) => text.includes('from "customer"'))
    expect(large.length).toBe(q === 'pu' ? 1 : 2)
    for (const statement of large) {
      const plan = await planOf(test, statement, ['seqscan', 'sort'])
      const whole = plan.filter((step) =>
        database === 'sqlite' ? /^SCAN customer$/.test(step) : /Seq Scan/.test(step),
      )
      expect(whole, plan.join('\n')).toEqual([])
    }
  })
})
