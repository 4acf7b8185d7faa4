import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('codes that a client gives on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const soils = '/api/v1/soils?keepCodes=true'
  const nextSoil = async (): Promise<string> =>
    (await test.request('POST', '/api/v1/soils', { Soil_Name: 'Next' })).body.Soil_Code

  it('are kept, and the series continues above the highest', async () => {
    const kept = await test.request('POST', soils, { Soil_Name: 'Black', Soil_Code: ' so0070 ' })
    expect(kept).toMatchObject({ status: 201, body: { Soil_Code: 'so0070' } })
    expect(kept.body).not.toHaveProperty('warnings')
    expect(await nextSoil()).toBe('SO0071')
    const lower = await test.request('POST', soils, { Soil_Name: 'Red', Soil_Code: 'SO0012' })
    expect(lower.status).toBe(201)
    expect(await nextSoil()).toBe('SO0072')
    const { body } = await test.request('GET', '/api/v1/soils/SO0012')
    expect(body.Soil_Name).toBe('Red')
  })

  it('of another format, or with a number beyond the series, leave the series as it is', async () => {
    const before = await nextSoil()
    const others = ['BLACK-1', 'SOX9', '8901234567890', 'SO1000000000', 'SO123456789012345678901234567890']
    for (const code of others) {
      const { status, body } = await test.request('POST', soils, { Soil_Name: 'Own', Soil_Code: code })
      expect([status, body.Soil_Code]).toEqual([201, code])
    }
    expect(Number((await nextSoil()).slice(2))).toBe(Number(before.slice(2)) + 1)
  })

  it('are generated where none is given', async () => {
    for (const code of ['', null, undefined]) {
      const { status, body } = await test.request('POST', soils, { Soil_Name: 'None', Soil_Code: code })
      expect(status).toBe(201)
      expect(body.Soil_Code).toMatch(/^SO\d{4}$/)
    }
  })

  it('are refused if they exist or cannot be codes, with the field', async () => {
    await test.request('POST', soils, { Soil_Name: 'First', Soil_Code: 'TAKEN' })
    const again = await test.request('POST', soils, { Soil_Name: 'Second', Soil_Code: 'taken' })
    expect(again).toMatchObject({ status: 409, body: { errors: [{ field: 'Soil_Code' }] } })
    for (const code of ['x'.repeat(33), '..', 'a\u200db', 7, ['SO1']]) {
      const wrong = await test.request('POST', soils, { Soil_Name: 'Wrong', Soil_Code: code })
      expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'Soil_Code' }] } })
    }
    const wrong = await test.request('POST', '/api/v1/soils?keepCodes=yes', { Soil_Name: 'Wrong' })
    expect(wrong).toMatchObject({ status: 422, body: { msg: expect.stringContaining('keepCodes') } })
    const zones = await test.request('POST', '/api/v1/zones?keepCodes=true', {})
    expect(zones).toMatchObject({ status: 422, body: { msg: 'Zones have no codes that can be kept' } })
  })

  it('stay distinct from codes that are generated at the same time', async () => {
    const requests = Array.from({ length: 24 }, (_, at) =>
      at % 2
        ? test.request('POST', soils, { Soil_Name: `Given ${at}`, Soil_Code: `SO${2000 + at * 100}` })
        : test.request('POST', '/api/v1/soils', { Soil_Name: `Generated ${at}` }),
    )
    const saved = await Promise.all(requests)
    expect(saved.map(({ status }) => status)).toEqual(Array(24).fill(201))
    expect(new Set(saved.map(({ body }) => body.Soil_Code)).size).toBe(24)
    expect(Number((await nextSoil()).slice(2))).toBeGreaterThan(4300)
  })
})
