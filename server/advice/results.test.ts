import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('results of advice on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('crop', { Crop_Name: 'Barley' })
    for (const materialName of ['Potash', 'Zinc']) await test.make('material', { materialName })
  })
  afterAll(() => test.close())

  it('belong to the advice of the visit before, and to the scope of the account', async () => {
    const customer = await test.make('customer', { Last_Visited: null })
    const visit = async (Visited_On: string, values: Json): Promise<void> => {
      const body = { Customer_Code: customer.Customer_Code, Visited_On, ...values }
      const { status, body: answer } = await test.request('POST', '/api/v1/visits', body)
      expect(status, JSON.stringify(answer)).toBe(201)
    }
    await visit('2026-11-01', {
      New_Recommended_Crops: ['Barley'],
      New_Recommended_Materials: ['Potash', 'Zinc'],
      Season_Recommendation: 'Winter',
    })
    await visit('2026-11-05', {
      Last_Crop_Result: 'worked',
      Last_Material_Result: 'did not work',
      New_Recommended_Materials: ['Zinc'],
    })
    await visit('2026-11-09', { Last_Material_Result: 'worked', Last_Crop_Result: 'used' })
    const { body } = await test.request('GET', '/api/v1/advice-results')
    expect(body).toEqual({
      minAnswers: 20,
      material: { Potash: { answers: 1, worked: 0 }, Zinc: { answers: 2, worked: 1 } },
      crop: { Barley: { answers: 1, worked: 1 } },
      season: { Winter: { answers: 1, worked: 1 } },
      soil: { [customer.Soil_Name]: { answers: 1, worked: 1 } },
    })
    const { token: as } = await newPerson(test, 'far@example.in', 'FIELD')
    const elsewhere = await test.request('GET', '/api/v1/advice-results', undefined, { as })
    expect(elsewhere.body).toEqual({ minAnswers: 20, material: {}, crop: {}, season: {}, soil: {} })
  })
})
