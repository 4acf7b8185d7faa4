import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { importDriver } from '#testing/import-driver.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { Phone } from '#testing/phone.ts'
import { authenticator } from '../../accounts/sign-in/authenticator.ts'
import type { Context } from '../../core/context.ts'
import { packReader } from './pack-reader.ts'
import { readScopeIds } from './scope-ids.ts'
import { deferStamp } from '../../store/deferred-writes.ts'
import { accessMark } from '../../store/history/history-store.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('syncing a phone on %s', (database) => {
  let test: TestApp
  let ravi: { id: string; token: string }
  let home: Json
  let number: string
  let phone: Phone
  let other: Phone

  const admin = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await test.request(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const customer = (code: string, values: object = {}): Promise<Json> =>
    test.make('customer', { Customer_Code: code, ...values })
  const change = async (path: string, values: object): Promise<Json> => {
    const current = await admin('GET', path)
    return admin('PUT', path, { ...current, ...values })
  }
  const assign = (code: string, from: string, until: string | null = null): Promise<Json> =>
    test.make('assignment', {
      Customer_Code: code,
      Employee_Number: number,
      From_Day: from,
      Until_Day: until,
    })
  /** Syncs, and expects the phone to hold exactly what a new phone receives. */
  const sync = async (): Promise<Json> => {
    const answer = await phone.sync(test)
    expect(phone.content).toEqual((await phone.full(test)).content)
    return answer
  }
  /** Sessions end when they are not used for a day. */
  const moveTo = async (moment: string): Promise<void> => {
    test.clock.now = new Date(moment)
    const kept = { created_at: moment, used_at: moment, expires_at: '2027-01-01T00:00:00.000Z' }
    await test.store.transaction((tx) => tx.updateTable('session').set(kept).execute())
  }
  const setRole = (role: string): Promise<void> =>
    test.store.transaction(async (tx) => {
      await tx.updateTable('account').set({ role_code: role }).where('id', '=', ravi.id).execute()
      deferStamp(tx, accessMark)
    })
  /** The actor of a session. */
  const actorOf = async (token: string): Promise<Pick<Context, 'actor'>> => ({
    actor: (await authenticator(test.store, () => test.clock.now)(token, 'test'))!,
  })
  const held = (code: string): Json => [...phone.customers.values()].find((each) => each.code === code)

  beforeAll(async () => {
    test = await openTestApp(database)
    home = await customer('HOME')
    const employee = await test.make('employee', {
      name: 'Ravi Patil',
      email: 'ravi@example.in',
      countryCode: home.Country_Code,
      zoneCode: home.Zone_Code,
      stateCode: home.State_Code,
      poolCode: home.Pool_Code,
      stationCode: home.Station_Code,
      cityCode: home.City_Code,
    })
    number = employee.employeeNumber
    ravi = await newPerson(test, 'ravi@example.in', 'FIELD')
    await customer('FAR')
    phone = new Phone(ravi.token)
    const asha = await test.make('employee', { name: 'Asha', email: 'asha@example.in' })
    other = new Phone((await newPerson(test, 'asha@example.in', 'FIELD')).token)
    await test.make('assignment', {
      Customer_Code: (await customer('ASHA-1')).Customer_Code,
      Employee_Number: asha.employeeNumber,
      From_Day: '2026-01-01',
      Until_Day: null,
    })
  })
  afterAll(() => test.close())

  it('sends everything first, then nothing while nothing changed', async () => {
    const first = await sync()
    expect(first).toMatchObject({ isFull: true, isCut: false, ids: null, today: '2026-11-15' })
    expect(first.account).toEqual({
      id: ravi.id,
      username: 'ravi',
      employee: { number, name: 'Ravi Patil' },
    })
    expect(first.dayOff).toContain('Sunday')
    expect(phone.codes).toEqual(['HOME'])
    expect(held('HOME')).toMatchObject({
      id: home.id,
      name: home.Customer_Name,
      city: expect.any(String),
      plan: null,
      visits: [],
      balance: null,
      isMine: false,
    })
    const again = await phone.sync(test)
    expect(again).toMatchObject({ isFull: false, customers: [], ids: null, masters: null, proposals: null })
    expect(JSON.stringify(again).length).toBeLessThan(1000)
  })

  it('is not cached, and says what it needs', async () => {
    const request = { device: phone.device, clock: test.clock.now.toISOString(), cursor: null }
    const { headers } = await test.request('POST', '/api/v1/field/sync', request, { as: ravi.token })
    expect(headers['cache-control']).toBe('no-store')
    const wrong = await test.request(
      'POST',
      '/api/v1/field/sync',
      { ...request, device: 'x' },
      { as: ravi.token },
    )
    expect([wrong.status, wrong.body.errors[0].message]).toEqual([422, 'Device should be a UUID'])
    for (const cursor of ['nonsense', '1~a~b~c~d~e~f', '1~~5:3:9~x~x~x~x', '0'.repeat(500)]) {
      const answer = await test.request(
        'POST',
        '/api/v1/field/sync',
        { ...request, cursor },
        { as: ravi.token },
      )
      expect([answer.status, answer.body.isFull]).toEqual([200, true])
    }
  })

  it('sends a customer that was changed, alone', async () => {
    await change('/api/v1/customers/HOME', { Street: 'New Road 1' })
    await change('/api/v1/customers/FAR', { Street: 'New Road 2' })
    const { customers, ids, masters } = await sync()
    expect(customers.map((each: Json) => [each.code, each.street])).toEqual([['HOME', 'New Road 1']])
    expect([ids, masters]).toEqual([null, null])
  })

  it('follows assignments and hand-overs, also when the day begins', async () => {
    const given = await assign('FAR', '2026-11-01', '2026-11-16')
    const answer = await sync()
    expect(answer.customers).toMatchObject([{ code: 'FAR', isMine: true }])
    expect(phone.codes).toEqual(['FAR', 'HOME'])
    await customer('LATER')
    await assign('LATER', '2026-11-17')
    await sync()
    expect(phone.codes).toEqual(['FAR', 'HOME'])
    await moveTo('2026-11-17T06:00:00.000Z')
    await sync()
    expect(phone.codes).toEqual(['HOME', 'LATER'])
    expect(held('LATER').isMine).toBe(true)
    // Both are in the places of the account; one of them is assigned from a day on.
    await assign('HOME', '2026-11-18')
    await sync()
    expect(held('HOME').isMine).toBe(false)
    await moveTo('2026-11-18T06:00:00.000Z')
    await sync()
    expect(held('HOME').isMine).toBe(true)
    await change(`/api/v1/assignments/${given.id}`, { Until_Day: null })
    await sync()
    expect(phone.codes).toEqual(['FAR', 'HOME', 'LATER'])
    await admin('DELETE', `/api/v1/assignments/${given.id}`)
    await sync()
    expect(phone.codes).toEqual(['HOME', 'LATER'])
  })

  it('follows plans, visits, balances and places', async () => {
    const planned = await test.request('POST', '/api/v1/visits', {
      Customer_Code: 'ASHA-1',
      Planned_Date: '2026-11-19',
      Planned_Time: '11:00',
      Assigned_To: number,
      Remarks: 'Call first',
    })
    expect(planned.status, JSON.stringify(planned.body)).toBe(201)
    await sync()
    expect(phone.codes).toContain('ASHA-1')
    expect(held('ASHA-1')).toMatchObject({
      plan: { at: '2026-11-19T05:30:00.000Z', remarks: 'Call first', assignedTo: 'Ravi Patil', isMine: true },
      isMine: false,
    })
    const { Visit_ID, id } = planned.body
    await admin('POST', '/api/v1/visits', {
      Visit_ID,
      Customer_Code: 'ASHA-1',
      Visited_On: '2026-11-18',
      Feedback: 'Good',
    })
    await sync()
    expect(phone.codes).not.toContain('ASHA-1')
    expect(id).toBeTruthy()
    for (const day of ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'])
      await admin('POST', '/api/v1/visits', { Customer_Code: 'HOME', Visited_On: day, Feedback: `On ${day}` })
    await test.make('balance', {
      Customer_Code: 'HOME',
      As_Of: '2026-11-17',
      Receivable: 1250.5,
      Overdue: 100,
    })
    await test.make('customerPlace', { Customer_Code: 'HOME', Place: '22.56, 72.92' })
    await sync()
    expect(held('HOME')).toMatchObject({
      lastVisited: '2026-11-17',
      balance: { As_Of: '2026-11-17', Receivable: 1250.5, Overdue: 100 },
      place: { of: 'customer' },
    })
    expect(held('HOME').visits.map((each: Json) => each.on)).toEqual([
      '2026-11-17',
      '2026-11-16',
      '2026-11-15',
    ])
    await change('/api/v1/customers/HOME', { Visit_In_Days: 9 })
    await sync()
  })

  it('follows cities, employees and masters', async () => {
    const city = await change(`/api/v1/cities/${home.City_Code}`, { City_Name: 'Renamed Town' })
    await sync()
    expect(held('HOME').city).toBe(city.City_Name)
    expect(phone.masters!.cities).toContainEqual({ code: home.City_Code, name: 'Renamed Town' })
    await test.make('crop', { Crop_Name: 'Barley' })
    expect(await sync()).toMatchObject({
      customers: [],
      masters: { crops: expect.arrayContaining(['Barley']) },
    })
    await test.make('holiday', { Holiday_Date: '2026-12-25', Holiday_Name: 'Christmas' })
    const christmas = { day: '2026-12-25', name: 'Christmas', state: null }
    expect(await sync()).toMatchObject({
      customers: [],
      masters: { weeklyOffs: ['sunday'], holidays: [christmas] },
    })
    await admin('POST', '/api/v1/visits', {
      Customer_Code: 'HOME',
      Planned_Date: '2026-11-20',
      Planned_Time: '11:00',
      Assigned_To: number,
    })
    await sync()
    await change(`/api/v1/employees/${number}`, { name: 'Ravi S. Patil' })
    const { account } = await sync()
    expect([account.employee.name, held('HOME').plan.assignedTo]).toEqual(['Ravi S. Patil', 'Ravi S. Patil'])
  })

  it('follows renames, merges, deletions and restores', async () => {
    const { version: first } = await admin('GET', '/api/v1/customers/LATER')
    const renamed = { version: first, to: { Customer_Code: 'SOONER' } }
    await admin('POST', '/api/v1/customers/LATER/rename', renamed)
    await sync()
    expect(phone.codes).toEqual(['HOME', 'SOONER'])
    const gone = await customer('GONE', { ...placeOf(home) })
    await sync()
    expect(phone.codes).toEqual(['GONE', 'HOME', 'SOONER'])
    await admin('DELETE', `/api/v1/customers/${gone.id}`)
    await sync()
    expect(phone.codes).toEqual(['HOME', 'SOONER'])
    await admin('POST', `/api/v1/customers/${gone.id}/restore`)
    await sync()
    expect(phone.codes).toEqual(['GONE', 'HOME', 'SOONER'])
    const twin = await customer('TWIN', placeOf(home))
    await admin('POST', '/api/v1/visits', { Customer_Code: 'TWIN', Visited_On: '2026-11-18', Feedback: 'Hi' })
    await sync()
    const { version } = await admin('GET', '/api/v1/customers/TWIN')
    const kept = await admin('GET', '/api/v1/customers/GONE')
    const versions = { [kept.id]: kept.version, [twin.id]: version }
    const merged = await admin('POST', `/api/v1/customers/${kept.id}/merge`, { with: twin.id, versions })
    await sync()
    expect(phone.codes).toEqual(['GONE', 'HOME', 'SOONER'])
    expect(held('GONE').visits).toHaveLength(1)
    await admin('POST', `/api/v1/batches/${merged.batch.id}/undo`)
    await sync()
    expect(phone.codes).toEqual(['GONE', 'HOME', 'SOONER', 'TWIN'])
  })

  it('follows a change of places and of the role', async () => {
    await customer('MOVED', placeOf(home))
    await sync()
    expect(phone.codes).toContain('MOVED')
    const away = await admin('GET', '/api/v1/customers/FAR')
    await change('/api/v1/customers/MOVED', placeOf(away))
    await sync()
    expect(phone.codes).not.toContain('MOVED')
    await change(`/api/v1/employees/${number}`, employeePlaceOf(away))
    await sync()
    expect(phone.codes).toContain('MOVED')
    expect(phone.codes).not.toContain('GONE')
    await setRole('OFFICE')
    await change(`/api/v1/employees/${number}`, employeePlaceOf(home))
    expect((await sync()).isFull).toBe(true)
    expect(phone.codes).toEqual(['ASHA-1', 'FAR', 'GONE', 'HOME', 'MOVED', 'SOONER', 'TWIN'])
    await setRole('FIELD')
    await sync()
    expect(phone.codes).toEqual(['GONE', 'HOME', 'SOONER', 'TWIN'])
  })

  it('follows imports, bulk changes, their undo, and uploads of balances', async () => {
    const {
      id: _1,
      version: _2,
      createdAt: _3,
      updatedAt: _4,
      ...like
    } = await admin('GET', '/api/v1/customers/GONE')
    const columns = Object.keys(like)
    const row = (code: string): string[] =>
      columns.map((name) =>
        name === 'Customer_Code' ? code : name === 'Erp_Code' ? '' : String(like[name] ?? ''),
      )
    const driver = importDriver(test)
    const job = await driver.upload('customer', writeCsv([columns, row('IMP1'), row('IMP2')]))
    await driver.ended(job.id)
    const { report } = await driver.run(job.id)
    expect(report).toMatchObject({ created: 2 })
    await sync()
    expect(phone.codes).toEqual(expect.arrayContaining(['IMP1', 'IMP2']))
    const ids = [held('IMP1').id, held('IMP2').id]
    const done = await admin('POST', '/api/v1/bulk/customers', {
      action: 'update',
      ids,
      set: { Street: 'Bulk' },
    })
    await sync()
    expect([held('IMP1').street, held('IMP2').street]).toEqual(['Bulk', 'Bulk'])
    await admin('POST', `/api/v1/batches/${done.batch.id}/undo`)
    await sync()
    expect(held('IMP1').street).toBe(like.Street)
    const rows = [{ Customer_Code: 'IMP1', As_Of: '2026-11-17', Receivable: 70, Overdue: 7 }]
    await admin('POST', '/api/v1/balances/upload', { rows })
    await sync()
    expect(held('IMP1').balance).toMatchObject({ Receivable: 70, Overdue: 7 })
    const removed = await admin('POST', '/api/v1/bulk/customers', { action: 'delete', ids: [ids[1]] })
    await sync()
    expect(phone.codes).not.toContain('IMP2')
    await admin('POST', `/api/v1/batches/${removed.batch.id}/undo`)
    await sync()
    expect(phone.codes).toContain('IMP2')
    await admin('POST', '/api/v1/bulk/customers', { action: 'delete', ids: [ids[1]] })
    await sync()
  })

  it('never sends anything of another account', async () => {
    await other.sync(test)
    expect(other.codes).toEqual(['ASHA-1'])
    const text = JSON.stringify(other.content)
    for (const secret of ['HOME', 'SOONER', home.Customer_Name, home.id]) expect(text).not.toContain(secret)
    other.missing = [home.id, ...phone.customers.keys()]
    expect((await other.ask(test)).customers).toEqual([])
    // The cursor of another account is worth nothing.
    other.cursor = phone.cursor
    expect(await other.ask(test)).toMatchObject({ isFull: true, customers: [{ code: 'ASHA-1' }] })
    const token = await test.request(
      'POST',
      '/api/v1/field/sync',
      { device: phone.device, clock: 'x', cursor: null },
      { as: 'anonymous' },
    )
    expect(token.status).toBe(401)
  })

  it('holds at most so many customers: those of the account first, then by due day', async () => {
    const { actor } = await actorOf(ravi.token)
    const ctx: Context = { ...test.ctx, actor }
    const reader = await packReader(ctx, test.store.read)
    const all = await readScopeIds(ctx, test.store.read, reader)
    expect([all.isCut, all.all().size]).toEqual([false, 5])
    const exact = await readScopeIds(ctx, test.store.read, reader, 5)
    expect([exact.isCut, exact.joined]).toEqual([false, all.joined])
    const cut = await readScopeIds(ctx, test.store.read, reader, 3)
    expect([cut.isCut, cut.all().size]).toEqual([true, 3])
    for (const code of ['HOME', 'SOONER']) expect(cut.all()).toContain(held(code).id)
  })

  it('notes the contact, and refuses a phone that was revoked', async () => {
    await phone.ask(test)
    const row = await test.store.read
      .selectFrom('field_device')
      .selectAll()
      .where('id', '=', phone.device)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      account_id: ravi.id,
      key_hash: null,
      synced_at: test.clock.now.toISOString(),
      clock_offset: 0,
      waiting: 0,
      app: 'test',
    })
    await test.store.transaction((tx) =>
      tx
        .updateTable('field_device')
        .set({ revoked_at: test.clock.now.toISOString(), revoked_by: 'admin' })
        .where('id', '=', phone.device)
        .execute(),
    )
    const answer = await test.request(
      'POST',
      '/api/v1/field/sync',
      { device: phone.device, clock: test.clock.now.toISOString(), cursor: null },
      { as: ravi.token },
    )
    expect([answer.status, answer.body.msg]).toEqual([
      403,
      'This phone was revoked, so it receives no data. Ask an administrator, or use another phone',
    ])
    expect(Object.keys(answer.body).toSorted()).not.toContain('customers')
  })
})

const levels = ['Country_Code', 'Zone_Code', 'State_Code', 'Pool_Code', 'Station_Code', 'City_Code']
const placeOf = (record: Json): object => Object.fromEntries(levels.map((name) => [name, record[name]]))
const employeePlaceOf = (record: Json): object =>
  Object.fromEntries(
    levels.map((name) => [name[0]!.toLowerCase() + name.slice(1).replace('_', ''), record[name]]),
  )
