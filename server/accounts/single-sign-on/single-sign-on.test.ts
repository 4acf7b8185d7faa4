import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import {
  client,
  openLyingProvider,
  openRealProvider,
  type Lies,
  type LyingProvider,
  type People,
  type RealProvider,
} from '#testing/processes/sign-on-providers.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { readConfig } from '../../base/config.ts'
import { insertAccount, type Account } from '../account-store.ts'
import { hashPassword } from '../sign-in/password.ts'

const site = 'https://desk.example.in'
const callback = `${site}/api/auth/oidc/callback`
const password = 'sugarcane after the rain'
const again =
  'This log-in was begun in another browser, is already used, or took too long. Start it again here'

const settingsFor = (issuer: string): Record<string, string> => ({
  SITE_URL: site,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_LABEL: 'Firm ID',
  OIDC_TIMEOUT: '1',
})

/** A browser: keeps the cookies of the server. */
function openBrowser(test: TestApp) {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  const send = async (method: string, path: string): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await test.request(method, path, undefined, { as: 'anonymous', headers: { cookie } })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const text = String(line)
      setCookies.push(text)
      cookies.set(text.split('=')[0]!, text.split(';')[0]!.split('=')[1]!)
    }
    return answer
  }
  const pathOf = (url: URL): string => url.pathname + url.search
  return {
    cookies,
    setCookies,
    start: async (back = '/visits'): Promise<URL> => {
      const { status, headers } = await send('GET', `/api/auth/oidc/start?return=${encodeURIComponent(back)}`)
      expect(status).toBe(303)
      return new URL(headers['location']!)
    },
    /** The address of the login page that the callback leads to. */
    comeBack: async (url: URL): Promise<string> => {
      const { status, headers } = await send('GET', pathOf(url))
      expect(status).toBe(303)
      return headers['location']!
    },
    open: () => send('POST', '/api/auth/oidc/session'),
    logOut: async (): Promise<string | null> => (await send('POST', '/api/auth/oidc/logout')).body.url,
  }
}

async function addAccount(test: TestApp, name: string, members: Partial<Account> = {}, isConfirmed = true) {
  const account: Account = {
    id: name,
    username: name,
    email: `${name}@example.in`,
    phone: null,
    language: null,
    passwordHash: 'none',
    status: 'active',
    role: 'VIEWER',
    version: 1,
    createdAt: test.clock.now.toISOString(),
    ...members,
  }
  await test.store.transaction((tx) => insertAccount(tx, account, isConfirmed))
}

const eventsOf = async (test: TestApp, action: string): Promise<Json[]> =>
  (
    await test.store.read
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).map((row) => [row.record_id, JSON.parse(String(row.details))])

