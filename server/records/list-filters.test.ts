import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { FieldTest } from '#domain/lists/list-tests.ts'
import { writeWhere, type Where } from '#domain/lists/where.ts'
import { foldText } from '#domain/text.ts'
import { databaseNames } from '#testing/databases.ts'
import { conditionsOf } from '../store/query/conditions.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const names = [
  'Ramesh Patel',
  'ÄGRO İstanbul & Söhne',
  'ﬁeld dealers',
  'Straße 100%',
  'મહેશ પટેલ',
  "O'Brien_agro",
  'ΟΔΟΣ Seeds',
  'agro agro',
]

describe.each(databaseNames)('filters of lists on %s', (database) => {
  let test: TestApp
  let records: Json[]
  let cities: string[]
  beforeAll(async () => {
    test = await openTestApp(database)
    const first = await test.make('customer', { Customer_Code: 'f1' })
    const more = { Country_Code: first.Country_Code, State_Code: first.State_Code }
    const other = await test.make('city', { City_Code: 'Zz-9', ...more })
    cities = [first.City_Code, other.City_Code]
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
    for (let at = 0; at < 24; at++) {
      // Created on different days and at different hours.
      test.clock.now = new Date(Date.parse('2026-11-01T18:00:00Z') + at * 7 * 3_600_000)
      const input = {
        ...base,
        Customer_Code: `${at % 2 ? 'k' : 'K'}-${at}`,
        Customer_Name: names[at % names.length],
        City_Code: cities[at % 2],
        Type: at % 3 ? 'business' : 'individual',
        Visit_In_Days: (at % 5) + 1,
        Last_Visited: at % 4 ? `2026-0${(at % 6) + 1}-15` : null,
        PAN: at % 7 ? null : `PAN${at}`,
      }
      const { status, body } = await test.request('POST', '/api/v1/customers', input)
      if (status !== 201) throw new Error(JSON.stringify(body))
    }
    test.clock.now = new Date('2026-11-15T06:00:00.000Z')
    records = (await test.request('GET', '/api/v1/customers?limit=200')).body.items
  })
  afterAll(() => test.close())

  const ask = (query: string): Promise<Json> => test.request('GET', `/api/v1/customers?${query}`)
  const codes = async (query: string): Promise<string[]> => {
    const { status, body } = await ask(`${query}&limit=200`)
    expect(status, `${query} ${JSON.stringify(body)}`).toBe(200)
    return body.items.map((each: Json) => each.Customer_Code)
  }
  const expected = (matches: (record: Json) => boolean): string[] =>
    records.filter(matches).map((each) => each.Customer_Code)
  const where = (expression: Where): string => `where=${encodeURIComponent(writeWhere(expression))}`

  const folded = ['Customer_Code', 'City_Code']
  const numbers = ['Visit_In_Days']
  /** Reference implementation of each test in JavaScript. */
  function holds(record: Json, condition: Where): boolean {
    if ('all' in condition) return condition.all.every((each) => holds(record, each))
    if ('any' in condition) return condition.any.some((each) => holds(record, each))
    const { field, test: word, values } = condition
    const value = record[field]
    const isOne = (text: string): boolean => {
      if (text.trim() === '') return value === null
      if (value === null) return false
      if (numbers.includes(field)) return value === Number(text)
      return folded.includes(field) ? foldText(value) === foldText(text.trim()) : value === text.trim()
    }
    if (word === 'is') return values.some(isOne)
    if (word === 'not') return !values.some(isOne)
    if (value === null) return false
    if (word === 'has') return values.some((text) => foldText(value).includes(foldText(text.trim())))
    if (word === 'begins') return values.some((text) => foldText(value).startsWith(foldText(text.trim())))
    const limit = numbers.includes(field) ? Number(values[0]) : values[0]!.trim()
    return word === 'from' ? value >= limit : value <= limit
  }

  it('match the same records as the reference implementation, in any combination', async () => {
    const parts = [
      'agro',
      'AGRO',
      'i̇',
      'ß',
      'ä',
      'Ä',
      'σ',
      'Σ',
      'f',
      '0%',
      '_',
      "'",
      'પટેલ',
      'k-1',
      'z',
      'PAN',
    ]
    const texts = fc.constantFrom(...parts, ...names, ...cities, 'zz-9', 'K-3', 'k-3', 'business', '\\', '"')
    const choice = fc.constantFrom('is', 'not') as fc.Arbitrary<FieldTest['test']>
    const limit = fc.constantFrom('from', 'to') as fc.Arbitrary<FieldTest['test']>
    const part = fc.constantFrom('has', 'begins') as fc.Arbitrary<FieldTest['test']>
    const field = fc.constantFrom('Customer_Code', 'Customer_Name', 'City_Code', 'PAN')
    const some = fc.array(fc.oneof(texts, fc.constant('')), { minLength: 1, maxLength: 3 })
    const days = fc.constantFrom('2026-02-15', '2026-05-01', '2026-06-15')
    const counts = fc.nat({ max: 5 }).map(String)
    const leaf = fc.oneof(
      fc.record({ field, test: choice, values: some }),
      fc.record({ field, test: part, values: fc.array(texts, { minLength: 1, maxLength: 2 }) }),
      fc.record({ field, test: limit, values: fc.tuple(texts) }),
      fc.record({
        field: fc.constant('Visit_In_Days'),
        test: fc.oneof(choice, limit),
        values: fc.tuple(counts),
      }),
      fc.record({
        field: fc.constant('Last_Visited'),
        test: fc.oneof(choice, limit),
        values: fc.tuple(days),
      }),
    ) as fc.Arbitrary<Where>
    const group = (inner: fc.Arbitrary<Where>): fc.Arbitrary<Where> =>
      fc.oneof(
        inner,
        fc.array(inner, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
        fc.array(inner, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      )
    const expression = group(group(group(leaf)))
    await fc.assert(
      fc.asyncProperty(expression, async (condition) => {
        expect(await codes(where(condition))).toEqual(expected((record) => holds(record, condition)))
      }),
      { numRuns: 150, seed: 5 },
    )
  })

  it('can be given as query parameters without an expression', async () => {
    expect(await codes('City_Code.not=ZZ-9&Visit_In_Days.not=1&Visit_In_Days.not=2')).toEqual(
      expected((each) => each.City_Code !== 'Zz-9' && each.Visit_In_Days > 2),
    )
    expect(await codes('PAN.not=')).toEqual(expected((each) => each.PAN !== null))
    expect(await codes('Customer_Name.has=ÄGRO&Customer_Code.begins=K-1')).toEqual(
      expected((each) => each.Customer_Name === names[1] && /^k-1/i.test(each.Customer_Code)),
    )
    expect(await codes(`State_Code.has=${records[0].State_Code.toLowerCase()}`)).toHaveLength(25)
  })

  it('compute relative days in the time zone of the firm', async () => {
    const dayOf = (each: Json): string =>
      new Date(Date.parse(each.createdAt) + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect(await codes('createdAt=2026-11-03')).toEqual(expected((each) => dayOf(each) === '2026-11-03'))
    expect(await codes('createdAt=2026-11-03').then((all) => all.length)).toBeGreaterThan(1)
    expect(await codes('createdAt.not=2026-11-03')).toEqual(expected((each) => dayOf(each) !== '2026-11-03'))
    expect(await codes('createdAt.from=week-start-2&createdAt.to=today-7')).toEqual(
      expected((each) => dayOf(each) >= '2026-11-07' && dayOf(each) <= '2026-11-08'),
    )
    expect(await codes('Last_Visited.from=fy-start')).toEqual(
      expected((each) => each.Last_Visited !== null && each.Last_Visited >= '2026-04-01'),
    )
    const expression: Where = { field: 'updatedAt', test: 'from', values: ['today'] }
    expect(await codes(where(expression))).toEqual(expected((each) => dayOf(each) >= '2026-11-15'))
  })

  it.each([
    'sort=City_Code,-Customer_Name',
    'sort=-City_Code,Customer_Name,-Visit_In_Days',
    'sort=Type,Visit_In_Days',
    'sort=-Last_Visited,-City_Code,-Customer_Code',
    'sort=PAN,-createdAt',
  ])('keep the order of %s over all pages', async (query) => {
    const sorts = query.slice('sort='.length).split(',')
    const valueOf = (record: Json, field: string): string | number =>
      field === 'Customer_Code' ? foldText(record[field]) : (record[field] ?? '')
    const isLast = sorts.at(-1)!.startsWith('-') ? -1 : 1
    // Compared by code point, as in both databases.
    const order = (one: string | number, other: string | number): number => {
      if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
      return Buffer.compare(Buffer.from(one), Buffer.from(other))
    }
    const inOrder = records.toSorted((one, other) => {
      for (const sort of sorts) {
        const field = sort.replace('-', '')
        const sign = order(valueOf(one, field), valueOf(other, field)) * (sort.startsWith('-') ? -1 : 1)
        if (sign !== 0) return sign
      }
      return (one.id < other.id ? -1 : 1) * isLast
    })
    const found: string[] = []
    let after = ''
    do {
      const { status, body } = await ask(`${query}&limit=4${after}`)
      expect(status, JSON.stringify(body)).toBe(200)
      found.push(...body.items.map((each: Json) => each.Customer_Code))
      after = body.next ? `&after=${body.next}` : ''
    } while (after)
    expect(found).toEqual(inOrder.map((each) => each.Customer_Code))
  })

  it('compare parts of texts with the folded text that is stored with the record', async () => {
    const entity = entityNamed('customer')
    const { read, dialect } = test.store
    const filters = [{ field: 'Street', test: 'has', values: ['SÖH'] } as const]
    const [condition] = await conditionsOf(read, dialect, entity, { filters })
    const { sql: text } = read.selectFrom('customer').select('id').where(condition!.test()).compile()
    expect(text).not.toMatch(/fold_text|normalize/)
    const folded = async (): Promise<unknown> => {
      const row = read.selectFrom('customer').select('folded_texts').where('customer_code', '=', 'f1')
      return (await row.executeTakeFirstOrThrow()).folded_texts
    }
    const change = async (Street: string): Promise<void> => {
      const { version } = (await test.request('GET', '/api/v1/customers/f1')).body
      const { status, body } = await test.request('PATCH', '/api/v1/customers/f1', { Street, version })
      expect([status, body.msg]).toEqual([200, undefined])
    }
    expect(await folded()).toBeNull()
    await change('12 Söhne Straße')
    expect(JSON.parse(String(await folded()))).toEqual({ street: '12 söhne straße' })
    expect(await codes('Street.has=SÖH&Customer_Code=f1')).toEqual(['f1'])
    await change('12 Sons Street')
    expect(await folded()).toBeNull()
    expect(await codes('Street.has=SÖH')).toEqual([])
  })

  const deep = { all: [{ all: [{ all: [{ all: [{ field: 'Type', test: 'is', values: ['business'] }] }] }] }] }
  const many = { any: Array.from({ length: 31 }, () => ({ field: 'Street', test: 'has', values: ['a'] })) }
  const one = (field: string, word: string, ...values: unknown[]): Json => ({ field, test: word, values })
  const ten = Array.from({ length: 10 }, (_, at) => `a${at}`)
  const wide = { any: Array.from({ length: 5 }, () => one('Street', 'has', ...ten)) }
  it.each<[Json, string]>([
    ['{', 'where should be JSON, such as {"field":"City_Code","test":"is","values":["AHM"]}'],
    ['[]', 'where should have field, test and values, or all, or any'],
    ['{"__proto__":[]}', 'where should have field, test and values, or all, or any'],
    [{ all: [] }, 'where.all should be a list with at least one part'],
    [{ all: [{ any: {} }] }, 'where.all[0].any should be a list with at least one part'],
    [deep, 'where.all[0].all[0].all[0]: groups should not be nested more than 3 deep'],
    [many, 'where should not hold more than 30 tests'],
    [
      wide,
      'A list can be filtered by at most 40 parts of texts in total, and this has 50. Use fewer, or whole values',
    ],
    [`"${'a'.repeat(4000)}"`, 'where should not exceed 4000 characters'],
    [one('Street', 'like', 'a'), 'where.test should be is, not, from, to, has or begins'],
    [one('Street', 'is', 1), 'where.values should be a list of texts'],
    [{ field: 7, test: 'is', values: [] }, 'where.field should be the name of a field'],
    [one('Street', 'is'), 'where: Street should be given once, with a value'],
    [
      { any: [one('Street', 'is', 'a'), one('__proto__', 'is', 'a')] },
      'where.any[1]: Customers cannot be filtered by __proto__',
    ],
    [one('Zone_Name', 'is', 'a'), 'where: Customers cannot be filtered by Zone_Name'],
    [one('Visit_In_Days', 'from', 'soon'), 'where: Visit In Days should be a number'],
    [one('Visit_In_Days', 'has', '3'), 'where: Visit In Days cannot be tested with “has”'],
    [one('City_Code', 'is', '\u0000'), 'where: City Code should not contain control characters'],
    [one('City_Code', 'is', 'a'.repeat(201)), 'where: City Code should not exceed 200 characters'],
    [one('Customer_Name', 'has', '\ud800'), 'where: Customer Name holds a character that cannot be stored'],
    [
      one('createdAt', 'from', 'soon'),
      'where: Created At should be a day like 2026-12-31, or a date and time like 2026-12-31T09:30:00+05:30',
    ],
  ])('return 422 for the expression %j', async (expression, sentence) => {
    const text = typeof expression === 'string' ? expression : JSON.stringify(expression)
    const { status, body } = await ask(`where=${encodeURIComponent(text)}`)
    expect([status, body.msg]).toEqual([422, sentence])
  })

  it.each([
    ['sort=City_Code,-City_Code', 'sort should name each field once'],
    ['sort=City_Code,Type,PAN,Street', 'sort should not name more than 3 fields'],
    ['sort=City_Code,', 'Customers cannot be sorted by nothing'],
    ['where=1&where=2', 'where should be given once'],
    ['Street.has=', 'Street.has should be given once, with a value'],
    [`${'Street.has=a&'.repeat(11)}`, 'Street.has should not be given more than 10 times'],
    ['createdAt.begins=2026', 'Created At cannot be tested with “begins”'],
    ['id=1', 'Customers cannot be filtered by id'],
    ['below=W', 'below should be a master and a code, such as zone:W; “W” is not'],
    ['below=crop:CR0001', 'Customers do not lie below crops'],
    ['below=customer:K-1', 'Customers do not lie below customers'],
    ['below=zone:', 'below=zone: should be followed by Zone Code'],
    ['below=__proto__:W', 'below should be a master and a code, such as zone:W; “__proto__:W” is not'],
    [`${'below=zone:W&'.repeat(21)}`, 'below should not be given more than 20 times'],
  ])('return 422 for %s', async (query, sentence) => {
    const { status, body } = await ask(query)
    expect([status, body.msg]).toEqual([422, sentence])
  })
})
