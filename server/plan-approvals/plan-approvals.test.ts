import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlanApproval, PlanApprovals } from '#domain/api/visit-plans/plan-approvals.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('approval of plans on %s', (database) => {
  let test: TestApp
  let employee: Json
  let customer: Json
  let plan: PlanApproval
  const people: Record<string, { id: string; token: string }> = {}
  const staff: Record<string, Json> = {}
  beforeAll(async () => {
    test = await openTestApp(database)
    customer = await test.make('customer', { Customer_Code: 'C1' })
    const place = Object.fromEntries(
      ['zone', 'state', 'pool', 'station', 'city', 'country'].map((level) => [
        `${level}Code`,
        customer[`${level[0]!.toUpperCase()}${level.slice(1)}_Code`],
      ]),
    )
    employee = await test.make('employee', {
      name: 'Ravi',
      email: 'ravi@example.in',
      userId: 'U-RAVI',
      ...place,
    })
    // Ravi reports to Meena, she to Suresh, who has no account, he to Kiran.
    const make = async (name: string, manager: string | null, role?: string): Promise<void> => {
      const mail = `${name.toLowerCase()}@example.in`
      staff[name] = await test.make('staffUser', {
        User_Id: `U-${name.toUpperCase()}`,
        Employee_Code: name,
        Employee_Name: name,
        Emp_Mail_Id: mail,
        Admin_Rpt_Manager_Code: manager,
        Function_Rpt_Manager_Code: null,
      })
      if (role) people[name] = await newPerson(test, mail, role)
    }
    await make('Kiran', null, 'OFFICE')
    await make('Suresh', 'Kiran')
    await make('Meena', 'Suresh', 'FIELD')
    await make('Ravi', 'Meena', 'FIELD')
    await make('Other', null, 'OFFICE')
  }, 60_000)
  afterAll(() => test.close())

  beforeEach(async () => {
    for (const path of ['work-plan-stops', 'work-plans']) {
      const { items } = (await test.request('GET', `/api/v1/${path}`)).body
      for (const { id, State } of items)
        if (!['sent', 'approved'].includes(State)) await test.request('DELETE', `/api/v1/${path}/${id}`)
    }
    const { id } = await makePlan()
    plan = await found(id)
  })

  const makePlan = async (): Promise<Json> => {
    const Employee_Number = employee.employeeNumber
    const body = { Employee_Number, From_Date: '2026-12-01', To_Date: '2026-12-31' }
    const made = await test.request('POST', '/api/v1/work-plans', body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const stop = {
      Plan_ID: made.body.Plan_ID,
      Customer_Code: 'C1',
      Visit_Date: '2026-12-03',
      Stop_Order: 1,
      Minutes: 30,
      Is_Fixed: 'no',
    }
    const saved = await test.request('POST', '/api/v1/work-plan-stops', stop)
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
    return made.body
  }
  const list = async (as = 'ADMIN'): Promise<PlanApprovals> => {
    const { status, body } = await test.request('GET', '/api/v1/plan-approvals', undefined, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const found = async (id: string, as?: string): Promise<PlanApproval> =>
    (await list(as)).items.find((each) => each.id === id)!
  const step = (name: string, as: string, more: Json = {}): Promise<Answer> =>
    test.request(
      'POST',
      `/api/v1/work-plans/${plan.id}/state`,
      { step: name, version: plan.version, ...more },
      { as },
    )
  const take = async (name: string, as: string, more: Json = {}): Promise<void> => {
    const { status, body } = await step(name, as, more)
    expect(status, JSON.stringify(body)).toBe(200)
    plan = body
  }
  const tokenOf = (name: string): string => people[name]!.token

  it('is sent, returned with a note, sent again and approved', async () => {
    await take('send', tokenOf('Ravi'))
    expect(plan).toMatchObject({
      State: 'sent',
      managers: ['Meena', 'Kiran'],
      steps: ['withdraw'],
      visits: 1,
    })
    expect((await found(plan.id, tokenOf('Meena'))).steps).toEqual(['approve', 'return'])
    const home = await test.request('GET', '/api/v1/home', undefined, { as: tokenOf('Meena') })
    expect(home.body.plans.items).toHaveLength(1)
    const own = await test.request('GET', '/api/v1/home', undefined, { as: tokenOf('Ravi') })
    expect(own.body.plans).toBeUndefined()
    await take('return', tokenOf('Meena'), { note: ' Patan first ' })
    expect(plan).toMatchObject({ State: 'returned', Note: 'Patan first', decidedBy: 'meena' })
    expect(await found(plan.id, tokenOf('Ravi'))).toMatchObject({ Note: 'Patan first', steps: ['send'] })
    await take('send', tokenOf('Ravi'))
    expect(plan).toMatchObject({ State: 'sent', Note: null, decidedBy: null })
    // Suresh, between them, has no account: the next above may decide as well.
    await take('approve', tokenOf('Kiran'))
    expect(plan).toMatchObject({ State: 'approved', decidedBy: 'kiran' })
    const history = await test.request('GET', `/api/v1/work-plans/${plan.id}/history`)
    expect(history.body.items.length).toBeGreaterThanOrEqual(5)
    const refused = await test.request(
      'PATCH',
      `/api/v1/work-plans/${plan.id}`,
      { To_Date: '2026-12-30' },
      { headers: { 'if-match': `"${plan.version}"` } },
    )
    expect(refused.status).toBe(409)
    await take('reopen', tokenOf('Ravi'), { note: 'Ill from the 10th' })
    expect(plan).toMatchObject({ State: 'draft', Note: 'Ill from the 10th', decidedBy: null })
  })

  it('is withdrawn by its planner', async () => {
    await take('send', tokenOf('Ravi'))
    await take('withdraw', tokenOf('Ravi'))
    expect(plan).toMatchObject({ State: 'draft', Sent_At: null })
  })

  it('is decided by managers of the line and administrators only, and not by oneself', async () => {
    await take('send', tokenOf('Ravi'))
    for (const name of ['approve', 'return']) {
      const own = await step(name, tokenOf('Ravi'), { note: 'x' })
      expect(own.status).toBe(403)
      expect(own.body.detail).toBe('A plan is decided by another person than the one it is for')
      const other = await step(name, tokenOf('Other'), { note: 'x' })
      expect(other.status).toBe(403)
      expect(other.body.detail).toBe('Only a reporting manager or an administrator decides this plan')
    }
    expect((await step('approve', 'VIEWER')).status).toBe(403)
    expect((await step('approve', 'anonymous')).status).toBe(401)
    await take('approve', 'ADMIN')
  })

  it('is decided once', async () => {
    await take('send', tokenOf('Ravi'))
    const answers = await Promise.all(['Meena', 'Kiran'].map((name) => step('approve', tokenOf(name))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)!
    expect(late.body.detail).toMatch(/^Plan WP\d+ was approved by (meena|kiran). Nothing was changed$/)
  })

  it.each([
    ['return without a note', 'return', {}, 'Write a note, so that the plan can be corrected'],
    ['a blank note', 'return', { note: '  ' }, 'Write a note, so that the plan can be corrected'],
    ['a long note', 'approve', { note: 'x'.repeat(2001) }, 'The note should have at most 2000 letters'],
    ['an unknown step', 'accept', {}, 'step should be one of send, withdraw, approve, return, reopen'],
  ])('refuses %s', async (_, name, more, message) => {
    await take('send', tokenOf('Ravi'))
    const { status, body } = await step(name, tokenOf('Meena'), more)
    expect(status).toBe(422)
    expect(body.errors[0].message).toBe(message)
  })

  it('refuses a plan without visits, a stale version, and a step that does not fit', async () => {
    const empty = await test.request('POST', '/api/v1/work-plans', {
      Employee_Number: employee.employeeNumber,
      From_Date: '2027-01-01',
      To_Date: '2027-01-31',
    })
    const sent = await test.request('POST', `/api/v1/work-plans/${empty.body.id}/state`, {
      step: 'send',
      version: 1,
    })
    expect(sent.status).toBe(422)
    expect(sent.body.detail).toContain('has no visits yet')
    expect((await step('send', tokenOf('Ravi'), { version: plan.version + 1 })).status).toBe(409)
    expect((await step('approve', tokenOf('Meena'))).status).toBe(409)
    const missing = await test.request('POST', '/api/v1/work-plans/WP999999/state', {
      step: 'send',
      version: 1,
    })
    expect(missing.status).toBe(404)
  })

  it('goes to the next manager with an active account, and to administrators if there is none', async () => {
    const setManager = async (
      name: string,
      manager: string | null,
      field = 'Admin_Rpt_Manager_Code',
    ): Promise<void> => {
      const { body } = await test.request('GET', `/api/v1/${entities.staffUser.path}/${staff[name].id}`)
      const saved = await test.request('PATCH', `/api/v1/${entities.staffUser.path}/${staff[name].id}`, {
        [field]: manager,
        version: body.version,
      })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }
    const { version } = (await test.request('GET', '/api/admin/users')).body.items?.find(
      ({ id }: Json) => id === people['Meena']!.id,
    ) ?? { version: 1 }
    await test.request('PATCH', `/api/admin/users/${people['Meena']!.id}`, { status: 'disabled', version })
    expect((await found(plan.id)).managers).toEqual(['Kiran'])
    // A cycle over both lines: Kiran reports to Ravi, whose own plan it is.
    await setManager('Kiran', 'Ravi', 'Function_Rpt_Manager_Code')
    expect((await found(plan.id)).managers).toEqual(['Kiran'])
    await setManager('Kiran', null, 'Function_Rpt_Manager_Code')
    await setManager('Ravi', null)
    expect((await found(plan.id)).managers).toEqual([])
    await take('send', tokenOf('Ravi'))
    expect((await step('approve', tokenOf('Kiran'))).status).toBe(403)
    await take('approve', 'ADMIN')
    await setManager('Ravi', 'Meena')
  })

  it('lists the visits of a plan, and marks a visit that is moved from its day', async () => {
    await take('send', tokenOf('Ravi'))
    const detail = await test.request('GET', `/api/v1/plan-approvals/${plan.id}`)
    expect(detail.body.stops).toMatchObject([{ Customer_Code: 'C1', Visit_Date: '2026-12-03' }])
    await take('approve', 'ADMIN')
    const visit = { Customer_Code: 'C1', Planned_Date: '03/12/2026', Planned_Time: '09:30' }
    await test.request('POST', '/api/v1/visits', visit)
    const moved = await test.request('POST', '/api/v1/visits', { ...visit, Planned_Date: '10/12/2026' })
    expect(moved.body.Moved_From).toBe('2026-12-03T04:00:00.000Z')
  })
})
