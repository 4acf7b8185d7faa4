import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

// It is 2026-11-15 in India.
const today = '2026-11-15'

describe.each(databaseNames)('hand-overs on %s', (database) => {
  let test: TestApp
  let base: Json
  const [ravi, meena, sunil] = ['EMP0001', 'EMP0002', 'EMP0003'] as const
  beforeAll(async () => {
    test = await openTestApp(database)
    const {
      id: _,
      version: _2,
      createdAt: _3,
      updatedAt: _4,
      ...customer
    } = await test.make('customer', {
      Customer_Code: 'H0',
    })
    base = customer
    for (const name of ['Ravi', 'Meena', 'Sunil']) await test.make('employee', { name })
  })
  afterAll(() => test.close())

  let count = 0
  const newCustomers = (howMany: number): Promise<string[]> =>
    Promise.all(
      Array.from({ length: howMany }, async () => {
        const Customer_Code = `H${String(++count).padStart(4, '0')}`
        const { status, body } = await test.request('POST', '/api/v1/customers', { ...base, Customer_Code })
        expect(status, JSON.stringify(body)).toBe(201)
        return Customer_Code
      }),
    )
  const post = (path: string, body: Json, as = 'OFFICE', headers = {}): Promise<Answer> =>
    test.request('POST', path, body, { as, headers })
  const handOver = (body: Json, headers = {}): Promise<Answer> =>
    post('/api/v1/handovers', body, 'OFFICE', headers)
  const assignTo = async (
    codes: string[],
    Employee_Number: string,
    From_Day = '2026-01-01',
  ): Promise<void> => {
    for (const Customer_Code of codes) {
      const { status } = await post('/api/v1/assignments', {
        Customer_Code,
        Employee_Number,
        From_Day,
        Remarks: 'Since long',
      })
      expect(status).toBe(201)
    }
  }
  const plan = async (Customer_Code: string, Planned_Date: string): Promise<Json> =>
    (await post('/api/plan-visit', { Customer_Code, Planned_Date, Planned_Time: '10:00' })).body
  const rowsOf = async (code: string): Promise<unknown[]> => {
    const { body } = await test.request('GET', `/api/v1/assignments?Customer_Code=${code}&sort=From_Day`)
    return body.items.map((row: Json) => [row.Employee_Number, row.From_Day, row.Until_Day, row.Remarks])
  }

  it('moves customers and their plans temporarily, as the dry run said, once per idempotency key', async () => {
    const codes = (await newCustomers(3)).toSorted()
    await assignTo(codes, ravi)
    const during = await plan(codes[0]!, '2026-11-20')
    const afterwards = await plan(codes[1]!, '2026-12-20')
    const request = {
      From_Employee: 'emp0001',
      To_Employee: meena,
      customers: { Customer_Codes: codes },
      From_Day: '16/11/2026',
      Until_Day: '2026-11-30',
      Plans: true,
      Remarks: 'Leave',
    }
    const dryRun = await post('/api/v1/handovers', { ...request, dryRun: true })
    for (const query of ['?dryRun=true', '?try=true'])
      expect((await post(`/api/v1/handovers${query}`, request)).body).toEqual(dryRun.body)
    expect([dryRun.status, dryRun.body]).toEqual([
      200,
      {
        isDryRun: true,
        customers: 3,
        plans: 1,
        skipped: 0,
        first: codes.map((Customer_Code) => ({
          Customer_Code,
          Customer_Name: base.Customer_Name,
          Local_Name: null,
          City_Code: base.City_Code,
          City_Name: expect.stringContaining('City Name'),
        })),
        Customer_Codes: codes,
        Visit_IDs: [during.Visit_ID],
        receiver: 'Meena has no active account and does not see these 3 customers',
      },
    ])
    expect(await rowsOf(codes[0]!)).toHaveLength(1)
    const done = await handOver(request, { 'idempotency-key': `${database}-1` })
    expect([done.status, done.body]).toEqual([201, { ...dryRun.body, isDryRun: false }])
    const again = await handOver(request, { 'idempotency-key': `${database}-1` })
    expect([again.status, again.body]).toEqual([201, done.body])
    for (const code of codes) {
      expect(await rowsOf(code)).toEqual([
        [ravi, '2026-01-01', '2026-11-15', 'Since long'],
        [meena, '2026-11-16', '2026-11-30', 'Leave'],
        [ravi, '2026-12-01', null, 'Since long'],
      ])
    }
    const visit = async (id: string): Promise<Json> =>
      (await test.request('GET', `/api/v1/visits/${id}`)).body
    expect((await visit(during.Visit_ID)).Assigned_To).toBe(meena)
    expect((await visit(afterwards.Visit_ID)).Assigned_To).toBe(ravi)

    const { body } = await test.request('GET', `/api/v1/handovers?employee=${meena}`, undefined, {
      as: 'FIELD',
    })
    expect(body.items[0]).toMatchObject({
      by: 'OFFICE person',
      Remarks: 'Leave',
      moves: [
        {
          customers: 3,
          from: { employeeNumber: ravi, name: 'Ravi' },
          to: { employeeNumber: meena },
          From_Day: '2026-11-16',
          Until_Day: '2026-11-30',
        },
      ],
    })
    const back = await handOver({ ...request, From_Employee: meena, To_Employee: ravi })
    expect([back.status, back.body.customers, back.body.plans]).toEqual([201, 3, 1])
    for (const code of codes) expect(await rowsOf(code)).toEqual([[ravi, '2026-01-01', null, 'Since long']])
  })

  it('hands over all customers of an employee, with their plans at other customers, to no owner and back', async () => {
    const [mine, other] = await newCustomers(2)
    await assignTo([mine!], sunil)
    await assignTo([other!], ravi)
    const late = await plan(mine!, '2026-11-10') // before today, and still open
    const elsewhere = await plan(other!, '2026-11-25')
    const { body: moved } = await post('/api/v1/plans/reassign', {
      Visit_IDs: [elsewhere.Visit_ID, late.Visit_ID],
      To_Employee: sunil,
    })
    expect(moved).toEqual({ plans: 1 }) // the other one was assigned to them already
    const totals = async (): Promise<Json> =>
      (await test.request('GET', `/api/v1/handovers?employee=${sunil}`)).body.has
    expect(await totals()).toEqual({ name: 'Sunil', customers: 1, plans: 2 })
    const all = { From_Employee: sunil, To_Employee: null, customers: 'all', From_Day: today, Plans: true }
    const done = await handOver(all)
    expect([done.status, done.body.Customer_Codes, done.body.plans]).toEqual([201, [mine], 2])
    expect(await rowsOf(mine!)).toEqual([[sunil, '2026-01-01', '2026-11-14', 'Since long']])
    expect(await rowsOf(other!)).toEqual([[ravi, '2026-01-01', null, 'Since long']])
    expect(await totals()).toEqual({ name: 'Sunil', customers: 0, plans: 0 })
    const nothing = await handOver(all)
    expect([nothing.status, nothing.body.msg]).toEqual([
      422,
      'No customer there is assigned to employee EMP0003 in that period: there is nothing to hand over',
    ])
    const back = await handOver({
      ...all,
      From_Employee: null,
      To_Employee: sunil,
      customers: { Customer_Codes: [mine] },
    })
    expect([back.status, back.body.customers]).toEqual([201, 1])
    expect(await rowsOf(mine!)).toEqual([[sunil, '2026-01-01', null, 'Since long']])
  })

  it('finds the customers of an employee in a part of the territory, and those without an owner', async () => {
    const here = await newCustomers(2)
    const { Customer_Code: there } = await test.make('customer')
    await assignTo([...here, there], meena)
    const choose = async (query: string): Promise<string[]> =>
      (await test.request('GET', `/api/v1/handovers/customers?${query}`)).body.items.map(
        (each: Json) => each.Customer_Code,
      )
    expect((await choose('employee=EMP0002')).toSorted()).toEqual([...here, there].toSorted())
    expect(await choose('employee=EMP0002&day=2025-12-31')).toEqual([])
    const ownerless = await newCustomers(1)
    expect(await choose('employee=none')).toEqual(expect.arrayContaining(ownerless))
    const part = {
      From_Employee: meena,
      To_Employee: ravi,
      customers: { Zone_Code: base.Zone_Code },
      From_Day: today,
    }
    const { body } = await post('/api/v1/handovers', { ...part, dryRun: true })
    expect(body.Customer_Codes).toEqual(here.toSorted())
    const withoutOwner = {
      ...part,
      From_Employee: null,
      customers: { City_Code: base.City_Code.toLowerCase() },
    }
    expect((await post('/api/v1/handovers', { ...withoutOwner, dryRun: true })).body.Customer_Codes).toEqual(
      expect.arrayContaining(ownerless),
    )
  })

  it('concurrent hand-overs of the same customers leave one owner per day', async () => {
    const codes = await newCustomers(4)
    await assignTo(codes, ravi)
    const to = (To_Employee: string): Promise<Answer> =>
      handOver({
        To_Employee,
        customers: { Customer_Codes: codes },
        From_Day: '2026-11-20',
        Until_Day: '2026-11-25',
      })
    const answers = await Promise.all([to(meena), to(sunil), to(meena), to(sunil)])
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    const [first] = await Promise.all(codes.map(rowsOf))
    expect(first).toHaveLength(3)
    for (const code of codes) expect(await rowsOf(code)).toEqual(first)
  })

  it.each([
    [{ From_Day: '2026-11-14' }, /^From Day should not be earlier than today/],
    [{ From_Day: '31/02/2026' }, /^From Day should be a date like/],
    [{ Until_Day: '2026-11-15', From_Day: '2026-11-16' }, 'Until Day should not be earlier than From Day'],
    [{ To_Employee: 'EMP0001' }, 'Employee EMP0001 has these customers already: choose another employee'],
    [{ To_Employee: 'EMP9999' }, 'There is no employee EMP9999 (To Employee)'],
    [{ To_Employee: undefined }, 'To Employee is required (null: no owner)'],
    [{ From_Employee: null, To_Employee: null }, 'From Employee and To Employee should not both be null'],
    [{ From_Employee: undefined }, 'From Employee is required (null: no owner)'],
    [{ customers: { Customer_Codes: ['nobody'] } }, 'There is no customer nobody (Customer Codes)'],
    [{ customers: { Customer_Codes: [] } }, 'Choose at least one customer'],
    [{ customers: { Zone_Code: 'Atlantis' } }, 'There is no zone Atlantis'],
    [{ customers: { Street: 'x' } }, /^customers should name a part of the territory/],
    [{ customers: 'some' }, /^customers should be "all"/],
    [{ Plans: 'yes' }, 'Plans should be true or false'],
    [{ dryRun: 'yes' }, 'dryRun should be true or false'],
    [{ rehearse: true }, 'rehearse is not a field of a hand-over'],
    [{ Remarks: 'x'.repeat(201) }, 'Remarks should not exceed 200 characters'],
    [{ nonsense: 1 }, 'nonsense is not a field of a hand-over'],
  ])('refuses %j', async (change, sentence) => {
    const request = {
      From_Employee: 'EMP0001',
      To_Employee: 'EMP0002',
      customers: 'all',
      From_Day: today,
      ...change,
    }
    for (const dryRun of [false, true]) {
      const { status, body } = await post('/api/v1/handovers', { dryRun, ...request })
      expect([status, body.msg]).toEqual([
        422,
        typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
      ])
    }
  })

  it('refuses field staff, and does not reassign closed visits', async () => {
    const request = { From_Employee: ravi, To_Employee: meena, customers: 'all', From_Day: today }
    expect((await post('/api/v1/handovers', request, 'FIELD')).status).toBe(403)
    const [code] = await newCustomers(1)
    const { Visit_ID } = (await post('/api/plan-visit', { Customer_Code: code, Feedback: 'Seen' })).body
    const over = await post('/api/v1/plans/reassign', { Visit_IDs: [Visit_ID], To_Employee: ravi })
    expect([over.status, over.body.msg]).toEqual([
      422,
      `Visit ${Visit_ID} was already recorded: it cannot be reassigned`,
    ])
    expect(
      (await post('/api/v1/plans/reassign', { Visit_IDs: [Visit_ID], To_Employee: ravi }, 'FIELD')).status,
    ).toBe(403)
  })

  it('assignments saved one by one cannot overlap', async () => {
    const [Customer_Code] = await newCustomers(1)
    const write = (body: Json): Promise<Answer> => post('/api/v1/assignments', { Customer_Code, ...body })
    const first = await write({ Employee_Number: ravi, From_Day: '2026-11-01', Until_Day: '2026-11-30' })
    expect(first.status).toBe(201)
    const second = await write({ Employee_Number: meena, From_Day: '2026-11-30' })
    expect([second.status, second.body.msg]).toEqual([
      422,
      `Customer ${Customer_Code} is assigned to employee EMP0001 from 01/11/2026 until 30/11/2026: the days of two assignments should not overlap`,
    ])
    expect((await write({ Employee_Number: meena, From_Day: '2026-12-01' })).status).toBe(201)
    const { id, version } = first.body
    const longer = await test.request('PATCH', `/api/v1/assignments/${id}`, {
      Until_Day: '2026-12-01',
      version,
    })
    expect([longer.status, longer.body.msg]).toEqual([
      422,
      expect.stringContaining('assigned to employee EMP0002 from 01/12/2026 on:'),
    ])
    const reversed = await test.request('PATCH', `/api/v1/assignments/${id}`, {
      Until_Day: '2026-10-01',
      version,
    })
    expect([reversed.status, reversed.body.msg]).toEqual([
      422,
      'Until Day should not be earlier than From Day',
    ])
    const shorter = await test.request('PATCH', `/api/v1/assignments/${id}`, {
      Until_Day: '2026-11-20',
      version,
    })
    expect(shorter.status).toBe(200)
    const both = await Promise.all(
      [ravi, meena].map((Employee_Number) =>
        write({
          Employee_Number,
          From_Day: Employee_Number === ravi ? '2026-11-21' : '2026-11-22',
          Until_Day: '2026-11-30',
        }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  })
})
