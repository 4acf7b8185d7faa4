import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceSets } from '#domain/reference/sets.ts'
import { referenceWords } from '#domain/reference/words.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

it('has a text for every set', () => {
  expect(referenceWords.map(({ id }) => id)).toEqual(referenceSets.map(({ id }) => id))
})

describe.each(databaseNames)('reference data on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const plan = async (set: string, query = ''): Promise<Json> => {
    const { body } = await test.request('GET', `/api/v1/reference-data${query}`)
    return body.items.find((each: Json) => each.set === set)
  }
  const load = (set: string, body: unknown = {}, as = 'ADMIN'): Promise<Answer> =>
    test.request('POST', `/api/v1/reference-data/${set}`, body, { as })
  const total = async (path: string): Promise<number> =>
    (await test.request('GET', `/api/v1/${path}?limit=1&total=true`)).body.total

  it('adds the states and their zones under the codes of the firm, once, and undoes all of it', async () => {
    // India has another code here, and one state exists under another code with a wrong value.
    await test.make('country', { Country_Code: 'IND', Country_Name: 'Bharat', Iso_Code: 'in' })
    await test.make('zone', { Zone_Code: 'ZW', Zone_Name: 'West', Country_Code: 'IND' })
    await test.make('state', { State_Code: 'GUJ', State_Name: 'gujarat', Zone_Code: 'ZW', Ext_Code: 42 })
    const before = await plan('states')
    expect(before.same).toBe(0)
    expect(before.differ).toEqual(['gujarat (GUJ): Ext Code 42 instead of 24'])
    expect(before.add).toHaveLength(35 + 5)
    expect(before.add.slice(0, 6)).toEqual([
      'Zone North (N)',
      'Zone South (S)',
      'Zone East (E)',
      'Zone Central (C)',
      'Zone North-East (NE)',
      'Jammu and Kashmir (JK)',
    ])
    const { body } = await load('states', { correct: true })
    expect(body).toMatchObject({ added: 40, corrected: 1, left: [] })
    const states = (await test.request('GET', '/api/v1/states?limit=200')).body.items
    expect(states).toHaveLength(36)
    const of = (code: string): Json => states.find((each: Json) => each.State_Code === code)
    expect([of('GUJ').Ext_Code, of('MH').Zone_Code, of('MH').Ext_Code]).toEqual(['24', 'ZW', '27'])
    expect((await test.request('GET', '/api/v1/zones/N')).body.Country_Code).toBe('IND')
    expect(await total('countries')).toBe(1)

    expect(await plan('states')).toMatchObject({ same: 36, add: [], differ: [] })
    expect((await load('states')).body).toEqual({ added: 0, corrected: 0, left: [], batchId: null })
    const undone = await test.request('POST', `/api/v1/batches/${body.batchId}/undo`)
    expect(undone.body).toMatchObject({ undone: 41, leftCount: 0 })
    expect([await total('states'), await total('zones')]).toEqual([1, 1])
  })

  it('adds new states to a chosen zone', async () => {
    const one = await plan('states', '?zone=zw')
    expect(one.add).toHaveLength(35)
    expect((await load('states', { zone: 'ZW' })).body).toMatchObject({ added: 35, corrected: 0 })
    expect(await total('zones')).toBe(1)
    expect((await test.request('GET', '/api/v1/reference-data?zone=none')).status).toBe(422)
  })

  it('keeps values of the firm, and corrects them only when asked', async () => {
    expect((await load('countries')).body).toMatchObject({ added: 248, corrected: 0, left: [] })
    expect((await plan('countries')).differ).toEqual([
      expect.stringContaining('Country Name Bharat instead of India'),
    ])
    expect((await test.request('GET', '/api/v1/countries/IND')).body.Country_Name).toBe('Bharat')
    await load('countries', { correct: true })
    expect((await test.request('GET', '/api/v1/countries/IND')).body.Country_Name).toBe('India')
    expect((await plan('countries')).same).toBe(249)
  })

  it('reports records that it cannot correct because others refer to them', async () => {
    await test.make('customer', {
      Currency_Name: (await test.make('currency', { Currency_Code: 'INR', Currency_Name: 'Rupees' }))
        .Currency_Name,
    })
    const { body } = await load('currencies', { correct: true })
    expect(body.corrected).toBe(0)
    expect(body.left).toEqual([
      expect.stringMatching(/^Rupees \(INR\): Currency Name Rupees instead of Indian Rupee\. /),
    ])
    expect((await load('gst')).body.added).toBe(7)
  })

  it('can be loaded by administrators only', async () => {
    expect((await load('gst', {}, 'OFFICE')).status).toBe(403)
    expect((await load('planets')).status).toBe(404)
    expect((await load('gst', { correct: 'yes' })).status).toBe(422)
    expect((await test.request('GET', '/api/v1/reference-data', undefined, { as: 'OFFICE' })).status).toBe(
      200,
    )
  })
})
