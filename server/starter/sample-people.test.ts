import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { loadSampleFirm } from './sample-firm.ts'

// It is 2026-11-15 in India. A whole firm is loaded, on machines that do other work as well.
const today = '2026-11-15'
const timeout = 120_000

describe.each(databaseNames)('the people of the sample firm on %s', { timeout }, (database) => {
  let test: TestApp
  let employees: Json[]

  beforeAll(async () => {
    test = await openTestApp(database)
    await loadSampleFirm(test.ctx)
    employees = await all('/api/v1/employees', 'OFFICE')
  }, timeout)
  afterAll(() => test.close())

  const ask = async (path: string, as: string): Promise<Json> => {
    const { status, body } = await test.request('GET', path, undefined, { as })
    expect([path, status]).toEqual([path, 200])
    return body
  }
  /** Every page of a list. */
  const all = async (path: string, as: string): Promise<Json[]> => {
    const items: Json[] = []
    let after = ''
    do {
      const page = await ask(`${path}${path.includes('?') ? '&' : '?'}limit=200${after}`, as)
      items.push(...page.items)
      after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
    } while (after)
    return items
  }
  const codesIn = (items: readonly Json[], of = 'Customer_Code'): string[] =>
    [...new Set(items.map((each) => String(each[of])))].toSorted()

  it('see exactly the customers, plans and visits that the office sees as theirs', async () => {
    const inPart: string[] = []
    for (const { name, email, employeeNumber, stationCode } of employees) {
      const { token } = await newPerson(test, email, 'FIELD')
      const { access } = await ask('/api/v1/me', token)
      // Those who are of the office by the User Role Combination master see everything.
      if (access.scope === 'everything') continue
      inPart.push(name)
      const days = `from=${addDays(today, -30)}&to=${addDays(today, 30)}`
      const mine = await ask(`/api/v1/calendar?employee=mine&${days}`, token)
      const planned = mine.items.filter((each: Json) => each.Status === 'planned')
      const theirs = codesIn([
        ...(await all(`/api/v1/customers?Station_Code=${stationCode}`, 'OFFICE')),
        ...(await all(`/api/v1/visit-plans?employee=${employeeNumber}`, 'OFFICE')),
        ...(await all(`/api/v1/visits?Status=planned&Assigned_To=${employeeNumber}`, 'OFFICE')),
      ])
      const isTheirs = (each: Json): boolean => theirs.includes(each.Customer_Code)
      expect([name, codesIn(await all('/api/v1/customers', token))]).toEqual([name, theirs])
      expect([name, codesIn(await all('/api/v1/visit-plans', token))]).toEqual([name, theirs])
      for (const [path, of] of [
        ['visits', 'Visit_ID'],
        ['balances', 'Customer_Code'],
        ['customer-places', 'Customer_Code'],
      ] as const) {
        const office = (await all(`/api/v1/${path}`, 'OFFICE')).filter(isTheirs)
        expect([name, path, codesIn(await all(`/api/v1/${path}`, token), of)]).toEqual([
          name,
          path,
          codesIn(office, of),
        ])
      }
      // What the office sees in the calendar of the employee is what stands in the employee's own.
      const office = await ask(`/api/v1/calendar?employee=${employeeNumber}&${days}`, 'OFFICE')
      expect([name, mine.items]).toEqual([name, office.items])
      for (const day of codesIn(planned, 'Planned_At').map((at) => at.slice(0, 10))) {
        const own = await ask(`/api/v1/rounds?day=${day}&employee=mine`, token)
        const seen = await ask(`/api/v1/rounds?day=${day}&employee=${employeeNumber}`, 'OFFICE')
        expect([name, day, own.stops]).toEqual([name, day, seen.stops])
      }
      const { body: feed } = await test.request('POST', '/api/auth/calendar-feed', undefined, { as: token })
      const { pathname } = new URL(feed.address)
      const { body: ics } = await test.request('GET', pathname, undefined, { as: 'anonymous' })
      for (const { Customer_Code } of planned) expect(ics).toContain(`Visit ${Customer_Code}`)
      const { total } = await ask('/api/v1/customers?total=true&limit=1', token)
      expect([name, total]).toEqual([name, theirs.length])
      const { coverage } = await ask('/api/v1/glance?fresh=true', token)
      expect([name, coverage.customers]).toEqual([name, theirs.length])
    }
    expect(inPart.length).toBeGreaterThan(4)
  })
})
