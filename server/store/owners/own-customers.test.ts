import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { planOf, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import type { Row } from '../dialect.ts'
import { newId } from '../new-id.ts'
import { insertRows, runPrepared } from '../query/prepared.ts'

/** Removes the row id column that some SQLite tables have. */
const withoutRow = ({ rid: _, ...values }: Row): Row => values

describe.each(databaseNames)('the customers of an employee on %s', (database) => {
  let test: TestApp
  let field: string
  let customer: Json
  let number: string

  beforeAll(async () => {
    test = await openTestApp(database)
    customer = await test.make('customer', { Customer_Code: 'HOME' })
    const employee = await test.make('employee', {
      email: 'ravi@example.in',
      countryCode: customer.Country_Code,
      zoneCode: customer.Zone_Code,
      stateCode: customer.State_Code,
      poolCode: customer.Pool_Code,
      stationCode: customer.Station_Code,
      cityCode: customer.City_Code,
    })
    number = employee.employeeNumber
    field = (await newPerson(test, 'ravi@example.in', 'FIELD')).token
    const far = await test.make('customer', { Customer_Code: 'FAR' })
    await test.make('assignment', {
      Customer_Code: far.Customer_Code,
      Employee_Number: number,
      From_Day: '2026-01-01',
      Until_Day: null,
    })
  })
  afterAll(() => test.close())

  it.each([
    ['/api/v1/customers?sort=Customer_Name', 'customer_name_id_idx'],
    ['/api/v1/visit-plans?due=overdue', 'due_day_id_zone_code_idx'],
    ['/api/v1/visit-plans?due=overdue&Zone_Code=', 'due_day_id_zone_code_idx'],
  ])('are read by index scans in the order of %s, without a sort', async (path, index) => {
    const filled = path.replace(/Zone_Code=$/, `Zone_Code=${encodeURIComponent(customer.Zone_Code)}`)
    const statements = await statementsOf(test, filled, field)
    const page = statements.find(({ sql }) => /at_row|of_place/.test(sql) && /assigned_employee/.test(sql))!
    const plan = (await planOf(test, page)).join('\n')
    for (const column of ['station_code', 'assigned_employee', 'other_owner'])
      expect(plan).toContain(`customer_${column}_${index}`)
    expect(plan).not.toMatch(/SCAN customer|Seq Scan on customer|TEMP B-TREE FOR ORDER BY/)
  })

  it('are listed in order and without duplicates, however many they are', { timeout: 30_000 }, async () => {
    const count = 2100
    await test.store.transaction(async (tx) => {
      const template = await tx
        .selectFrom('customer')
        .selectAll()
        .where('customer_code', '=', 'FAR')
        .executeTakeFirstOrThrow()
      const assignment = await tx
        .selectFrom('assignment')
        .selectAll()
        .where('customer_code', '=', 'FAR')
        .executeTakeFirstOrThrow()
      const { due_day: _, ...values } = withoutRow(template as Row)
      const codes = Array.from({ length: count }, (_unused, at) => `M${String(at).padStart(5, '0')}`)
      const created = codes.map((code, at) => ({
        ...values,
        id: newId(test.clock.now),
        customer_code: code,
        customer_name: `Name ${(at * 7919) % count}`,
        natural_key: code.toLowerCase(),
        search_text: code.toLowerCase(),
      }))
      await insertRows(tx, test.store.dialect, 'customer', created)
      const assigned = codes.map((code) => ({
        ...withoutRow(assignment as Row),
        id: newId(test.clock.now),
        customer_code: code,
        natural_key: `${code.toLowerCase()} 2026-01-01`,
      }))
      await insertRows(tx, test.store.dialect, 'assignment', assigned)
    })
    const all = async (as: string): Promise<string[]> => {
      const found: string[] = []
      let after = ''
      do {
        const path = `/api/v1/customers?sort=Customer_Name&limit=200${after}`
        const { body } = await test.request('GET', path, undefined, { as })
        found.push(...body.items.map((each: Json) => each.Customer_Code))
        after = body.next ? `&after=${encodeURIComponent(body.next)}` : ''
      } while (after)
      return found
    }
    const office = await all('OFFICE')
    expect(office).toHaveLength(count + 2)
    const user = await test.make('staffUser', {
      Emp_Mail_Id: 'boss@example.in',
      Admin_Rpt_Manager_Code: null,
      Function_Rpt_Manager_Code: null,
    })
    const report = await test.make('staffUser', {
      Emp_Mail_Id: 'ravi@example.in',
      Admin_Rpt_Manager_Code: user.Employee_Code,
      Function_Rpt_Manager_Code: null,
    })
    const { body: employee } = await test.request('GET', `/api/v1/employees/${number}`)
    const change = { userId: report.User_Id, version: employee.version }
    expect((await test.request('PATCH', `/api/v1/employees/${employee.id}`, change)).status).toBe(200)
    const boss = (await newPerson(test, 'boss@example.in', 'FIELD')).token
    expect(await all(boss)).toEqual(office)
    expect(await all(field)).toEqual(office)
    const { body } = await test.request('GET', '/api/v1/totals/customers', undefined, { as: boss })
    expect(body.count).toBe(count + 2)
  })

  it('rejects a statement with other parameters than it was compiled with', async () => {
    const { read, dialect } = test.store
    const build = () => read.selectFrom('customer').select('id').where('id', '=', 'one').compile()
    const run = (parameters: string[]) =>
      runPrepared(read, dialect, `wrong ${parameters.join()}`, build, parameters)
    await expect(run(['other'])).rejects.toThrow('The parameters are not those of the statement')
    await expect(run([])).rejects.toThrow('The parameters are not those of the statement')
    expect(await run(['one'])).toEqual([])
  })
})
