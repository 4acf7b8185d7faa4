import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('the slip of a visit on %s', (database) => {
  let test: TestApp
  let customer: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    customer = await test.make('customer', { Last_Visited: null })
    await test.make('company', { Company_Code: 'A1', Company_Name: 'Marigold Agro' })
  })
  afterAll(() => test.close())
  const record = async (more: Json): Promise<Json> =>
    (await test.request('POST', '/api/v1/visits', { Customer_Code: customer.Customer_Code, ...more })).body

  it('has the firm, the reference, the doses and the second names', async () => {
    const crop = await test.make('crop', { Crop_Name: 'Barley', Local_Name: 'જવ' })
    const material = await test.make('material', { materialName: 'Potash' })
    await test.make('cropMaterialMapping', {
      Crop_Code: crop.Crop_Code,
      Material_Code: material.materialCode,
      Dose: 20,
      Dose_Unit: 'kg per acre',
      Timing: 'At sowing <script>alert(1)</script>',
      Waiting_Days: null,
      Source: null,
    })
    const visit = await record({
      Visited_On: '2026-11-15',
      New_Recommended_Crops: ['Barley'],
      New_Recommended_Materials: ['Potash'],
      Next_Visit_Suggested: '2026-11-25 10:00',
    })
    const { status, body } = await test.request('GET', `/api/v1/visits/${visit.id}/slip`)
    expect([status, body]).toEqual([
      200,
      {
        firm: 'Marigold Agro',
        customer: customer.Customer_Name,
        customerLocalName: customer.Local_Name,
        reference: visit.Visit_ID,
        day: '2026-11-15',
        crops: ['Barley'],
        materials: ['Potash'],
        details: 'Barley | Potash | 20 kg per acre | At sowing <script>alert(1)</script> |  |  |',
        next: '2026-11-25',
        localNames: { Barley: 'જવ' },
      },
    ])
    // It keeps what was advised after the material was renamed.
    const { body: stored } = await test.request('GET', `/api/v1/materials/${material.id}`)
    await test.request('PUT', `/api/v1/materials/${material.id}`, { ...stored, Local_Name: 'પોટાશ' })
    const again = await test.request('GET', `/api/v1/visits/${visit.id}/slip`)
    expect(again.body).toMatchObject({ details: body.details, localNames: { Potash: 'પોટાશ' } })
  })

  it('has the names and doses of the visit after materials are merged and a crop is renamed', async () => {
    const crop = await test.make('crop', { Crop_Name: 'Castor' })
    const [advised, kept] = [
      await test.make('material', { materialName: 'Urea 45' }),
      await test.make('material', { materialName: 'Urea 46' }),
    ]
    await test.make('cropMaterialMapping', {
      Crop_Code: crop.Crop_Code,
      Material_Code: advised.materialCode,
      Dose: 30,
      Dose_Unit: 'kg per acre',
      Timing: null,
      Waiting_Days: null,
      Source: null,
    })
    const visit = await record({
      Visited_On: '2026-11-14',
      New_Recommended_Crops: ['Castor'],
      New_Recommended_Materials: ['Urea 45', 'Urea 46'],
    })
    const slip = async (): Promise<Json> =>
      (await test.request('GET', `/api/v1/visits/${visit.id}/slip`)).body
    const before = await slip()
    expect(before).toMatchObject({ details: 'Castor | Urea 45 | 30 kg per acre |  |  |  |' })
    const merged = await test.request('POST', `/api/v1/materials/${kept.id}/merge`, {
      with: advised.id,
      versions: { [kept.id]: kept.version, [advised.id]: advised.version },
      take: {},
    })
    expect(merged.status).toBe(200)
    const renamed = await test.request('POST', `/api/v1/crops/${crop.id}/rename`, {
      to: { Crop_Name: 'Castor bean' },
      version: crop.version,
    })
    expect(renamed.status).toBe(200)
    const { body: stored } = await test.request('GET', `/api/v1/visits/${visit.id}`)
    expect([stored.New_Recommended_Crops, stored.New_Recommended_Materials]).toEqual([
      ['Castor bean'],
      ['Urea 46'],
    ])
    expect(await slip()).toEqual(before)
    await test.request('POST', `/api/v1/batches/${renamed.body.batch.id}/undo`)
    await test.request('POST', `/api/v1/batches/${merged.body.batch.id}/undo`)
    expect(await slip()).toEqual(before)
    // A correction of the visit is shown.
    const { version } = (await test.request('GET', `/api/v1/visits/${visit.id}`)).body
    const corrected = await test.request('PATCH', `/api/v1/visits/${visit.id}`, {
      New_Recommended_Materials: ['Urea 46'],
      version,
    })
    expect(corrected.status).toBe(200)
    expect((await slip()).materials).toEqual(['Urea 46'])
  })

  it('is only of a visit that was made, to a customer in scope', async () => {
    const plan = await record({ Planned_Date: '2026-11-20', Planned_Time: '10:00' })
    const { status, body } = await test.request('GET', `/api/v1/visits/${plan.id}/slip`)
    expect([status, body.msg]).toEqual([409, 'There is a slip only for a visit to a customer that was made'])
    const { token: as } = await newPerson(test, 'elsewhere@example.in', 'FIELD')
    expect((await test.request('GET', `/api/v1/visits/${plan.id}/slip`, undefined, { as })).status).toBe(404)
  })
})
