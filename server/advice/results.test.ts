import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { planOf, statementsOf } from '#testing/query-plans.ts'
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

  it('are read by the customers in scope, not from all visits', async () => {
    const customer = await test.make('customer', { Last_Visited: null })
    const { id, token } = await newPerson(test, 'near@example.in', 'FIELD')
    const places = [{ level: 'pool', code: customer.Pool_Code }]
    expect((await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })).status).toBe(200)
    const statements = await statementsOf(test, '/api/v1/advice-results', token)
    const count = statements.find(({ sql }) => sql.includes('crop_result'))!
    const plan = (await planOf(test, count)).join('\n')
    // With few rows PostgreSQL may begin with the visits.
    if (database === 'sqlite')
      expect(plan).toMatch(/SEARCH customer .*\n(?:.*\n)*SEARCH visit USING INDEX visit_customer_code/)
    expect(plan).not.toMatch(/own_customer/)
  })

  it('are counted once as long as no record changes', async () => {
    const { Customer_Code } = await test.make('customer', { Last_Visited: null })
    const visit = async (Visited_On: string, values: Json): Promise<void> => {
      const body = { Customer_Code, Visited_On, ...values }
      const { status, body: answer } = await test.request('POST', '/api/v1/visits', body)
      expect(status, JSON.stringify(answer)).toBe(201)
    }
    const cropResults = async (): Promise<Json> =>
      (await test.request('GET', '/api/v1/advice-results')).body.crop['Bajra']
    await test.make('crop', { Crop_Name: 'Bajra' })
    await visit('2026-11-01', { New_Recommended_Crops: ['Bajra'] })
    await visit('2026-11-05', { Last_Crop_Result: 'worked' })
    expect(await cropResults()).toEqual({ answers: 1, worked: 1 })
    // Without a history: a change that the product did not make.
    await test.store.transaction((tx) =>
      tx
        .updateTable('visit')
        .set({ last_crop_result: 'did not work' })
        .where('customer_code', '=', Customer_Code)
        .where('visited_on', '=', '2026-11-05')
        .execute(),
    )
    expect(await cropResults()).toEqual({ answers: 1, worked: 1 })
    await visit('2026-11-06', { Last_Crop_Result: 'used' })
    expect(await cropResults()).toEqual({ answers: 1, worked: 0 })
  })

  it('of a material that was merged count with the one that was kept, until the merge is undone', async () => {
    const crop = await test.make('crop', { Crop_Name: 'Gram' })
    const kept = await test.make('material', { materialName: 'Sulphur 80 WP', Local_Name: null })
    const other = await test.make('material', { materialName: 'Sulfur 80% WP', Local_Name: null })
    for (const [material, Dose] of [
      [kept, 3],
      [other, 2],
    ] as const)
      await test.make('cropMaterialMapping', {
        Crop_Code: crop.Crop_Code,
        Material_Code: material.materialCode,
        Dose,
        Dose_Unit: 'g per litre of water',
        Timing: null,
        Waiting_Days: null,
        Source: null,
      })
    const advised: Json[] = []
    for (const [materials, result] of [
      [['Sulfur 80% WP'], 'worked'],
      [['Sulphur 80 WP', 'Sulfur 80% WP'], 'did not work'],
      [['Sulphur 80 WP'], 'worked'],
    ] as const) {
      const { Customer_Code } = await test.make('customer', { Last_Visited: null })
      const given = { New_Recommended_Crops: ['Gram'], New_Recommended_Materials: materials }
      advised.push(
        (await test.request('POST', '/api/v1/visits', { Customer_Code, Visited_On: '2026-11-01', ...given }))
          .body,
      )
      const answer = { Customer_Code, Visited_On: '2026-11-05', Last_Material_Result: result }
      expect((await test.request('POST', '/api/v1/visits', answer)).status).toBe(201)
    }
    const results = async (): Promise<Json> =>
      (await test.request('GET', '/api/v1/advice-results')).body.material
    const before = { 'Sulphur 80 WP': { answers: 2, worked: 1 }, 'Sulfur 80% WP': { answers: 2, worked: 1 } }
    expect(await results()).toMatchObject(before)

    const merged = await test.request('POST', `/api/v1/materials/${kept.id}/merge`, {
      with: other.id,
      versions: { [kept.id]: kept.version, [other.id]: other.version },
      take: {},
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const counted = await results()
    expect(counted['Sulphur 80 WP']).toEqual({ answers: 3, worked: 2 })
    expect(counted).not.toHaveProperty('Sulfur 80% WP')
    const { body: found } = await test.request('GET', `/api/v1/materials/${other.materialCode}`)
    expect(found).toMatchObject({ id: kept.id, warnings: [{ field: 'materialCode' }] })
    for (const { id } of advised)
      expect((await test.request('GET', `/api/v1/visits/${id}`)).body.New_Recommended_Materials).toEqual([
        'Sulphur 80 WP',
      ])

    expect((await test.request('POST', `/api/v1/batches/${merged.body.batch.id}/undo`)).status).toBe(200)
    expect(await results()).toMatchObject(before)
  })
})
