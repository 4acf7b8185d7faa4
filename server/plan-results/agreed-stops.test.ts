import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ComparedVisits, PlanResults } from '#domain/api/visit-plans/plan-results.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { ok, PlanFirm } from '#testing/plan-firm.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

// The clock of the tests is at 15/11/2026, a Sunday; the plan is for the week after.
const query = 'from=2026-11-01&to=2026-11-30'

describe.each(databaseNames)('the stops of agreed plans, compared on %s', (database) => {
  let test: TestApp
  let firm: PlanFirm
  let employee: string
  let codes: string[]
  let plan: Json
  let owner: { id: string; token: string }
  beforeAll(async () => {
    test = await openTestApp(database)
    firm = await PlanFirm.open(test)
    employee = await firm.newEmployee()
    const { id, version } = (await firm.get(`employees?employeeNumber=${employee}`)).items[0]
    ok(await test.request('PATCH', `/api/v1/employees/${id}`, { email: 'kiran@example.in', version }))
    owner = await newPerson(test, 'kiran@example.in', 'OFFICE')
    codes = []
    for (let n = 0; n < 5; n++)
      codes.push(await firm.newCustomer(employee, { Place: `23.9,${72 + n / 100}` }))
    plan = await firm.propose(employee)
    const stops = codes.map((Customer_Code, at) => ({
      Customer_Code,
      Visit_Date: `2026-11-${16 + at}`,
      Minutes: 30,
    }))
    const body = { version: plan.version, stops }
    plan = ok(await test.request('PUT', `/api/v1/planning/${plan.Plan_ID}/stops`, body))
  })
  afterAll(() => test.close())

  const results = (more = ''): Promise<PlanResults> => firm.get(`plan-results?${query}${more}`)
  const compared = async (): Promise<string[]> => {
    const { items }: ComparedVisits = await firm.get(`plan-results/visits?${query}&employee=${employee}`)
    return items.map(
      ({ Customer_Code, plannedOn, result, Visit_ID }) =>
        `${codes.indexOf(Customer_Code)} ${plannedOn} ${result}${Visit_ID === null ? '' : ' visit'}`,
    )
  }
  const setState = async (values: object): Promise<void> => {
    const { id, version } = (await firm.get(`work-plans?Plan_ID=${plan.Plan_ID}`)).items[0]
    ok(await firm.post(`work-plans/${id}/state`, { version, ...values }))
  }
  /** Sessions end after a day, so they begin anew. */
  const goTo = async (day: string): Promise<void> => {
    const now = new Date(`${day}T06:00:00Z`)
    const [created_at, expires_at] = [now, new Date(`${day}T18:00:00Z`)].map((each) => each.toISOString())
    const times = { created_at: created_at!, used_at: created_at!, expires_at: expires_at! }
    await test.store.transaction((tx) => tx.updateTable('session').set(times).execute())
    test.clock.now = now
  }

  it('counts them from the approval on, whether the plan was accepted or not', async () => {
    expect((await results()).planned).toBe(0)
    await setState({ step: 'send' })
    expect((await results()).planned).toBe(0)
    await setState({ step: 'approve' })
    expect(await results()).toMatchObject({ planned: 5, results: { ahead: 5 }, unplanned: 0 })
    expect(await results('&employee=none')).toMatchObject({ planned: 0 })
    expect(await results(`&City_Code=${firm.base.City_Code}&employee=${employee}`)).toMatchObject({
      planned: 5,
      people: [{ employee: { employeeNumber: employee }, planned: 5 }],
    })
    expect(await results('&City_Code=CITY9999')).toMatchObject({ planned: 0 })
    expect(await compared()).toEqual(codes.map((_, at) => `${at} 2026-11-${16 + at} ahead`))
  })

  it('counts visits that were recorded without a planned one as made, early or late, and once', async () => {
    await goTo('2026-11-19')
    const visited = async (at: number, Visited_On: string, as = owner.token): Promise<void> => {
      const visit = { Customer_Code: codes[at], Feedback: 'Fine', Visited_On }
      ok(await test.request('POST', '/api/v1/visits', visit, { as }))
    }
    await visited(0, '2026-11-16')
    await visited(1, '2026-11-18')
    await visited(1, '2026-11-19')
    // Of another person: outside the plan.
    await visited(2, '2026-11-18', 'ADMIN')
    expect(await results()).toMatchObject({
      planned: 5,
      results: { onDay: 1, late: 1, noResult: 1, ahead: 2 },
      unplanned: 2,
    })
    expect(await compared()).toEqual([
      '0 2026-11-16 onDay visit',
      '1 2026-11-17 late visit',
      '2 2026-11-18 noResult',
      '3 2026-11-19 ahead',
      '1 null unplanned visit',
      '4 2026-11-20 ahead',
    ])
    const { body } = await test.request(
      'GET',
      `/api/v1/exports/plan-results.csv?${query}&employee=${employee}`,
    )
    expect(body.trim().split('\n')).toHaveLength(7)
  })

  it('counts a planned visit instead of its stop, and the stop again when the visit is deleted', async () => {
    const planned = {
      Customer_Code: codes[4],
      Planned_Date: '2026-11-20',
      Planned_Time: '10:00',
      Assigned_To: employee,
    }
    const { Visit_ID } = ok(await firm.post('visits', planned))
    expect(await results()).toMatchObject({ planned: 5, results: { ahead: 2 } })
    // Moved before its day, which was agreed: it counts for that day, and once.
    ok(await firm.post('visits', { ...planned, Planned_Date: '2026-11-21' }))
    expect(await results()).toMatchObject({ planned: 5, results: { moved: 1, ahead: 1 } })
    ok(await test.request('DELETE', `/api/v1/visits/${Visit_ID}`))
    expect(await results()).toMatchObject({ planned: 5, results: { moved: 0, ahead: 2 } })
    await goTo('2026-11-22')
    expect(await results()).toMatchObject({ planned: 5, results: { noResult: 3, ahead: 0 } })
  })

  it('does not count a plan that was reopened, and nothing of customers that the account does not see', async () => {
    const { id, token } = await newPerson(test, 'far@example.in', 'VIEWER')
    const { State_Code } = await test.make('state', { Zone_Code: firm.base.Zone_Code })
    const places = [{ level: 'state', code: State_Code }]
    ok(await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 }))
    const seen = await test.request('GET', `/api/v1/plan-results?${query}`, undefined, { as: token })
    expect(ok(seen)).toMatchObject({ planned: 0, unplanned: 0 })
    await setState({ step: 'reopen', note: 'Again' })
    expect(await results()).toMatchObject({ planned: 0, unplanned: 4 })
  })
})
