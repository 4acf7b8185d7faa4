import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('advice from the mappings on %s', (database) => {
  let test: TestApp
  let code: string
  let soil: Json
  const seasons = new Map<string, string>()
  beforeAll(async () => {
    test = await openTestApp(database) // it is November: winter
    const customer = await test.make('customer', { Last_Visited: null })
    code = customer.Customer_Code
    const found = await test.request(
      'GET',
      `/api/v1/soils?Soil_Name=${encodeURIComponent(customer.Soil_Name)}`,
    )
    soil = found.body.items[0]
    const all = await test.request('GET', '/api/v1/seasons')
    for (const each of all.body.items) seasons.set(each.Season_Name, each.Season_Code)
  })
  afterAll(() => test.close())

  const readAdvice = async (query = '', as = 'FIELD'): Promise<Json> => {
    const { status, body } = await test.request(
      'GET',
      `/api/v1/customers/${code}/advice?${query}`,
      undefined,
      {
        as,
      },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const map = (crop: Json, season: string, targetSoil: Json = soil): Promise<Json> =>
    test.make('cropSoilSeasonMapping', {
      Crop_Code: crop.Crop_Code,
      Season_Code: seasons.get(season),
      Soil_Code: targetSoil.Soil_Code,
    })
  const supply = (crop: Json, material: Json): Promise<Json> =>
    test.make('cropMaterialMapping', { Crop_Code: crop.Crop_Code, Material_Code: material.materialCode })
  const gapsOf = async (): Promise<Json> => (await test.request('GET', '/api/v1/advice-gaps')).body

  it('a new or deleted mapping changes the next response', async () => {
    const none = await readAdvice()
    expect([none.crops, none.materials, none.gaps]).toEqual([[], [], []])
    expect(none.total).toEqual({ crops: 2, materials: 2 })
    const crop = await test.make('crop', { Crop_Name: 'Barley' })
    const mapping = await map(crop, 'Winter')
    const why = `${soil.Soil_Name} · Winter → Barley`
    expect(await readAdvice()).toMatchObject({
      crops: [{ name: 'Barley', why, rank: 0 }],
      gaps: ['Barley'],
      total: { crops: 3 },
    })
    const gap = { Crop_Code: crop.Crop_Code, Suits: [`${soil.Soil_Name} · Winter`], customers: 1 }
    expect((await gapsOf()).crops).toMatchObject([gap])

    const material = await test.make('material', { materialName: 'Potash' })
    const supplied = await supply(crop, material)
    const withMaterial = await readAdvice('season=Winter&crops=Barley')
    expect(withMaterial).toMatchObject({
      season: 'Winter',
      materials: [{ name: 'Potash', why: 'Barley → Potash', rank: 0 }],
      gaps: [],
    })
    expect((await gapsOf()).crops).toEqual([])
    expect((await readAdvice('season=Summer')).crops).toMatchObject([{ name: 'Barley', why, rank: 1 }])

    for (const [path, { id }] of [
      ['crop-material-mappings', supplied],
      ['crop-soil-season-mappings', mapping],
    ] as const)
      expect((await test.request('DELETE', `/api/v1/${path}/${id}`)).status).toBe(204)
    // Chosen crops are listed without a reason.
    const after = await readAdvice('crops=Barley&crops=Maize')
    expect(after.crops).toEqual([
      { name: 'Barley', why: null, rank: 2 },
      { name: 'Maize', why: null, rank: 2 },
    ])
  })

  it('mappings of another soil give no advice, and a customer soil without a crop is a gap', async () => {
    expect((await gapsOf()).soils).toMatchObject([{ Soil_Code: soil.Soil_Code, customers: 1 }])
    const other = await test.make('soil', { Soil_Name: 'Peat' })
    const crop = await test.make('crop', { Crop_Name: 'Taro' })
    await map(crop, 'Monsoon', other)
    expect((await readAdvice()).crops).toEqual([])
    const { crops, soils } = await gapsOf()
    expect(crops).toMatchObject([{ Crop_Name: 'Taro', customers: 0 }])
    expect(soils).toMatchObject([{ Soil_Code: soil.Soil_Code }])
    await map(crop, 'Monsoon')
    expect((await gapsOf()).soils).toEqual([])
  })

  it('a crop name with two grades is listed once', async () => {
    const [one, two] = [
      await test.make('crop', { Crop_Name: 'Jute' }),
      await test.make('crop', { Crop_Name: 'Jute' }),
    ]
    await map(one, 'Winter')
    await map(two, 'Winter')
    const { crops } = await readAdvice('season=Winter')
    expect(crops.filter((each: Json) => each.name === 'Jute')).toHaveLength(1)
  })

  it('returns 404 for an unknown customer, and serves viewers', async () => {
    const { status, body } = await test.request('GET', '/api/v1/customers/nobody/advice')
    expect([status, body.msg]).toEqual([404, 'There is no customer nobody here'])
    await readAdvice('', 'VIEWER')
  })

  it('responds quickly with thousands of crops and mappings', async () => {
    const now = test.clock.now.toISOString()
    const id = (kind: number, n: number): string =>
      `01900000-0000-7000-8${String(kind).padStart(3, '0')}-${String(n).padStart(12, '0')}`
    const stored = (kind: number, n: number, key: string): object => ({
      id: id(kind, n),
      version: 1,
      created_at: now,
      updated_at: now,
      natural_key: key,
      search_text: key,
    })
    const numbers = Array.from({ length: 5000 }, (_, at) => at + 1)
    const season = seasons.get('Winter')!
    const other = await test.make('soil')
    const crops = numbers.map((n) => ({
      ...stored(1, n, `bulk${n}`),
      crop_code: `BULK${n}`,
      crop_name: `Bulk ${n}`,
      ...Object.fromEntries(
        ['crop_type1', 'crop_type2', 'crop_type3', 'crop_grade', 'crop_quality'].map((name) => [name, 'x']),
      ),
    }))
    const mappings = numbers.slice(0, 2000).map((n) => ({
      ...stored(2, n, `bulk${n}`),
      crop_code: `BULK${n}`,
      season_code: season,
      soil_code: n % 10 === 0 ? soil.Soil_Code : other.Soil_Code,
    }))
    const { materialCode } = (await test.make('material')) as Json
    const supplies = numbers.slice(0, 2000).map((n) => ({
      ...stored(3, n, `bulk${n}`),
      crop_code: `BULK${n}`,
      material_code: materialCode,
    }))
    await test.store.transaction(async (tx) => {
      for (const [table, rows] of [
        ['crop', crops],
        ['crop_soil_season_mapping', mappings],
        ['crop_material_mapping', supplies],
      ] as const)
        for (let from = 0; from < rows.length; from += 500)
          await tx
            .insertInto(table)
            .values(rows.slice(from, from + 500) as never)
            .execute()
    })
    const times: number[] = []
    for (let round = 0; round < 9; round++) {
      const start = performance.now()
      const { crops: listed } = await readAdvice('season=Winter&crops=Bulk+7')
      times.push(performance.now() - start)
      expect(listed.length).toBeGreaterThanOrEqual(200)
    }
    // It takes about 7 ms; on a shared machine, the best of nine is the least disturbed.
    expect(Math.min(...times)).toBeLessThan(200)
  })
})
