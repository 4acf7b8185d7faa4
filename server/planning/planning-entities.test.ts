import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('working times, leaves and plans on %s', (database) => {
  let test: TestApp
  let employee: string
  let customer: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    employee = (await test.make('employee')).employeeNumber
    customer = await test.make('customer')
  })
  afterAll(() => test.close())

  const post = (path: string, body: object, as = 'ADMIN'): Promise<Answer> =>
    test.request('POST', `/api/v1/${path}`, body, { as })
  const patch = (path: string, body: object, as = 'ADMIN'): Promise<Answer> =>
    test.request('PATCH', `/api/v1/${path}`, body, { as })
  const december = { From_Date: '2026-12-01', To_Date: '2026-12-31' }

  it('checks the hours and the days off, and writes the days in full', async () => {
    const time = (values: object): Promise<Answer> =>
      post('working-times', { Employee_Number: employee, ...values })
    const wrong = await time({ Start_Time: '9:30', End_Time: '25:00', Days_Off: 'sunday funday' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors.map(({ field }: Json) => field)).toEqual(['Start_Time', 'End_Time', 'Days_Off'])
    expect(wrong.body.msg).toContain('funday is not a day of the week')
    expect((await time({ Start_Time: '18:00', End_Time: '09:00' })).body.msg).toBe(
      'The day should end after 18:00, its start',
    )
    expect((await time({ Start_Time: '09:00', End_Time: '09:20' })).body.msg).toBe(
      'A visit of 30 minutes does not fit between 09:00 and 09:20',
    )
    const saved = await time({ Start_Time: '09:30', Days_Off: 'Sun, SAT' })
    expect(saved.status).toBe(201)
    expect(saved.body).toMatchObject({ Days_Off: 'sunday, saturday', End_Time: null, Stops_Per_Day: null })
  })

  it('refuses a leave that ends before it begins', async () => {
    const leave = { Employee_Number: employee, From_Date: '2026-12-10', To_Date: '2026-12-09' }
    expect((await post('leaves', leave)).body.msg).toBe('To Date should not be earlier than From Date')
    expect((await post('leaves', { ...leave, To_Date: '2026-12-12', Reason: 'Wedding' })).status).toBe(201)
  })

  it('keeps the state of a plan, which only its own routes change', async () => {
    const plan = await post('work-plans', { Employee_Number: employee, ...december })
    expect(plan.body).toMatchObject({ State: 'draft', Plan_ID: expect.stringMatching(/^WP\d{6}$/) })
    const { id, version } = plan.body
    const sentence = 'The state of a plan changes when it is sent, decided or accepted, not by saving it'
    for (const as of ['ADMIN', 'OFFICE'])
      expect((await patch(`work-plans/${id}`, { State: 'approved', version }, as)).body.msg).toBe(sentence)
    expect(
      (await post('work-plans', { Employee_Number: employee, ...december, State: 'sent' })).body.msg,
    ).toBe(sentence)
    const noted = await patch(`work-plans/${id}`, { Note: 'Rabi', Visits_Due: 7, version })
    expect(noted.body).toMatchObject({ Note: 'Rabi', Visits_Due: null, State: 'draft' })
  })

  it('refuses a period that is too long or ends before it begins', async () => {
    const period = (From_Date: string, To_Date: string): Promise<Answer> =>
      post('work-plans', { Employee_Number: employee, From_Date, To_Date })
    expect((await period('2026-12-02', '2026-12-01')).body.msg).toBe(
      'The plan should not end before it begins',
    )
    expect((await period('2026-12-01', '2027-01-15')).body.msg).toBe(
      'A plan has at most 45 days. Plan a week or a month at a time',
    )
  })

  it('has one stop per customer, within the days of the plan', async () => {
    const plan = await post('work-plans', { Employee_Number: employee, ...december })
    const { Plan_ID, id, version } = plan.body
    const { Customer_Code } = customer
    const stop = { Plan_ID, Customer_Code, Stop_Order: 1, Minutes: 30, Is_Fixed: 'no' }
    const wrong = await post('work-plan-stops', { ...stop, Visit_Date: '2027-01-01' })
    expect(wrong.body.msg).toBe('The day should be within the plan, from 01/12/2026 to 31/12/2026')
    expect((await post('work-plan-stops', { ...stop, Visit_Date: '2026-12-01' })).status).toBe(201)
    expect((await post('work-plan-stops', { ...stop, Visit_Date: '2026-12-02' })).status).toBe(409)
    const unknown = await post('work-plan-stops', { ...stop, Plan_ID: 'WP9', Visit_Date: '2026-12-02' })
    expect([unknown.status, unknown.body.msg]).toEqual([422, 'There is no plan WP9'])
    const removed = await test.request('DELETE', `/api/v1/work-plans/${id}?version=${version}`)
    expect([removed.status, removed.body.msg]).toEqual([409, `Plan ${Plan_ID} has stops. Remove them first`])
  })

  it('lets field accounts plan for their own employee only', async () => {
    const own = await test.make('employee', { email: 'field@example.in' })
    const plan = (Employee_Number: string): Promise<Answer> =>
      post('work-plans', { Employee_Number, ...december }, 'FIELD')
    expect((await plan(employee)).body).toMatchObject({
      status: 403,
      msg: 'You may plan your own visits only',
    })
    expect((await plan(own.employeeNumber)).status).toBe(201)
  })

  it('shows a plan of an employee outside the scope of an account to others only', async () => {
    const { territoryFilter } = await import('../core/territory-filter.ts')
    for (const name of ['workingTime', 'leave', 'workPlan', 'workPlanStop']) {
      const access = { rights: {}, scope: [{ level: 'station', code: 'NOWHERE' }] } as Json
      const ctx = { ...test.ctx, actor: { kind: 'account', id: 'a', access } as Json }
      expect(territoryFilter(ctx, name, 'x'), name).toBeDefined()
    }
  })
})
