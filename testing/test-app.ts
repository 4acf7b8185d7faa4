import { pino, type DestinationStream } from 'pino'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { system } from '#domain/access/actor.ts'
import { buildApp, type App } from '#server/app.ts'
import { readConfig, type Config } from '#server/base/config.ts'
import { openLog } from '#server/base/log.ts'
import type { Context } from '#server/core/context.ts'
import { openStore } from '#server/store/open-store.ts'
import { readMigrations } from '#server/store/schema/migrations.ts'
import type { Store } from '#server/store/store.ts'
import { make } from './build-record.ts'
import { pseudoLanguage } from './pseudo-language.ts'
import { beginning, newDatabase, type DatabaseName, type TestDatabase } from './databases.ts'

export interface Answer {
  status: number
  body: Json
  headers: Record<string, string | undefined>
}

/** Response bodies are untyped, so that tests can read any member. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

type Body = unknown

export interface TestApp {
  app: App
  store: Store
  config: Config
  /** The context of the system actor. */
  ctx: Context
  clock: { now: Date }
  request: (method: string, path: string, body?: Body, options?: RequestOptions) => Promise<Answer>
  as: (role: TestRole) => Promise<string>
  /** Creates a record with everything it refers to, as the administrator. */
  make: (name: string, overrides?: Record<string, unknown>) => Promise<Json>
  close: () => Promise<void>
  /** Closes it and keeps the database, for another server; the caller drops it. */
  leave: () => Promise<TestDatabase>
}

export interface RequestOptions {
  /** A role, a token, or anonymous. */
  as?: TestRole | 'anonymous' | (string & {})
  headers?: Record<string, string>
}

export type TestRole = 'ADMIN' | 'OFFICE' | 'FIELD' | 'VIEWER' | 'pending'

/** With TEST_LONG_READS=true every read without a bounding index counts as a long read, however small the table. */
const longReadsOfTests =
  process.env['TEST_LONG_READS'] === 'true' ? { limit: 10_000, quickTests: 0 } : undefined

/** Read once for all apps of a test process. */
const migrations = readMigrations()

/** The whole server on a new database, without a socket; the clock only moves when the test sets it. */
export async function openTestApp(
  database: DatabaseName,
  environment: Record<string, string> = {},
  beforeRoutes?: (app: FastifyInstance) => void,
  longReads = longReadsOfTests,
  logInto?: DestinationStream,
): Promise<TestApp> {
  const home = await newDatabase(database, { isReady: true })
  const clock = { now: new Date(beginning) }
  const now = (): Date => new Date(clock.now)
  const log = logInto ? openLog('trace', logInto) : pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const config = readConfig({
    SAMPLE_DATA: 'false',
    DATA_DIR: home.dataDir,
    ...(home.databaseUrl && { DATABASE_URL: home.databaseUrl }),
    ...environment,
  })
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    now,
    onTrouble: () => {},
    poolSize: 5,
    migrations,
    ...(longReads && { longReads }),
  })
  const ctx: Context = { actor: system('test'), store, config, now, log, requestId: null, address: 'test' }
  const app = await buildApp({
    store,
    config,
    now,
    log,
    version: 'test',
    webFolder: 'no web here',
    languages: [pseudoLanguage],
    beforeRoutes: (server) => {
      addAnswerCheck(server)
      beforeRoutes?.(server)
    },
  })
  const tokens = new Map<string, string>()

  const send = async (
    method: string,
    path: string,
    body: Body,
    headers: Record<string, string>,
  ): Promise<Answer> => {
    const options: InjectOptions = { method: method as 'GET', url: path, headers: { ...headers } }
    if (body !== undefined) {
      options.payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      options.headers = { 'content-type': 'application/json', ...headers }
    }
    const answer = await app.server.inject(options)
    const isJson = /json/.test(String(answer.headers['content-type']))
    return {
      status: answer.statusCode,
      body: isJson && answer.body ? JSON.parse(answer.body) : answer.body,
      headers: answer.headers as Answer['headers'],
    }
  }
  const as = async (role: TestRole): Promise<string> => {
    const kept = tokens.get(role)
    if (kept) return kept
    const token = await openAccount(store, role, now())
    tokens.set(role, token)
    return token
  }
  const request: TestApp['request'] = async (
    method,
    path,
    body,
    { as: who = 'ADMIN', headers = {} } = {},
  ) => {
    if (who === 'anonymous') return send(method, path, body, headers)
    const token = /^ag[dkp]_/.test(who) ? who : await as(who as TestRole)
    return send(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  }
  const save = async (name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const { entityNamed } = await import('#domain/catalogue/catalogue.ts')
    const { status, body } = await request('POST', `/api/v1/${entityNamed(name).path}`, input)
    if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    return body as Record<string, unknown>
  }
  const leave = async (): Promise<TestDatabase> => {
    await app.server.close()
    await store.close()
    return home
  }
  return {
    app,
    store,
    config,
    ctx,
    clock,
    request,
    as,
    make: (name, overrides = {}) => make(save, name, overrides),
    close: async () => (await leave()).drop(),
    leave,
  }
}

/** Fails a request whose answer is not what its endpoint declares, so that the API description is true. */
function addAnswerCheck(server: FastifyInstance): void {
  server.addHook('preSerialization', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint?.answer || reply.statusCode >= 300) return payload
    // As the client will see it: without members that are undefined.
    const result = endpoint.answer.safeParse(JSON.parse(JSON.stringify(payload)))
    if (!result.success)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(result.error.issues)}`)
    return payload
  })
}

/** Creates an account with a session, without the tenth of a second that hashing a password takes. */
async function openAccount(store: Store, role: TestRole, now: Date): Promise<string> {
  const { insertAccount } = await import('#server/accounts/account-store.ts')
  const { openSession } = await import('#server/accounts/sign-in/session-store.ts')
  const { newId } = await import('#server/store/new-id.ts')
  const id = newId(now)
  const isPending = role === 'pending'
  return store.transaction(async (tx) => {
    await insertAccount(tx, {
      id,
      username: `${role} person`,
      email: `${role.toLowerCase()}@example.in`,
      phone: null,
      language: null,
      passwordHash: 'none',
      status: isPending ? 'pending' : 'active',
      role: isPending ? null : role,
      version: 1,
      createdAt: now.toISOString(),
    })
    // Few tests depend on the territory of an account, and those create their own accounts.
    if (role === 'FIELD')
      await tx.insertInto('account_place').values({ account_id: id, level: 'everything', code: '' }).execute()
    return openSession(tx, { accountId: id, role, address: 'test', device: 'test' }, now)
  })
}
