import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { planOf, setStatistics, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const levels = ['Zone_Code', 'State_Code', 'Pool_Code', 'Station_Code', 'City_Code']
const largeTables = 'customer|visit|balance|assignment'

describe.each(databaseNames)('query plans of the dashboard on %s', (database) => {
  let test: TestApp
  let territory: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    territory = await test.make('customer', { Customer_Code: 'I1' })
    await test.make('balance', { Customer_Code: 'I1', Overdue: 5, Receivable: 5 })
    await test.make('assignment', { Customer_Code: 'I1', From_Day: '2026-01-01', Until_Day: null })
  })
  afterAll(() => test.close())

  /** Counting reads a whole large table, but through a covering index, not through its wide rows. */
  const isFullScan = (step: string): boolean =>
    database === 'sqlite'
      ? new RegExp(`^SCAN (${largeTables})\\b(?!.* COVERING INDEX )`).test(step)
      : new RegExp(`Seq Scan on (${largeTables})\\b`).test(step)

  async function plansOf(path: string, as = 'ADMIN'): Promise<Map<string, string[]>> {
    // After the cache expired: a cached response sends no statements.
    test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
    const plans = new Map<string, string[]>()
    for (const statement of await statementsOf(test, path, as))
      if (!plans.has(statement.sql)) plans.set(statement.sql, await planOf(test, statement))
    return plans
  }
  const pathOf = (level: string, query = ''): string =>
    `/api/v1/dashboard?${level && `${level}=${encodeURIComponent(territory[level])}`}${query}`
  const planWith = (plans: Map<string, string[]>, text: string): string =>
    [...plans].find(([statement]) => statement.includes(text))![1].join('\n')

  it.each([
    ...['', ...levels].map((level) => [level || 'the firm', level, '']),
    ...['', ...levels].map((level) => [`${level || 'the firm'} by city`, level, '&level=city']),
    ['the gaps', 'gaps', ''],
  ])('%s scans no large table', async (_, level, query) => {
    const plans = await plansOf(level === 'gaps' ? '/api/v1/advice-gaps' : pathOf(level, query))
    expect([...plans.keys()].some((statement) => /\bcustomer\b/.test(statement))).toBe(true)
    for (const [statement, steps] of plans) {
      expect(steps.length).toBeGreaterThan(0)
      expect(steps.filter(isFullScan), `${statement}\n${steps.join('\n')}`).toEqual([])
    }
  })

  it('reads the visits of the firm by an index-only scan, without a sort', async () => {
    const plan = planWith(await plansOf(pathOf('')), 'season_recommendation')
    expect(plan).toMatch(/(COVERING INDEX|Index Only Scan using) visit_visited_on_and_5_more_idx/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })

  it.each([
    ['assignment', 'employee_number as code', 'assignment_customer_code_and_4_more_idx'],
    ['balance', 'sum(receivable)', 'balance_customer_code_receivable_overdue_as_of_id_idx'],
  ])('reads each %s of the firm from an index, or all of them in one join', async (table, text, index) => {
    const plans = await plansOf(pathOf(''))
    if (database === 'sqlite') expect(planWith(plans, text)).toContain(`COVERING INDEX ${index}`)
    // PostgreSQL joins them all in one statement; the plan is left to its planner.
    else
      expect([...plans.keys()].filter((statement) => statement.includes(`from ${table}`))).toEqual([
        expect.not.stringContaining(`"${table}"."customer_code" >`),
      ])
  })

  /** An account that sees these zones. */
  async function viewerOf(email: string, ...zones: string[]): Promise<string> {
    const { id, token } = await newPerson(test, email, 'VIEWER')
    const places = zones.map((code) => ({ level: 'zone', code }))
    const { status } = await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    expect(status).toBe(200)
    return token
  }

  it('reads the visits of an account that sees a zone by the customers in it, not by every day', async () => {
    const token = await viewerOf('one.zone@example.in', territory.Zone_Code)
    const statements = await statementsOf(test, pathOf(''), token)
    const visits = statements.filter(({ sql }) => sql.includes('season_recommendation'))
    // One for the zone, and for the customers elsewhere with a plan of the account.
    expect(visits.length).toBeLessThan(4)
    if (database === 'sqlite') {
      const plan = await planOf(test, visits[0]!)
      expect(plan[0]).toMatch(/^SEARCH customer USING INDEX customer_zone_code\w+ \(zone_code=\?\)/)
    }
  })

  it('finds the missed visits of an account that sees a zone by their week', async () => {
    const token = await viewerOf('missed@example.in', territory.Zone_Code)
    // As SQLite estimates them for 100,000 customers with one visit each.
    await setStatistics(test, 'visit', {
      visit_status_planned_at_id_idx: '100000 401 2 1',
      visit_customer_code_visit_id_id_idx: '100000 1 1 1',
    })
    await setStatistics(test, 'customer', {
      customer_zone_code_due_day_id_idx: '100000 401 10 1',
      customer_customer_code_key: '100000 1',
    })
    const plan = planWith(await plansOf(pathOf(''), token), "status = 'missed'")
    expect(plan).toContain('visit_status_planned_at_id_idx')
    expect(plan).not.toMatch(/customer_zone_code\w*_idx/)
  })

  it('counts customers by soil through its index', async () => {
    const plan = planWith(await plansOf('/api/v1/advice-gaps'), 'group by "soil_name"')
    expect(plan).toMatch(/(COVERING INDEX|Index Only Scan using) customer_soil_name_id_idx/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })
})
