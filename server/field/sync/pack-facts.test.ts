import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adviceLines } from '#domain/advice/guard.ts'
import { adviceInputOf, guardFactsOf, reasonFactsOf } from '#domain/field/pack-facts.ts'
import { adviceFor } from '#domain/visits/advice.ts'
import { reasonsOf } from '#domain/visits/reasons.ts'
import { databaseNames } from '#testing/databases.ts'
import { Phone } from '#testing/phone.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('advice and reasons from the pack on %s', (database) => {
  let test: TestApp
  let phone: Phone
  const day = '2026-11-16'

  beforeAll(async () => {
    test = await openTestApp(database)
    const customer = await test.make('customer', {
      Customer_Code: 'C1',
      Last_Visited: null,
      Visit_In_Days: 10,
    })
    const codeOf = async (path: string, filter: string, code: string): Promise<string> =>
      (await test.request('GET', `/api/v1/${path}?${filter}`)).body.items[0][code]
    const soil = await codeOf('soils', `Soil_Name=${encodeURIComponent(customer.Soil_Name)}`, 'Soil_Code')
    const [winter, summer] = [
      await codeOf('seasons', 'Season_Name=Winter', 'Season_Code'),
      await codeOf('seasons', 'Season_Name=Summer', 'Season_Code'),
    ]
    // Two crops of one name, of which one is mapped to a soil and the other to a material.
    const crops: Json[] = []
    for (const name of ['Jute', 'Jute', 'Barley', 'Taro'])
      crops.push(await test.make('crop', { Crop_Name: name }))
    for (const [crop, season] of [
      [crops[0], winter],
      [crops[2], winter],
      [crops[2], summer],
    ])
      await test.make('cropSoilSeasonMapping', {
        Crop_Code: crop.Crop_Code,
        Season_Code: season,
        Soil_Code: soil,
      })
    for (const [crop, name] of [
      [crops[1], 'Potash'],
      [crops[2], 'Urea'],
      [crops[3], 'Lime'],
    ]) {
      const { materialCode } = await test.make('material', { materialName: name })
      await test.make('cropMaterialMapping', { Crop_Code: crop.Crop_Code, Material_Code: materialCode })
    }
    await test.make('balance', { Customer_Code: 'C1', As_Of: '2026-11-14', Receivable: 900, Overdue: 450.5 })
    const visit = { Customer_Code: 'C1', Visited_On: '2026-11-01', Feedback: 'Good' }
    const made = await test.request('POST', '/api/v1/visits', {
      ...visit,
      Next_Visit_Suggested: '2026-11-16T05:30:00.000Z',
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    phone = new Phone(await test.as('FIELD'))
    await phone.sync(test)
  })
  afterAll(() => test.close())

  it.each(['', 'season=Winter', 'season=Summer&crops=Barley', 'crops=Jute', 'crops=Taro&crops=Wheat'])(
    'the advice is that of the server: %s',
    async (query) => {
      const { body } = await test.request('GET', `/api/v1/customers/C1/advice?${query}`)
      const { total: _, guard, ...expected } = body
      const asked = new URLSearchParams(query)
      const [customer] = phone.customers.values()
      const input = adviceInputOf(customer!, phone.masters!, {
        season: asked.get('season'),
        crops: asked.getAll('crops'),
        today: '2026-11-15',
      })
      expect(adviceFor(input)).toEqual(expected)
      const advised = { day: '2026-11-15', crops: asked.getAll('crops'), materials: phone.masters!.materials }
      const withoutCode = ({ code: _code, ...line }: Json): Json => line
      const held = adviceLines(advised, guardFactsOf(customer!, phone.masters!)).map(withoutCode)
      expect(held).toEqual(adviceLines(advised, guard))
    },
  )

  it('the reasons are those of the day route', async () => {
    const { body } = await test.request('GET', `/api/v1/day-routes?day=${day}&employee=all`)
    expect(body.stops).toHaveLength(1)
    const [customer] = phone.customers.values()
    const facts = reasonFactsOf(customer!, phone.masters!, {
      day,
      now: test.clock.now,
      timeZone: test.config.timeZone,
    })
    expect(reasonsOf(facts)).toEqual(body.stops[0].reasons)
    expect(body.stops[0].reasons).toEqual([
      expect.stringContaining('Overdue by'),
      expect.stringContaining('450.50 overdue'),
      'Agreed on 01/11 visit',
      expect.stringContaining('Winter'),
    ])
  })
})
