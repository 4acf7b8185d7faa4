import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openStore } from '#server/store/open-store.ts'
import { databaseNames } from '#testing/databases.ts'
import { forgetAttempts } from '#testing/forget-attempts.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { hashToken } from './session-store.ts'

const password = 'monsoon over the fields'
const [seconds, hours, days] = [1000, 3_600_000, 86_400_000]

type Send = (path: string, body: object, headers?: Record<string, string>) => Promise<number>

// Each login attempt costs the hashing of its password.
describe.each(databaseNames)('login limits on %s', (database) => {
  let test: TestApp
  let post: Send
  /** A second instance on the same data, with its own clock. */
  let other: Send
  const otherClock = { now: new Date(0) }
  let closeOther: () => Promise<void>
  beforeAll(async () => {
    test = await openTestApp(database, { TRUST_PROXY: '127.0.0.1' })
    post = async (path, body, headers = {}) =>
      (await test.request('POST', path, body, { as: 'anonymous', headers })).status
    await openOther()
  })
  beforeEach(() => forgetAttempts(test))
  afterAll(async () => {
    await closeOther()
    await test.close()
  })

  async function openOther(): Promise<void> {
    const now = (): Date => new Date(otherClock.now)
    const { databaseUrl, dataDir } = test.config
    // With SQLite both instances share the store.
    const store = databaseUrl
      ? await openStore({ dataDir, databaseUrl, now, onTrouble: () => {}, poolSize: 5 })
      : test.store
    const log = pino({ level: 'silent' })
    const app = await buildApp({ store, config: test.config, now, log, version: 'test', webFolder: 'none' })
    closeOther = async () => {
      await app.server.close()
      if (databaseUrl) await store.close()
    }
    other = async (url, payload, headers = {}) =>
      (await app.server.inject({ method: 'POST', url, payload, headers })).statusCode
  }

  const at = (address: string, proof = ''): Record<string, string> => ({
    'x-forwarded-for': address,
    'x-device-proof': proof,
  })
  const register = (name: string, headers: Record<string, string>): Promise<number> =>
    post('/api/auth/register', { username: name, email: `${name}@example.in`, password }, headers)
  const login = (
    name: string,
    secret: string,
    headers: Record<string, string>,
    send = post,
  ): Promise<number> => send('/api/auth/login', { email: `${name}@example.in`, password: secret }, headers)
  const advance = (milliseconds: number): void => {
    test.clock.now = new Date(test.clock.now.getTime() + milliseconds)
  }

  it('allow eight users with right passwords from one address at once, on two instances', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `colleague${n}`)
    for (const [n, name] of names.entries()) expect(await register(name, at(`10.1.0.${n}`))).toBe(201)
    // The clocks of two machines differ slightly.
    otherClock.now = new Date(test.clock.now.getTime() + 40)
    for (let round = 0; round < 2; round++) {
      const statuses = await Promise.all(
        names.map((name, n) => login(name, password, at('10.2.2.2'), n % 2 ? other : post)),
      )
      expect(statuses).toEqual(names.map(() => 200))
    }
  })

  it.each([
    ['an hour', hours, 'asha'],
    ['31 days', 31 * days, 'ashok'],
  ])(
    'allow logins after the clock was set back by %s, and do not extend a wait',
    async (_words, back, name) => {
      expect(await register(name, at('10.1.1.1'))).toBe(201)
      expect(await login(name, password, at('10.2.2.2'))).toBe(200)
      for (let guess = 0; guess < 5; guess++) await login('bina', 'wrong guess', at('10.9.9.9'))
      expect(await login('bina', 'wrong guess', at('10.9.9.9'))).toBe(429)
      advance(-back)
      for (const address of ['10.1.1.1', '10.2.2.2', '10.3.3.3'])
        expect(await login(name, password, at(address))).toBe(200)
      expect(await login('bina', 'wrong guess', at('10.9.9.9'))).toBe(429)
      advance(31 * seconds)
      expect(await login('bina', 'wrong guess', at('10.9.9.9'))).toBe(401)
    },
  )

  it('work on two instances with clocks that differ by an hour', async () => {
    expect(await register('chitra', at('10.1.1.1'))).toBe(201)
    otherClock.now = new Date(test.clock.now.getTime() + hours)
    for (let round = 0; round < 2; round++)
      for (const send of [other, post])
        expect(await login('chitra', password, at('10.1.1.1'), send)).toBe(200)
  })

  /** Simulates earlier wrong attempts without the cost of hashing. */
  const addAttempts = (kind: string, address: string, count: number): Promise<unknown> =>
    test.store.transaction((tx) =>
      tx
        .insertInto('attempt')
        .values({ key: JSON.stringify([kind, address]), count, last_at: test.clock.now.toISOString() })
        .execute(),
    )

  it('allow the owner on a known device, however many attempts come from the same address', async () => {
    const phone = 'a'.repeat(32)
    expect(await register('deepa', at('10.1.1.1', phone))).toBe(201)
    otherClock.now = test.clock.now
    await addAttempts('login from', '10.1.1.1', 57)
    const statuses: number[] = []
    const guess = async (n: number): Promise<void> => {
      // Attempts at the owner's account and at others, on both instances.
      const name = n % 2 ? 'deepa' : `somebody${n}`
      statuses.push(await login(name, 'wrong guess', at('10.1.1.1'), n % 3 ? post : other))
    }
    for (let second = 0; second < 75; second++) {
      await Promise.all([1, 2, 3, 4].map((n) => guess(second * 4 + n)))
      if (second % 15 === 0) expect(await login('deepa', password, at('10.1.1.1', phone))).toBe(200)
      advance(1 * seconds)
      otherClock.now = test.clock.now
    }
    // Unknown devices used the last three of the 60 attempts and one for the minute.
    expect(statuses.filter((status) => status === 401)).toHaveLength(4)
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
    expect(await login('deepa', password, at('10.1.1.1', 'b'.repeat(32)))).toBe(429)
  })

  it('apply to a known device as well, which does not use the counter of its address', async () => {
    const phone = 'c'.repeat(32)
    expect(await register('esha', at('10.1.1.1', phone))).toBe(201)
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push(await login('esha', 'wrong guess', at('10.1.1.1', phone)))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const attempts = await test.store.read.selectFrom('attempt').select('key').execute()
    expect(attempts.map(({ key }) => String(key)).filter((key) => key.includes('login from'))).toEqual([])
  })

  it('allow a valid reset link or invitation while wrong ones flood in from the same address', async () => {
    const phone = 'd'.repeat(32)
    const form = { username: 'Bina', email: 'bina@example.in', password }
    const { body } = await test.request('POST', '/api/auth/register', form, {
      as: 'anonymous',
      headers: at('10.1.1.1', phone),
    })
    const { body: link } = await test.request('POST', `/api/admin/users/${body.account.id}/reset`, {})
    const invitation = { email: 'chetan@example.in', role: 'VIEWER' }
    const { body: invited } = await test.request('POST', '/api/admin/invitations', invitation)
    for (const [kind, path] of [
      ['reset from', '/api/auth/reset'],
      ['invitation from', '/api/auth/invitation'],
    ] as const) {
      await addAttempts(kind, '10.1.1.1', 59)
      const wrong = { token: 'made up', password, ...(path.endsWith('invitation') && { username: 'X' }) }
      expect(await post(path, wrong, at('10.1.1.1'))).toBe(403)
      expect(await post(path, wrong, at('10.1.1.1'))).toBe(429)
    }
    // A new password also resets the counter of a known device.
    await addAttempts('login', 'bina@example.in', 9)
    await test.store.transaction((tx) => {
      const key = ['login', 'bina@example.in', `device ${hashToken(phone)}`]
      const last_at = test.clock.now.toISOString()
      return tx
        .insertInto('attempt')
        .values({ key: JSON.stringify(key), count: 9, last_at })
        .execute()
    })
    expect(await login('bina', password, at('10.1.1.1', phone))).toBe(429)
    const chosen = 'sugarcane after the rain'
    expect(await post('/api/auth/reset', { token: link.token, password: chosen }, at('10.1.1.1'))).toBe(200)
    expect(await login('bina', chosen, at('10.1.1.1', phone))).toBe(200)
    const opened = { token: invited.token, username: 'Chetan', password }
    expect(await post('/api/auth/invitation', opened, at('10.1.1.1'))).toBe(201)
  })
})
