import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { planOf, setStatistics, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const largeTables = 'customer|balance|assignment'

describe.each(databaseNames)('query plans of the receivables on %s', (database) => {
  let test: TestApp
  let assignment: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('customer', { Customer_Code: 'I1' })
    await test.make('balance', { Customer_Code: 'I1', Overdue: 5, Receivable: 5 })
    assignment = await test.make('assignment', {
      Customer_Code: 'I1',
      From_Day: '2026-01-01',
      Until_Day: null,
    })
    // As SQLite estimates them for 90,000 assignments, all without an end.
    await setStatistics(test, 'assignment', {
      assignment_until_day_id_idx: '89991 401 1',
      assignment_from_day_id_idx: '89991 401 1',
      assignment_employee_number_idx: '89991 401',
      assignment_employee_number_and_4_more_idx: '89991 401 401 401 1 1',
      assignment_customer_code_idx: '89991 1',
      assignment_customer_code_and_4_more_idx: '89991 1 1 1 1 1',
    })
  })
  afterAll(() => test.close())

  it('reads only the assignments of the person whose receivables are listed', async () => {
    const path = `/api/v1/receivables?limit=50&employee=${assignment.Employee_Number}`
    const statements = (await statementsOf(test, path)).filter(({ sql }) => sql.includes('natural_key ='))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      const plan = (await planOf(test, statement)).join('\n')
      if (database === 'sqlite') {
        expect(plan).toContain(
          'assignment USING COVERING INDEX assignment_employee_number_and_4_more_idx (employee_number=?)',
        )
        expect(plan).not.toMatch(/MULTI-INDEX OR|until_day=\?/)
      } else expect(plan).not.toMatch(new RegExp(`Seq Scan on (${largeTables})\\b`))
    }
  })

  it('starts with the customers of an account that sees few of them', async () => {
    const { Station_Code } = (await test.request('GET', '/api/v1/customers/I1')).body
    const { id, token } = await newPerson(test, 'station@example.in', 'VIEWER')
    const places = [{ level: 'station', code: Station_Code }]
    await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    const statements = await statementsOf(test, '/api/v1/receivables?limit=5', token)
    const page = statements.find(({ sql }) => sql.includes('order by balance.overdue'))!
    const plan = (await planOf(test, page)).join('\n')
    if (database === 'sqlite') {
      expect(plan).toMatch(/customer USING (COVERING )?INDEX customer_station_code\w+ \(station_code=\?\)/)
      expect(plan).not.toContain('balance_overdue_id_idx')
      // PostgreSQL starts where its statistics say that there are fewer.
    } else expect(plan).not.toMatch(new RegExp(`Seq Scan on (${largeTables})\\b`))
  })
})
