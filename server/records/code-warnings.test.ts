import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('values sent for generated codes on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('are ignored with a warning, on both paths and in a repeated answer', async () => {
    for (const path of ['/api/form/Contact20', '/api/v1/soils']) {
      const headers = { 'idempotency-key': `soil-${path.length}` }
      const input = { Soil_Name: `Red ${path}`, Soil_Code: 'X1' }
      const { status, body } = await test.request('POST', path, input, { headers })
      expect(status).toBe(201)
      expect(body.Soil_Code).toMatch(/^SO\d{4}$/)
      const message = `Soil_Code is generated; ${body.Soil_Code} was used instead of X1`
      expect(body.warnings).toEqual([{ field: 'Soil_Code', message }])
      const again = await test.request('POST', path, input, { headers })
      expect(again.body).toEqual(body)
      const { body: stored } = await test.request('GET', `/api/v1/soils/${body.id}`)
      expect(stored).not.toHaveProperty('warnings')
    }
    const employee = await test.make('employee')
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = employee
    const other = { ...values, userId: 'another', employeeNumber: 7 }
    const { body } = await test.request('POST', '/api/v1/employees', other)
    expect(body.warnings).toMatchObject([
      { field: 'employeeNumber', message: expect.stringMatching(/instead of 7$/) },
    ])
  })

  it('cause no warning when missing, blank or equal to the generated code', async () => {
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

  it('are ignored with a warning in an update', async () => {
    const { body: soil } = await test.request('POST', '/api/v1/soils', { Soil_Name: 'Sandy' })
    const path = `/api/v1/soils/${soil.id}`
    const change = { Soil_Name: 'Sandier', Soil_Code: 'X9', version: soil.version }
    const patched = await test.request('PATCH', path, change)
    expect(patched.status).toBe(200)
    const message = `Soil_Code is generated; it stays ${soil.Soil_Code}, X9 was ignored`
    expect(patched.body).toMatchObject({
      Soil_Code: soil.Soil_Code,
      warnings: [{ field: 'Soil_Code', message }],
    })
    const replaced = await test.request('PUT', path, { ...change, version: patched.body.version })
    expect(replaced.body.warnings).toEqual([{ field: 'Soil_Code', message }])
    const own = { Soil_Name: 'Sandiest', Soil_Code: soil.Soil_Code, version: replaced.body.version }
    const kept = await test.request('PUT', path, own)
    expect(kept.status).toBe(200)
    expect(kept.body).not.toHaveProperty('warnings')
  })

  it('are described in the OpenAPI document', async () => {
    const { body } = await test.request('GET', '/api/openapi.json')
    for (const path of ['/api/v1/soils', '/api/form/Contact20']) {
      const { schema } = body.paths[path].post.responses['201'].content['application/json']
      expect(schema.allOf[1].properties).toHaveProperty('warnings')
    }
    for (const method of ['patch', 'put']) {
      const answer = body.paths['/api/v1/soils/{id}'][method].responses['200']
      expect(answer.content['application/json'].schema.allOf[1].properties).toHaveProperty('warnings')
    }
    const zones = body.paths['/api/v1/zones'].post.responses['201'].content['application/json']
    expect(zones.schema).not.toHaveProperty('allOf')
  })

  it('say what is wrong with a GSTIN, which is saved', async () => {
    const made = await test.make('customer', { Customer_Code: 'G1' })
    const save = (GSTIN: string, version: number): Promise<Answer> =>
      test.request('PATCH', `/api/v1/customers/${made.id}`, { GSTIN, version })
    const short = await save('24 aaac', made.version)
    expect(short.body).toMatchObject({
      GSTIN: '24AAAC',
      warnings: [{ field: 'GSTIN', message: 'A GSTIN has 15 characters; this has 6' }],
    })
    const right = await save('27AAPFU0939F1ZV', short.body.version)
    expect(right.body).toMatchObject({ GSTIN: '27AAPFU0939F1ZV' })
    expect(right.body).not.toHaveProperty('warnings')
  })
})
