import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Home } from '#domain/api/home.ts'
import { grantable, isForAdministrators } from '#domain/access/role-rights.ts'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { randomFrom } from '#testing/random.ts'
import { saveRecord } from '#testing/save-record.ts'

// It is Sunday, 2026-11-15, 11:30 in India.
const today = '2026-11-15'
const clockMembers = ['today', 'timeZone', 'isWaiting', 'isNewFirm']

describe.each(databaseNames)('the home page on %s', (database) => {
  let test: TestApp
  let near: Json
  let far: Json
  let rep: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    near = await test.make('customer', {
      Customer_Code: 'NEAR',
      Customer_Name: 'Umiya Traders',
      Last_Visited: '2026-09-01',
      Visit_In_Days: 10,
    })
    far = await test.make('customer', {
      Customer_Code: 'FAR',
      Customer_Name: 'Kaveri Stores',
      Last_Visited: '2026-11-10',
      Visit_In_Days: 7,
    })
    const { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code } = near
    rep = await test.make('employee', {
      name: 'Rakesh Solanki',
      email: 'rakesh@example.in',
      countryCode: Country_Code,
      zoneCode: Zone_Code,
      stateCode: State_Code,
      poolCode: Pool_Code,
      stationCode: Station_Code,
      cityCode: City_Code,
    })
    await save('assignments', {
      Customer_Code: 'NEAR',
      Employee_Number: rep.employeeNumber,
      From_Day: '2026-01-01',
      Until_Day: null,
    })
    for (const [Customer_Code, Overdue] of [
      ['NEAR', 500],
      ['FAR', 900],
    ])
      await save('balances', { Customer_Code, Overdue, Receivable: 1000, As_Of: today })
  })
  afterAll(() => test.close())
  afterEach(() => vi.restoreAllMocks())

  const save = (path: string, input: Json): Promise<Json> => saveRecord(test, path, input)
  const home = async (as: string): Promise<Home & Json> => {
    const { status, body } = await test.request('GET', '/api/v1/home', undefined, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const partsOf = (answer: Home): string[] =>
    Object.keys(answer)
      .filter((name) => !clockMembers.includes(name))
      .toSorted()

  it('is refused without a login', async () => {
    expect((await test.request('GET', '/api/v1/home', undefined, { as: 'anonymous' })).status).toBe(401)
  })

  it('tells an account that waits for approval so, and nothing else', async () => {
    expect(await home('pending')).toEqual({
      today,
      timeZone: 'Asia/Kolkata',
      isWaiting: true,
      isNewFirm: false,
    })
  })

  it('has the parts of each role', async () => {
    const office = ['debtors', 'findings', 'firm', 'imports', 'recent']
    expect(partsOf(await home('ADMIN'))).toEqual(['accounts', ...office, 'phones', 'server'].toSorted())
    expect(partsOf(await home('OFFICE'))).toEqual(office)
    expect(partsOf(await home('VIEWER'))).toEqual(['debtors', 'firm'])
    const { token } = await newPerson(test, 'field.only@example.in', 'FIELD')
    expect(partsOf(await home(token))).toEqual(['field', 'unrecorded'])
    const none = await newPerson(test, 'none@example.in', (await test.make('role')).Role_Code)
    expect(partsOf(await home(none.token))).toEqual([])
  })

  it('shows the day of a person who visits customers, in its scope', async () => {
    const { token } = await newPerson(test, 'rakesh@example.in', 'FIELD')
    const before = await home(token)
    expect(before.field).toMatchObject({ stops: 0, next: null, week: 0, overdue: 1, employee: null })
    const plan = {
      Customer_Code: 'NEAR',
      Last_Visited_Date: '',
      Recommended_Date: '',
      Days_Since_Visit_Pending: '',
      Planned_Date: today,
      Planned_Time: '15:00',
      Remarks: '',
    }
    const planned = await test.request('POST', '/api/plan-visit', plan, { as: token })
    expect(planned.status, JSON.stringify(planned.body)).toBeLessThan(300)
    const after = await home(token)
    expect(after.field).toMatchObject({
      stops: 1,
      // In its scope twice: by its place, and by the plan.
      overdue: 1,
      next: { Customer_ID: near.id, Customer_Name: 'Umiya Traders', Planned_At: `${today}T09:30:00.000Z` },
    })
    expect(JSON.stringify(after)).not.toContain('Kaveri')
    const wide = await newPerson(test, 'wide@example.in', 'FIELD')
    const places = [
      { level: 'zone', code: near.Zone_Code },
      { level: 'station', code: near.Station_Code },
    ]
    const { status } = await test.request('PATCH', `/api/admin/users/${wide.id}`, { places, version: 1 })
    expect(status).toBe(200)
    expect((await home(wide.token)).field).toMatchObject({ overdue: 1 })
    // A manager who sees the whole firm counts the customers of the own employee.
    const manager = await newPerson(test, 'boss@example.in', 'OFFICE')
    expect((await home(manager.token)).field).toBeUndefined()
    const { employeeNumber } = await test.make('employee', { email: 'boss@example.in' })
    expect((await home(manager.token)).field).toMatchObject({
      stops: 0,
      overdue: 0,
      employee: employeeNumber,
    })
    // The figures of the firm stay.
    expect(partsOf(await home(manager.token))).toEqual(expect.arrayContaining(['debtors', 'firm']))
  })

  it('lists what the person changed last, each record once, by its rights and scope of today', async () => {
    const { token, id } = await newPerson(test, 'clerk@example.in', 'OFFICE')
    expect((await home(token)).recent).toEqual({ items: [], hasMore: false })
    const as = { as: token }
    const rename = async (code: string, name: string): Promise<void> => {
      const { version } = (await test.request('GET', `/api/v1/customers/${code}`)).body
      const change = { Customer_Name: name, version }
      expect((await test.request('PATCH', `/api/v1/customers/${code}`, change, as)).status).toBe(200)
    }
    await rename('FAR', 'Kaveri Stores 1')
    await rename('NEAR', 'Umiya Traders')
    await rename('FAR', 'Kaveri Stores')
    const soil = await test.request('POST', '/api/v1/soils', { Soil_Name: 'Loam' }, as)
    const gone = (await test.request('POST', '/api/v1/soils', { Soil_Name: 'Gone' }, as)).body
    const deletion = await test.request('DELETE', `/api/v1/soils/${gone.id}`, undefined, as)
    expect(deletion.status, JSON.stringify(deletion.body)).toBe(204)
    const named = async (): Promise<string[]> =>
      ((await home(token)).recent as Json).items.map((each: Json) => `${each.action} ${each.name}`)
    expect(soil.status).toBe(201)
    expect((await named()).slice(0, 2)).toEqual(['create Loam', 'update Kaveri Stores'])
    const limit = { places: [{ level: 'station', code: near.Station_Code }], version: 1 }
    expect((await test.request('PATCH', `/api/admin/users/${id}`, limit)).status).toBe(200)
    expect(JSON.stringify(await home(token))).not.toContain('Kaveri')
  })

  it('lists unfinished imports with their step, and not the finished ones', async () => {
    const upload = (name: string): Promise<Json> =>
      test.request('POST', `/api/v1/imports?entity=soil&name=${name}`, 'Soil Name\nClay\n', {
        as: 'OFFICE',
        headers: { 'content-type': 'text/csv' },
      })
    const { body } = await upload('soils.csv')
    const { items } = (await home('OFFICE')).imports as Json
    expect(items).toMatchObject([
      { id: body.id, entity: 'soil', name: 'soils.csv', state: 'read', rowCount: 1 },
    ])
    await test.request('DELETE', `/api/v1/imports/${body.id}`, undefined, { as: 'OFFICE' })
    expect((await home('OFFICE')).imports).toEqual({ items: [], hasMore: false })
  })

  it('has the counts of the last check, and starts none', async () => {
    expect((await home('OFFICE')).findings).toEqual({ lookedAt: null, items: [] })
    await test.store.transaction(async (tx) => {
      for (const [rule, found] of [
        ['gstin', 2],
        ['pan', 5],
        ['phone', 0],
      ] as const)
        await tx.insertInto('health_count').values({ rule, day: today, found }).execute()
    })
    const { items } = (await home('OFFICE')).findings as Json
    expect(items.map((each: Json) => each.found)).toEqual([5, 2])
  })

  it('has the figures of the overview and the largest overdue amounts, in the scope', async () => {
    const { coverage, money } = (await test.request('GET', '/api/v1/dashboard')).body
    const { firm, debtors } = (await home('VIEWER')) as Json
    expect([firm.coverage, firm.money]).toEqual([coverage, money])
    expect(firm.people).toMatchObject([{ employee: { name: 'Rakesh Solanki' }, coverage: { overdue: 1 } }])
    expect(debtors.items.map((each: Json) => [each.Customer_Code, each.Overdue])).toEqual([
      ['FAR', 900],
      ['NEAR', 500],
    ])
    const { id, token } = await newPerson(test, 'watcher@example.in', 'VIEWER')
    const places = [{ level: 'station', code: far.Station_Code }]
    expect((await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })).status).toBe(200)
    const limited = (await home(token)) as Json
    expect(limited.debtors.items.map((each: Json) => each.Customer_Code)).toEqual(['FAR'])
    expect(limited.firm.coverage.customers).toBe(1)
    expect(JSON.stringify(limited)).not.toContain('Umiya')
  })

  it('shows the last figures while those after a change take long', async () => {
    const customers = async (): Promise<number> => ((await home('VIEWER')).firm as Json).coverage.customers
    const passTime = (seconds: number): void => {
      test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
    }
    const executor = test.store.read.getExecutor()
    const original = executor.executeQuery.bind(executor)
    const counted = Promise.withResolvers<void>()
    let isHeld = false
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...rest) => {
      if (query.sql.includes('season_recommendation')) {
        passTime(0.5)
        if (isHeld) await counted.promise
      }
      return original(query, ...rest) as never
    })
    passTime(20 * 60)
    const before = await customers()
    await test.make('customer', { Customer_Code: 'LATER' })
    passTime(10)
    isHeld = true
    expect(await customers()).toBe(before)
    counted.resolve()
    await vi.waitFor(async () => expect(await customers()).toBe(before + 1))
    spy.mockRestore()
  })

  it('lists accounts to approve with a proposal only where there is one choice', async () => {
    const register = async (username: string, email: string): Promise<void> => {
      const body = { username, email, phone: '', password: 'marigold-and-monsoon' }
      const { status } = await test.request('POST', '/api/auth/register', body, { as: 'anonymous' })
      expect(status).toBeLessThan(300)
    }
    // The first account to register becomes the administrator.
    await register('First', 'first@example.in')
    await test.make('employee', { email: 'meena@example.in' })
    await register('Meena', 'meena@example.in')
    await register('Stranger', 'stranger@example.in')
    const waiting = async (): Promise<Json[]> => ((await home('ADMIN')).accounts as Json).items
    const find = async (name: string): Promise<Json> =>
      (await waiting()).find((each) => each.username === name)
    expect((await find('Meena')).proposal).toEqual({ role: 'FIELD', name: 'Field' })
    expect((await find('Stranger')).proposal).toBeNull()

    const staff = await test.make('staffUser', { Emp_Mail_Id: 'meena@example.in' })
    const give = async (Role_Code: string): Promise<void> => {
      const { Employee_Code, Employee_Name, Company_Code, Branch_Code } = staff
      await test.make('userRole', { Employee_Code, Employee_Name, Company_Code, Branch_Code, Role_Code })
    }
    await give('OFFICE')
    expect((await find('Meena')).proposal).toEqual({ role: 'OFFICE', name: 'Office' })
    await give('VIEWER')
    expect((await find('Meena')).proposal).toBeNull()

    // Approving it in place takes it from the list; the undo brings it back.
    const meena = await find('Meena')
    const change = { status: 'active', role: 'FIELD', version: meena.version }
    const approved = await test.request('PATCH', `/api/admin/users/${meena.id}`, change)
    expect(approved.status).toBe(200)
    expect(await find('Meena')).toBeUndefined()
    const undo = { status: 'pending', role: null, version: approved.body.version }
    expect((await test.request('PATCH', `/api/admin/users/${meena.id}`, undo)).status).toBe(200)
    expect((await find('Meena')).status).toBe('pending')
    // Its rights end with it.
    expect(
      (await test.request('GET', '/api/v1/home', undefined, { as: 'OFFICE' })).body.accounts,
    ).toBeUndefined()
  })

  it('knows phones without a sync for three days, and what they held', async () => {
    const { id } = await newPerson(test, 'phone@example.in', 'FIELD')
    const at = (days: number): string => `${addDays(today, -days)}T06:00:00.000Z`
    await test.store.transaction(async (tx) => {
      for (const [nth, days] of [1, 4].entries())
        await tx
          .insertInto('field_device')
          .values({
            id: `0192f0c0-0000-7000-8000-00000000000${nth}`,
            account_id: id,
            label: `Phone ${nth}`,
            created_at: at(30),
            last_at: at(days),
            synced_at: at(days),
            waiting: nth * 3,
            clock_offset: 0,
          } as never)
          .execute()
    })
    const { phones } = (await home('ADMIN')) as Json
    expect(phones).toMatchObject({ inUse: 2, unsent: 3, silent: { hasMore: false } })
    expect(phones.silent.items.map((each: Json) => each.label)).toEqual(['Phone 1'])
  })

  it('knows its version and the size of the database', async () => {
    const { server } = (await home('ADMIN')) as Json
    expect(server).toMatchObject({ version: 'test', database, mail: { isOn: false }, backups: null })
    expect(server.databaseBytes).toBeGreaterThan(100_000)
  })

  it('answers the other parts when one fails, with a sentence in its place', async () => {
    vi.spyOn(test.store.dialect, 'databaseSize').mockRejectedValue(new Error('pg_database_size: secret'))
    const answer = (await home('ADMIN')) as Json
    expect(answer.server).toEqual({ problem: 'This part could not be loaded. Try again later.' })
    expect(answer.accounts.items).toBeInstanceOf(Array)
    expect(answer.firm.coverage.customers).toBeGreaterThan(0)
  })

  it('answers random roles with exactly the parts they may see', async () => {
    const roll = randomFrom(database === 'sqlite' ? 61 : 62)
    const subjects = Object.keys(grantable)
    for (let nth = 0; nth < 12; nth++) {
      const { Role_Code } = await test.make('role', { Role_Code: `RND${nth}` })
      const share = roll(6)
      const rights = Object.fromEntries(
        subjects.map((subject) => [
          subject,
          grantable[subject]!.filter((grant) => !isForAdministrators(subject, grant) && roll(6) <= share),
        ]),
      )
      const sees = roll(2) ? 'everything' : 'station'
      const decision = { rights, sees, version: 0 }
      const decided = await test.request('PUT', `/api/v1/role-rights/${Role_Code}`, decision)
      expect(decided.status, JSON.stringify(decided.body)).toBe(200)
      const { id, token } = await newPerson(test, `rnd${nth}@example.in`, Role_Code)
      const places = [{ level: 'station', code: near.Station_Code }]
      if (sees === 'station') await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
      const answer = (await home(token)) as Json
      const may = (grant: string, ...names: string[]): boolean =>
        names.every((name) => (rights[name] as string[]).includes(grant))
      expect(partsOf(answer)).not.toContain('accounts')
      // A limited account has no rights on what concerns the whole firm.
      expect('imports' in answer).toBe(sees === 'everything' && may('read', 'importJob'))
      if (!may('read', 'customer')) expect('field' in answer || 'firm' in answer).toBe(false)
      if (!may('read', 'balance')) expect('debtors' in answer).toBe(false)
      for (const name of partsOf(answer)) expect(answer[name].problem, `${name} of ${nth}`).toBeUndefined()
      if (sees === 'station') expect(JSON.stringify(answer)).not.toContain('Kaveri')
    }
  })
})

describe.each(databaseNames)('the home page of a new firm on %s', (database) => {
  it('says so to those who may enter customers, until there is one', async () => {
    const test = await openTestApp(database)
    const home = async (as: string): Promise<Json> =>
      (await test.request('GET', '/api/v1/home', undefined, { as })).body
    expect(await home('OFFICE')).toMatchObject({ isNewFirm: true, hasCountries: false })
    await test.make('country')
    expect(await home('OFFICE')).toMatchObject({ isNewFirm: true, hasCountries: true })
    const isNew = async (as: string): Promise<boolean> =>
      (await test.request('GET', '/api/v1/home', undefined, { as })).body.isNewFirm
    expect(await Promise.all(['ADMIN', 'OFFICE', 'VIEWER', 'FIELD', 'pending'].map(isNew))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    await test.make('customer')
    expect(await isNew('ADMIN')).toBe(false)
    await test.close()
  })
})
