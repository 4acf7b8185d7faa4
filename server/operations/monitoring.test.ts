import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { fastify, type FastifyBaseLogger } from 'fastify'
import { openLog } from '../base/log.ts'
import { addRequestLog } from '../http/security-headers.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The metrics that an expression of Prometheus names. */
function metricsIn(expression: string): string[] {
  const plain = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\bby \([^)]*\)/g, ' ')
  const functions = /^(?:sum|max|min|rate|increase|histogram_quantile|by|and|or|unless|up|e\d+)$/
  return [...plain.matchAll(/\b[a-z][a-z0-9_]*\b/g)]
    .map(([name]) => name)
    .filter((name) => !functions.test(name))
}

const expressions = [
  ...[...read('deploy/monitoring/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, text]) => text!),
  ...[...read('deploy/monitoring/dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text!) as string,
  ),
]

describe.each(databaseNames)('metrics on %s', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(database)
  })
  afterAll(() => app.close())

  it('has every metric that the dashboard and the alert rules name', async () => {
    const text = await app.app.metrics.text()
    const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
    const named = new Set(
      expressions.flatMap(metricsIn).map((name) => name.replace(/_(?:bucket|count|sum)$/, '')),
    )
    expect(named.size).toBeGreaterThan(15)
    expect([...named].filter((name) => !exported.has(name))).toEqual([])
  })

  it('reports no age where nothing waits, and no size of a log that does not exist', async () => {
    const text = await app.app.metrics.text()
    expect(text).toMatch(/^webhook_deliveries_waiting 0$/m)
    expect(text).not.toMatch(/^webhook_oldest_delivery_age_seconds /m)
    expect(text).not.toMatch(/^phone_oldest_contact_age_seconds /m)
    expect(/^database_log_bytes /m.test(text)).toBe(database === 'sqlite')
  })

  it('answers questions: refused log-ins, errors, imports, outbox, disk and log', async () => {
    const wrong = { email: 'nowhere@example.in', password: 'wrong password' }
    await app.request('POST', '/api/auth/login', wrong, { as: 'anonymous' })
    await app.store.transaction((tx) =>
      tx
        .insertInto('webhook_delivery')
        .values({
          id: '0'.repeat(36),
          webhook_id: 'w',
          event: 'soil.created',
          body: '{}',
          created_at: new Date(app.clock.now.getTime() - 90_000).toISOString(),
          state: 'waiting',
          attempts: 0,
          next_at: '',
        })
        .execute(),
    )
    const text = await app.app.metrics.text()
    expect(text).toContain('login_refused_total{status="401"} 1\n')
    expect(text).toContain('webhook_deliveries_waiting 1\n')
    expect(text).toContain('webhook_oldest_delivery_age_seconds 90\n')
    expect(text).toContain('import_jobs{state="running"} 0\n')
    expect(text).toContain('maintenance_mode 0\n')
    expect(text).toContain('agridesk_info{version="test"} 1\n')
    expect(text).toMatch(/^disk_free_bytes \d{6,}/m)
    expect(text).toMatch(/^database_bytes \d{5,}/m)
    if (database === 'sqlite') expect(text).toMatch(/^database_log_bytes \d+/m)
    else expect(text).toMatch(/^database_pool_connections\{state="used"\} \d+/m)
  })
})

describe('the log', () => {
  it('has the fields that the documentation lists, and a warning for a slow request', async () => {
    const lines: Record<string, unknown>[] = []
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
        done()
      },
    })
    const log: FastifyBaseLogger = openLog('info', stream)
    const server = fastify({ loggerInstance: log, childLoggerFactory: (same) => same })
    server.log.info('first')
    addRequestLog(server, 30)
    server.get('/quick', async () => 'x')
    server.get('/slow/:id', () => new Promise((resolve) => setTimeout(resolve, 40, 'x')))
    await server.inject('/quick?secret=1')
    await server.inject('/slow/1')
    await server.close()
    const [quick, slow] = lines.filter(({ msg }) => String(msg).startsWith('answered'))
    expect(quick).toMatchObject({
      level: 'info',
      msg: 'answered',
      req: { method: 'GET', path: '/quick' },
      res: { status: 200 },
    })
    expect(slow).toMatchObject({ level: 'warn', msg: 'answered slowly', route: '/slow/:id' })
    const documented = read('docs/operations.md').match(/^\| `[a-zA-Z.]+` \| .*log line.*$/gm) ?? []
    const fields = new Set(documented.map((line) => /`([^`]+)`/.exec(line)![1]!.split('.')[0]!))
    for (const field of Object.keys({ ...quick, ...slow })) expect(fields, field).toContain(field)
  })
})
