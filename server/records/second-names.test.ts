import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { Phone } from '#testing/phone.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('second names on %s', (database) => {
  let test: TestApp
  let customer: Json
  let wheat: Json
  let city: string
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('soil', { Soil_Name: 'Black Cotton', Local_Name: 'કાળી જમીન' })
    wheat = await test.make('crop', { Crop_Name: 'Wheat Lok-1', Local_Name: 'ઘઉં' })
    customer = await test.make('customer', {
      Customer_Code: 'C1',
      Customer_Name: 'Umiya Agro Centre',
      Local_Name: 'ઉમિયા એગ્રો સેન્ટર',
      Primary_Contact: 'Kiran Vora',
      Soil_Name: 'Black Cotton',
    })
    city = customer.City_Code
    const { version } = (await test.request('GET', `/api/v1/cities/${city}`)).body
    const names = { City_Name: 'Anand', Local_Name: 'આણંદ' }
    await test.request('PATCH', `/api/v1/cities/${city}`, { version, ...names })
  })
  afterAll(() => test.close())

  const read = async (path: string, language = 'gu'): Promise<Json> => {
    const headers = { 'accept-language': language }
    const { status, body } = await test.request('GET', path, undefined, { headers })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString()

  it('are stored, changed, exported and kept in the history like other fields', async () => {
    const path = `/api/v1/crops/${wheat.Crop_Code}`
    const saved = await test.request('PATCH', path, { version: wheat.version, Local_Name: ' ઘઉં લોક-૧ ' })
    expect(saved.body).toMatchObject({ Crop_Name: 'Wheat Lok-1', Local_Name: 'ઘઉં લોક-૧' })
    const { items } = await read(`${path}/history`)
    expect(items[0]).toMatchObject({ before: { Local_Name: 'ઘઉં' }, after: { Local_Name: 'ઘઉં લોક-૧' } })
    const csv = await test.request('GET', '/api/v1/exports/crops.csv?q=Lok-1')
    expect(String(csv.body)).toContain('Local Name')
    expect(String(csv.body)).toContain('ઘઉં લોક-૧')
    expect((await read('/api/openapi.json')).components.schemas.crop.properties.Local_Name).toMatchObject({
      maxLength: 200,
    })
  })

  it.each([
    ['a right-to-left override', 'ઘઉં\u202eWheat', 'should not contain invisible characters'],
    ['a control character', 'ઘઉં\u0007', 'should not contain control characters'],
    ['a long text', 'ઘ'.repeat(201), 'should not exceed 200 characters'],
    ['a list', ['ઘઉં'], 'should be text'],
  ])('refuse %s with a sentence, as the name does', async (_, Local_Name, sentence) => {
    const save = (values: object): Promise<Answer> =>
      test.request('POST', '/api/v1/seasons', { Season_Name: 'Late Winter', ...values })
    const { status, body } = await save({ Local_Name })
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ field: 'Local_Name', message: `Local Name ${sentence}` }])
    expect((await save({ Season_Name: Local_Name })).status).toBe(422)
    expect((await save({ Season_Name: `Mixed ${String(_)}`, Local_Name: 'ઘઉં गेहूँ گندم' })).status).toBe(201)
  })

  it('are shown before the name to readers of their script only', async () => {
    const list = `/api/v1/customers?${query({ Customer_Code: 'C1', names: 'true' })}`
    expect((await read(list)).names).toMatchObject({
      City_Code: { [city]: 'આણંદ · Anand' },
      Soil_Name: { 'Black Cotton': 'કાળી જમીન' },
    })
    const { names } = await read(list, 'en')
    expect(names.City_Code).toEqual({ [city]: 'Anand' })
    expect(names).not.toHaveProperty('Soil_Name')
    const found = `/api/v1/search?${query({ q: 'ઉમિયા' })}`
    expect((await read(found)).items[0]).toMatchObject({
      code: 'C1',
      name: 'ઉમિયા એગ્રો સેન્ટર · Umiya Agro Centre',
    })
    expect((await read(found, 'en')).items[0]).toMatchObject({ code: 'C1', name: 'Umiya Agro Centre' })
  })

  it('are found as options, those that begin with the text first', async () => {
    for (const [City_Code, Local_Name] of [
      ['X1', 'નવું આણંદ'],
      ['X2', 'આણંદપુર'],
    ])
      await test.make('city', { City_Code, City_Name: `Place ${City_Code}`, Local_Name })
    const { items } = await read(`/api/v1/options/cities?${query({ q: 'આણંદ' })}`)
    expect(items.map((each: Json) => [each.value, each.title])).toEqual([
      [city, 'આણંદ · Anand'],
      ['X2', 'આણંદપુર · Place X2'],
      ['X1', 'નવું આણંદ · Place X1'],
    ])
    expect(items[0].facts[0]).not.toHaveProperty('Local_Name')
    expect((await read(`/api/v1/options/cities?${query({ q: 'anandpur' })}`, 'en')).items).toMatchObject([
      { value: 'X2', title: 'Place X2' },
    ])
    expect(
      (await read(`/api/v1/options/soils?${query({ of: 'Soil_Name', q: 'કાળી' })}`)).items,
    ).toMatchObject([{ value: 'Black Cotton', title: 'કાળી જમીન' }])
  })

  it('count as another name in the search for duplicates', async () => {
    const path = '/api/v1/duplicates/customers'
    const { body } = await test.request('POST', path, { Customer_Name: 'Umia Agro Center' })
    expect(body.items).toMatchObject([{ id: customer.id, reasons: ['similar name'] }])
    const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...values } = customer
    const other = await test.make('customer', {
      ...values,
      Customer_Code: 'C2',
      Customer_Name: 'UAC Traders',
      Local_Name: 'ઉમિયા એગ્રો સેન્ટર',
      Primary_Contact: 'Asha Mehta',
      Customer_Phone: '9825011111',
      Customer_Email: 'uac@example.in',
      PAN: null,
    })
    await test.request('POST', '/api/v1/duplicate-pairs/search')
    const pairs = await read('/api/v1/duplicate-pairs', 'en')
    const ids = [customer.id, other.id].toSorted()
    expect(
      pairs.items.map(({ one, other: two, reasons }: Json) => [[one.id, two.id].toSorted(), reasons]),
    ).toEqual([[ids, expect.arrayContaining(['name', 'city'])]])
  })

  it('come from files, and name what rows refer to', async () => {
    const drive = importDriver(test)
    const { id, settings } = await drive.upload(
      'pool',
      writeCsv([
        ['Pool Code', 'Pool Name', 'નામ', 'State'],
        ['P9', 'Kheda', 'ખેડા', 'ગુજરાત'],
      ]),
    )
    expect(settings.columns).toEqual(['Pool_Code', 'Pool_Name', 'Local_Name', 'State_Code'])
    await test.make('state', { State_Code: 'GJ9', State_Name: 'Gujarat', Local_Name: 'ગુજરાત' })
    await drive.check(id)
    await drive.run(id)
    expect(await read('/api/v1/pools/P9')).toMatchObject({ Local_Name: 'ખેડા', State_Code: 'GJ9' })
  })

  it('are in the pack of a phone, and in what the planner shows', async () => {
    const phone = new Phone(await test.as('ADMIN'))
    await phone.sync(test)
    expect(phone.customers.get(customer.id)).toMatchObject({
      localName: 'ઉમિયા એગ્રો સેન્ટર',
      cityLocalName: 'આણંદ',
    })
    expect(phone.masters).toMatchObject({ localNames: { 'Black Cotton': 'કાળી જમીન' } })
    const { items } = await read('/api/v1/visit-plans?Customer_Code=C1')
    expect(items).toMatchObject([{ Customer_Name: 'Umiya Agro Centre', Local_Name: 'ઉમિયા એગ્રો સેન્ટર' }])
  })

  it('come with visits, receivables and the day route, which hold the usual names', async () => {
    const send = async (path: string, body: object): Promise<void> => {
      const { status, body: answer } = await test.request('POST', path, body)
      expect(status, JSON.stringify(answer)).toBeLessThan(300)
    }
    await test.make('season', { Season_Name: 'Rabi', Local_Name: 'રવિ' })
    await test.make('material', { materialName: 'Urea', Local_Name: 'યુરિયા' })
    // The same crop of another type, without a second name.
    await test.make('crop', { Crop_Name: 'Wheat Lok-1', Crop_Grade: 'Seed' })
    const names = {
      Season_Recommendation: { Rabi: 'રવિ' },
      New_Recommended_Crops: { 'Wheat Lok-1': expect.stringContaining('ઘઉં') },
      New_Recommended_Materials: { Urea: 'યુરિયા' },
    }
    await send('/api/plan-visit', {
      Customer_Code: 'C1',
      Visited_On: '2026-11-02',
      Feedback: 'Good',
      Season_Recommendation: 'Rabi',
      New_Recommended_Crops: ['Wheat Lok-1'],
      New_Recommended_Materials: ['Urea'],
    })
    const planned = { Planned_Date: '2026-11-20', Planned_Time: '10:00' }
    await send('/api/plan-visit', { Customer_Code: 'C1', ...planned })
    await send('/api/v1/balances/upload', {
      rows: [{ Customer_Code: 'C1', As_Of: '2026-11-01', Receivable: 900, Overdue: 100 }],
    })
    const cityNames = { City_Name: 'Anand', City_Local_Name: 'આણંદ' }
    for (const [path, member] of [
      ['/api/v1/visit-log', (body: Json) => body],
      ['/api/v1/customers/C1/page', (body: Json) => body.visits],
      ['/api/v1/customers/C1/visits', (body: Json) => body],
    ] as const) {
      expect(member(await read(path)).names, path).toEqual(names)
      expect(member(await read(path, 'en')).names, path).toEqual({})
    }
    const { items: stations } = await read('/api/v1/stations')
    const station = stations.find((each: Json) => each.Station_Code === customer.Station_Code)
    const change = { version: station.version, Local_Name: 'સ્ટેશન' }
    await test.request('PATCH', `/api/v1/stations/${station.id}`, change)
    const inPool = query({ Pool_Code: customer.Pool_Code })
    const place = { code: station.Station_Code, name: station.Station_Name, localName: 'સ્ટેશન' }
    for (const path of ['/api/v1/receivable-totals', '/api/v1/dashboard'])
      expect((await read(`${path}?${inPool}`)).territories, path).toMatchObject([place])
    expect((await read('/api/v1/receivables')).items).toMatchObject([cityNames])
    expect((await read('/api/v1/day-routes?day=2026-11-20&employee=all')).stops).toMatchObject([cityNames])
  })
})
