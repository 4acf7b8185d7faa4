import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const names = [
  'Ramesh Patel',
  'Suresh Patil',
  'Ábhishek Shah',
  'zeel desai',
  'મહેશ પટેલ',
  '100% Agro_Dealer',
  'Ramesh Patel',
]

describe.each(databaseNames)('lists on %s', (database) => {
  let test: TestApp
  let first: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    first = await test.make('customer', {
      Customer_Name: names[0],
      Customer_Code: 'K1',
      Last_Visited: '2026-03-01',
    })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
    for (const [at, Customer_Name] of names.slice(1).entries()) {
      const record = {
        ...base,
        Customer_Name,
        Customer_Code: `K${at + 2}`,
        Visit_In_Days: at + 1,
        Last_Visited: at % 2 ? '2026-05-01' : null,
      }
      const { status, body } = await test.request('POST', '/api/v1/customers', record)
      if (status !== 201) throw new Error(JSON.stringify(body))
    }
  })
  afterAll(() => test.close())

  const list = async (query: string): Promise<Json> => {
    const { status, body } = await test.request('GET', `/api/v1/customers?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const codes = async (query: string): Promise<string[]> =>
    (await list(query)).items.map((item: Json) => item.Customer_Code)

  it('are sorted by name by default, in the same order on both databases', async () => {
    expect(await codes('')).toEqual(['K6', 'K1', 'K7', 'K2', 'K4', 'K3', 'K5'])
    expect(await codes('sort=-Customer_Code')).toEqual(['K7', 'K6', 'K5', 'K4', 'K3', 'K2', 'K1'])
    expect(await codes('sort=Last_Visited&limit=4')).toEqual(['K2', 'K4', 'K6', 'K1'])
  })

  it('match all parts of words in any case and script, and treat wildcards literally', async () => {
    expect(await codes('q=PAT&sort=Customer_Code')).toEqual(['K1', 'K2', 'K5', 'K7'])
    expect(await codes('q=mesh%20pat&sort=Customer_Code')).toEqual(['K1', 'K7'])
    expect(await codes('q=%C3%A1bhi')).toEqual(['K3'])
    expect(await codes(`q=${encodeURIComponent('પટેલ')}`)).toEqual(['K1', 'K7', 'K5'])
    expect(await codes(`q=${encodeURIComponent('મહેશ')}`)).toEqual(['K5'])
    expect(await codes('q=0%25')).toEqual(['K6'])
    expect(await codes('q=o_d')).toEqual(['K6'])
    expect(await codes('q=%22')).toEqual([])
    expect(await codes(`q=${encodeURIComponent(`"pat" OR 1=1 --`)}`)).toEqual([])
    expect(await codes('q=k7')).toEqual(['K7'])
    expect(await codes(`q=${encodeURIComponent('😀a')}`)).toEqual([])
  })

  it('filter by one value, several values, empty and range', async () => {
    expect(await codes('Customer_Code=K1&Customer_Code=K3&sort=Customer_Code')).toEqual(['K1', 'K3'])
    expect(await codes('Last_Visited=&sort=Customer_Code')).toEqual(['K2', 'K4', 'K6'])
    expect(await codes('Last_Visited.from=01/04/2026&sort=Customer_Code')).toEqual(['K3', 'K5', 'K7'])
    expect(await codes('Visit_In_Days.from=3&Visit_In_Days.to=4&sort=Customer_Code')).toEqual(['K4', 'K5'])
    expect(await codes(`City_Code=${first.City_Code}&limit=200`)).toHaveLength(7)
    expect(await codes('City_Code=elsewhere')).toEqual([])
  })

  it.each([
    '',
    'sort=-Customer_Name',
    'sort=Last_Visited',
    'sort=-Last_Visited',
    'sort=Visit_In_Days',
    'q=a',
    'sort=-createdAt',
  ])('return pages that together hold all records (%s)', async (query) => {
    const all = await codes(query)
    const pages: string[] = []
    let after = ''
    do {
      const page = await list(`${query}&limit=2${after}`)
      pages.push(...page.items.map((item: Json) => item.Customer_Code))
      after = page.next ? `&after=${page.next}` : ''
    } while (after)
    expect(pages).toEqual(all)
  })

  it('compare codes without case, in own fields, references and lists', async () => {
    expect(await codes('Customer_Code=k3')).toEqual(['K3'])
    expect(await codes(`City_Code=${first.City_Code.toLowerCase()}&limit=200`)).toHaveLength(7)
    const user = await test.make('staffUser')
    const users = await test.request('GET', `/api/v1/users?Function_Codes=${user.Function_Codes[0]}`)
    expect(users.body.items).toEqual([user])
    expect((await test.request('GET', '/api/v1/users?Function_Codes=none-such')).body.items).toEqual([])
  })

  it('return a total only on request', async () => {
    expect(await list('limit=1')).not.toHaveProperty('total')
    expect(await list('limit=1&total=true&q=patel')).toMatchObject({ total: 3, items: [{}] })
  })

  it.each([
    ['limit=0', 'limit should be a whole number from 1 to 200'],
    ['limit=many', 'limit should be a whole number from 1 to 200'],
    ['sort=password', 'Customers cannot be sorted by password'],
    ['nonsense=1', 'Customers cannot be filtered by nonsense'],
    ['Visit_In_Days=soon', 'Visit In Days should be a number'],
    ['Last_Visited.from=30/02/2026', 'Last Visited should be a date like 31/12/2026 or 2026-12-31'],
    ['sort=constructor', 'Customers cannot be sorted by constructor'],
    ['__proto__=1', 'Customers cannot be filtered by __proto__'],
    [`q=${'a+'.repeat(9)}`, 'q should not exceed 200 characters and 8 words'],
    [`${'Street=a&'.repeat(201)}`, 'Street should not be given more than 200 times'],
    ['total=maybe', 'total should be true, false or quick'],
  ])('return 422 for %s', async (query, sentence) => {
    const { status, body } = await test.request('GET', `/api/v1/customers?${query}`)
    expect([status, body.msg]).toEqual([422, sentence])
  })

  it('return 400 for an invalid cursor', async () => {
    const forged = ['[{"a":1},"b"]', '["a",1]', '[7,"b"]', '[null,"b"]', '["a\\u0000","b"]'].map((text) =>
      Buffer.from(text).toString('base64url'),
    )
    for (const number of ['1.5', '1e400', '"a"']) {
      const after = Buffer.from(`[${number},"b"]`).toString('base64url')
      expect((await test.request('GET', `/api/v1/customers?sort=Visit_In_Days&after=${after}`)).status).toBe(
        400,
      )
    }
    for (const after of ['x', 'W10', ...forged]) {
      const { status, body } = await test.request('GET', `/api/v1/customers?after=${after}`)
      expect([status, body.msg]).toEqual([400, 'The cursor in "after" is not one of this list'])
    }
  })
})