describe.each(databaseNames)('single sign-on at a real provider on %s', (database) => {
  const people: People = {
    meena: { email: 'Meena@example.in', email_verified: true, name: 'Meena Patel' },
    'meena-2': { email: 'meena@example.in', email_verified: true },
    newcomer: { email: 'newcomer@example.in', email_verified: true, name: 'New Comer' },
    unsure: { email: 'meena@example.in', email_verified: false },
    silent: {},
    waiting: { email: 'waiting@example.in', email_verified: true },
    disabled: { email: 'disabled@example.in', email_verified: true },
    squatter: { email: 'squatter@example.in', email_verified: true },
  }
  let provider: RealProvider
  let test: TestApp
  beforeAll(async () => {
    provider = await openRealProvider(people, callback)
    test = await openTestApp(database, settingsFor(provider.issuer))
    await addAccount(test, 'meena', { passwordHash: await hashPassword(password) })
    await addAccount(test, 'waiting', { status: 'pending', role: null })
    await addAccount(test, 'disabled', { status: 'disabled' })
    await addAccount(test, 'squatter', {}, false)
  })
  afterAll(async () => {
    await test.close()
    await provider.close()
  })
  const logIn = async (who: string): Promise<Answer> => {
    const browser = openBrowser(test)
    await browser.comeBack(await provider.visit((await browser.start()).href, who))
    return browser.open()
  }

  it('names the provider for the login page', async () => {
    const { body } = await test.request('GET', '/api/auth/oidc', undefined, { as: 'anonymous' })
    expect(body).toEqual({ label: 'Firm ID' })
  })

  it('links the active account with the verified e-mail once, and opens its session without a secret in an address', async () => {
    const browser = openBrowser(test)
    const away = await browser.start('/visits?due=overdue#top')
    expect(Object.fromEntries(away.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: callback,
    })
    const page = await browser.comeBack(await provider.visit(away.href, 'meena'))
    expect(page).toBe(`${site}/login?to=%2Fvisits%3Fdue%3Doverdue%23top#single-sign-on`)
    expect(browser.setCookies).toHaveLength(3)
    for (const line of browser.setCookies)
      expect(line).toMatch(
        /^__Host-sign-on-(?:(?:browser|result)=[\w-]{43}|proof=[\w.-]+); Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
      )

    const { status, body } = await browser.open()
    expect([status, body.msg, body.account.id]).toEqual([200, 'Login Successful', 'meena'])
    const own = await test.request('GET', '/api/v1/me', undefined, { as: body.token })
    expect(own.body).toMatchObject({ email: 'meena@example.in', status: 'active' })
    expect((await browser.open()).body.msg).toBe(again)

    // By the link now: the address at the provider no longer matters.
    people['meena'] = { email: 'meena@elsewhere.in', email_verified: false }
    expect((await logIn('meena')).body.account.id).toBe('meena')
    expect(await eventsOf(test, 'sign-on linked')).toEqual([
      ['meena', { issuer: provider.issuer, subject: 'meena' }],
    ])
    expect((await logIn('meena-2')).body.msg).toBe(
      'The account with your e-mail address is linked to another person at Firm ID. Ask the administrator',
    )
    const byPassword = await test.request(
      'POST',
      '/api/auth/login',
      { email: 'meena@example.in', password },
      { as: 'anonymous' },
    )
    expect(byPassword.status).toBe(200)
  })

  it('is unlinked by an administrator, which ends the sessions; the next log-in links the new person', async () => {
    const { body } = await logIn('meena')
    const users = async (): Promise<Json[]> => (await test.request('GET', '/api/admin/users')).body
    const isLinked = async (): Promise<unknown> =>
      (await users()).find(({ id }: Json) => id === 'meena')!.singleSignOn
    expect(await isLinked()).toBe(true)
    const path = '/api/admin/users/meena/single-sign-on'
    expect((await test.request('DELETE', path, undefined, { as: 'OFFICE' })).status).toBe(403)
    expect((await test.request('DELETE', path)).status).toBe(204)
    expect(await isLinked()).toBe(false)
    expect((await test.request('GET', '/api/v1/me', undefined, { as: body.token })).status).toBe(401)
    expect((await test.request('DELETE', path)).body.msg).toBe(
      'This account is not linked to a single sign-on',
    )
    expect(await eventsOf(test, 'sign-on unlinked')).toEqual([
      ['meena', { issuer: provider.issuer, subject: 'meena' }],
    ])
    expect((await logIn('meena-2')).body.account.id).toBe('meena')
  })

  it('is logged out of at the provider too, in the browser that logged in there', async () => {
    const [browser, atProvider] = [openBrowser(test), new Map<string, string>()]
    const logInWith = async (cookies: Map<string, string>, who: string): Promise<Answer> => {
      await browser.comeBack(await provider.visit((await browser.start()).href, who, cookies))
      return browser.open()
    }
    await logInWith(atProvider, 'meena-2')
    // The session at the provider goes on: no one has to log in there.
    expect((await logInWith(new Map(atProvider), 'nobody')).body.account.id).toBe('meena')
    const page = await browser.logOut()
    expect((await provider.visit(page!, 'cancel', atProvider)).href).toBe(`${site}/login`)
    expect((await logInWith(atProvider, 'newcomer')).body.account.email).toBe('newcomer@example.in')

    expect(await openBrowser(test).logOut()).toBeNull()
    await browser.logOut()
    expect(await browser.logOut()).toBeNull()
  })

  it('creates an account that waits for approval, also as the very first one', async () => {
    const { status, body } = await logIn('newcomer')
    expect(status).toBe(200)
    expect(body.account).toMatchObject({
      email: 'newcomer@example.in',
      username: 'New Comer',
      status: 'pending',
      role: null,
    })
    const { status: refused } = await test.request('GET', '/api/v1/customers', undefined, { as: body.token })
    expect(refused).toBe(403)
    expect((await logIn('newcomer')).body.account.id).toBe(body.account.id)
    const users = (await test.request('GET', '/api/admin/users')).body
    expect(users.filter((each: Json) => each.email === 'newcomer@example.in')).toMatchObject([
      { status: 'pending', invited: false },
    ])
    expect((await test.request('DELETE', `/api/admin/users/${body.account.id}`)).status).toBe(204)
    expect((await logIn('newcomer')).body.account.id).not.toBe(body.account.id)
  })

  it.each([
    ['disabled', 'This account is disabled. Ask the administrator'],
    [
      'waiting',
      'The account with your e-mail address is not approved or not set up yet. Log in with its password, open its invitation, or ask the administrator',
    ],
    [
      'squatter',
      'An administrator has not confirmed the e-mail address of your account yet. Log in with your password, or ask the administrator to save the account',
    ],
    [
      'unsure',
      'Firm ID does not confirm your e-mail address. Verify the address there and try again, or log in with your password',
    ],
    ['silent', 'Firm ID sends no valid e-mail address of you. Ask the administrator'],
    ['cancel', 'You cancelled the log-in at Firm ID. Try again, or log in with your password'],
  ])('refuses: %s', async (who, sentence) => {
    const { status, body } = await logIn(who)
    expect([status >= 400, body.msg]).toEqual([true, sentence])
  })

  it('accepts an answer once, within ten minutes, and from the browser that began only', async () => {
    const browser = openBrowser(test)
    const answer = await provider.visit((await browser.start()).href, 'meena-2')
    const stranger = openBrowser(test)
    await stranger.start()
    expect(await stranger.comeBack(answer)).toBe(`${site}/login#single-sign-on`)
    expect((await stranger.open()).body.msg).toBe(again)

    await browser.comeBack(answer)
    const result = new Map(browser.cookies)
    expect((await browser.open()).status).toBe(200)
    await browser.comeBack(answer)
    expect((await browser.open()).body.msg).toBe(again)
    for (const [name, value] of result) browser.cookies.set(name, value)
    expect((await browser.open()).body.msg).toBe(again)

    const late = await browser.start()
    test.clock.now = new Date(test.clock.now.getTime() + 600_001)
    await browser.comeBack(await provider.visit(late.href, 'meena-2'))
    expect((await browser.open()).body.msg).toBe(again)
  })

  it('leads to the login page with a sentence when the server itself fails', async () => {
    const rename = (from: string, to: string): Promise<unknown> =>
      test.store.transaction((tx) => tx.schema.alterTable(from).renameTo(to).execute())
    const browser = openBrowser(test)
    const url = await provider.visit((await browser.start()).href, 'meena')
    await rename('sign_on_request', 'sign_on_request_elsewhere')
    try {
      for (const lead of [() => browser.comeBack(url), async () => (await browser.start()).href]) {
        expect(await lead()).toMatch(/\/login(?:\?to=%2Fvisits)?#single-sign-on$/)
        expect(await browser.open()).toMatchObject({
          status: 503,
          body: {
            msg: expect.stringMatching(/^The log-in could not be finished on this server\. Try again/),
          },
        })
      }
    } finally {
      await rename('sign_on_request_elsewhere', 'sign_on_request')
    }
  })

  it('returns to a path of this site only', async () => {
    await test.store.transaction((tx) => tx.deleteFrom('sign_on_request').execute())
    const browser = openBrowser(test)
    const paths = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'visits',
      'javascript:alert(1)',
    ]
    for (const path of paths) await browser.start(path)
    const rows = await test.store.read.selectFrom('sign_on_request').select('return_path').execute()
    expect(rows.map((row) => row.return_path)).toEqual(paths.map(() => '/'))
  })
})

