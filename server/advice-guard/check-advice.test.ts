import { beforeAll, describe, expect, it } from 'vitest'
import { parseDetails } from '#domain/advice/details.ts'
import { databaseNames } from '#testing/databases.ts'
import { noon, openField } from '#testing/field-phone.ts'
import type { Answer, Json } from '#testing/test-app.ts'

describe.each(databaseNames)('advice against a warning on %s', (database) => {
  const field = openField(database)
  const { newCustomer, record, visitOf, kinds } = field
  const advice = { New_Recommended_Crops: ['Barley'], New_Recommended_Materials: ['Aphid Stop'] }
  let mapping: Json
  let banned: Json

  const post = (path: string, body: Json): Promise<Answer> =>
    field.test.request('POST', `/api/v1/${path}`, body)
  const standing = (customer: Json, Date_Of_Reaping: string): Promise<Json> =>
    field.test.make('cropLot', { ...cropOfLot, Date_Of_Reaping, Customer_Code: customer.Customer_Code })
  let cropOfLot: Json

  beforeAll(async () => {
    const crop = await field.test.make('crop', { Crop_Name: 'Barley' })
    const { Crop_Name, Crop_Type1, Crop_Type2, Crop_Type3, Crop_Grade, Crop_Quality } = crop
    cropOfLot = { Crop_Name, Crop_Type1, Crop_Type2, Crop_Type3, Crop_Grade, Crop_Quality }
    const material = await field.test.make('material', { materialName: 'Aphid Stop' })
    banned = await field.test.make('material', {
      materialName: 'Old Poison',
      Banned_From: '2026-11-01',
      Ban_Reason: 'Prohibited',
    })
    await field.test.make('material', { materialName: 'Banned Tomorrow', Banned_From: '2026-11-16' })
    mapping = await field.test.make('cropMaterialMapping', {
      Crop_Code: crop.Crop_Code,
      Material_Code: material.materialCode,
      Dose: 0.5,
      Dose_Unit: 'ml per litre of water',
      Timing: 'At flowering',
      Waiting_Days: 21,
      Source: 'Label',
    })
  })

  it('is refused with a sentence, and stored with a reason, in the history too', async () => {
    const customer = await newCustomer()
    await standing(customer, '2026-11-30')
    const visit = { Customer_Code: customer.Customer_Code, Visited_On: '2026-11-15', ...advice }
    const { status, body } = await post('visits', visit)
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: 'Advice_Reason',
          message:
            'Aphid Stop: Barley is to be reaped on 30/11/2026, but with 21 waiting days not before 06/12/2026. Give a reason to advise this anyway',
        },
      ],
    ])
    const saved = await post('visits', { ...visit, Advice_Reason: 'Reaping moves to Christmas' })
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
    expect(saved.body).toMatchObject({ Advice_Reason: 'Reaping moves to Christmas' })
    expect(parseDetails(saved.body.Advice_Details)).toEqual([
      {
        crop: 'Barley',
        material: 'Aphid Stop',
        dose: 0.5,
        unit: 'ml per litre of water',
        timing: 'At flowering',
        waitingDays: 21,
        source: 'Label',
        warnings: [{ kind: 'harvest', day: '2026-11-30' }],
      },
    ])
    const history = await field.test.request('GET', `/api/v1/visits/${saved.body.id}/history`)
    expect(JSON.stringify(history.body)).toContain('Reaping moves to Christmas')
    // The record itself keeps the rule: without its reason it is refused again, while other fields can be changed.
    const path = `/api/v1/visits/${saved.body.id}`
    const without = await field.test.request('PUT', path, { ...saved.body, Advice_Reason: null })
    expect([without.status, without.body.errors?.[0]?.field]).toEqual([422, 'Advice_Reason'])
    const other = await field.test.request('PUT', path, { ...saved.body, Feedback: 'Agreed' })
    expect([other.status, other.body.Advice_Details]).toEqual([200, saved.body.Advice_Details])
  })

  it('with a reason is undone with its visit, which was planned or not', async () => {
    const customer = await newCustomer()
    await standing(customer, '2026-11-30')
    const { Customer_Code } = customer
    const given = { Customer_Code, ...advice, Advice_Reason: 'Reaping moves to Christmas' }
    const undo = (visit: Json): Promise<Answer> =>
      field.test.request('POST', `/api/v1/visits/${visit.id}/undo`)
    const { body: unplanned } = await post('visits', given)
    expect(await undo(unplanned)).toMatchObject({ status: 200, body: { visit: null } })
    expect((await field.test.request('GET', `/api/v1/visits/${unplanned.id}`)).status).toBe(404)
    const { body: plan } = await post('visits', {
      Customer_Code,
      Planned_Date: '2026-11-15',
      Planned_Time: '10:00',
    })
    const { body: made } = await post('visits', given)
    expect([made.id, made.Advice_Details === null]).toEqual([plan.id, false])
    expect(await undo(made)).toMatchObject({
      status: 200,
      body: {
        visit: {
          id: plan.id,
          Status: 'planned',
          New_Recommended_Materials: null,
          Advice_Details: null,
          Advice_Reason: null,
        },
      },
    })
    // The reason belonged to the visit that was undone: the next one is asked again.
    const again = await post('visits', { ...given, Advice_Reason: null })
    expect([again.status, again.body.errors?.[0]?.field]).toEqual([422, 'Advice_Reason'])
  })

  it('is judged by the day of the visit: reaped before, reaped late enough, no lot', async () => {
    for (const reaping of ['2026-11-14', '2026-12-06', null]) {
      const customer = await newCustomer()
      if (reaping !== null) await standing(customer, reaping)
      const visit = { Customer_Code: customer.Customer_Code, Visited_On: '2026-11-15', ...advice }
      const { status, body } = await post('visits', visit)
      expect(status, JSON.stringify(body)).toBe(201)
      expect(body.Advice_Details).toContain('0.5 ml per litre of water')
    }
  })

  it('is refused for a banned material, not for one that is banned later', async () => {
    const customer = await newCustomer()
    const visit = (name: string, on = '2026-11-15'): Promise<Answer> =>
      post('visits', {
        Customer_Code: customer.Customer_Code,
        Visited_On: on,
        New_Recommended_Materials: [name],
      })
    expect((await visit('Old Poison')).body.errors[0].message).toBe(
      'Old Poison is banned since 01/11/2026: Prohibited. Give a reason to advise this anyway',
    )
    expect((await visit('Old Poison', '2026-10-31')).status).toBe(201)
    expect((await visit('Banned Tomorrow')).status).toBe(201)
  })

  it('refuses details that it cannot read', async () => {
    const customer = await newCustomer()
    const visit = { Customer_Code: customer.Customer_Code, ...advice, Advice_Details: '<script>' }
    const { status, body } = await post('visits', visit)
    expect([status, body.errors[0].field]).toEqual([422, 'Advice_Details'])
  })

  it('from a phone is kept, and marked if the phone did not warn', async () => {
    const customer = await newCustomer()
    await standing(customer, '2026-11-30')
    const details = 'Barley | Aphid Stop | 0.4 ml per litre of water |  | 7 |  |'
    const sent = { ...advice, Advice_Details: details }
    const marked = await field.phone.sendOne(record(customer, sent))
    expect([marked.state, kinds(marked)]).toEqual(['accepted', ['unsafe-advice']])
    expect(marked.marks[0].message).toContain('not before 06/12/2026')
    // What the farmer was shown stays, although the mapping says something else now.
    expect(await visitOf(marked)).toMatchObject({ Advice_Details: details, Advice_Reason: null })
    const explained = await field.phone.sendOne(
      record(customer, { ...sent, Advice_Reason: 'Agreed with the buyer' }),
    )
    expect([explained.state, kinds(explained)]).toEqual(['accepted', []])
    // A material that was deleted meanwhile is in the remarks, and the rest is kept.
    const gone = await field.test.make('material', { materialName: 'Gone' })
    await field.test.request('DELETE', `/api/v1/materials/${gone.id}?version=${gone.version}`)
    const withGone = await field.phone.sendOne(
      record(await newCustomer(), { ...sent, New_Recommended_Materials: ['Aphid Stop', 'Gone'] }),
    )
    expect([withGone.state, kinds(withGone)]).toEqual(['accepted', ['dropped-values']])
    expect(await visitOf(withGone)).toMatchObject({ New_Recommended_Materials: ['Aphid Stop'] })
  })

  it('is known to the phone and to the office: doses, bans and lots', async () => {
    const customer = await newCustomer()
    await standing(customer, '2026-11-30')
    const { body: pack } = await field.test.request(
      'POST',
      '/api/v1/field/sync',
      { device: field.phone.device, clock: noon.toISOString(), cursor: null },
      { as: field.phone.token },
    )
    expect(pack.masters.supplies).toContainEqual({
      crop: 'Barley',
      material: 'Aphid Stop',
      code: mapping.Crop_Code,
      dose: 0.5,
      unit: 'ml per litre of water',
      timing: 'At flowering',
      waitingDays: 21,
      source: 'Label',
    })
    const held = pack.customers.find((each: Json) => each.id === customer.id)
    expect(held.lots).toEqual([{ crop: 'Barley', reaping: '2026-11-30' }])
    expect(pack.masters.bans).toMatchObject({ 'Old Poison': { from: '2026-11-01', reason: 'Prohibited' } })
    const { body } = await field.test.request(
      'GET',
      `/api/v1/customers/${customer.Customer_Code}/advice?crops=Barley`,
    )
    expect(body.guard.lots).toEqual([{ crop: 'Barley', reaping: '2026-11-30' }])
    expect(body.guard.supplies).toMatchObject([{ material: 'Aphid Stop', waitingDays: 21 }])
    expect(Object.keys(body.guard.bans)).toContain(banned.materialName)
  })
})
