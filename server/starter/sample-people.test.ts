import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { loadSampleFirm } from './sample-firm.ts'

// It is 2026-11-15 in India. Loading the whole firm takes long on shared machines.
const today = '2026-11-15'
const timeout = 120_000

describe.each(databaseNames)('employees of the sample firm on %s', { timeout }, (database) => {
  let test: TestApp
  let employees: Json[]

  beforeAll(async () => {
    test = await openTestApp(database)
    await loadSampleFirm(test.ctx)
    employees = await all('/api/v1/employees', 'OFFICE')
  }, timeout)
  afterAll(() => test.close())

  const load = async (path: string, as: string): Promise<Json> => {
    const { status, body } = await test.request('GET', path, undefined, { as })
    expect([path, status]).toEqual([path, 200])
    return body
  }
  /** Every page of a list. */
  const all = async (path: string, as: string): Promise<Json[]> => {
    const items: Json[] = []
    let after = ''
    do {
      const page = await load(`${path}${path.includes('?') ? '&' : '?'}limit=200${after}`, as)
      items.push(...page.items)
      after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
    } while (after)
    return items
  }
  const codesIn = (items: readonly Json[], of = 'Customer_Code'): string[] =>
    [...new Set(items.map((each) => String(each[of])))].toSorted()

  it('see exactly the customers, plans and visits of their scope', async () => {
    const limitedNames: string[] = []
    for (const { name, email, employeeNumber, stationCode } of employees) {
      const { token } = await newPerson(test, email, 'FIELD')
      const { access } = await load('/api/v1/me', token)
      // Employees with an office role in the User Role Combination master see everything.
      if (access.scope === 'everything') continue
      limitedNames.push(name)
      const days = `from=${addDays(today, -30)}&to=${addDays(today, 30)}`
      const mine = await load(`/api/v1/calendar?employee=mine&${days}`, token)
      const planned = mine.items.filter((each: Json) => each.Status === 'planned')
      const scopeCodes = codesIn([
        ...(await all(`/api/v1/customers?Station_Code=${stationCode}`, 'OFFICE')),
        ...(await all(`/api/v1/visit-plans?employee=${employeeNumber}`, 'OFFICE')),
        ...(await all(`/api/v1/visits?Status=planned&Assigned_To=${employeeNumber}`, 'OFFICE')),
      ])
      const isInScope = (each: Json): boolean => scopeCodes.includes(each.Customer_Code)
      expect([name, codesIn(await all('/api/v1/customers', token))]).toEqual([name, scopeCodes])
      expect([name, codesIn(await all('/api/v1/visit-plans', token))]).toEqual([name, scopeCodes])
      for (const [path, of] of [
        ['visits', 'Visit_ID'],
        ['balances', 'Customer_Code'],
        ['customer-places', 'Customer_Code'],
      ] as const) {
        const office = (await all(`/api/v1/${path}`, 'OFFICE')).filter(isInScope)
        expect([name, path, codesIn(await all(`/api/v1/${path}`, token), of)]).toEqual([
          name,
          path,
          codesIn(office, of),
        ])
      }
      // The employee's own calendar equals the one the office sees.
      const office = await load(`/api/v1/calendar?employee=${employeeNumber}&${days}`, 'OFFICE')
      expect([name, mine.items]).toEqual([name, office.items])
      for (const day of codesIn(planned, 'Planned_At').map((at) => at.slice(0, 10))) {
        const own = await load(`/api/v1/day-routes?day=${day}&employee=mine`, token)
        const officeView = await load(`/api/v1/day-routes?day=${day}&employee=${employeeNumber}`, 'OFFICE')
        expect([name, day, own.stops]).toEqual([name, day, officeView.stops])
      }
      const { body: feed } = await test.request('POST', '/api/auth/calendar-feed', undefined, { as: token })
      const { pathname } = new URL(feed.address)
      const { body: ics } = await test.request('GET', pathname, undefined, { as: 'anonymous' })
      for (const { Customer_Code } of planned) expect(ics).toContain(`Visit ${Customer_Code}`)
      const { total } = await load('/api/v1/customers?total=true&limit=1', token)
      expect([name, total]).toEqual([name, scopeCodes.length])
      const { coverage } = await load('/api/v1/dashboard?fresh=true', token)
      expect([name, coverage.customers]).toEqual([name, scopeCodes.length])
    }
    expect(limitedNames.length).toBeGreaterThan(4)
  })
})