describe.each(databaseNames)('single sign-on at a lying provider on %s', (database) => {
  let provider: LyingProvider
  let test: TestApp
  beforeAll(async () => {
    provider = await openLyingProvider()
    test = await openTestApp(database, settingsFor(provider.issuer))
  })
  beforeEach(() => {
    provider.lies = {}
  })
  afterAll(async () => {
    await test.close()
    await provider.close()
  })
  const logIn = async (lies: Lies): Promise<Answer> => {
    provider.lies = lies
    const browser = openBrowser(test)
    const away = await browser.start()
    if (away.origin !== site) {
      provider.nonce = away.searchParams.get('nonce')!
      await browser.comeBack(new URL(`${callback}?code=x&state=${away.searchParams.get('state')}`))
    }
    return browser.open()
  }
  const unreachable = 'Firm ID cannot be reached. Try again in a minute, or log in with your password'
  const unsigned =
    'The answer of Firm ID is not signed by it, so it cannot be trusted. Try again; if it happens again, ask the administrator'
  const settings =
    'Firm ID does not accept this server. Ask the administrator to check OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'
  const description = '/.well-known/openid-configuration'

  // The description is read once, so these come first.
  it.each<[string, Lies, string]>([
    ['is down', { drop: description }, unreachable],
    ['has no description', { status: { path: description, status: 404 } }, unreachable],
    [
      'is another one',
      { status: { path: description, status: 200, body: { issuer: 'https://x.example' } } },
      settings,
    ],
    ['closes the connection', { drop: '/token' }, unreachable],
    ['hangs', { hang: '/token' }, unreachable],
    [
      'refuses the client',
      { status: { path: '/token', status: 401, body: { error: 'invalid_client' } } },
      settings,
    ],
    [
      'sends nonsense',
      { status: { path: '/token', status: 200, body: { id_token: 'x' } } },
      'The answer of Firm ID could not be read. Try again; if it happens again, ask the administrator to look into the log',
    ],
    [
      'is for another client',
      { claims: { aud: 'another' } },
      'The answer of Firm ID is for another application. Ask the administrator to check OIDC_CLIENT_ID',
    ],
    [
      'names another issuer',
      { claims: { iss: 'https://evil.example' } },
      'The answer does not come from Firm ID, but from another provider. Ask the administrator to check OIDC_ISSUER',
    ],
    [
      'repeats another nonce',
      { claims: { nonce: 'another' } },
      'The answer of Firm ID belongs to another log-in. Start again from the login page',
    ],
    [
      'has expired',
      { claims: { exp: 1_700_000_000 } },
      'The answer of Firm ID has expired. Try again; if it happens again, ask the administrator to check the clock of the server',
    ],
    ['is not signed', { alg: 'none' }, unsigned],
    ['is signed with another key', { isForged: true }, unsigned],
    ['is signed with the secret', { alg: 'HS256' }, unsigned],
  ])('refuses an answer that %s', async (_, lies, sentence) => {
    const { status, body } = await logIn(lies)
    expect([status >= 400, body.msg]).toEqual([true, sentence])
    const accounts = await test.store.read.selectFrom('account').select('id').execute()
    expect(accounts).toEqual([])
  })

  it('leads to no log-out page that a provider does not have', async () => {
    const browser = openBrowser(test)
    browser.cookies.set('__Host-sign-on-proof', 'a.b.c')
    expect(await browser.logOut()).toBeNull()
  })

  it('accepts the same answer without a lie', async () => {
    expect((await logIn({})).body.account).toMatchObject({ email: 'liar@example.in', status: 'pending' })
    expect((await eventsOf(test, 'login failed')).at(-1)).toEqual([null, { 'single sign-on': 'signature' }])
  })
})

