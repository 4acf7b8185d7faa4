import { defaultRights } from '#domain/access/role-rights.ts'
import { fastify } from 'fastify'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can } from '#domain/access/policy.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp, type TestRole } from '#testing/test-app.ts'
import { addAuthentication, canonicalAddress } from '../accounts/sign-in/authenticate.ts'

const roles: (TestRole | 'anonymous')[] = ['anonymous', 'pending', 'VIEWER', 'FIELD', 'OFFICE', 'ADMIN']
/** `npm run trust` repeats it on PostgreSQL, though the hook that decides reads only the session from the database. */
const isTrust = Boolean(process.env['TRUST'])

/** Requests every registered route with every role, and compares the result with the policy. */
describe.each(isTrust ? databaseNames : databaseNames.slice(0, 1))('every route on %s', (database) => {
  let test: TestApp
  const routes: { method: string; url: string; may: readonly [never, string]; takesKey: boolean }[] = []
  beforeAll(async () => {
    test = await openTestApp(database, {}, (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        const takesKey = config!.endpoint?.acceptsDeviceKey === true
        for (const each of [method].flat())
          routes.push({ method: each, url, may: config!.may as never, takesKey })
      })
    })
  })
  afterAll(() => test.close())

  it('answers exactly the actors that the policy allows', async () => {
    expect(routes.length).toBeGreaterThan(300)
    let refused = 0
    for (const { method, url, may } of routes) {
      // Logging out would end the session of this test.
      if (url === '/api/auth/logout') continue
      // Fastify derives HEAD from GET, with the same hook and policy.
      for (const role of method === 'HEAD' && !isTrust ? (['anonymous', 'VIEWER'] as const) : roles) {
        const token = role === 'anonymous' ? undefined : await test.as(role)
        const actor = role === 'anonymous' ? { kind: 'anonymous' as const, address: '' } : accountOf(role)
        const allowed = can(actor, ...may).allowed
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const { status, headers } = await test.request(
          method,
          url.replaceAll(/:\w+/g, 'nothing'),
          hasBody ? {} : undefined,
          {
            as: token ?? 'anonymous',
          },
        )
        // Calendar feeds pass the policy and then require their own password: feed-password.test.ts.
        const isRefused = (status === 401 && headers['www-authenticate'] === 'Bearer') || status === 403
        if (isRefused) refused++
        expect(isRefused, `${role} ${method} ${url} → ${status}`).toBe(!allowed)
      }
    }
    expect(refused).toBeGreaterThan(500)
    if (isTrust)
      process.stdout.write(
        `\ntrust: ${routes.length} routes × ${roles.length} actors, ${refused} refused, 0 unexpected\n`,
      )
  }, 60_000)

  it('accepts the key of a phone only where it hands in what was recorded on it', async () => {
    const device = { id: randomUUID(), label: 'Chrome on Android' }
    const { body } = await test.request('POST', '/api/v1/field/devices', device, { as: 'ADMIN' })
    const accepting: string[] = []
    for (const { method, url, takesKey } of routes) {
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const path = url.replaceAll(/:\w+/g, 'nothing')
      const { status } = await test.request(method, path, hasBody ? {} : undefined, { as: body.key })
      expect(status === 401, `${method} ${url} → ${status}`).toBe(!takesKey)
      if (takesKey) accepting.push(`${method} ${url}`)
    }
    expect(accepting).toEqual(['POST /api/v1/field/events', 'POST /api/v1/field/photos/:event'])
  }, 60_000)
})

const accountOf = (role: TestRole) => ({
  kind: 'account' as const,
  language: null,
  id: '',
  name: '',
  email: '',
  status: role === 'pending' ? ('pending' as const) : ('active' as const),
  role: role === 'pending' ? null : role,
  sessionId: '',
  access: { roles: [role], rights: defaultRights(role).rights, scope: 'everything' as const },
})

it('refuses to start with a route that declares no policy', () => {
  const app = fastify()
  addAuthentication(app, {} as never)
  expect(() => app.get('/forgotten', () => 'oops')).toThrow('GET /forgotten declares no policy')
})

it.each([
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.1'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::2', '2001:db8:0:0::/64'],
  ['::1', '::1'],
  [undefined, 'unknown'], // the connection is already closed
])('counts the address %s as %s', (address, counted) => expect(canonicalAddress(address)).toBe(counted))
