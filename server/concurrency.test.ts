import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '#testing/build-record.ts'
import { databaseNames, newDatabase, type TestDatabase } from '#testing/databases.ts'
import { startServer, type ServerProcess } from '#testing/server-process.ts'

const administrator = { ADMIN_EMAIL: 'boss@example.in', ADMIN_PASSWORD: 'harvest moon rises' }
/** The guarantee is 10,000 over two instances; the default is the 200 of the specification. */
const creates = Number(process.env['CONCURRENT_CREATES'] ?? 200)
/** In milliseconds; grows with the number of creates. */
const timeout = 15_000 + creates * 28
const defaultWorkers = 40

describe.each(databaseNames)('concurrent requests on %s', { timeout }, (name) => {
  let testDatabase: TestDatabase
  let instances: ServerProcess[]
  let token: string
  beforeAll(async () => {
    testDatabase = await newDatabase(name)
    const environment = {
      DATA_DIR: testDatabase.dataDir,
      ...(testDatabase.databaseUrl && { DATABASE_URL: testDatabase.databaseUrl }),
      ...administrator,
    }
    // Several instances can share PostgreSQL; both start at the same time, and only one of them migrates.
    instances = await Promise.all(
      Array.from({ length: name === 'postgres' ? 2 : 1 }, () => startServer(environment)),
    )
    const response = await post('/api/auth/login', {
      email: administrator.ADMIN_EMAIL,
      password: administrator.ADMIN_PASSWORD,
    })
    token = ((await response.json()) as { token: string }).token
  })
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop('SIGKILL')))
    await testDatabase.drop()
  })

  const post = (path: string, body: unknown, n = 0): Promise<Response> =>
    fetch(instances[n % instances.length]!.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })

  const inParallel = async <T>(
    count: number,
    work: (n: number) => Promise<T>,
    workers = defaultWorkers,
  ): Promise<T[]> => {
    const results: T[] = []
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < count) results.push(await work(next++))
    }
    await Promise.all(Array.from({ length: workers }, worker))
    return results
  }

  it(`${creates} concurrent creates over all instances get ${creates} distinct codes without a gap`, async () => {
    const codes = await inParallel(creates, async (n) => {
      const response = await post('/api/form/Contact18', build('crop'), n)
      expect(response.status).toBe(201)
      return ((await response.json()) as { Crop_Code: string }).Crop_Code
    })
    const numbers = codes.map((code) => Number(code.slice(2))).toSorted((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: creates }, (_, at) => at + 3)) // the starter rows took 1 and 2
    if (process.env['CONCURRENT_CREATES'])
      process.stdout.write(
        `\n${name}: ${creates} distinct codes over ${instances.length} instance(s), last ${codes.at(-1)}\n`,
      )
  })

  it('fifty users who save continuously are all served: a short queue is not shed as overload', async () => {
    const statuses = await inParallel(
      1000,
      async (n) => (await post('/api/v1/soils', { Soil_Name: `Soil ${n}` }, n)).status,
      50,
    )
    expect(statuses.filter((status) => status !== 201)).toEqual([])
  }, 30_000)

  it('a failed save does not use up a generated code', async () => {
    const last = async (): Promise<number> => {
      const response = await fetch(`${instances[0]!.url}/api/form/previousMaterialCode`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return Number(
        ((await response.json()) as { previousMaterialCode: string }).previousMaterialCode.slice(2),
      )
    }
    const before = await last()
    const statuses = await inParallel(
      40,
      async (n) =>
        (await post('/api/form/contact22', n % 2 ? build('material') : { materialName: 'x' }, n)).status,
    )
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect(await last()).toBe(before + 20)
  })

  it('forty concurrent creates with one code store it once and return 409 to thirty-nine', async () => {
    const statuses = await inParallel(
      40,
      async (n) =>
        (await post('/api/form/contact1', build('country', { Country_Code: n % 2 ? 'IN' : 'in' }), n)).status,
    )
    expect(statuses.toSorted()).toEqual([201, ...Array<number>(39).fill(409)])
  })

  it('forty concurrent updates of one version change the record once and return 409 to thirty-nine', async () => {
    const record = (await (await post('/api/v1/gst', build('gst'))).json()) as { id: string }
    const statuses = await inParallel(40, async (n) => {
      const response = await fetch(`${instances[n % instances.length]!.url}/api/v1/gst/${record.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'if-match': '"1"' },
        body: JSON.stringify({ GST_Name: `Name ${n}` }),
      })
      return response.status
    })
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(39).fill(409)])
  })

  it('deleting a parent while children are being created leaves no orphan', async () => {
    for (let round = 0; round < 5; round++) {
      const code = `P${round}`
      const parent = (await (await post('/api/v1/soils', { Soil_Name: code })).json()) as {
        id: string
        Soil_Code: string
      }
      const season = 'SE0001'
      const outcomes = await Promise.all([
        ...['CR0001', 'CR0002'].map(
          async (Crop_Code, n) =>
            (
              await post(
                '/api/crop-soil-season-mapping',
                { Crop_Code, Season_Code: season, Soil_Code: parent.Soil_Code },
                n,
              )
            ).status,
        ),
        fetch(`${instances.at(-1)!.url}/api/v1/soils/${parent.id}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        }).then((response) => response.status),
      ])
      const deleted = outcomes.at(-1) === 204
      const made = outcomes.slice(0, -1).filter((status) => status === 201).length
      expect(deleted ? made : 0, JSON.stringify(outcomes)).toBe(0)
      for (const status of outcomes) expect([201, 204, 409, 422]).toContain(status)
    }
  })
})
