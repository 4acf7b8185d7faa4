import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { ok, PlanFirm, week } from '#testing/plan-firm.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('work plans on %s', (database) => {
  let test: TestApp
  let firm: PlanFirm
  let base: Json
  let employee: string
  beforeAll(async () => {
    test = await openTestApp(database)
    firm = await PlanFirm.open(test)
    base = firm.base
    employee = await firm.newEmployee()
    ok(await post('city-places', { City_Code: base.City_Code, Place: '23.85,72.13' }))
  })
  afterAll(() => test.close())

  const post = (path: string, body: object = {}, as = 'OFFICE'): Promise<Answer> => firm.post(path, body, as)
  /** Customers of an employee, about two kilometres from each other. */
  const customersOf = async (owner: string, amount: number): Promise<string[]> => {
    const codes: string[] = []
    for (let n = 0; n < amount; n++) {
      const Place = `${23.85 + (n % 5) * 0.02},${72.13 + Math.floor(n / 5) * 0.02}`
      codes.push(await firm.newCustomer(owner, { Place }))
    }
    return codes
  }
  const read = (plan: string): Promise<Json> => firm.get(`planning/${plan}`)
  const stopsOf = (view: Json): Json[] => view.days.flatMap((day: Json) => day.stops)

  it('proposes days and an order, accepts them in one batch, and undoes it', async () => {
    const codes = await customersOf(employee, 10)
    const plan = await firm.propose(employee)
    expect(plan).toMatchObject({ State: 'draft', run: { state: 'done' }, Visits_Due: 10, Visits_In_Time: 10 })
    expect(
      stopsOf(plan)
        .map((stop) => stop.Customer_Code)
        .toSorted(),
    ).toEqual(codes)
    expect(plan.days.find((day: Json) => day.stops.length > 8)).toBeUndefined()
    expect(plan.report).toMatchObject({
      due: 10,
      planned: 10,
      gap: expect.any(Number),
      notes: [],
      measures: [],
    })
    const accepted = await post(`planning/${plan.Plan_ID}/accept`, { version: plan.version })
    expect(ok(accepted)).toMatchObject({ planned: 10, moved: 0 })
    const visits = ok(await test.request('GET', '/api/v1/visits?Status=planned&limit=200'))
    const own = visits.items.filter((visit: Json) => codes.includes(visit.Customer_Code))
    expect(own).toHaveLength(10)
    expect(own[0]).toMatchObject({ Assigned_To: employee, Status: 'planned' })
    expect((await read(plan.Plan_ID)).State).toBe('accepted')
    const again = await post(`planning/${plan.Plan_ID}/accept`, { version: plan.version + 1 })
    expect([again.status, again.body.msg]).toEqual([
      409,
      `Plan ${plan.Plan_ID} is accepted already: its visits are planned`,
    ])
    ok(await post(`batches/${accepted.body.batchId}/undo`))
    expect((await read(plan.Plan_ID)).State).toBe('draft')
    const left = ok(await test.request('GET', '/api/v1/visits?Status=planned&limit=200'))
    expect(left.items.filter((visit: Json) => codes.includes(visit.Customer_Code))).toEqual([])
  })

  it('saves edited stops, and refuses an older version', async () => {
    const owner = await firm.newEmployee()
    await customersOf(owner, 4)
    const plan = await firm.propose(owner)
    const stops = stopsOf(plan).map(({ Customer_Code, Minutes }: Json) => ({
      Customer_Code,
      Visit_Date: '2026-11-18',
      Minutes,
    }))
    const save = (version: number, list: object[]): Promise<Answer> =>
      test.request(
        'PUT',
        `/api/v1/planning/${plan.Plan_ID}/stops`,
        { version, stops: list },
        { as: 'OFFICE' },
      )
    const edited = ok(
      await save(plan.version, [...stops.slice(1).toReversed(), { ...stops[0]!, Minutes: 60 }]),
    )
    expect(edited.days[2].stops.map((stop: Json) => stop.Customer_Code)).toEqual(
      [...stops.slice(1).toReversed(), stops[0]!].map((stop) => stop.Customer_Code),
    )
    expect(edited.days[2].stops[3]).toMatchObject({ Minutes: 60 })
    expect(edited.report).toMatchObject({ isEdited: true, gap: null, leftOut: [] })
    expect(edited.Kilometres).toBe(Math.round(edited.days[2].Kilometres))
    const stale = await save(plan.version, stops)
    expect([stale.status, stale.body.msg]).toEqual([
      409,
      `Plan ${plan.Plan_ID} was changed meanwhile. Nothing was overwritten: open it again to see the change`,
    ])
    const twice = await save(edited.version, [stops[0]!, stops[0]!])
    expect([twice.status, twice.body.msg]).toEqual([
      422,
      `Customer ${stops[0]!.Customer_Code} is listed twice`,
    ])
    const outside = await save(edited.version, [{ ...stops[0]!, Visit_Date: '2026-12-01' }])
    expect(outside.body.msg).toBe('The day should be within the plan, from 16/11/2026 to 21/11/2026')
    const fewer = ok(await save(edited.version, stops.slice(1)))
    expect(fewer).toMatchObject({ Visits_Due: 4, Visits_In_Time: 3 })
    expect(fewer.report.leftOut).toMatchObject([{ Customer_Code: stops[0]!.Customer_Code, Reason: null }])
    const again = ok(await save(fewer.version, stops))
    expect(again.report.leftOut).toEqual([])
    expect(ok(await post(`planning/${plan.Plan_ID}/solve`)).state).toBe('waiting')
    expect((await firm.solved(plan.Plan_ID)).report).toMatchObject({
      isEdited: false,
      gap: expect.any(Number),
    })
  })

  it('says what does not fit, and does what would help', async () => {
    const owner = await firm.newEmployee()
    await customersOf(owner, 9)
    ok(await post('working-times', { Employee_Number: owner, Stops_Per_Day: 1 }))
    const plan = await firm.propose(owner)
    expect(plan.report).toMatchObject({ due: 9, planned: 6, atMost: 6 })
    expect(plan.report.leftOut).toHaveLength(3)
    const [more] = plan.report.measures
    expect(more).toMatchObject({ kind: 'more stops', sentence: '1 more stop a day would do', planned: 9 })
    const applied = await post(`planning/${plan.Plan_ID}/measures`, { version: plan.version, measure: 0 })
    expect(ok(applied)).toMatchObject({ changed: 1 })
    const wider = await firm.solved(plan.Plan_ID)
    expect(wider.report).toMatchObject({ planned: 9, leftOut: [] })
    ok(await post(`batches/${applied.body.batchId}/undo`))
    const { Stops_Per_Day } = ok(await test.request('GET', `/api/v1/working-times/${owner}`))
    expect(Stops_Per_Day).toBe(1)
  })

  it('saves the stops of many plans at once, more than there are connections', async () => {
    const plans = []
    for (let n = 0; n < 8; n++) {
      const owner = await firm.newEmployee()
      await customersOf(owner, 1)
      plans.push(await firm.propose(owner))
    }
    const saves = plans.map((plan) => {
      const stops = stopsOf(plan).map(({ Customer_Code }) => ({
        Customer_Code,
        Visit_Date: '2026-11-19',
        Minutes: 30,
      }))
      const path = `/api/v1/planning/${plan.Plan_ID}/stops`
      return test.request('PUT', path, { version: plan.version, stops }, { as: 'OFFICE' })
    })
    const answers = await Promise.race([Promise.all(saves), sleep(20_000)])
    expect(answers?.map(({ status }) => status)).toEqual(plans.map(() => 200))
  })

  it('hands customers to a neighbour who has time for them, as one batch that can be undone', async () => {
    const [owner, neighbour] = [await firm.newEmployee(), await firm.newEmployee()]
    const codes = await customersOf(owner, 8)
    await customersOf(neighbour, 1)
    ok(await post('working-times', { Employee_Number: owner, Stops_Per_Day: 1 }))
    const plan = await firm.propose(owner)
    const at = plan.report.measures.findIndex(({ kind }: Json) => kind === 'hand over')
    expect(plan.report.measures[at]).toMatchObject({ planned: 6, due: 6, customers: 2 })
    const measure = { version: plan.version, measure: at }
    const applied = ok(await post(`planning/${plan.Plan_ID}/measures`, measure))
    expect(applied).toEqual({ batchId: expect.any(String), changed: 2 })
    expect((await firm.solved(plan.Plan_ID)).report).toMatchObject({ due: 6, planned: 6, leftOut: [] })
    const assignments = async (): Promise<string[]> => {
      const rows: string[] = []
      for (const code of codes) {
        const { items } = ok(await test.request('GET', `/api/v1/assignments?Customer_Code=${code}`))
        for (const { Employee_Number, From_Day, Until_Day } of items)
          rows.push(`${code} ${Employee_Number} ${From_Day} ${Until_Day}`)
      }
      return rows.toSorted()
    }
    const handed = (await assignments()).filter((row) => row.includes('2026-11-16 2026-11-21'))
    expect(handed).toHaveLength(2)
    const undone = ok(await post(`batches/${applied.batchId}/undo`))
    expect(undone).toMatchObject({ leftCount: 0 })
    expect(await assignments()).toEqual(codes.map((code) => `${code} ${owner} 2026-01-01 null`))
    const stale = await post(`planning/${plan.Plan_ID}/measures`, measure)
    expect([stale.status, stale.body.msg]).toEqual([
      409,
      `Plan ${plan.Plan_ID} was changed meanwhile. Nothing was overwritten: open it again to see the change`,
    ])
  })

  it('keeps appointments, and says which ones contradict', async () => {
    const owner = await firm.newEmployee()
    const [one, other, late, off] = await customersOf(owner, 4)
    const at = (code: string, Day: string, From: string): Promise<Answer> =>
      post('visit-plans', { Customer_Codes: [code], Day, From, Assigned_To: owner })
    ok(await at(one!, '2026-11-17', '11:00'))
    ok(await at(other!, '2026-11-17', '11:00'))
    ok(await at(late!, '2026-11-18', '18:30'))
    ok(await at(off!, '2026-11-19', '11:00'))
    ok(await post('leaves', { Employee_Number: owner, From_Date: '2026-11-19', To_Date: '2026-11-19' }))
    const plan = await firm.propose(owner)
    expect(stopsOf(plan)).toMatchObject([
      {
        Customer_Code: one,
        Visit_Date: '2026-11-17',
        Start_Time: '11:00',
        Is_Fixed: true,
        Is_Appointment: true,
      },
    ])
    expect(plan.report.notes).toEqual(
      expect.arrayContaining([
        `The appointments with ${one} and ${other} on 17/11/2026 at 11:00 cannot both be kept`,
        `The appointment with ${late} on 18/11/2026 at 18:30 is outside the working time, 09:00 to 18:00`,
        `The appointment with ${off} on 19/11/2026 is on a day without work: leave`,
      ]),
    )
    const { remarks, leftOut } = plan.report
    expect(remarks.map(({ sentence }: Json) => sentence)).toEqual(plan.report.notes)
    expect(remarks.find(({ kind }: Json) => kind === 'appointments clash').customers).toMatchObject([
      { Customer_Code: one, Customer_Name: base.Customer_Name },
      { Customer_Code: other },
    ])
    expect(leftOut.find(({ Customer_Code }: Json) => Customer_Code === late).Reason).toBe(
      `The appointment with ${late} on 18/11/2026 at 18:30 is outside the working time, 09:00 to 18:00`,
    )
    expect(plan.days[3].off).toBe('leave')
  })

  it('tells an appointment from a stop that is kept by hand, also when the plan is accepted', async () => {
    const owner = await firm.newEmployee()
    const [kept, planned] = await customersOf(owner, 2)
    ok(
      await post('visit-plans', {
        Customer_Codes: [planned],
        Day: '2026-11-17',
        From: '11:00',
        Assigned_To: owner,
      }),
    )
    const plan = await firm.propose(owner)
    const stops = stopsOf(plan).map(({ Customer_Code, Visit_Date, Minutes, Start_Time }) => ({
      Customer_Code,
      Visit_Date,
      Minutes,
      Start_Time,
      Is_Fixed: true,
    }))
    const body = { version: plan.version, stops }
    const saved = ok(await test.request('PUT', `/api/v1/planning/${plan.Plan_ID}/stops`, body))
    const marks = (view: Json): Json =>
      Object.fromEntries(
        stopsOf(view).map((stop) => [stop.Customer_Code, [stop.Is_Fixed, stop.Is_Appointment, stop.Reason]]),
      )
    expect(marks(saved)).toEqual({
      [kept!]: [true, false, 'Due since 31/10/2026'],
      [planned!]: [true, true, 'Appointment'],
    })
    ok(await post(`planning/${plan.Plan_ID}/solve`))
    const solved = await firm.solved(plan.Plan_ID)
    const expected = { [kept!]: [true, false, 'Kept by hand'], [planned!]: [true, true, 'Appointment'] }
    expect(marks(solved)).toEqual(expected)
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    ok(await post(`planning/${plan.Plan_ID}/accept`, { version: solved.version }))
    expect(marks(await read(plan.Plan_ID))).toEqual(expected)
  })

  it('plans without coordinates, and says so', async () => {
    const owner = await firm.newEmployee()
    const [code] = await customersOf(owner, 2)
    const { items } = ok(await test.request('GET', `/api/v1/customer-places?Customer_Code=${code}`))
    await test.request('DELETE', `/api/v1/customer-places/${items[0].id}?version=1`)
    const plan = await firm.propose(owner)
    expect(plan.report.notes).toEqual(['1 customer has no coordinates: those of the city are used'])
    expect(plan.Visits_In_Time).toBe(2)
  })

  it('says that nothing can be planned without stops or without working days', async () => {
    const owner = await firm.newEmployee()
    await customersOf(owner, 2)
    ok(await post('working-times', { Employee_Number: owner, Stops_Per_Day: 0 }))
    const plan = await firm.propose(owner)
    expect(plan.report.notes).toContain(
      'The working time allows no stop a day, so nothing can be planned. Set the stops per day',
    )
    expect(plan.report).toMatchObject({ planned: 0, atMost: 0, due: 2 })
    const sunday = await firm.propose(owner, { From_Date: '2026-11-22', To_Date: '2026-11-22' })
    expect(sunday.report.notes).toContain(
      'The period has no working day: all its days are days off, holidays or leave',
    )
    const empty = await post(`planning/${sunday.Plan_ID}/accept`, { version: sunday.version })
    expect([empty.status, empty.body.msg]).toEqual([422, `Plan ${sunday.Plan_ID} has no stops`])
  })

  it('says of each customer that fits on no day why, and counts them in what fits at most', async () => {
    const owner = await firm.newEmployee()
    ok(await post('working-times', { Employee_Number: owner, Start_Place: '24,72' }))
    ok(await post('leaves', { Employee_Number: owner, From_Date: '2026-11-18', To_Date: '2026-11-21' }))
    const places = { near: '24.01,72', far: '26.5,72', later: '24.02,72' }
    await firm.newCustomer(owner, { Place: places.near })
    const far = await firm.newCustomer(owner, { Place: places.far })
    // Due on 20/11/2026, and on Thursday at the earliest.
    const later = await firm.newCustomer(owner, {
      Place: places.later,
      Last_Visited: '2026-11-15',
      Visit_In_Days: 5,
    })
    const { report } = await firm.propose(owner)
    expect(report).toMatchObject({ due: 3, planned: 1, atMost: 1 })
    expect(report.leftOut.map((each: Json) => [each.Customer_Code, each.Reason]).toSorted()).toEqual([
      [far, expect.stringMatching(/^Too far for a day: 7\d\d km there and back$/)],
      [later, 'All days from 19/11/2026 on are off, and earlier ones are too early for the visit'],
    ])
  })

  it('refuses a past or contradictory period, unknown employees, and a second plan for the same days', async () => {
    const owner = await firm.newEmployee()
    const wrong = async (values: object): Promise<unknown[]> => {
      const { status, body } = await post('planning', { Employee_Numbers: [owner], ...week, ...values })
      return [status, body.msg]
    }
    expect(await wrong({ From_Date: '2026-11-01', To_Date: '2026-11-10' })).toEqual([
      422,
      'The plan ended on 10/11/2026. Plan days from today on',
    ])
    expect(await wrong({ From_Date: '2026-11-20', To_Date: '2026-11-19' })).toEqual([
      422,
      'The plan should not end before it begins',
    ])
    expect(await wrong({ To_Date: '2027-11-19' })).toEqual([
      422,
      'A plan has at most 45 days. Plan a week or a month at a time',
    ])
    expect(await wrong({ Employee_Numbers: ['EMP9999'] })).toEqual([422, 'There is no employee EMP9999'])
    const plan = await firm.propose(owner)
    expect(await wrong({})).toEqual([
      409,
      `Employee ${owner} has plan ${plan.Plan_ID} from 16/11/2026 to 21/11/2026 already. Open it, or delete it first`,
    ])
    expect((await test.request('DELETE', `/api/v1/planning/${plan.Plan_ID}`)).status).toBe(204)
    expect((await wrong({}))[0]).toBe(201)
  })

  it('refuses to solve a plan twice at once, and solves it again after the server was killed', async () => {
    const owner = await firm.newEmployee()
    const plan = await firm.propose(owner)
    const now = test.clock.now.toISOString()
    const underWay = { state: 'running', alive_at: now, progress: 30 } as const
    await test.store.transaction((tx) =>
      tx.updateTable('plan_run').set(underWay).where('plan_id', '=', plan.Plan_ID).execute(),
    )
    const second = await post(`planning/${plan.Plan_ID}/solve`)
    expect([second.status, second.body.msg]).toEqual([
      409,
      `Plan ${plan.Plan_ID} is being solved already. Wait until it is done, or cancel it`,
    ])
    // What it is based on has changed: the new run counts.
    expect(ok(await post(`planning/${plan.Plan_ID}/solve?restart=true`)).state).toBe('waiting')
    expect((await firm.solved(plan.Plan_ID)).run.state).toBe('done')
    const wrong = await post(`planning/${plan.Plan_ID}/solve?restart=maybe`)
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'restart'])
    await test.store.transaction((tx) =>
      tx.updateTable('plan_run').set(underWay).where('plan_id', '=', plan.Plan_ID).execute(),
    )
    expect((await post(`planning/${plan.Plan_ID}/cancel`)).status).toBe(204)
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 60_000)
    expect((await read(plan.Plan_ID)).run).toEqual({ state: 'interrupted', progress: 30 })
    expect((await post(`planning/${plan.Plan_ID}/solve`)).status).toBe(202)
    expect((await firm.solved(plan.Plan_ID)).run.state).toBe('done')
    test.clock.now = before
    const idle = await post(`planning/${plan.Plan_ID}/cancel`)
    expect([idle.status, idle.body.msg]).toEqual([409, `Plan ${plan.Plan_ID} is not being solved`])
  })

  it('lists the plans with their figures, and plans several employees at once', async () => {
    const owners = [await firm.newEmployee(), await firm.newEmployee()]
    for (const owner of owners) await customersOf(owner, 2)
    const { items } = ok(await post('planning', { Employee_Numbers: owners, ...week }))
    for (const { Plan_ID } of items) await firm.solved(Plan_ID)
    const list = ok(await test.request('GET', '/api/v1/planning'))
    const own = list.items.filter((item: Json) => owners.includes(item.Employee_Number))
    expect(own).toMatchObject([
      { State: 'draft', Visits_Due: 2, Visits_In_Time: 2, run: { state: 'done' } },
      { State: 'draft', Visits_Due: 2, Visits_In_Time: 2, run: { state: 'done' } },
    ])
  })

  it('lets field accounts read plans, and solve their own only', async () => {
    const plan = await firm.propose(await firm.newEmployee())
    expect(plan).toMatchObject({ mayChange: true, isOwn: false })
    const seen = ok(
      await test.request('GET', `/api/v1/planning/${plan.Plan_ID}`, undefined, { as: 'VIEWER' }),
    )
    expect(seen.mayChange).toBe(false)
    const refused = await post(`planning/${plan.Plan_ID}/solve`, {}, 'FIELD')
    expect([refused.status, refused.body.msg]).toEqual([403, 'You may plan your own visits only'])
    expect((await post(`planning/${plan.Plan_ID}/solve`, {}, 'VIEWER')).status).toBe(403)
  })
})
