import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('doses, bans and crop lots on %s', (database) => {
  let test: TestApp
  let base: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    const crop = await test.make('crop', { Crop_Name: 'Barley' })
    const material = await test.make('material', { materialName: 'Potash' })
    base = { Crop_Code: crop.Crop_Code, Material_Code: material.materialCode }
  })
  afterAll(() => test.close())

  const post = (path: string, body: Json): Promise<Answer> => test.request('POST', `/api/v1/${path}`, body)
  const problemsOf = async (values: Json): Promise<[string, string][]> => {
    const { status, body } = await post('crop-material-mappings', { ...base, ...values })
    expect(status, JSON.stringify(body)).toBe(422)
    return body.errors.map((each: Json) => [each.field, each.message])
  }

  it('refuses doses that mean nothing, with a sentence for each', async () => {
    expect(await problemsOf({ Dose: -2, Dose_Unit: 'kg per acre' })).toEqual([
      ['Dose', expect.stringContaining('0.001')],
    ])
    expect(await problemsOf({ Dose: 2 })).toEqual([['Dose_Unit', 'Dose Unit is required with Dose']])
    expect(await problemsOf({ Dose_Unit: 'ml per acre' })).toEqual([
      ['Dose', 'Dose is required with Dose Unit'],
    ])
    expect(await problemsOf({ Waiting_Days: 10_000 })).toEqual([
      ['Waiting_Days', expect.stringContaining('365')],
    ])
    expect(await problemsOf({ Dose: 2, Dose_Unit: 'bags' })).toEqual([['Dose_Unit', expect.any(String)]])
    expect(await problemsOf({ Ban_Reason: 'Residues' })).toEqual([
      ['Banned_From', 'Banned From is required with Ban Reason'],
    ])
  })

  it('stores dose, timing, waiting days and source, and none of them', async () => {
    const values = {
      Dose: 2.5,
      Dose_Unit: 'ml per litre of water',
      Timing: 'At flowering <script>alert(1)</script>',
      Waiting_Days: 21,
      Source: 'Label of the producer',
      Banned_From: '2027-01-01',
      Ban_Reason: 'Residues',
    }
    const { status, body } = await post('crop-material-mappings', { ...base, ...values })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject(values)
    const crop = await test.make('crop', { Crop_Name: 'Rye' })
    const { body: plain } = await post('crop-material-mappings', { ...base, Crop_Code: crop.Crop_Code })
    expect(plain).toMatchObject({ Dose: null, Dose_Unit: null, Waiting_Days: null, Banned_From: null })
    const { status: cleared, body: why } = await test.request(
      'PUT',
      `/api/v1/crop-material-mappings/${body.id}`,
      { ...body, Dose_Unit: null },
    )
    expect([cleared, why.errors?.[0]?.message]).toEqual([422, 'Dose Unit is required with Dose'])
  })

  it('shows the crop lots of a customer to those who see the customer, and lots of none to all', async () => {
    const own = await test.make('customer', { Customer_Code: 'OWN-LOT' })
    const other = await test.make('customer', { Customer_Code: 'FAR-LOT' })
    expect(other.Station_Code).not.toBe(own.Station_Code)
    const lot = (Crop_Lot_Number: string, Customer_Code: string | null): Promise<Json> =>
      test.make('cropLot', { Crop_Lot_Number, Customer_Code, Date_Of_Reaping: '2026-12-01' })
    await lot('LOT-OWN', own.Customer_Code)
    const far = await lot('LOT-FAR', other.Customer_Code)
    await lot('LOT-NONE', null)
    await test.make('employee', {
      email: 'lots@example.in',
      countryCode: own.Country_Code,
      zoneCode: own.Zone_Code,
      stateCode: own.State_Code,
      poolCode: own.Pool_Code,
      stationCode: own.Station_Code,
      cityCode: own.City_Code,
    })
    const { token: as } = await newPerson(test, 'lots@example.in', 'FIELD')
    const read = (path: string): Promise<Answer> => test.request('GET', path, undefined, { as })
    const { body } = await read('/api/v1/crop-lots')
    expect(body.items.map((each: Json) => each.Crop_Lot_Number)).toEqual(['LOT-NONE', 'LOT-OWN'])
    expect((await read(`/api/v1/crop-lots/${far.id}`)).status).toBe(404)
    // A customer with a lot is in use.
    expect((await test.request('DELETE', `/api/v1/customers/${other.id}`)).status).toBe(409)
  })
})
