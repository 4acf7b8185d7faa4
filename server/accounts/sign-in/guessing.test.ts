import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { forgetAttempts } from '#testing/forget-attempts.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { addressAllowance } from '../../core/rate-limit.ts'

const password = 'monsoon over the fields'

describe.each(databaseNames)('guessing passwords on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database, { TRUST_PROXY: '127.0.0.1' })
    await test.request(
      'POST',
      '/api/auth/register',
      { username: 'Asha', email: 'asha@example.in', password },
      { as: 'anonymous' },
    )
  })
  beforeEach(() => forgetAttempts(test))
  afterAll(() => test.close())

  const tryLogin = (secret: string, address: string, proof = '') =>
    test.request(
      'POST',
      '/api/auth/login',
      { email: 'asha@example.in', password: secret },
      { as: 'anonymous', headers: { 'x-forwarded-for': address, 'x-device-proof': proof } },
    )

  it('allows at most 10 wrong passwords in any 15 minutes, in parallel and from any number of addresses', async () => {
    const start = test.clock.now.getTime()
    const tried: number[] = []
    for (let second = 0; second <= 2700; second += 30) {
      test.clock.now = new Date(start + second * 1000)
      const answers = await Promise.all(
        Array.from({ length: second === 0 ? 12 : 2 }, (_, at) =>
          // A new device id for each attempt is an unknown device each time.
          tryLogin('wrong guess', `10.0.${second % 250}.${at}`, `${second}${at}`.padStart(32, '0')),
        ),
      )
      for (const { status } of answers) if (status === 401) tried.push(second)
    }
    for (const from of tried) {
      const attemptsInWindow = tried.filter((second) => second >= from && second < from + 900)
      expect(attemptsInWindow.length).toBeLessThanOrEqual(10)
    }
    expect(tried.length).toBeGreaterThan(9)
  })

  it('does not lock out the owner: a known address has its own counter', async () => {
    expect((await tryLogin(password, '10.1.1.1')).status).toBe(200)
    for (let guess = 0; guess < 8; guess++) await tryLogin('wrong guess', `10.9.9.${guess}`)
    const stranger = await tryLogin('wrong guess', '10.9.9.99')
    expect(stranger.status).toBe(429)
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0)
    expect(stranger.body.msg).toMatch(/^Too many attempts\. Try again in \d+ (seconds|minutes)$/)
    expect((await tryLogin(password, '10.1.1.1')).status).toBe(200)
  })

  it('gives a known device its own counter at any address, for its own account only', async () => {
    const [phone, other] = ['a'.repeat(32), 'b'.repeat(32)]
    expect((await tryLogin(password, '10.1.1.1', phone)).status).toBe(200)
    for (let guess = 0; guess < 8; guess++) await tryLogin('wrong guess', `10.9.9.${guess}`)
    for (const proof of [other, '', 'a', phone.toUpperCase()])
      expect((await tryLogin(password, '10.7.7.7', proof)).status).toBe(429)
    expect((await tryLogin(password, '10.7.7.8', phone)).status).toBe(200)
    // A known device is rate limited as well, and only its hash is stored.
    for (let guess = 0; guess < 5; guess++) await tryLogin('wrong guess', `10.6.6.${guess}`, phone)
    expect((await tryLogin('wrong guess', '10.6.6.99', phone)).status).toBe(429)
    const knownAddresses = await test.store.read.selectFrom('known_address').selectAll().execute()
    expect(knownAddresses.map(({ address }) => String(address))).toContainEqual(
      expect.stringMatching(/^device [0-9a-f]{64}$/),
    )
    expect(JSON.stringify(knownAddresses)).not.toContain(phone)
    const mine = { username: 'Mala', email: 'mala@example.in', password }
    await test.request('POST', '/api/auth/register', mine, { as: 'anonymous' })
    const at = async (address: string): Promise<number> => {
      const headers = { 'x-forwarded-for': address, 'x-device-proof': phone }
      const body = { email: 'mala@example.in', password: 'wrong guess' }
      return (await test.request('POST', '/api/auth/login', body, { as: 'anonymous', headers })).status
    }
    for (let guess = 0; guess < 5; guess++) await at(`10.5.5.${guess}`)
    expect(await at('10.5.5.99')).toBe(429)
  })

  it('keeps the counters of crafted e-mail addresses separate', async () => {
    expect((await tryLogin(password, '10.1.1.1')).status).toBe(200)
    for (const email of ['from 10.1.1.1', 'asha@example.in from 10.1.1.1', 'asha@example.in","10.1.1.1']) {
      for (let guess = 0; guess < 7; guess++) {
        const body = { email, password: 'wrong guess' }
        await test.request('POST', '/api/auth/login', body, {
          as: 'anonymous',
          headers: { 'x-forwarded-for': '10.9.9.9' },
        })
      }
    }
    expect((await tryLogin(password, '10.1.1.1')).status).toBe(200)
  })

  it('lets more users log in at once from one address than it allows wrong passwords', async () => {
    const statuses = []
    for (let person = 0; person <= addressAllowance.burst; person++)
      statuses.push((await tryLogin(password, '10.4.4.4')).status)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  it('rate limits registrations by address', async () => {
    const register = (n: number, address: string) =>
      test.request(
        'POST',
        '/api/auth/register',
        { username: 'x', email: `x${n}@example.in`, password: 'short' },
        { as: 'anonymous', headers: { 'x-forwarded-for': address } },
      )
    const answers = []
    for (let n = 0; n < 22; n++) answers.push((await register(n, '10.2.2.2')).status)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await register(99, '10.3.3.3')).status).toBe(422)
  })
})
