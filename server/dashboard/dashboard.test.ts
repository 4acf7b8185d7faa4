import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '#domain/dates/dates.ts'
import type { Coverage, Dashboard } from '#domain/api/visits/dashboard.ts'
import { overdueAges } from '#domain/visits/plans.ts'
import { noAgeing } from '#domain/balances/bills.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { randomFrom } from '#testing/random.ts'
import { otherState, saveRecord } from '#testing/save-record.ts'

// It is Sunday, 2026-11-15, 11:30 in India.
const today = '2026-11-15'

describe.each(databaseNames)('the dashboard on %s', (database) => {
  let test: TestApp
  const customers: Json[] = []
  const balances: Json[] = []
  const assignments: Json[] = []
  const visits: Json[] = []
  beforeAll(async () => {
    test = await openTestApp(database)
    const roll = randomFrom(7)
    const territories: Json[] = []
    // Without digits, which a search would also find in phone numbers.
    for (const [n, Customer_Name] of [
      'Anand Farm',
      'Bhavna Stores',
      'Chirag Seva',
      'Dipak Mandi',
    ].entries()) {
      territories.push(
        await test.make('customer', {
          Customer_Name,
          ...(n % 2 && (await otherState(test, territories[n - 1]))),
          Last_Visited: null,
        }),
      )
    }
    customers.push(...territories)
    const names = ['Asha', 'Bina', 'Chetan']
    const employees = await Promise.all(names.map((name) => test.make('employee', { name })))
    const crops = await Promise.all(['Wheat', 'Maize', "Bajra's"].map(newCrop))
    for (let n = 0; n < 60; n++) {
      const { id: _, version: _2, createdAt: _3, updatedAt: _4, ...place } = territories[roll(4)]
      const last = roll(5) === 0 ? null : addDays(today, -roll(200))
      const record = { ...place, Customer_Code: `G${n}`, Last_Visited: last, Visit_In_Days: 1 + roll(90) }
      const { status, body } = await test.request('POST', '/api/v1/customers', record)
      expect(status, JSON.stringify(body)).toBe(201)
      customers.push(body)
      if (roll(2)) {
        const [Receivable, overdue] = [roll(100_000) + roll(100) / 100, roll(3) - 1]
        const Balance = { Customer_Code: body.Customer_Code, As_Of: addDays(today, -roll(30)), Receivable }
        balances.push(await save('balances', { ...Balance, Overdue: overdue * (roll(5_000) + 0.25) }))
      }
      if (roll(3)) {
        const From_Day = addDays(today, roll(20) - 15)
        const Until_Day = roll(2) ? null : addDays(From_Day, roll(20))
        const Employee_Number = employees[roll(3)].employeeNumber
        const { Customer_Code } = body
        assignments.push(await save('assignments', { Customer_Code, Employee_Number, From_Day, Until_Day }))
      }
      for (let nth = roll(4); nth > 0; nth--) {
        const day = addDays(today, -roll(400))
        const isMissed = roll(5) === 0
        // Half past eight in the evening UTC is the next day in India.
        const Planned_At = `${day}T${roll(2) ? '20:30' : '04:30'}:00.000Z`
        const crop = [[], [crops[0]], [crops[1], crops[2]], null][roll(4)]
        const visit = {
          Customer_Code: body.Customer_Code,
          Status: isMissed ? 'missed' : 'visited',
          Planned_At,
          Visited_On: isMissed ? null : day,
          Contact_Mode: [null, 'in person', 'by phone'][roll(3)],
          New_Recommended_Crops: crop,
          Reason: `Plot ${n} was under water`,
        }
        const { createInTransaction } = await import('#server/records/record-service.ts')
        const made = await test.store.transaction((tx) => createInTransaction(test.ctx, tx, 'visit', visit))
        visits.push(made)
      }
    }
    // The visits changed the last visit of some customers.
    for (const [at, { id }] of customers.entries())
      customers[at] = (await test.request('GET', `/api/v1/customers/${id}`)).body
  }, 60_000)
  afterAll(() => test.close())

  const save = (path: string, input: Json): Promise<Json> => saveRecord(test, path, input)
  const newCrop = async (Crop_Name: string): Promise<string> =>
    (await test.make('crop', { Crop_Name })).Crop_Name
  const loadDashboard = async (query = '', as = 'FIELD'): Promise<Dashboard> => {
    const { status, body } = await test.request('GET', `/api/v1/dashboard?fresh=true${query}`, undefined, {
      as,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  const dueOf = ({ Last_Visited, Visit_In_Days }: Json): string | null =>
    Last_Visited && addDays(Last_Visited, Visit_In_Days)
  const coverageOf = (some: Json[]): Coverage => {
    const days = some.map(dueOf)
    const never = days.filter((day) => day === null).length
    const overdue = days.filter((day) => day !== null && day < today).length
    return { customers: some.length, seen: some.length - never - overdue, overdue, never }
  }
  const moneyOf = (some: Json[]): Json => {
    const codes = new Set(some.map((each) => each.Customer_Code))
    const own = balances.filter((each) => codes.has(each.Customer_Code))
    const late = own.filter((each) => each.Overdue > 0)
    const sum = (all: Json[], field: string): number =>
      Math.round(all.reduce((whole, each) => whole + each[field] * 100, 0)) / 100
    return { receivable: sum(own, 'Receivable'), overdue: sum(late, 'Overdue'), debtors: late.length }
  }
  const indianDay = (moment: string): string =>
    new Date(Date.parse(moment) + 5.5 * 3_600_000).toISOString().slice(0, 10)

  const ownerOf = ({ Customer_Code }: Json): string | null =>
    assignments.find(
      (each) =>
        each.Customer_Code === Customer_Code && each.From_Day <= today && (each.Until_Day ?? today) >= today,
    )?.Employee_Number ?? null

  function expectNumbers(found: Dashboard, some: Json[], field: string): void {
    expect(found.coverage).toEqual(coverageOf(some))
    const codes = new Set(some.map((each) => each.Customer_Code))
    const oldest = balances
      .filter((each) => codes.has(each.Customer_Code))
      .map((each) => each.As_Of)
      .toSorted()[0]
    expect(found.money).toEqual({ ...moneyOf(some), oldestAsOf: oldest ?? null, ageing: noAgeing() })
    const late = some
      .map(dueOf)
      .flatMap((day) => (day !== null && day < today ? [daysBetween(day, today)] : []))
    expect(found.ages).toEqual(
      overdueAges.map(({ from, to }) => late.filter((days) => days >= from && days <= (to ?? days)).length),
    )
    const byPart = Map.groupBy(some, (each) => each[field])
    expect(found.territories.map(({ code, coverage, money }) => [code, coverage, money]).toSorted()).toEqual(
      [...byPart].map(([code, own]) => [code, coverageOf(own), moneyOf(own)]).toSorted(),
    )
    const byEmployee = Map.groupBy(some, ownerOf)
    expect(
      new Map(found.employees.map((each) => [each.employee?.employeeNumber ?? null, each.coverage])),
    ).toEqual(new Map([...byEmployee].map(([number, own]) => [number, coverageOf(own)])))
    const own = visits.filter((each) => codes.has(each.Customer_Code))
    expect([found.weeks.length, found.weeks[0]!.from, found.weeks[11]]).toMatchObject([
      12,
      '2026-08-24',
      { from: '2026-11-09', to: today },
    ])
    for (const week of found.weeks) {
      const made = own.filter((each) => each.Visited_On >= week.from && each.Visited_On <= week.to)
      const missed = own.filter((each) => each.Status === 'missed').map((each) => indianDay(each.Planned_At))
      expect(week).toEqual({
        from: week.from,
        to: week.to,
        inPerson: made.filter((each) => each.Contact_Mode !== 'by phone').length,
        byPhone: made.filter((each) => each.Contact_Mode === 'by phone').length,
        missed: missed.filter((day) => day >= week.from && day <= week.to).length,
      })
    }
    const advised = own
      .filter((each) => each.Visited_On > addDays(today, -365))
      .flatMap((each) => each.New_Recommended_Crops ?? [])
    expect(new Map(found.advice.map(({ crop, visits: count }) => [crop, count]))).toEqual(
      new Map([...Map.groupBy(advised, (crop) => crop)].map(([crop, all]) => [crop, all.length])),
    )
  }

  it('returns the same figures as a plain count of all records', async () => {
    const found = await loadDashboard()
    expect(found.territories.map(({ coverage }) => coverage.overdue)).toEqual(
      found.territories.map(({ coverage }) => coverage.overdue).toSorted((one, other) => other - one),
    )
    expectNumbers(found, customers, 'Zone_Code')
    expect(found.territories[0]!.name).not.toBe(found.territories[0]!.code)
  })

  it('returns the figures of each part of the territory, level by level', async () => {
    const fields = ['Zone_Code', 'State_Code', 'Pool_Code', 'Station_Code', 'City_Code']
    for (const [at, field] of fields.slice(0, 4).entries()) {
      for (const code of new Set(customers.map((each) => each[field]))) {
        const own = customers.filter((each) => each[field] === code)
        const found = await loadDashboard(`&${field}=${encodeURIComponent(code.toLowerCase())}`)
        expectNumbers(found, own, fields[at + 1]!)
        expect(found.within.at(-1)!.code).toBe(code)
        expect(found.within.length).toBe(at + 1)
        expectNumbers(
          await loadDashboard(`&${field}=${encodeURIComponent(code)}&level=city`),
          own,
          'City_Code',
        )
      }
    }
  })

  it.each([
    ['zone', 'Zone_Code', 1, 'State_Code'],
    ['station', 'Station_Code', 2, 'City_Code'],
  ])(
    'returns the figures of an account limited by %s that owns a customer elsewhere',
    async (level, field, many, below) => {
      const employee = await test.make('employee', { email: `${level}@example.in` })
      const codes = [...new Set(customers.map((each) => each[field]))].slice(0, many)
      const isInside = (each: Json): boolean => codes.includes(each[field])
      const elsewhere = customers.find((each) => !isInside(each) && ownerOf(each) === null)!
      const { Customer_Code } = elsewhere
      const { employeeNumber: Employee_Number } = employee
      const own = { Customer_Code, Employee_Number, From_Day: '2026-11-01', Until_Day: null }
      assignments.push(await save('assignments', own))
      const { id, token } = await newPerson(test, employee.email, 'VIEWER')
      const places = codes.map((code) => ({ level, code }))
      const limited = await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
      expect(limited.status).toBe(200)
      const seen = customers.filter((each) => isInside(each) || each === elsewhere)
      expectNumbers(await loadDashboard('', token), seen, 'Zone_Code')
      expectNumbers(await loadDashboard('&level=state', token), seen, 'State_Code')
      const inside = seen.filter((each) => each[field] === codes[0])
      expectNumbers(await loadDashboard(`&${field}=${codes[0]}`, token), inside, below)
    },
  )

  it('lists visits with names, filtered by the territory of their customers', async () => {
    const zone = customers[0].Zone_Code
    const own = new Set(customers.filter((each) => each.Zone_Code === zone).map((each) => each.Customer_Code))
    const list = async (query: string): Promise<Json> =>
      (
        await test.request('GET', `/api/v1/visit-log?limit=200&total=true&${query}`, undefined, {
          as: 'FIELD',
        })
      ).body
    const expected = visits.filter((each) => own.has(each.Customer_Code) && each.Status === 'visited')
    const { items, total, today: day } = await list(`Zone_Code=${zone}&Status=visited`)
    expect([total, day]).toEqual([expected.length, today])
    expect(items.map((each: Json) => each.Visit_ID).toSorted()).toEqual(
      expected.map((each) => each.Visit_ID).toSorted(),
    )
    expect(items[0].Customer_Name).toBe(
      customers.find((each) => each.Customer_Code === items[0].Customer_Code).Customer_Name,
    )
    const phone = await list('Status=visited&Contact_Mode=by phone&New_Recommended_Crops=Wheat')
    expect(phone.total).toBe(
      visits.filter(
        (each) =>
          each.Contact_Mode === 'by phone' &&
          each.New_Recommended_Crops?.includes('Wheat') &&
          each.Visited_On,
      ).length,
    )
  })

  it('agrees with the planner’s lists', async () => {
    const { coverage, ages } = await loadDashboard()
    const listed = async (due: string): Promise<number> =>
      (await test.request('GET', `/api/v1/visit-plans?limit=200&due=${due}`)).body.items.length
    expect(await listed('seen')).toBe(coverage.seen)
    for (const [at, { state }] of overdueAges.entries()) expect(await listed(state), state).toBe(ages[at])
  })

  it('finds visits by customer name and code, by Visit ID and by their own text', async () => {
    const found = async (q: string): Promise<Json[]> => {
      const query = new URLSearchParams({ q, limit: '200' }).toString()
      return (await test.request('GET', `/api/v1/visit-log?${query}`)).body.items
    }
    const idsOf = async (q: string): Promise<string[]> => (await found(q)).map((each) => each.Visit_ID)
    const { Customer_Code, Visit_ID } = visits.find((each) => each.Customer_Code !== null)!
    const { Customer_Name } = customers.find((each) => each.Customer_Code === Customer_Code)!
    const own = visits.filter((each) => each.Customer_Code === Customer_Code).map((each) => each.Visit_ID)
    for (const q of [Customer_Name, Customer_Code.toLowerCase()]) {
      const results = await found(q)
      expect(results.map((each) => each.Visit_ID)).toEqual(expect.arrayContaining(own))
      expect(results.length, q).toBeLessThan(visits.length)
      for (const visit of results) {
        const customer = customers.find((each) => each.Customer_Code === visit.Customer_Code)
        for (const word of q.toLowerCase().split(' '))
          expect(JSON.stringify(customer).toLowerCase()).toContain(word)
      }
    }
    expect(await idsOf(Visit_ID)).toEqual([Visit_ID])
    expect((await idsOf('Under water')).toSorted()).toEqual(visits.map((each) => each.Visit_ID).toSorted())
  })
})
