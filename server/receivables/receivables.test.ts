import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { readCsv } from '#domain/csv.ts'
import type { Receivables, ReceivableTotals } from '#domain/api/money/receivables.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { randomFrom } from '#testing/random.ts'
import { otherState, saveRecord } from '#testing/save-record.ts'

// It is Sunday, 2026-11-15, 11:30 in India.
const today = '2026-11-15'

describe.each(databaseNames)('receivables on %s', (database) => {
  let test: TestApp
  const customers: Json[] = []
  const balances: Json[] = []
  const owners = new Map<string, string>()
  const places: Json[] = []
  const employees: Json[] = []
  beforeAll(async () => {
    test = await openTestApp(database)
    const roll = randomFrom(17)
    const first = await test.make('customer', { Customer_Code: 'P0' })
    places.push(first)
    for (const n of [1, 2])
      places.push(await test.make('customer', { Customer_Code: `P${n}`, ...(await otherState(test, first)) }))
    places.push(await test.make('customer', { Customer_Code: 'P3' }))
    customers.push(...places)
    for (const name of ['Asha', 'Bina', 'Chetan']) employees.push(await test.make('employee', { name }))
    for (let n = 0; n < 40; n++) {
      const { id: _, version: _2, createdAt: _3, updatedAt: _4, ...place } = places[roll(places.length)]
      const named = n === 7 ? { Customer_Name: 'Rameshbhai Gohil', Customer_Phone: '98250 12377' } : {}
      customers.push(await save('customers', { ...place, Customer_Code: `R${n}`, ...named }))
    }
    for (const { Customer_Code } of customers) {
      if (Customer_Code === 'R7' || roll(4) > 0) {
        // Few different amounts, so that the id has to break ties.
        const Overdue = [-250.5, 0, 0.01, 99.99, 1000, 1000, 25_000.25][roll(7)]
        const As_Of = addDays(today, -roll(30))
        balances.push(
          await save('balances', { Customer_Code, Receivable: roll(90_000) + 0.75, Overdue, As_Of }),
        )
      }
      const isPast = roll(4) === 0
      if (roll(3) > 0) {
        const Employee_Number = employees[roll(3)].employeeNumber
        const Until_Day = isPast ? addDays(today, -1) : [null, today][roll(2)]
        await save('assignments', { Customer_Code, Employee_Number, From_Day: '2026-11-01', Until_Day })
        if (!isPast) owners.set(Customer_Code, Employee_Number)
      }
    }
  }, 60_000)
  afterAll(() => test.close())

  const save = (path: string, input: Json): Promise<Json> => saveRecord(test, path, input)
  const read = async (path: string, as = 'ADMIN'): Promise<Json> => {
    const { status, body } = await test.request('GET', path, undefined, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  /** All pages. */
  const list = async (query: string, as?: string, limit = 7): Promise<Receivables['items']> => {
    const items: Receivables['items'] = []
    let next: string | null = ''
    do {
      const after: string = next ? `&after=${next}` : ''
      const page: Receivables = await read(`/api/v1/receivables?${query}&limit=${limit}${after}`, as)
      items.push(...page.items)
      next = page.next
    } while (next !== null)
    return items
  }
  const totals = (query: string, as?: string): Promise<ReceivableTotals> =>
    read(`/api/v1/receivable-totals?${query}`, as)
  const customerOf = (code: string): Json => customers.find((each) => each.Customer_Code === code)
  const sum = (all: Json[], of: (balance: Json) => number): number =>
    Math.round(all.reduce((whole, each) => whole + of(each) * 100, 0)) / 100
  const sumsOf = (own: Json[]): Json => ({
    customers: own.length,
    debtors: own.filter((each) => each.Overdue > 0).length,
    receivable: sum(own, (each) => each.Receivable),
    overdue: sum(own, (each) => Math.max(0, each.Overdue)),
  })

  const queries = (): [query: string, matches: (balance: Json) => boolean, level: string][] => {
    const [zone, state, employee] = [places[0].Zone_Code, places[1].State_Code, employees[1].employeeNumber]
    const ownerOf = ({ Customer_Code }: Json): string | undefined => owners.get(Customer_Code)
    const at = ({ Customer_Code }: Json): Json => customerOf(Customer_Code)
    return [
      ['', ({ Overdue }) => Overdue > 0, 'zone'],
      ['show=all', () => true, 'zone'],
      [`show=all&Zone_Code=${zone}`, (each) => at(each).Zone_Code === zone, 'state'],
      [`State_Code=${state}`, (each) => each.Overdue > 0 && at(each).State_Code === state, 'pool'],
      [
        `show=all&City_Code=${places[3].City_Code}`,
        (each) => at(each).City_Code === places[3].City_Code,
        'city',
      ],
      [`show=all&employee=${employee}`, (each) => ownerOf(each) === employee, 'zone'],
      [`show=all&employee=none`, (each) => ownerOf(each) === undefined, 'zone'],
      [
        `employee=${employee}&Zone_Code=${zone}`,
        (each) => each.Overdue > 0 && ownerOf(each) === employee && at(each).Zone_Code === zone,
        'state',
      ],
      ['Zone_Code=NOWHERE', () => false, 'state'],
      ['show=all&q=gohil', ({ Customer_Code }) => Customer_Code === 'R7', 'zone'],
      [`show=all&q=${encodeURIComponent('રમેશભાઈ')}`, ({ Customer_Code }) => Customer_Code === 'R7', 'zone'],
      ['show=all&q=9825012377', ({ Customer_Code }) => Customer_Code === 'R7', 'zone'],
      ['show=all&q=R31', ({ Customer_Code }) => Customer_Code === 'R31', 'zone'],
      [`show=all&q=gohil&employee=none`, (each) => each.Customer_Code === 'R7' && !ownerOf(each), 'zone'],
      ['show=all&q=nosuchname', () => false, 'zone'],
    ]
  }

  it('lists every matching balance once, the largest overdue amount first, with its owner', async () => {
    for (const [query, matches] of queries()) {
      const expected = balances.filter(matches)
      const found = await list(query)
      expect(found.map((each) => each.Customer_Code).toSorted(), query).toEqual(
        expected.map((each) => each.Customer_Code).toSorted(),
      )
      expect(found.map((each) => each.Overdue)).toEqual(
        expected.map((each) => each.Overdue).toSorted((one, other) => other - one),
      )
      for (const row of found) {
        const balance = balances.find((each) => each.Customer_Code === row.Customer_Code)
        expect(row).toMatchObject({ Receivable: balance.Receivable, As_Of: balance.As_Of })
        expect(row.Customer_Name).toBe(customerOf(row.Customer_Code).Customer_Name)
        expect(row.Employee?.employeeNumber).toBe(owners.get(row.Customer_Code))
      }
    }
  })

  it('has totals by owner and by territory that add up, and equal a recomputation', async () => {
    for (const [query, matches, level] of queries()) {
      const expected = balances.filter(matches)
      const found = await totals(query)
      const days = expected.map((each) => each.As_Of).toSorted()
      expect(found, query).toMatchObject({
        ...sumsOf(expected),
        level,
        oldestAsOf: days[0] ?? null,
        newestAsOf: days.at(-1) ?? null,
      })
      const people = Map.groupBy(expected, (each) => owners.get(each.Customer_Code) ?? null)
      expect(found.people).toHaveLength(people.size)
      for (const { employee, ...sums } of found.people)
        expect(sums).toEqual(sumsOf(people.get(employee?.employeeNumber ?? null)!))
      const field = `${level[0]!.toUpperCase()}${level.slice(1)}_Code`
      const parts = Map.groupBy(expected, (each) => customerOf(each.Customer_Code)[field])
      expect(found.territories).toHaveLength(parts.size)
      for (const { code, name: _, localName: _2, ...sums } of found.territories)
        expect(sums).toEqual(sumsOf(parts.get(code)!))
      for (const rows of [found.people, found.territories])
        expect(rows.map((each) => each.overdue)).toEqual(
          rows.map((each) => each.overdue).toSorted((one, other) => other - one),
        )
    }
  })

  it('has new totals as soon as a balance changes', async () => {
    const before = await totals('show=all&q=gohil')
    const balance = balances.find((each) => each.Customer_Code === 'R7')
    const change = { Receivable: balance.Receivable + 100 }
    const { status, body } = await test.request('PATCH', `/api/v1/balances/${balance.id}`, change, {
      headers: { 'if-match': `"${balance.version}"` },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    balances[balances.indexOf(balance)] = body
    expect((await totals('show=all&q=gohil')).receivable).toBe(before.receivable + 100)
  })

  it('agrees with the dashboard', async () => {
    const { money } = await read('/api/v1/dashboard?fresh=true')
    const { receivable, overdue, debtors } = await totals('show=all')
    expect(money).toMatchObject({ receivable, overdue, debtors })
  })

  it('exports the same rows, with formulas escaped, and records it', async () => {
    const { status, body, headers } = await test.request('GET', '/api/v1/exports/receivables.csv?show=all')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe(`attachment; filename="receivables-${today}.csv"`)
    const { records } = readCsv(body)
    const [labels, ...rows] = records.map(({ cells }) => cells)
    expect(labels!.slice(0, 2)).toEqual(['Customer Code', 'Customer Name'])
    expect(rows.map((cells) => cells[0])).toEqual((await list('show=all')).map((each) => each.Customer_Code))
    expect(rows.map((cells) => Number(cells[7]))).toEqual(
      (await list('show=all')).map((each) => each.Overdue),
    )
    const found = await test.request('GET', '/api/v1/exports/receivables.csv?show=all&q=gohil')
    expect(readCsv(found.body).records.map(({ cells }) => cells[0])).toEqual(['Customer Code', 'R7'])
    const { body: audit } = await test.request('GET', '/api/v1/audit?action=export')
    expect(JSON.stringify(audit)).toContain('show=all')
  })

  it('shows an account what is in its scope, and nothing else', async () => {
    const { Station_Code } = places[1]
    const { id, token: person } = await newPerson(test, 'desk@example.in', 'OFFICE')
    const limit = { places: [{ level: 'station', code: Station_Code }], version: 1 }
    expect((await test.request('PATCH', `/api/admin/users/${id}`, limit)).status).toBe(200)
    const own = balances.filter((each) => customerOf(each.Customer_Code).Station_Code === Station_Code)
    expect(own.length).toBeGreaterThan(0)
    const found = await list('show=all', person)
    expect(found.map((each) => each.Customer_Code).toSorted()).toEqual(
      own.map((each) => each.Customer_Code).toSorted(),
    )
    expect(await totals('show=all', person)).toMatchObject(sumsOf(own))
    const file = await test.request('GET', '/api/v1/exports/receivables.csv?show=all', undefined, {
      as: person,
    })
    expect(readCsv(file.body).records).toHaveLength(own.length + 1)
    expect(await list(`show=all&Station_Code=${places[3].Station_Code}`, person)).toEqual([])
    const isOwn = own.some((each) => each.Customer_Code === 'R7')
    expect(await list('show=all&q=gohil', person)).toHaveLength(isOwn ? 1 : 0)
  })

  it('refuses accounts without the rights, and wrong parameters', async () => {
    const refusals: [string, string, number][] = [
      ['/api/v1/receivables', 'anonymous', 401],
      ['/api/v1/receivables', 'pending', 403],
      ['/api/v1/receivable-totals', 'pending', 403],
      ['/api/v1/exports/receivables.csv', 'FIELD', 403],
      ['/api/v1/receivables?show=most', 'ADMIN', 422],
      ['/api/v1/receivables?colour=red', 'ADMIN', 422],
      ['/api/v1/receivables?limit=0', 'ADMIN', 422],
      ['/api/v1/receivables?after=here', 'ADMIN', 400],
      ['/api/v1/receivables?employee=a&employee=b', 'ADMIN', 422],
    ]
    for (const [path, as, status] of refusals) {
      const answer: Answer = await test.request('GET', path, undefined, { as })
      expect([path, answer.status, typeof answer.body.msg]).toEqual([path, status, 'string'])
    }
  })

  it('says since when an amount is overdue, as far as the balances show', async () => {
    const upload = async (Customer_Code: string, days: [As_Of: string, Overdue: number][]): Promise<void> => {
      for (const [As_Of, Overdue] of days) {
        const rows = [{ Customer_Code, Receivable: 5000, Overdue, As_Of }]
        const { body } = await test.request('POST', '/api/v1/balances/upload', { rows })
        expect(body.counts.failed + body.counts.wrong).toBe(0)
      }
    }
    const { id: _, version: _2, createdAt: _3, updatedAt: _4, ...place } = places[3]
    for (const Customer_Code of ['S1', 'S2', 'S3', 'S4']) await save('customers', { ...place, Customer_Code })
    await upload('S1', [
      ['2026-08-01', 100],
      ['2026-09-01', 0],
      ['2026-10-01', 50],
      ['2026-11-01', 75],
    ])
    await upload('S2', [
      ['2026-09-15', 10],
      ['2026-10-15', 20],
    ])
    await upload('S3', [['2026-11-10', 5]])
    await upload('S4', [
      ['2026-10-10', 5],
      ['2026-11-10', 0],
    ])
    const found = await list('show=all')
    const sinceOf = (code: string): Json => found.find((each) => each.Customer_Code === code)!.since
    expect(sinceOf('S1')).toEqual({ day: '2026-10-01', isExact: true })
    expect(sinceOf('S2')).toEqual({ day: '2026-09-15', isExact: false })
    expect(sinceOf('S3')).toEqual({ day: '2026-11-10', isExact: false })
    expect(sinceOf('S4')).toBeNull()
  })
})
