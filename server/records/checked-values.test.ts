import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('validation of values on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database, { LATE_VISIT_DAYS: '60' }) // it is 2026-11-15, 11:30 in India
  })
  afterAll(() => test.close())

  const withoutMeta = ({ id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values }: Json): Json => values
  const change = (path: string, record: Json, set: object): Promise<Answer> =>
    test.request('PATCH', `/api/v1/${path}/${record.id}`, { version: record.version, ...set })
  const load = async (entity: string, rows: string[][]): Promise<Json> => {
    const imports = importDriver(test)
    const { id } = await imports.upload(entity, writeCsv(rows))
    const job = await imports.check(id)
    return job.report.wrong > 0 ? job : imports.run(id)
  }

  it('keeps the leading zeros of an Ext Code in forms, the API, lists, exports and imports', async () => {
    const zone = await test.make('zone')
    const delhi = { State_Code: 'DL', State_Name: 'Delhi', Zone_Code: zone.Zone_Code, Ext_Code: '07' }
    expect((await test.request('POST', '/api/form/Contact3', delhi)).body).toMatchObject({ Ext_Code: '07' })
    const labels = ['State Code', 'State Name', 'Zone Code', 'Ext Code']
    const wrong = await load('state', [labels, ['XX', 'Wrong', zone.Zone_Code, '2a4']])
    expect(wrong.report.problems[0].message).toBe('Ext Code should be a number')
    const job = await load('state', [labels, ['HP', 'Himachal', zone.Zone_Code, '02']])
    expect(job).toMatchObject({ state: 'done', report: { created: 1 } })
    const { body: list } = await test.request('GET', '/api/v1/states?Ext_Code.begins=0&sort=Ext_Code')
    expect(list.items.map((state: Json) => state.Ext_Code)).toEqual(['02', '07'])
    const { body: csv } = await test.request(
      'GET',
      '/api/v1/exports/states.csv?columns=Ext_Code&State_Code=DL',
    )
    expect(csv).toBe('\ufeffExt Code\r\n07\r\n')
    // An API client may send a number; anything else is rejected.
    const more = { ...delhi, State_Code: 'GJ', Ext_Code: 24 }
    expect((await test.request('POST', '/api/v1/states', more)).body).toMatchObject({ Ext_Code: '24' })
    for (const Ext_Code of ['2a4', '1.5', 1.5, '-3', -3, '1e3', {}])
      expect(
        (await test.request('POST', '/api/v1/states', { ...delhi, State_Code: 'ZZ', Ext_Code })).body.errors,
      ).toEqual([{ field: 'Ext_Code', message: 'Ext Code should be a number' }])
  })

  it('requires whole days: at least 0 for a payment term, at least 1 between visits', async () => {
    const term = { paymentTermCode: 'N30', paymentTermName: 'Net 30' }
    const send = (paymentTermDays: unknown): Promise<Answer> =>
      test.request('POST', '/api/form/Contact23', { ...term, paymentTermDays })
    const wrong: [unknown, string][] = [
      ['abc', 'Payment Term Days should be a number'],
      ['1.5', 'Payment Term Days should be a whole number'],
      ['-1', 'Payment Term Days should not be less than 0'],
    ]
    for (const [days, message] of wrong)
      expect((await send(days)).body.errors).toEqual([{ field: 'paymentTermDays', message }])
    const job = await load('paymentTerm', [
      ['Payment Term Code', 'Payment Term Name', 'Payment Term Days'],
      ['N1', 'One', 'soon'],
      ['N0', 'At once', '0'],
    ])
    expect([job.report.created, job.report.wrong]).toEqual([1, 1])
    expect((await send('30')).body.paymentTermDays).toBe('30')
    const customer = await test.make('customer')
    expect((await change('customers', customer, { Visit_In_Days: 0 })).body.errors).toEqual([
      { field: 'Visit_In_Days', message: 'Visit In Days should not be less than 1' },
    ])
    expect((await change('customers', customer, { Visit_In_Days: 7.5 })).body.errors).toEqual([
      { field: 'Visit_In_Days', message: 'Visit In Days should be a whole number' },
    ])
  })

  it('rejects a last visit in the future, by the time zone of the firm', async () => {
    const future = [{ field: 'Last_Visited', message: 'Last Visited should not be later than today' }]
    const customer = await test.make('customer', { Last_Visited: '2026-11-15' })
    const other = { ...withoutMeta(customer), Customer_Code: 'FUT', Last_Visited: '2026-11-16' }
    expect((await test.request('POST', '/api/form/Contact24', other)).body.errors).toEqual(future)
    expect((await change('customers', customer, { Last_Visited: '16/11/2026' })).body.errors).toEqual(future)
    const bulk = { action: 'update', ids: [customer.id], set: { Last_Visited: '2026-11-16' } }
    expect((await test.request('POST', '/api/v1/bulk/customers', bulk)).status).toBe(422)
    const labels = Object.keys(withoutMeta(customer)).map((name) => name.replaceAll('_', ' '))
    const row = Object.values({ ...other, PAN: 'ABCPE1234F' }).map((value) => String(value ?? ''))
    const job = await load('customer', [labels, row])
    expect(job.report.problems).toMatchObject(future)
    // Half past midnight in India, while it is still the day before in London.
    const before = test.clock.now
    test.clock.now = new Date('2026-11-15T13:00:00Z')
    await test.request('GET', '/api/v1/zones')
    test.clock.now = new Date('2026-11-15T19:00:00Z')
    expect((await change('customers', customer, { Last_Visited: '2026-11-16' })).status).toBe(200)
    test.clock.now = before
  })

  it('reads and saves records with values that are older than a validation rule', async () => {
    const term = await test.make('paymentTerm')
    const customer = await test.make('customer')
    await test.store.transaction(async (tx) => {
      await tx
        .updateTable('payment_term')
        .set({ payment_term_days: 'abc' })
        .where('id', '=', term.id)
        .execute()
      await tx
        .updateTable('customer')
        .set({ visit_in_days: 0, last_visited: '2027-01-01' })
        .where('id', '=', customer.id)
        .execute()
    })
    const renamed = await change('payment-terms', term, { paymentTermName: 'New' })
    expect(renamed.body).toMatchObject({ paymentTermName: 'New', paymentTermDays: 'abc' })
    // Unchanged invalid values are sent again, as clients do that send all fields.
    const { body: now } = await test.request('GET', `/api/v1/customers/${customer.id}`)
    expect(now).toMatchObject({ Visit_In_Days: 0, Last_Visited: '2027-01-01' })
    const { body: found } = await test.request('GET', '/api/v1/customers?Visit_In_Days=0')
    expect(found.items).toHaveLength(1)
    const moved = await change('customers', now, { ...withoutMeta(now), Street: 'Elsewhere' })
    expect(moved.body).toMatchObject({ Street: 'Elsewhere', Visit_In_Days: 0 })
    const put = { ...withoutMeta(moved.body), Street: 'Back', version: moved.body.version }
    expect((await test.request('PUT', `/api/v1/customers/${customer.id}`, put)).status).toBe(200)
    expect((await test.request('DELETE', `/api/v1/payment-terms/${term.id}`)).status).toBe(204)
    expect((await test.request('POST', `/api/v1/payment-terms/${term.id}/restore`)).status).toBe(200)
  })

  it('saves a visit recorded long after it was made, and marks it as late', async () => {
    const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const record = async (Visited_On: string): Promise<Json> =>
      (await test.request('POST', '/api/plan-visit', { Customer_Code, Visited_On, Feedback: 'Seen' })).body
    expect(await record('2026-09-16')).toMatchObject({ Status: 'visited', Days_Late: null })
    expect(await record('2026-09-15')).toMatchObject({ Status: 'visited', Days_Late: 61 })
    const { body: visit } = await test.request('POST', '/api/v1/visits', {
      Customer_Code,
      Status: 'visited',
      Visited_On: '2026-08-01',
    })
    expect(visit, JSON.stringify(visit)).toMatchObject({ Days_Late: 106 })
    expect((await change('visits', visit, { Days_Late: null, Remarks: 'x' })).body.Days_Late).toBe(106)
    const { body: corrected } = await change('visits', { ...visit, version: 2 }, { Visited_On: '2026-11-01' })
    expect(corrected.Days_Late).toBeNull()
    const { body: page } = await test.request('GET', `/api/v1/customers/${Customer_Code}/page`)
    expect(page.visits.items.map((each: Json) => each.Days_Late)).toContain(61)
    const { body: late } = await test.request('GET', '/api/v1/visits?Days_Late.from=1')
    expect(late.items).toMatchObject([{ Visited_On: '2026-09-15', Days_Late: 61 }])
  })
})
