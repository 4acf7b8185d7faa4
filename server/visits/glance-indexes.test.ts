import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { planOf, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const levels = ['Zone_Code', 'State_Code', 'Pool_Code', 'Station_Code', 'City_Code']
const long = 'customer|visit|balance|assignment'

describe.each(databaseNames)('what is counted on %s', (database) => {
  let test: TestApp
  let territory: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    territory = await test.make('customer', { Customer_Code: 'I1' })
    await test.make('balance', { Customer_Code: 'I1', Overdue: 5, Receivable: 5 })
    await test.make('assignment', { Customer_Code: 'I1', From_Day: '2026-01-01', Until_Day: null })
  })
  afterAll(() => test.close())

  /** Counting reads all of a long table, but along an index that holds what is counted, not through its wide rows. */
  const isReadWhole = (step: string): boolean =>
    database === 'sqlite'
      ? new RegExp(`^SCAN (${long})\\b(?!.* COVERING INDEX )`).test(step)
      : new RegExp(`Seq Scan on (${long})\\b`).test(step)

  async function plansOf(path: string): Promise<Map<string, string[]>> {
    // Later than the last: a kept answer sends nothing.
    test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
    const plans = new Map<string, string[]>()
    for (const statement of await statementsOf(test, path))
      if (!plans.has(statement.sql)) plans.set(statement.sql, await planOf(test, statement))
    return plans
  }
  const pathOf = (level: string, query = ''): string =>
    `/api/v1/glance?${level && `${level}=${encodeURIComponent(territory[level])}`}${query}`
  const planWith = (plans: Map<string, string[]>, text: string): string =>
    [...plans].find(([statement]) => statement.includes(text))![1].join('\n')

  it.each([
    ...['', ...levels].map((level) => [level || 'the firm', level, '']),
    ...['', ...levels].map((level) => [`${level || 'the firm'} by city`, level, '&level=city']),
    ['the gaps', 'gaps', ''],
  ])('%s reads no long table whole', async (_, level, query) => {
    const plans = await plansOf(level === 'gaps' ? '/api/v1/advice-gaps' : pathOf(level, query))
    expect([...plans.keys()].some((statement) => /\bcustomer\b/.test(statement))).toBe(true)
    for (const [statement, steps] of plans) {
      expect(steps.length).toBeGreaterThan(0)
      expect(steps.filter(isReadWhole), `${statement}\n${steps.join('\n')}`).toEqual([])
    }
  })

  it('reads nothing but an index for the visits of the firm, and sorts nothing', async () => {
    const plan = planWith(await plansOf(pathOf('')), 'season_recommendation')
    expect(plan).toMatch(/(COVERING INDEX|Index Only Scan using) visit_visited_on_and_5_more_idx/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })

  it.each([
    ['assignment', 'employee_number as code', 'assignment_customer_code_and_4_more_idx'],
    ['balance', 'sum(receivable)', 'balance_customer_code_receivable_overdue_as_of_id_idx'],
  ])('reads each %s of the firm from an index, or all of them at once', async (table, text, index) => {
    const plans = await plansOf(pathOf(''))
    if (database === 'sqlite') expect(planWith(plans, text)).toContain(`COVERING INDEX ${index}`)
    // Where it may take its time it joins them all in one go; how, it knows best.
    else
      expect([...plans.keys()].filter((statement) => statement.includes(`from ${table}`))).toEqual([
        expect.not.stringContaining(`"${table}"."customer_code" >`),
      ])
  })

  it('counts customers by soil along its index', async () => {
    const plan = planWith(await plansOf('/api/v1/advice-gaps'), 'group by "soil_name"')
    expect(plan).toMatch(/(COVERING INDEX|Index Only Scan using) customer_soil_name_id_idx/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })
})
