import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { openTestApp, type Answer, type Json, type RequestOptions, type TestApp } from '#testing/test-app.ts'
import { rewriteDeprecatedUrl } from './deprecated-paths.ts'

it.each([
  ['/api/v1/glance', '/api/v1/dashboard'],
  ['/API/V1/Glance/?fresh=true', '/api/v1/dashboard/?fresh=true'],
  ['/api/v1/find?q=/api/v1/find', '/api/v1/search?q=/api/v1/find'],
  ['/api/v1/find#q', '/api/v1/search#q'],
  ['http://desk.example/api/v1/rounds/order', 'http://desk.example/api/v1/day-routes/order'],
  ['/api/v1/data-health/look-again', '/api/v1/data-quality/check'],
  ['/api/v1/data-health/look-again-later', '/api/v1/data-quality/look-again-later'],
  ['/api/v1/data-health/pan/except/7', '/api/v1/data-quality/pan/exceptions/7'],
  ['/api/v1/data-health/a%2Fb/except', '/api/v1/data-quality/a%2Fb/exceptions'],
  ['/api/v1/data-health/$1$&/except', '/api/v1/data-quality/$1$&/exceptions'],
  ['/api/v1/imports/7/rehearse', '/api/v1/imports/7/check'],
  ['/api/v1/alike/%zz', '/api/v1/duplicates/%zz'],
])('%s becomes %s', (url, rewritten) => expect(rewriteDeprecatedUrl({ url })).toBe(rewritten))

it.each([
  '/',
  '/api/v1/finds',
  '/api/v1/find%2F',
  '/api/v1/find;x',
  '/api/v1//find',
  '//api/v1/find',
  '/x/api/v1/find',
  '/%61pi/v1/find',
  '/api/v1/%66ind',
  '/api/v1/customers?next=/api/v1/find',
  '/api/v1/customers/../find',
  '/api/v1/imports//rehearse',
  '/api/v1/imports/7/8/rehearse',
  'ftp://desk.example/api/v1/find',
  'http:///api/v1/find',
  'http://x?/api/v1/find',
])('%s stays as it is', (url) => expect(rewriteDeprecatedUrl({ url })).toBe(url))

/** Whether a check of the data quality is still running depends on its duration, not on the path. */
const comparable = ({ status, body }: Answer): unknown[] => [
  status,
  body !== null && typeof body === 'object' && 'isLooking' in body ? { ...body, isLooking: null } : body,
]

interface OldOperation {
  method: string
  old: string
  successor: string
}

