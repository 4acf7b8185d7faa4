import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('codes sent for generated ones on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('are not taken, and the answer says so, on both paths and when it is repeated', async () => {
    for (const path of ['/api/form/Contact20', '/api/v1/soils']) {
      const headers = { 'idempotency-key': `soil-${path.length}` }
      const input = { Soil_Name: `Red ${path}`, Soil_Code: 'X1' }
      const { status, body } = await test.request('POST', path, input, { headers })
      expect(status).toBe(201)
      expect(body.Soil_Code).toMatch(/^SO\d{4}$/)
      const message = `Soil_Code is generated; ${body.Soil_Code} was given instead of X1`
      expect(body.warnings).toEqual([{ field: 'Soil_Code', message }])
      const again = await test.request('POST', path, input, { headers })
      expect(again.body).toEqual(body)
      const { body: kept } = await test.request('GET', `/api/v1/soils/${body.id}`)
      expect(kept).not.toHaveProperty('warnings')
    }
    const employee = await test.make('employee')
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = employee
    const other = { ...values, userId: 'another', employeeNumber: 7 }
    const { body } = await test.request('POST', '/api/v1/employees', other)
    expect(body.warnings).toMatchObject([
      { field: 'employeeNumber', message: expect.stringMatching(/instead of 7$/) },
    ])
  })

  it('are nothing to speak of when none is sent, a blank one, or the very one that is given', async () => {
    const { body } = await test.request('POST', '/api/v1/soils', { Soil_Name: 'Black', Soil_Code: ' ' })
    expect(body).not.toHaveProperty('warnings')
    const next = body.Soil_Code.replace(/\d+$/, (digits: string) =>
      String(Number(digits) + 1).padStart(digits.length, '0'),
    )
    const guessed = { Soil_Name: 'Loam', Soil_Code: next }
    expect((await test.request('POST', '/api/v1/soils', guessed)).body).not.toHaveProperty('warnings')
    const none = await test.request('POST', '/api/v1/soils', { Soil_Name: 'Clay', Soil_Code: null })
    expect(none.body).not.toHaveProperty('warnings')
  })

  it('are described in the API', async () => {
    const { body } = await test.request('GET', '/api/openapi.json')
    for (const path of ['/api/v1/soils', '/api/form/Contact20']) {
      const { schema } = body.paths[path].post.responses['201'].content['application/json']
      expect(schema.allOf[1].properties).toHaveProperty('warnings')
    }
    const zones = body.paths['/api/v1/zones'].post.responses['201'].content['application/json']
    expect(zones.schema).not.toHaveProperty('allOf')
  })
})
