import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requiresRead } from '#domain/access/allowances.ts'
import type { Right } from '#domain/screens/screen.ts'
import { screens } from '#domain/screens/screens.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

type Request = readonly ['GET' | 'POST', string, Json?]

/** What a screen cannot be opened or used without. Administrators only have the screens of accounts, roles and tokens. */
const requestsOf: Readonly<Record<string, readonly Request[]>> = {
  '/get': [['GET', '/api/v1/visit-plans']],
  '/visitentry': [['GET', '/api/v1/visit-plans']],
  '/calendar': [['GET', '/api/v1/calendar?from=2026-11-01&to=2026-11-08']],
  '/round': [['GET', '/api/v1/day-routes?day=2026-11-08']],
  '/visits': [['GET', '/api/v1/visit-log']],
  '/trees/territory': [
    ['GET', '/api/v1/trees/territory'],
    ['GET', '/api/v1/zones'],
  ],
  '/trees/places': [
    ['GET', '/api/v1/trees/places'],
    ['GET', '/api/v1/cities'],
  ],
  '/trees/organisation': [['GET', '/api/v1/trees/organisation']],
  '/imports': [['GET', '/api/v1/imports']],
  '/changes': [['GET', '/api/v1/batches']],
  '/admin/contacts': [['GET', '/api/v1/contact-messages']],
  '/admin/contact1': [['GET', '/api/v1/countries']],
  '/admin/holidays': [
    ['GET', '/api/v1/holidays'],
    ['GET', '/api/v1/working-days'],
  ],
  '/admin/gaps': [['GET', '/api/v1/advice-gaps']],
  '/admin/balances': [
    ['GET', '/api/v1/balance-summary'],
    [
      'POST',
      '/api/v1/balances/upload',
      { rows: [{ Customer_Code: 'ANY', As_Of: '2026-11-01', Receivable: 5 }] },
    ],
  ],
  '/admin/handover': [
    ['GET', '/api/v1/handovers'],
    [
      'POST',
      '/api/v1/handovers',
      { From_Employee: null, To_Employee: 'E-1', customers: 'all', From_Day: '2026-11-20' },
    ],
  ],
  '/admin/health': [['GET', '/api/v1/data-quality']],
  '/admin/reference': [['GET', '/api/v1/reference-data']],
  '/admin/series': [['GET', '/api/v1/series']],
  '/admin/audit': [['GET', '/api/v1/audit']],
}

describe.each(databaseNames)('the rights of screens on %s', (database) => {
  let test: TestApp
  let token: string
  let version = 0
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('customer', { Customer_Code: 'ANY' })
    await test.make('employee', { employeeNumber: 'E-1' })
    await test.make('role', { Role_Code: 'SOME', Role_Name: 'Some rights' })
    token = (await newPerson(test, 'some@example.in', 'SOME')).token
  })
  afterAll(() => test.close())

  /** The requests that the server refuses to an account with only these rights. */
  async function refusedOf(path: string, needs: readonly Right[], sees = 'everything'): Promise<string[]> {
    const rights: Record<string, string[]> = {}
    for (const [action, subject] of needs) {
      const given = (rights[subject] ??= [])
      if (requiresRead(action as never, subject) && !given.includes('read')) given.push('read')
      given.push(action)
    }
    const decision = { rights, sees, version }
    const decided = await test.request('PUT', '/api/v1/role-rights/SOME', decision)
    expect(decided.status, JSON.stringify(decided.body)).toBe(200)
    version = decided.body.version
    const refused: string[] = []
    for (const [method, url, body] of requestsOf[path]!) {
      const { status, body: answer } = await test.request(method, url, body, { as: token })
      expect(status, `${method} ${url}`).not.toBe(404)
      if (status === 403) refused.push(`${method} ${url}: ${answer.msg}`)
    }
    return refused
  }

  const tested = screens.filter(({ path }) => path in requestsOf)

  it('are those the server requires: all of them together suffice, and none is missing', async () => {
    expect(tested.length).toBe(Object.keys(requestsOf).length)
    for (const { path, needs = [] } of tested) {
      expect(await refusedOf(path, needs), path).toEqual([])
      for (const right of needs) {
        const others = needs.filter((each) => each !== right)
        expect(await refusedOf(path, others), `${path} without ${right.join(' ')}`).not.toEqual([])
      }
    }
  }, 60_000)

  it('include the whole firm where the server requires it', async () => {
    for (const { path, needs = [], isForWholeFirm = false } of tested) {
      const refusals = await refusedOf(path, needs, 'station')
      // Such a right is not given to the account, so the screen is not shown.
      const refused = refusals.filter((each) => !each.includes('only with access to all data'))
      expect(refused.length > 0, `${path}: ${refused.join(', ')}`).toBe(isForWholeFirm)
    }
  }, 60_000)
})