describe('the settings of single sign-on', () => {
  const complete = settingsFor('https://login.example/realms/firm')
  const without = (name: string): Record<string, string | undefined> => ({ ...complete, [name]: undefined })
  it.each([
    [without('SITE_URL'), 'OIDC_ISSUER needs SITE_URL'],
    [without('OIDC_CLIENT_SECRET'), 'belong together'],
    [without('OIDC_ISSUER'), 'belong together'],
    [{ ...complete, OIDC_ISSUER: 'http://login.example' }, 'should be the https address of the provider'],
    [{ ...complete, OIDC_LABEL: 'x'.repeat(41) }, 'at most 40 characters'],
    [{ ...complete, OIDC_TIMEOUT: '0' }, 'OIDC_TIMEOUT should be'],
  ])('are refused with a sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  it('are optional', async () => {
    expect(readConfig({}).singleSignOn).toBeUndefined()
    const test = await openTestApp('sqlite')
    const read = (path: string): Promise<Answer> => test.request('GET', path, undefined, { as: 'anonymous' })
    expect((await read('/api/auth/oidc')).body).toEqual({ label: null })
    expect((await read('/api/auth/oidc/start')).status).toBe(404)
    const end = await test.request('POST', '/api/auth/oidc/logout', undefined, { as: 'anonymous' })
    expect(end.body).toEqual({ url: null })
    await test.close()
  })
})
