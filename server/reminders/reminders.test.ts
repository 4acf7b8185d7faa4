import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openSmtpServer, type SmtpServer } from '#testing/processes/smtp-server.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { insertRows } from '../../scripts/sample/insert-rows.ts'
import { createReminders } from './run-reminders.ts'

const site = 'https://desk.example.in'
const timeZone = 'Asia/Kolkata'
/** A Thursday. */
const day = '2026-11-19'
const choices = { digest: true, email: true, push: true, quietFrom: '20:00', quietTo: '07:00' }

describe.each(databaseNames)('reminders on %s', (database) => {
  let test: TestApp
  let smtp: SmtpServer
  let customer: Json
  const people: Record<string, { id: string; token: string; employee: string }> = {}
  let customers = 0

  /** Sets the clock; no session ends by it. */
  const at = async (time: string, on = day): Promise<void> => {
    test.clock.now = new Date(instantAt(on, time, timeZone))
    const now = test.clock.now.toISOString()
    const session = { created_at: now, used_at: now, expires_at: '2027-01-01T00:00:00.000Z' }
    await test.store.transaction((tx) => tx.updateTable('session').set(session).execute())
  }
  /** One instance of the server; each has its own memory. */
  const instance = (): (() => Promise<void>) => createReminders({ ...test.ctx, mailer: test.app.mailer })
  const request = async (method: string, path: string, as: string, body?: Json): Promise<Json> => {
    const answer = await test.request(method, path, body, { as })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const notificationsOf = async (name: string): Promise<Json[]> =>
    (await request('GET', '/api/v1/notifications', people[name]!.token)).items
  const titlesOf = async (name: string): Promise<string[]> =>
    (await notificationsOf(name)).map(({ title }) => title)
  const choose = (name: string, changed: object): Promise<Json> =>
    request('PUT', '/api/v1/me/reminders', people[name]!.token, { ...choices, ...changed })
  const plan = async (name: string, on: string): Promise<Json> => {
    const { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code } = customer
    const { Customer_Code } = await test.make('customer', {
      Country_Code,
      Zone_Code,
      State_Code,
      Pool_Code,
      Station_Code,
      City_Code,
      Customer_Code: `R${++customers}`,
      Customer_Name: `Farmer ${customers}`,
      // Not due in the days of the tests.
      Last_Visited: '2026-11-01',
      Visit_In_Days: 300,
    })
    return request('POST', '/api/v1/visits', people[name]!.token, {
      Customer_Code,
      Planned_Date: on,
      Planned_Time: '10:00',
      Remarks: '',
      Assigned_To: people[name]!.employee,
    })
  }
  const cancelAll = async (): Promise<void> => {
    for (const table of ['notification', 'escalation', 'reminder_setting', 'visit'] as const)
      await test.store.transaction((tx) => tx.deleteFrom(table).execute())
    smtp.received.length = 0
    smtp.manners = {}
  }
  const addPerson = async (name: string, manager: string | null): Promise<void> => {
    const email = `${name}@example.in`
    const { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code } = customer
    const { employeeNumber } = await test.make('employee', {
      name,
      email,
      userId: name,
      countryCode: Country_Code,
      zoneCode: Zone_Code,
      stateCode: State_Code,
      poolCode: Pool_Code,
      stationCode: Station_Code,
      cityCode: City_Code,
    })
    await test.make('staffUser', {
      User_Id: name,
      Employee_Code: name.toUpperCase(),
      Employee_Name: name,
      Emp_Mail_Id: email,
      Function_Rpt_Manager_Code: manager,
      Admin_Rpt_Manager_Code: null,
    })
    people[name] = { ...(await newPerson(test, email, 'FIELD')), employee: employeeNumber }
  }
  /** Without the check of saving, as earlier versions stored it. */
  const setManager = (name: string, manager: string | null): Promise<unknown> =>
    test.store.transaction((tx) =>
      tx
        .updateTable('staff_user')
        .set({ function_rpt_manager_code: manager })
        .where('user_id', '=', name)
        .execute(),
    )
  const setStatus = (name: string, status: 'active' | 'disabled'): Promise<unknown> =>
    test.store.transaction((tx) =>
      tx.updateTable('account').set({ status }).where('id', '=', people[name]!.id).execute(),
    )

  beforeAll(async () => {
    smtp = await openSmtpServer()
    test = await openTestApp(database, {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none`,
      MAIL_FROM: 'The Desk <desk@example.in>',
      SITE_URL: site,
    })
    customer = await test.make('customer', {
      Customer_Code: 'R0',
      Last_Visited: '2026-11-01',
      Visit_In_Days: 300,
    })
    await addPerson('boss', null)
    await addPerson('lead', 'BOSS')
    await addPerson('ravi', 'LEAD')
  })
  beforeEach(async () => {
    await at('05:00')
    await cancelAll()
  })
  afterAll(async () => {
    await test.close()
    await smtp.close()
  })

  it('writes one digest a morning, by the firm’s clock, and e-mails it once', async () => {
    const { Customer_Code } = await plan('ravi', day)
    await plan('ravi', addDays(day, -1))
    const run = instance()
    await at('07:29')
    await run()
    expect(await notificationsOf('ravi')).toEqual([])
    await at('07:30')
    await run()
    await run()
    await instance()()
    expect(await notificationsOf('ravi')).toMatchObject([
      {
        kind: 'digest',
        title: 'Your day: Thursday 19/11/2026',
        readAt: null,
        lines: [
          { text: `1 visit today, first: Farmer ${customers - 1} 10:00`, to: '/today' },
          {
            text: `1 planned visit without a result: Farmer ${customers} (18/11/2026)`,
            to: '/',
          },
        ],
      },
    ])
    expect(Customer_Code).toBeDefined()
    expect(smtp.received.map(({ to }) => to)).toEqual([['ravi@example.in']])
    const { text, headers } = smtp.received[0]!
    expect(headers).toMatch(/Content-Type: text\/plain/)
    expect(text).toContain(`${site}/today`)
    expect(text).toContain(`${site}/account`)
    // Those without work get nothing.
    expect(await notificationsOf('lead')).toEqual([])
    await at('07:30', addDays(day, 1))
    await run()
    expect(await notificationsOf('ravi')).toHaveLength(2)
  })

  it('is sent when the server comes up late, but not in the afternoon', async () => {
    await plan('ravi', day)
    await at('12:00')
    await instance()()
    expect(await notificationsOf('ravi')).toEqual([])
    await at('11:59')
    await instance()()
    expect(await notificationsOf('ravi')).toHaveLength(1)
  })

  it('writes and e-mails once when instances race', async () => {
    await plan('ravi', addDays(day, -30))
    await at('08:00')
    await Promise.all([instance()(), instance()(), instance()(), instance()()])
    expect(await notificationsOf('ravi')).toHaveLength(1)
    expect(await notificationsOf('lead')).toHaveLength(1)
    expect(await notificationsOf('boss')).toHaveLength(1)
    const to = smtp.received.map((mail) => mail.to.join()).toSorted()
    expect(to).toEqual(['boss@example.in', 'lead@example.in', 'ravi@example.in'])
  })

  it('leaves people in peace who switched it off, or do not work that day', async () => {
    await plan('ravi', day)
    await plan('ravi', addDays(day, 3))
    const sunday = addDays(day, 3)
    await at('09:00', sunday)
    await instance()()
    expect(await notificationsOf('ravi')).toEqual([])
    const leave = { Employee_Number: people['ravi']!.employee, From_Date: day, To_Date: day, Reason: '' }
    const { id } = await test.make('leave', leave)
    await at('09:00')
    await instance()()
    expect(await notificationsOf('ravi')).toEqual([])
    await test.request('DELETE', `/api/v1/leaves/${id}`, undefined, { headers: { 'if-match': '*' } })
    await test.store.transaction((tx) => tx.deleteFrom('leave').execute())
    await choose('ravi', { digest: false })
    await instance()()
    expect(await notificationsOf('ravi')).toEqual([])
    await choose('ravi', { email: false })
    await instance()()
    expect(await notificationsOf('ravi')).toHaveLength(1)
    expect(smtp.received).toEqual([])
  })

  it('holds e-mails back in quiet hours, also across midnight', async () => {
    await choose('ravi', { quietFrom: '22:00', quietTo: '09:15' })
    await plan('ravi', day)
    const run = instance()
    await at('07:30')
    await run()
    expect(await notificationsOf('ravi')).toHaveLength(1)
    expect(smtp.received).toEqual([])
    await at('09:15')
    await run()
    expect(smtp.received).toHaveLength(1)
  })

  it('never sends in the afternoon what quiet hours held back', async () => {
    await choose('ravi', { quietFrom: '06:00', quietTo: '13:00' })
    await plan('ravi', day)
    const run = instance()
    for (const time of ['08:00', '13:30']) {
      await at(time)
      await run()
    }
    expect(await notificationsOf('ravi')).toHaveLength(1)
    expect(smtp.received).toEqual([])
  })

  it('tries again, later and later, while the mail server refuses', async () => {
    await plan('ravi', day)
    smtp.manners = { refuse: { command: 'MAIL', line: '451 Try later' } }
    const run = instance()
    const attempts = (): number => smtp.said.filter((line) => /^MAIL/i.test(line)).length
    smtp.said.length = 0
    await at('08:00')
    await run()
    await run()
    expect(attempts()).toBe(1)
    expect(await notificationsOf('ravi')).toHaveLength(1)
    await at('08:01')
    await run()
    await at('08:05')
    await run()
    expect(attempts()).toBe(2)
    smtp.manners = {}
    await at('08:06')
    await run()
    await run()
    expect(smtp.received).toHaveLength(1)
  })

  it('lists plans to the manager after three working days and to the next one after six, once each', async () => {
    // Monday. Tuesday to Thursday pass; Sunday is off.
    await plan('ravi', '2026-11-16')
    const run = instance()
    for (const [on, lead, boss] of [
      ['2026-11-19', 0, 0],
      ['2026-11-20', 1, 0],
      ['2026-11-21', 1, 0],
      ['2026-11-23', 1, 0],
      ['2026-11-24', 1, 1],
      ['2026-11-25', 1, 1],
    ] as const) {
      await at('07:30', on)
      await run()
      expect([(await titlesOf('lead')).length, (await titlesOf('boss')).length], on).toEqual([lead, boss])
    }
    expect(await notificationsOf('lead')).toMatchObject([
      {
        kind: 'escalation',
        title: '1 planned visit in your team has no result',
        lines: [
          { text: 'ravi: 1 visit without a result', to: expect.stringContaining('/visits?Status=planned') },
          { text: `Farmer ${customers}, planned for 16/11/2026, ravi` },
        ],
      },
    ])
  })

  it('goes to the next above when a manager has no active account', async () => {
    await plan('ravi', addDays(day, -7))
    await setStatus('lead', 'disabled')
    await at('08:00')
    await instance()()
    await setStatus('lead', 'active')
    expect(await notificationsOf('lead')).toEqual([])
    expect(await notificationsOf('boss')).toHaveLength(1)
  })

  it('ends where people report to each other, and with an employee without a manager', async () => {
    await plan('ravi', addDays(day, -30))
    await plan('boss', addDays(day, -30))
    await setManager('boss', 'RAVI')
    await at('08:00')
    await instance()()
    await setManager('boss', null)
    // Ravi reports to lead and boss, and boss to ravi: none is listed the own plan.
    const kinds = async (name: string): Promise<string[]> =>
      (await notificationsOf(name)).map(({ kind }) => kind).toSorted()
    expect(await kinds('lead')).toEqual(['escalation'])
    expect(await kinds('boss')).toEqual(['digest', 'escalation'])
    expect(await kinds('ravi')).toEqual(['digest', 'escalation'])
    await cancelAll()
    await plan('boss', addDays(day, -30))
    await instance()()
    expect(await kinds('boss')).toEqual(['digest'])
  })

  it('lists a plan again only when it was moved and passed again', async () => {
    const late = await plan('ravi', addDays(day, -7))
    await at('08:00')
    await instance()()
    const moved = { Customer_Code: late.Customer_Code, Planned_Date: day, Planned_Time: '10:00', Remarks: '' }
    await request('POST', '/api/v1/visits', people['ravi']!.token, moved)
    await at('08:00', addDays(day, 1))
    await instance()()
    expect(await titlesOf('lead')).toHaveLength(1)
    await at('08:00', addDays(day, 8))
    await instance()()
    expect(await titlesOf('lead')).toHaveLength(2)
  })

  it('marks notifications as read, each account its own', async () => {
    await plan('ravi', day)
    await at('08:00')
    await instance()()
    const [{ id }] = (await notificationsOf('ravi')) as [Json]
    const { token } = people['ravi']!
    expect(await request('GET', '/api/v1/notifications/unread', token)).toEqual({ unread: 1 })
    const other = await test.request('POST', `/api/v1/notifications/${id}/read`, undefined, {
      as: people['lead']!.token,
    })
    expect(other.status).toBe(404)
    expect(await request('POST', `/api/v1/notifications/${id}/read`, token)).toEqual({ unread: 0 })
    await at('08:00', addDays(day, 1))
    await instance()()
    expect(await request('POST', '/api/v1/notifications/read', token)).toEqual({ unread: 0 })
    expect(await request('GET', '/api/v1/notifications/unread', token)).toEqual({ unread: 0 })
  })

  it('has the defaults of the firm until something is chosen, and refuses what is no time', async () => {
    const { token } = people['ravi']!
    expect(await request('GET', '/api/v1/me/reminders', token)).toEqual({
      ...choices,
      isDefault: true,
      isMailOn: true,
      digestAt: '07:30',
    })
    expect(await choose('ravi', { quietFrom: '9:00', quietTo: '09:00' })).toMatchObject({
      quietFrom: '09:00',
      quietTo: '09:00',
      isDefault: false,
    })
    const refused = await test.request(
      'PUT',
      '/api/v1/me/reminders',
      { ...choices, quietFrom: 'noon' },
      { as: token },
    )
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual([
      { field: 'quietFrom', message: 'Quiet from should be a time like 22:00' },
    ])
  })

  it('counts 5,000 plans without a result and names the oldest, within seconds', async () => {
    const { id: _, version: _1, createdAt: _2, updatedAt: _3, ...values } = customer
    const codes = Array.from({ length: 5000 }, (_, n) => `Z${n}`)
    const createdAt = test.clock.now
    const {
      id: _4,
      version: _5,
      createdAt: _6,
      updatedAt: _7,
      ...planned
    } = await plan('ravi', addDays(day, -2))
    await test.store.transaction(async (tx) => {
      const { dialect } = test.store
      const rows = codes.map((Customer_Code) => ({ values: { ...values, Customer_Code }, createdAt }))
      await insertRows(tx, dialect, 'customer', rows)
      const plans = codes.map((Customer_Code, n) => ({
        values: {
          ...planned,
          Visit_ID: `VZ${n}`,
          Customer_Code,
          Planned_At: instantAt(addDays(day, -5 - (n % 200)), '10:00', timeZone),
        },
        createdAt,
      }))
      await insertRows(tx, dialect, 'visit', plans)
    })
    await at('08:00')
    const begun = performance.now()
    await instance()()
    const seconds = (performance.now() - begun) / 1000
    const [digest] = await notificationsOf('ravi')
    expect(digest).toMatchObject({ lines: [{ text: expect.stringMatching(/^5,?001 planned visits/) }] })
    expect(JSON.stringify(digest).length).toBeLessThan(2000)
    for (const { text } of smtp.received) expect(text.length).toBeLessThan(20_000)
    // About 1.5 s on a busy machine.
    expect(seconds).toBeLessThan(20)
  }, 120_000)
})
