import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '#testing/build-record.ts'
import { databaseNames } from '#testing/databases.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

/** The guarantee is 10,000 over two instances; the default is the 200 of the specification. */
const creates = Number(process.env['CONCURRENT_CREATES'] ?? 200)
/** In milliseconds; grows with the number of creates. */
const timeout = 60_000 + creates * 28
const defaultWorkers = 40
/** Five of each of the fifty users. */
const continuousSaves = 250
const isTimeout = /The database (took too long|does not answer right now)\. Nothing was saved/

describe.each(databaseNames)('concurrent requests on %s', { timeout }, (name) => {
  let test: TestApp
  /** Several instances can share PostgreSQL: there the second one is another process. */
  let second: ServerProcess | undefined
  let urls: string[]
  let token: string
  beforeAll(async () => {
    test = await openTestApp(name)
    // Both instances check the session by the same clock.
    test.clock.now = new Date()
    token = await test.as('ADMIN')
    urls = [await test.app.server.listen({ port: 0, host: '127.0.0.1' })]
    const { databaseUrl } = test.config
    if (!databaseUrl) return
    second = await startServer({ DATA_DIR: test.config.dataDir, DATABASE_URL: databaseUrl })
    urls.push(second.url)
  }, 90_000)
  afterAll(async () => {
    await second?.stop('SIGKILL')
    await test.close()
  })

  /** Repeats a request that timed out in the database of a busy machine, but not one that the server itself refused. */
  const send = async (
    method: string,
    path: string,
    n: number,
    options: RequestInit = {},
  ): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...options.headers }
    for (;;) {
      const response = await fetch(urls[n % urls.length]! + path, { method, ...options, headers })
      if (response.status !== 503 || !isTimeout.test(await response.clone().text())) return response
    }
  }
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: unknown, n = 0): Promise<Response> =>
    send('POST', path, n, { headers: json, body: JSON.stringify(body) })

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
        `\n${name}: ${creates} distinct codes over ${urls.length} instance(s), last ${codes.at(-1)}\n`,
      )
  })

  it('fifty users who save continuously are all served: a short queue is not shed as overload', async () => {
    const statuses = await inParallel(
      continuousSaves,
      async (n) => (await post('/api/v1/soils', { Soil_Name: `Soil ${n}` }, n)).status,
      50,
    )
    expect(statuses.filter((status) => status !== 201)).toEqual([])
  })

  it('a failed save does not use up a generated code', async () => {
    const last = async (): Promise<number> => {
      const response = await send('GET', '/api/form/previousMaterialCode', 0)
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
      const response = await send('PATCH', `/api/v1/gst/${record.id}`, n, {
        headers: { ...json, 'if-match': '"1"' },
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
        send('DELETE', `/api/v1/soils/${parent.id}`, 1).then((response) => response.status),
      ])
      const deleted = outcomes.at(-1) === 204
      const made = outcomes.slice(0, -1).filter((status) => status === 201).length
      expect(deleted ? made : 0, JSON.stringify(outcomes)).toBe(0)
      for (const status of outcomes) expect([201, 204, 409, 422]).toContain(status)
    }
  })
})
