import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { planOf, setStatistics, statementsOf } from '#testing/query-plans.ts'
import { saveRecord } from '#testing/save-record.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('query plans of planned against done on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    const { Customer_Code } = await test.make('customer')
    await saveRecord(test, 'visits', { Customer_Code, Feedback: 'Fine' })
    // As SQLite estimates them for 100,000 visits.
    await setStatistics(test, 'visit', {
      visit_planned_at_id_idx: '100000 12 1',
      visit_moved_from_id_idx: '100000 90000 1',
      visit_status_planned_at_id_idx: '100000 25000 10 1',
    })
  })
  afterAll(() => test.close())

  it('reads only the visits of the days', async () => {
    const statements = await statementsOf(test, '/api/v1/plan-results')
    const planned = statements.find(({ sql }) => sql.includes('days(day'))!
    const unplanned = statements.find(({ sql }) => sql.includes('coalesce(visit.planned_at'))!
    const plans = [await planOf(test, planned), await planOf(test, unplanned)].map((plan) => plan.join('\n'))
    if (database === 'sqlite') {
      expect(plans[0]).toMatch(
        /SEARCH visit USING INDEX visit_planned_at\w* \(planned_at>\? AND planned_at<\?\)/,
      )
      expect(plans[0]).toMatch(
        /SEARCH visit USING INDEX visit_moved_from\w* \(moved_from>\? AND moved_from<\?\)/,
      )
      expect(plans[1]).toMatch(
        /SEARCH visit USING INDEX visit_visited_on\w* \(visited_on>\? AND visited_on<\?\)/,
      )
      // Stops of work plans, and what became of each customer.
      for (const plan of plans) {
        expect(plan).toMatch(/SEARCH work_plan_stop USING INDEX \w* \(plan_id=\?/)
        for (const name of ['made', 'other'])
          expect(plan).toMatch(new RegExp(`SEARCH ${name} USING INDEX visit_customer_code\\w*`))
      }
    } else for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on visit/)
  })
})
