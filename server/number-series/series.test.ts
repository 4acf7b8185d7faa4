import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '#testing/build-record.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('number series on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const change = (entity: string, body: unknown, as = 'ADMIN'): Promise<Answer> =>
    test.request('PUT', `/api/v1/series/${entity}`, body, { as })
  const newCode = async (entity: 'crop' | 'soil' | 'season'): Promise<string> => {
    const record = await test.make(entity)
    return record[`${entity[0]!.toUpperCase()}${entity.slice(1)}_Code`]
  }
  const last = async (path: string): Promise<Json> => (await test.request('GET', path)).body
  const rewind = (series: string, to: number): Promise<unknown> =>
    test.store.transaction((tx) =>
      tx.updateTable('code_series').set({ last: to }).where('series', '=', series).execute(),
    )

  it('uses a new prefix and width at once, continues counting, and sorts by number', async () => {
    expect(await newCode('crop')).toBe('CR0003')
    const { status, body } = await change('crop', { prefix: 'KH-', width: 2 })
    expect([status, body.last]).toEqual([200, 3])
    expect(await last('/api/cropCodes')).toEqual({ lastCropCode: 'KH-03' })
    expect(await newCode('crop')).toBe('KH-04')
    await change('crop', { prefix: 'KH-', width: 2, start: 99 })
    expect([await newCode('crop'), await newCode('crop')]).toEqual(['KH-99', 'KH-100'])
    const list = await last('/api/v1/crops?sort=Crop_Code')
    expect(list.items.map((each: Json) => each.Crop_Code)).toEqual(
      'CR0001 CR0002 CR0003 KH-04 KH-99 KH-100'.split(' '),
    )
    expect((await test.request('GET', '/api/v1/crops/kh-4')).body.Crop_Code).toBe('KH-04')
    const { items } = await last('/api/v1/series')
    expect(items.find((each: Json) => each.entity === 'crop')).toMatchObject({
      prefix: 'KH-',
      width: 2,
      last: 100,
    })
  })

  it('starts again with another prefix, and continues above the highest code of the first', async () => {
    await change('crop', { prefix: 'CR', width: 4 })
    expect(await newCode('crop')).toBe('CR0101')
    await change('crop', { prefix: 'CR2A', width: 4, start: 1 })
    expect(await newCode('crop')).toBe('CR2A0001')
    const taken = await change('crop', { prefix: 'CR', width: 4, start: 101 })
    expect(taken.status).toBe(422)
    expect(taken.body.msg).toBe('CR0101 exists already: start at 102 or above')
    await change('crop', { prefix: 'cr', width: 4 })
    expect(await newCode('crop')).toBe('cr0102')
  })

  it('repairs a counter that is behind, also with parallel saves, and shows the right last code', async () => {
    for (let n = 0; n < 3; n++) await newCode('soil')
    await rewind('soil.Soil_Code', 0)
    expect(await last('/api/form/previousSoilCode')).toEqual({ previousSoilCode: 'SO0003' })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => test.request('POST', '/api/v1/soils', build('soil'))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    const codes = answers.map(({ body }) => body.Soil_Code).toSorted()
    expect(codes).toEqual(Array.from({ length: 12 }, (_, n) => `SO${String(n + 4).padStart(4, '0')}`))
  })

  it('repairs a missing counter', async () => {
    await test.store.transaction((tx) =>
      tx.deleteFrom('code_series').where('series', '=', 'season.Season_Code').execute(),
    )
    expect(await newCode('season')).toBe('SE0005')
  })

  it('returns the last employee number as well', async () => {
    await change('employee', { prefix: 'E/', width: 3, start: 7 })
    expect(await last('/api/form/previousEmployeeNumber')).toEqual({ previousEmployeeNumber: 'E/006' })
    expect((await test.make('employee')).employeeNumber).toBe('E/007')
  })

  it.each([
    [{ prefix: 'CR1', width: 4 }, 'Prefix should not end in a digit: it would run into the number'],
    [{ prefix: 'C R', width: 4 }, 'Prefix takes letters, digits, - and / only'],
    [{ prefix: 'ABCDEFGHI', width: 4 }, 'Prefix should not exceed 8 characters'],
    [{ prefix: 'CR', width: 0 }, 'Digits should be a whole number from 1 to 10'],
    [{ prefix: 'CR', width: '4' }, 'Digits should be a whole number from 1 to 10'],
    [{ prefix: 'CR', width: 4, start: 0 }, 'Start should be a whole number from 1 to 999999999'],
    [{ width: 4 }, 'Prefix should be text'],
    [[], 'The code format should be an object with fields'],
  ])('refuses %j', async (body, sentence) => {
    const answer = await change('crop', body)
    expect([answer.status, answer.body.msg]).toEqual([422, sentence])
  })

  it('can be changed by administrators and read by the office', async () => {
    expect((await change('crop', { prefix: 'X', width: 4 }, 'OFFICE')).status).toBe(403)
    expect((await test.request('GET', '/api/v1/series', undefined, { as: 'OFFICE' })).status).toBe(200)
    expect((await test.request('GET', '/api/v1/series', undefined, { as: 'FIELD' })).status).toBe(403)
    expect((await change('customer', { prefix: 'X', width: 4 })).status).toBe(404)
  })
})