describe.each(databaseNames)('the old paths on %s', { timeout: 30_000 }, (database) => {
  let test: TestApp
  let operations: OldOperation[]
  beforeAll(async () => {
    test = await openTestApp(database)
    const { body } = await test.request('GET', '/api/openapi.json')
    operations = Object.entries<Record<string, Json>>(body.paths).flatMap(([old, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.deprecated)
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          old,
          successor: operation.description.replace(/^Use /, ''),
        })),
    )
    await test.make('customer', { Customer_Code: 'GREEN', Customer_Name: 'Green Acres' })
    // A check that is repeated finds the same; the first one changes the counts from null to 0.
    let quality = (await test.request('POST', '/api/v1/data-quality/check')).body
    while (quality.isLooking || quality.lookedAt === null) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      quality = (await test.request('GET', '/api/v1/data-quality')).body
    }
  })
  afterAll(() => test.close())

  const successorOf = (method: string, old: string): string =>
    operations.find((each) => each.method === method && each.old === old)!.successor

  /** Sends the same to the old and the new path, and returns the response of the old one. */
  const compare = async (
    { method, old, successor }: OldOperation,
    [id, query, body]: [id: string, query: string, body: unknown],
    options: RequestOptions = {},
  ): Promise<Answer> => {
    const fill = (path: string): string => path.replaceAll(/\{\w+\}/g, id)
    const before = await test.request(method, fill(old) + query, body, options)
    const now = await test.request(method, fill(successor) + query, body, options)
    const { deprecation, link, ...headers } = before.headers
    expect(comparable(before), `${method} ${old}`).toEqual(comparable(now))
    expect([deprecation, link]).toEqual(['true', `<${fill(successor)}>; rel="successor-version"`])
    expect([now.headers['deprecation'], now.headers['link']]).toEqual([undefined, undefined])
    expect(Object.keys(headers).toSorted()).toEqual(Object.keys(now.headers).toSorted())
    expect(headers['cache-control']).toBe('no-store')
    return before
  }

  it('are described as deprecated, with the path to use', () => {
    expect(operations.length).toBeGreaterThan(40)
    expect(successorOf('GET', '/api/v1/glance')).toBe('/api/v1/dashboard')
    expect(successorOf('DELETE', '/api/v1/data-health/{rule}/except/{id}')).toBe(
      '/api/v1/data-quality/{rule}/exceptions/{id}',
    )
  })

  it('are refused to whom the new ones are, with the same reasons', async () => {
    for (const operation of operations) {
      const body = operation.method === 'GET' ? undefined : {}
      for (const as of ['anonymous', 'pending', 'VIEWER', 'ADMIN'])
        await compare(operation, ['nothing', '', body], { as })
    }
  })

  it('respond as the new ones do', async () => {
    const job = await importDriver(test).upload(
      'state',
      writeCsv([
        ['Code', 'State'],
        ['KA', 'Karnataka'],
      ]),
    )
    const samples: [string, ...Parameters<typeof compare>[1]][] = [
      ['GET /api/v1/glance', '', '?level=zone', undefined],
      ['GET /api/v1/find', '', '?q=green', undefined],
      ['GET /api/v1/why', '', '?action=read&subject=customer&record=GREEN', undefined],
      ['GET /api/v1/rounds', '', '?day=2026-11-16&employee=all', undefined],
      ['PUT /api/v1/rounds/order', '', '', { day: '2026-11-16', employee: 'all', Visit_IDs: [] }],
      ['POST /api/v1/alike/customers', '', '', { Customer_Name: 'Green Acre' }],
      ['POST /api/v1/data-health/look-again', '', '', undefined],
      ['GET /api/v1/data-health', '', '', undefined],
      ['GET /api/v1/data-health/{rule}', 'pan', '', undefined],
      ['GET /api/v1/data-health/{rule}/except', 'pan', '', undefined],
      ['GET /api/v1/import-memory', '', '?entity=state', undefined],
      ['GET /api/v1/imports/{id}/unknown', job.id, '', undefined],
      ['GET /api/v1/imports/{id}/mapped', job.id, '', undefined],
    ]
    for (const [sample, ...sent] of samples) {
      const [method, old] = sample.split(' ') as [string, string]
      const { status } = await compare({ method, old, successor: successorOf(method, old) }, sent)
      expect(status, sample).toBe(200)
    }
    const checked = await test.request('POST', `/api/v1/imports/${job.id}/rehearse`)
    expect(checked).toMatchObject({ status: 202, body: { state: 'rehearsing' } })
    expect(await importDriver(test).ended(job.id)).toMatchObject({ report: { wrong: 1, isDryRun: true } })
  })

  it('are measured and found in any letter case, as the new ones are', async () => {
    const { status } = await test.request('GET', '/API/V1/GLANCE/')
    expect(status).toBe(200)
    const metrics = await test.app.metrics.text()
    expect(metrics).toContain('route="/api/v1/dashboard"')
    expect(metrics).not.toContain('glance')
  })

  it('cannot put anything else into the Link header', async () => {
    const { headers, status } = await test.request('POST', '/api/v1/alike/"><x>;rel=next?q=secret', {})
    expect([status, headers['link']]).toEqual([
      404,
      '</api/v1/duplicates/%22%3E%3Cx%3E;rel=next>; rel="successor-version"',
    ])
  })
})
