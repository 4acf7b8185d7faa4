import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { Phone } from '#testing/phone.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('retired records on %s', { timeout: 60_000 }, (database) => {
  let test: TestApp
  let customer: Json
  const get = async (path: string): Promise<Json> => (await test.request('GET', path)).body
  const post = (path: string, body: object = {}, as = 'ADMIN'): Promise<Json> =>
    test.request('POST', path, body, { as })
  const valuesOf = async (path: string): Promise<string[]> =>
    (await get(path)).items.map(({ value }: Json) => value)
  const retireCity = (body: object = {}): Promise<Json> => post('/api/v1/cities/PAT/retire', body)
  const today = '2026-11-20'

  beforeAll(async () => {
    test = await openTestApp(database)
    test.clock.now = new Date(`${today}T06:00:00Z`)
    const first = await test.make('customer')
    const { State_Code, Country_Code } = first
    await test.make('city', { City_Code: 'PAT', City_Name: 'Patan', State_Code, Country_Code })
    await test.make('city', { City_Code: 'DEE', City_Name: 'Deesa', State_Code, Country_Code })
    const path = `/api/v1/customers/${first.id}`
    customer = (await test.request('PATCH', path, { version: 1, City_Code: 'PAT' })).body
  })
  afterAll(() => test.close())

  it('keep their day and reason, and are retired and reinstated by those who may change them', async () => {
    expect((await post('/api/v1/cities/PAT/retire', {}, 'VIEWER')).status).toBe(403)
    expect((await post('/api/v1/cities/NONE/retire')).status).toBe(404)
    expect(await retireCity({ on: '2026-11-21' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'Retired_On', message: 'Retired On should not be later than today' }] },
    })
    expect((await retireCity({ on: 'soon' })).status).toBe(422)
    expect((await retireCity({ reason: 'a\u0000b' })).status).toBe(422)
    expect((await retireCity({ reason: 'x'.repeat(201) })).status).toBe(422)
    expect((await retireCity({ because: 'x' })).status).toBe(422)
    expect((await retireCity({ version: 99 })).status).toBe(409)
    const { body, status } = await retireCity({ reason: 'Now part of Sidhpur' })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { Retired_On: today, Retired_Reason: 'Now part of Sidhpur', version: 2 },
    })
    // Retired again: nothing changes.
    expect((await retireCity()).body).toMatchObject({ version: 2, Retired_On: today })
    const { items } = await get('/api/v1/cities/PAT/history')
    expect(items[0]).toMatchObject({ before: { Retired_On: null }, after: { Retired_On: today } })
  })

  it('are not offered, except where lists are filtered', async () => {
    expect(await valuesOf('/api/v1/options/cities?q=pat')).toEqual([])
    expect(await valuesOf('/api/v1/options/cities?q=pat&retired=true')).toEqual(['PAT'])
    expect((await test.request('GET', '/api/v1/options/cities?retired=maybe')).status).toBe(422)
    const codes = (await get('/api/form/cityCodes')).map((each: Json) => each.City_Code)
    expect(codes).toContain('DEE')
    expect(codes).not.toContain('PAT')
    expect((await get('/api/contact24Data/dropdowns')).City_Code).not.toContain('PAT')
    const active = (await get('/api/v1/cities?Retired_On=')).items.map((each: Json) => each.City_Code)
    expect(active).not.toContain('PAT')
    expect((await get('/api/v1/cities?Retired_On.not=')).items).toMatchObject([{ City_Code: 'PAT' }])
  })

  it('are still named where they are used, and refused for new references with a sentence', async () => {
    const { names } = await get(`/api/v1/customers?Customer_Code=${customer.Customer_Code}&names=true`)
    expect(names.City_Code).toEqual({ PAT: 'Patan (retired)' })
    const path = `/api/v1/customers/${customer.Customer_Code}`
    const saved = await test.request('PATCH', path, { version: customer.version, Street: 'Main road' })
    expect(saved).toMatchObject({ status: 200, body: { City_Code: 'PAT', Street: 'Main road' } })
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...values } = customer
    const sentence = 'City Code PAT is retired since 20/11/2026; choose another or reinstate it'
    expect(await post('/api/v1/customers', { ...values, Customer_Code: 'NEW1' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'City_Code', message: sentence }] },
    })
    const moved = await test.request('PATCH', path, { version: saved.body.version, City_Code: 'DEE' })
    expect(moved.status).toBe(200)
    const back = await test.request('PATCH', path, { version: moved.body.version, City_Code: 'PAT' })
    expect(back).toMatchObject({ status: 422, body: { errors: [{ field: 'City_Code', message: sentence }] } })
    // Restoring what was stored before is not a new reference.
    const revert = { to: customer.version, version: moved.body.version }
    const reverted = await post(`${path}/revert`, revert)
    expect(reverted).toMatchObject({ status: 200, body: { City_Code: 'PAT' } })
  })

  it('are refused in an import for new rows, and kept in rows that are there', async () => {
    const imports = importDriver(test)
    const driver = async (rows: string[][]): Promise<Json> => {
      const job = await imports.upload('branch', writeCsv(rows))
      const ready = await imports.change(job, { settings: { mode: 'upsert' } }).catch(() => job)
      await imports.run(ready.id)
      return get(`/api/v1/imports/${ready.id}/rows`)
    }
    const { State_Code, Country_Code } = customer
    const branch = await test.make('branch', { City_Code: 'DEE', State_Code, Country_Code })
    await post('/api/v1/cities/DEE/retire')
    const header = ['Company Code', 'Branch Code', 'Branch Name', 'Branch Address Line 1', 'Area / Village']
    const place = ['City Code', 'State Code', 'Country Code', 'Pincode']
    const line = (code: string): string[] => [
      branch.Company_Code,
      code,
      'Renamed',
      'Line',
      'Area',
      'DEE',
      branch.State_Code,
      branch.Country_Code,
      '380001',
    ]
    const rows = await driver([[...header, ...place], line('NEW-BRANCH')])
    expect(JSON.stringify(rows)).toContain('City Code DEE is retired since 20/11/2026')
    await post('/api/v1/cities/DEE/reinstate')
    expect(await valuesOf('/api/v1/options/cities?q=dee')).toEqual(['DEE'])
  })

  it('are retired and reinstated in bulk, with undo', async () => {
    const crops: Json[] = []
    for (const name of ['One', 'Two', 'Three']) crops.push(await test.make('crop', { Crop_Name: name }))
    const ids = crops.map(({ id }) => id)
    const set = { Retired_On: today, Retired_Reason: 'Not grown any more' }
    const { body } = await post('/api/v1/bulk/crops', { action: 'update', ids, set })
    expect(body).toMatchObject({ changed: 3, batch: { title: '3 crops retired' } })
    expect(await valuesOf('/api/v1/options/crops?of=Crop_Name&q=three')).toEqual([])
    expect((await post(`/api/v1/batches/${body.batch.id}/undo`)).status).toBe(200)
    expect(await valuesOf('/api/v1/options/crops?of=Crop_Name&q=three')).toEqual(['Three'])
    const undo = { Retired_On: null, Retired_Reason: null }
    await post('/api/v1/bulk/crops', { action: 'update', ids: [ids[0]], set })
    const back = await post('/api/v1/bulk/crops', { action: 'update', ids: [ids[0]], set: undo })
    expect(back.body.batch.title).toBe('1 crop reinstated')
  })

  it('keep their retirement when a form saves the whole record', async () => {
    const soil = await test.make('soil', { Soil_Name: 'Old Soil' })
    const { body: retired } = await post(`/api/v1/soils/${soil.Soil_Code}/retire`)
    const saved = await test.request('PUT', `/api/v1/soils/${soil.Soil_Code}`, {
      Soil_Name: 'Older Soil',
      version: retired.version,
    })
    expect(saved).toMatchObject({ status: 200, body: { Soil_Name: 'Older Soil', Retired_On: today } })
  })

  it('are retired under a shared name only when all records with the name are', async () => {
    const one = await test.make('soil', { Soil_Name: 'Shared' })
    await test.make('soil', { Soil_Name: 'Shared' })
    await post(`/api/v1/soils/${one.Soil_Code}/retire`)
    expect(await valuesOf('/api/v1/options/soils?of=Soil_Name&q=shared')).toEqual(['Shared'])
    const { version } = await get(`/api/v1/customers/${customer.Customer_Code}`)
    const path = `/api/v1/customers/${customer.Customer_Code}`
    expect((await test.request('PATCH', path, { version, Soil_Name: 'Shared' })).status).toBe(200)
  })

  it('are not due, get no new plan, and are left out of the pack of a phone', async () => {
    const due = await test.make('customer', { Last_Visited: '2026-01-01', Visit_In_Days: 10 })
    const code = due.Customer_Code
    const planned = async (): Promise<string[]> =>
      (await get('/api/v1/visit-plans?limit=200')).items.map((each: Json) => each.Customer_Code)
    const overdue = async (): Promise<number> =>
      (await get('/api/v1/dashboard')).territories.reduce(
        (sum: number, each: Json) => sum + each.customers,
        0,
      )
    const phone = new Phone(await test.as('ADMIN'))
    const pack = async (): Promise<string[]> => {
      await phone.sync(test)
      return [...phone.customers.values()].map((each) => each.code)
    }
    expect(await pack()).toContain(code)
    expect(await planned()).toContain(code)
    const before = await overdue()
    expect((await post(`/api/v1/customers/${code}/retire`)).status).toBe(200)
    test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
    expect(await planned()).not.toContain(code)
    expect(await overdue()).toBe(before - 1)
    const plan = { Customer_Code: code, Planned_Date: '2026-11-25', Planned_Time: '10:00' }
    const refused = await post('/api/plan-visit', plan)
    expect(refused.status).toBe(409)
    expect(refused.body.msg).toBe(
      `Customer ${code} is retired since 20/11/2026: reinstate it to plan a visit`,
    )
    expect(await pack()).not.toContain(code)
    // A visit that was made is a fact, and is recorded.
    const visit = { Customer_Code: code, Visited_On: '2026-11-19', Feedback: 'Closed the shop' }
    expect((await post('/api/plan-visit', visit)).status).toBe(201)
    await post(`/api/v1/customers/${code}/reinstate`)
    test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
    expect(await planned()).toContain(code)
  })
})
