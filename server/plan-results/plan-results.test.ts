import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ComparedVisits, PlanResults } from '#domain/api/visit-plans/plan-results.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { readCsv } from '#domain/csv.ts'
import { addDays } from '#domain/dates/dates.ts'
import { planResults, resultOf } from '#domain/visit-plans/plan-results.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { randomFrom } from '#testing/random.ts'
import { otherState, saveRecord } from '#testing/save-record.ts'
import { openSession } from '../accounts/sign-in/session-store.ts'
import { gate } from '../core/gate.ts'

// It is Sunday, 2026-11-15, 11:30 in India.
const today = '2026-11-15'
const at = (day: string, time = '09:30'): string => new Date(`${day}T${time}:00+05:30`).toISOString()

const blank = Object.fromEntries(Object.keys(entities.visit.fields).map((name) => [name, null]))

describe.each(databaseNames)('planned against done on %s', (database) => {
  let test: TestApp
  const employees: Json[] = []
  const customers: Json[] = []
  const visits: Json[] = []
  let asha: { id: string; token: string }
  beforeAll(async () => {
    test = await openTestApp(database)
    for (const name of ['Asha', 'Bina'])
      employees.push(await test.make('employee', { name, email: `${name.toLowerCase()}@example.in` }))
    asha = await newPerson(test, 'asha@example.in', 'OFFICE')
    const first = await test.make('customer', { Customer_Code: 'C0' })
    const other = await otherState(test, first)
    customers.push(first)
    const { id: _, version: _2, createdAt: _3, updatedAt: _4, ...values } = first
    for (let n = 1; n < 40; n++) {
      const place = n % 3 === 0 ? other : {}
      customers.push(await saveRecord(test, 'customers', { ...values, ...place, Customer_Code: `C${n}` }))
    }
    const roll = randomFrom(7)
    const pick = <T>(...values: T[]): T => values[roll(values.length)]!
    for (const { Customer_Code } of customers) {
      for (let n = 0; n < 3; n++) {
        const day = addDays('2026-10-25', roll(45))
        // A customer has one open plan.
        const Status = pick('visited', 'visited', 'missed', 'cancelled', ...(n === 0 ? ['planned'] : []))
        const isUnplanned = Status === 'visited' && roll(4) === 0
        const made = addDays(day, pick(-2, 0, 0, 1, 9))
        const visit = await insert({
          Customer_Code,
          Status,
          // Just before and after midnight in India, which is the evening before in UTC.
          Planned_At: isUnplanned ? null : at(day, pick('00:00', '09:30', '23:59')),
          Visited_On: Status === 'visited' ? (made > today ? today : made) : null,
          Reason: Status === 'planned' || Status === 'visited' ? null : pick(null, 'Rain', 'Not at home'),
          Assigned_To: pick(employees[0].employeeNumber, employees[1].employeeNumber, null),
        })
        visits.push({ ...visit, day: isUnplanned ? null : day })
      }
    }
  }, 90_000)
  afterAll(() => test.close())

  const insert = (values: Json): Promise<Json> =>
    gate(test.ctx, 'create', 'visit').transaction((writer) => writer.insert({ ...blank, ...values }))
  const read = async (path: string, as = 'ADMIN'): Promise<Json> => {
    const { status, body } = await test.request('GET', path, undefined, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const results = (query = '', as?: string): Promise<PlanResults> => read(`/api/v1/plan-results?${query}`, as)

  const expectedIn = (from: string, to: string, among = visits): Json => {
    const counts: Json = Object.fromEntries(planResults.map((result) => [result, 0]))
    let [planned, unplanned] = [0, 0]
    for (const visit of among) {
      if (visit.day === null) {
        if (visit.Visited_On >= from && visit.Visited_On <= to) unplanned++
      } else if (visit.day >= from && visit.day <= to) {
        planned++
        counts[
          resultOf({
            status: visit.Status,
            timing: visit.Visited_On === null ? 0 : visit.Visited_On.localeCompare(visit.day),
            isMoved: false,
            isPast: visit.day < today,
          })
        ]++
      }
    }
    return { planned, results: counts, unplanned }
  }

  it('counts as the rules do, in any period', async () => {
    const days = fc.integer({ min: -10, max: 55 }).map((n) => addDays('2026-10-20', n))
    await fc.assert(
      fc.asyncProperty(days, fc.integer({ min: 0, max: 40 }), async (from, length) => {
        const to = addDays(from, length)
        const { planned, results: counts, unplanned, people } = await results(`from=${from}&to=${to}`)
        expect({ planned, results: counts, unplanned }).toEqual(expectedIn(from, to))
        expect(people.reduce((sum, each) => sum + each.planned, 0)).toBe(planned)
        for (const { employee, reasons: _, ...own } of people) {
          const number = employee?.employeeNumber ?? null
          expect(own).toEqual(
            expectedIn(
              from,
              to,
              visits.filter((visit) => visit.Assigned_To === number),
            ),
          )
        }
      }),
      { numRuns: 25 },
    )
  })

  it('takes the current month, and gives the reasons', async () => {
    const answer = await results()
    expect(answer).toMatchObject({ from: '2026-11-01', to: '2026-11-30', today })
    const closed = answer.results.missed + answer.results.cancelled
    expect(answer.reasons.reduce((sum, { visits: n }) => sum + n, 0)).toBe(closed)
    expect(answer.reasons.map(({ reason }) => reason)).toContain('Rain')
    expect(answer.reasons.map(({ reason }) => reason)).toContain(null)
  })

  it('lists the visits it counts', async () => {
    const number = employees[0].employeeNumber
    const [{ items, employee, hasMore }, totals]: [ComparedVisits, PlanResults] = [
      await read(`/api/v1/plan-results/visits?employee=${number}`),
      await results(`employee=${number}`),
    ]
    expect(employee).toEqual({ employeeNumber: number, name: 'Asha' })
    expect(hasMore).toBe(false)
    for (const result of planResults)
      expect(items.filter((each) => each.result === result)).toHaveLength(totals.results[result])
    expect(items.filter(({ result }) => result === 'unplanned')).toHaveLength(totals.unplanned)
    const none: ComparedVisits = await read('/api/v1/plan-results/visits?employee=none')
    expect(none.employee).toBeNull()
    expect(none.items.length).toBe(
      (await results('employee=none')).people[0]!.planned + (await results('employee=none')).unplanned,
    )
  })

  it('counts what the account sees', async () => {
    const { id, token } = await newPerson(test, 'state@example.in', 'VIEWER')
    const state = customers[3].State_Code
    await test.request('PATCH', `/api/admin/users/${id}`, {
      places: [{ level: 'state', code: state }],
      version: 1,
    })
    const own = visits.filter(
      ({ Customer_Code }) =>
        customers.find((each) => each.Customer_Code === Customer_Code).State_Code === state,
    )
    const { planned, unplanned, results: counts } = await results('from=2026-10-01&to=2026-12-31', token)
    expect({ planned, unplanned, results: counts }).toEqual(expectedIn('2026-10-01', '2026-12-31', own))
    const filtered = await results(`from=2026-10-01&to=2026-12-31&State_Code=${state}`)
    expect(filtered).toMatchObject({ planned, unplanned, results: counts })
  })

  it('exports a row for each person, or for each visit of one', async () => {
    const { body, headers } = await test.request('GET', '/api/v1/exports/plan-results.csv')
    expect(headers['content-disposition']).toContain('planned-and-done-2026-11-01-2026-11-30.csv')
    const { people } = await results()
    expect(readCsv(body).records).toHaveLength(people.length + 1)
    const number = employees[1].employeeNumber
    const file = await test.request('GET', `/api/v1/exports/plan-results.csv?employee=${number}`)
    const { items }: ComparedVisits = await read(`/api/v1/plan-results/visits?employee=${number}`)
    expect(readCsv(file.body).records).toHaveLength(items.length + 1)
    const { status } = await test.request('GET', '/api/v1/exports/plan-results.csv', undefined, {
      as: 'VIEWER',
    })
    expect(status).toBe(403)
  })

  it.each([
    ['from=2026-11-01', 'to', 'Give to as well as from'],
    ['from=2026-11-30&to=2026-11-01', 'to', 'to should not be before from'],
    ['from=2024-01-01&to=2026-11-01', 'to', 'At most 366 days can be compared at once'],
    ['from=tomorrow&to=2026-11-01', 'from', 'from should be a date like 2026-11-30'],
    ['employee=EMP9999', 'employee', 'There is no employee EMP9999 here'],
    ['employee=mine', 'employee', 'Your account has no employee: an employee with the same e-mail address'],
  ])('refuses %s', async (query, field, message) => {
    const { status, body } = await test.request('GET', `/api/v1/plan-results?${query}`)
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ field, message }])
  })

  it('does not take the day from a request', async () => {
    const visit = visits.find(({ Status }) => Status === 'planned')
    const answer = await test.request('PATCH', `/api/v1/visits/${visit.id}`, {
      Moved_From: '2026-01-01T00:00:00.000Z',
      Remarks: 'x',
      version: visit.version,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.Moved_From).toBeNull()
  })

  it('counts a plan that is moved on its day or later for the day that was not kept', async () => {
    const { Customer_Code } = await test.make('customer', { Customer_Code: 'MOVED' })
    const query = 'from=2026-11-15&to=2026-11-15&employee=mine'
    const save = async (body: Json): Promise<Json> => {
      const answer = await test.request('POST', '/api/v1/visits', body, { as: asha.token })
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
      return answer.body
    }
    const before = await results(query, asha.token)
    const plan = { Customer_Code, Planned_Date: '20/11/2026', Planned_Time: '09:30' }
    await save(plan)
    // Before its day it is planned anew.
    await save({ ...plan, Planned_Date: '15/11/2026' })
    const planned = await results(query, asha.token)
    expect(planned.results.ahead).toBe(before.results.ahead + 1)
    const moved = await save({ ...plan, Planned_Date: '17/11/2026' })
    expect(moved.Moved_From).toBe(at('2026-11-15'))
    expect((await results(query, asha.token)).results).toEqual({
      ...before.results,
      moved: before.results.moved + 1,
    })
    const list: ComparedVisits = await read(`/api/v1/plan-results/visits?${query}`, asha.token)
    expect(list.items.find((each) => each.Customer_Code === Customer_Code)).toMatchObject({
      plannedOn: '2026-11-15',
      movedTo: '2026-11-17',
      result: 'moved',
    })
    test.clock.now = new Date('2026-11-18T06:00:00Z')
    const session = { accountId: asha.id, role: 'OFFICE', address: 'test', device: 'test' }
    asha.token = await test.store.transaction((tx) => openSession(tx, session, test.clock.now))
    expect((await results(query, asha.token)).results.noResult).toBe(before.results.noResult + 1)
    await save({ Customer_Code, Feedback: 'Fine', Visited_On: '18/11/2026' })
    expect((await results(query, asha.token)).results.late).toBe(before.results.late + 1)
  })
})
