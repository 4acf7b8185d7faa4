import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { ok, PlanFirm } from '#testing/plan-firm.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { createRecurringPlans } from './recurring-plans.ts'

// The clock of the tests is at 15/11/2026, a Sunday.
describe.each(databaseNames)('recurring plans on %s', (database) => {
  let test: TestApp
  let firm: PlanFirm
  let employee: string
  beforeAll(async () => {
    test = await openTestApp(database)
    firm = await PlanFirm.open(test)
    employee = await firm.newEmployee()
  })
  afterAll(() => test.close())

  const post = (path: string, body: object = {}): Promise<Answer> => firm.post(path, body)
  const newCustomer = (Customer_Code: string, values: object, owner = employee): Promise<string> =>
    firm.newCustomer(owner, { Customer_Code, ...values })
  const visitsOf = async (code: string): Promise<Json[]> =>
    (await firm.get(`visits?Customer_Code=${code}`)).items
  const planOf = async (code: string): Promise<Json | undefined> =>
    (await visitsOf(code)).find((visit) => visit.Status === 'planned')
  const run = (): Promise<void> => createRecurringPlans(test.ctx)()

  it('plans what falls due within the days ahead, for the owner, once, as a batch that can be undone', async () => {
    await newCustomer('RP-DUE', { Last_Visited: '2026-10-20' })
    await newCustomer('RP-LATE', { Last_Visited: '2026-08-01' })
    await newCustomer('RP-NEVER', { Last_Visited: null })
    await newCustomer('RP-FAR', { Last_Visited: '2026-11-10' })
    await newCustomer('RP-GONE', { Last_Visited: '2026-08-01' })
    ok(await post('customers/RP-GONE/retire', {}))
    await run()
    expect(await planOf('RP-LATE'), 'without days ahead nothing is planned').toBeUndefined()

    ok(await post('working-times', { Employee_Number: employee, Stops_Per_Day: 2, Plan_Ahead_Days: 7 }))
    ok(await post('leaves', { Employee_Number: employee, From_Date: '2026-11-17', To_Date: '2026-11-17' }))
    await run()
    expect(await planOf('RP-LATE')).toMatchObject({
      Planned_At: '2026-11-16T03:30:00.000Z',
      Assigned_To: employee,
    })
    expect(await planOf('RP-NEVER')).toMatchObject({ Planned_At: '2026-11-16T08:00:00.000Z' })
    // Due on Thursday, which is worked and has room.
    expect(await planOf('RP-DUE')).toMatchObject({ Planned_At: '2026-11-19T03:30:00.000Z' })
    for (const code of ['RP-FAR', 'RP-GONE']) expect(await visitsOf(code), code).toEqual([])

    await run()
    for (const code of ['RP-LATE', 'RP-NEVER', 'RP-DUE']) expect(await visitsOf(code), code).toHaveLength(1)

    const [batch] = (await firm.get('batches?limit=1')).items
    expect(batch).toMatchObject({ kind: 'recurring plans', by: 'system: recurring plans' })
    ok(await post(`batches/${batch.id}/undo`, {}))
    await run()
    for (const code of ['RP-LATE', 'RP-NEVER', 'RP-DUE'])
      expect(await planOf(code), `${code} was undone and does not come back`).toBeUndefined()
  })

  it('plans the next visit when one was recorded, and leaves what people planned', async () => {
    const other = await firm.newEmployee()
    await newCustomer('RP-NEXT', { Last_Visited: '2026-08-01', Visit_In_Days: 3 }, other)
    await newCustomer('RP-OWN', { Last_Visited: '2026-08-01' }, other)
    ok(
      await post('visits', {
        Customer_Code: 'RP-OWN',
        Planned_Date: '2026-12-24',
        Planned_Time: '10:00',
        Remarks: '',
        Assigned_To: other,
      }),
    )
    ok(await post('working-times', { Employee_Number: other, Plan_Ahead_Days: 7 }))
    await run()
    expect(await planOf('RP-OWN')).toMatchObject({ Planned_At: '2026-12-24T04:30:00.000Z' })
    const plan = await planOf('RP-NEXT')
    expect(plan).toMatchObject({ Planned_At: '2026-11-16T03:30:00.000Z' })
    const stored = await firm.get('customers/RP-NEXT')
    ok(
      await test.request(
        'PATCH',
        '/api/v1/customers/RP-NEXT',
        { Last_Visited: '2026-11-14', Last_Visit_ID: plan!.Visit_ID },
        { headers: { 'if-match': `"${stored.version}"` } },
      ),
    )
    ok(await test.request('DELETE', `/api/v1/visits/${plan!.Visit_ID}`))
    await run()
    expect(await planOf('RP-NEXT')).toMatchObject({ Planned_At: '2026-11-17T03:30:00.000Z' })
  })

  it('gives the times of a day to those that were not planned before', async () => {
    const owner = await firm.newEmployee()
    const codes = ['RP-1', 'RP-2', 'RP-3']
    for (const code of codes) await newCustomer(code, { Last_Visited: '2026-08-01' }, owner)
    ok(await post('working-times', { Employee_Number: owner, Stops_Per_Day: 3, Plan_Ahead_Days: 7 }))
    await run()
    for (const code of codes) {
      const { Visit_ID } = (await planOf(code))!
      ok(await test.request('DELETE', `/api/v1/visits/${Visit_ID}`))
    }
    // Less overdue than the others, so it comes after them.
    await newCustomer('RP-NEW', { Last_Visited: '2026-08-02' }, owner)
    await run()
    for (const code of codes) expect(await visitsOf(code), code).toEqual([])
    expect(await planOf('RP-NEW')).toMatchObject({ Planned_At: '2026-11-16T03:30:00.000Z' })
  })

  it('plans once when two processes run at the same time', async () => {
    const other = await firm.newEmployee()
    const codes = ['RP-A', 'RP-B', 'RP-C', 'RP-D', 'RP-E']
    for (const code of codes) await newCustomer(code, { Last_Visited: '2026-08-01' }, other)
    ok(await post('working-times', { Employee_Number: other, Plan_Ahead_Days: 7 }))
    await Promise.all([run(), run(), run()])
    for (const code of codes) expect(await visitsOf(code), code).toHaveLength(1)
  })

  it('refuses days ahead that are negative or more than 90', async () => {
    const other = await firm.newEmployee()
    for (const Plan_Ahead_Days of [-1, 91, 'x'])
      expect(await post('working-times', { Employee_Number: other, Plan_Ahead_Days })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'Plan_Ahead_Days' }] },
      })
  })
})
