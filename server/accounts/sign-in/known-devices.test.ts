import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { deleteOldDevices } from './known-devices.ts'

const password = 'monsoon over the fields'
const desk = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0'
const phone = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0'

describe.each(databaseNames)('devices and sessions on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database, { TRUST_PROXY: '127.0.0.1' })
    await test.as('ADMIN')
  })
  afterAll(() => test.close())

  const from = (device: string, address: string) => ({ 'user-agent': device, 'x-forwarded-for': address })
  const register = async (name: string): Promise<Json> => {
    const form = { username: name, email: `${name}@example.in`, password }
    const headers = from(desk, '10.1.1.1')
    return (await test.request('POST', '/api/auth/register', form, { as: 'anonymous', headers })).body
  }
  const login = async (name: string, device: string, address: string): Promise<string> => {
    const body = { email: `${name}@example.in`, password }
    const headers = from(device, address)
    return (await test.request('POST', '/api/auth/login', body, { as: 'anonymous', headers })).body.token
  }
  const listNewDevices = async (as: string): Promise<Json[]> =>
    (await test.request('GET', '/api/v1/me/new-devices', undefined, { as })).body.items
  const status = async (method: string, path: string, as: string): Promise<number> =>
    (await test.request(method, path, undefined, { as })).status

  it('shows a new device to the other devices until one of them confirms it', async () => {
    const { token } = await register('asha')
    expect(await listNewDevices(token)).toEqual([])
    // A newer version of the browser in the same network is the same device.
    const updated = await login('asha', desk.replace('140', '141'), '10.1.200.7')
    expect(await listNewDevices(token)).toEqual([])
    const stranger = await login('asha', phone, '203.0.113.5')
    const [found, ...more] = await listNewDevices(token)
    expect(more).toEqual([])
    expect(found).toMatchObject({
      device: phone,
      address: '203.0.113.5',
      at: test.clock.now.toISOString(),
    })
    expect(await listNewDevices(updated)).toEqual([found])
    const again = await login('asha', phone, '203.0.113.99')
    const path = `/api/v1/me/new-devices/${found.id}`
    for (const thief of [stranger, again]) {
      expect(await listNewDevices(thief)).toEqual([])
      expect(await status('POST', `${path}/known`, thief)).toBe(404)
      expect(await status('DELETE', path, thief)).toBe(404)
    }
    // An earlier device sees later ones, confirmed or not, but not the reverse.
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    const third = await login('asha', 'Firefox on a tablet', '198.51.100.7')
    const [later] = await listNewDevices(stranger)
    expect(later).toMatchObject({ device: 'Firefox on a tablet' })
    expect(await listNewDevices(third)).toEqual([])
    expect((await listNewDevices(token)).map((each) => each.id)).toEqual([found.id, later.id])
    expect(await status('DELETE', `/api/v1/me/new-devices/${later.id}`, token)).toBe(204)
    expect(await status('POST', `${path}/known`, token)).toBe(204)
    expect(await listNewDevices(token)).toEqual([])
    await login('asha', phone, '203.0.113.5')
    expect(await listNewDevices(token)).toEqual([])
  })

  it('ends all sessions of a reported device, which is new again at the next login', async () => {
    const { token } = await register('bina')
    const stranger = await login('bina', phone, '203.0.113.5')
    const second = await login('bina', phone, '203.0.113.6')
    const [found] = await listNewDevices(token)
    const { token: other } = await register('chetan')
    expect(await status('DELETE', `/api/v1/me/new-devices/${found.id}`, other)).toBe(404)
    expect(await status('DELETE', `/api/v1/me/new-devices/${found.id}`, token)).toBe(204)
    const remaining = []
    for (const each of [stranger, second, token]) remaining.push(await status('GET', '/api/v1/me', each))
    expect(remaining).toEqual([401, 401, 200])
    await login('bina', phone, '203.0.113.5')
    expect(await listNewDevices(token)).toHaveLength(1)
  })

  it('lets administrators list and end the sessions of an account, and records it', async () => {
    const { token, account } = await register('divya')
    const second = await login('divya', phone, '203.0.113.5')
    const path = `/api/admin/users/${account.id}/sessions`
    const { items } = (await test.request('GET', path)).body
    expect(items.map((each: Json) => each.device).toSorted()).toEqual([phone, desk])
    expect(JSON.stringify(items)).not.toContain(token)
    const one = items.find((each: Json) => each.device === phone)
    for (const role of ['OFFICE', 'FIELD', 'VIEWER', 'pending', token])
      for (const method of ['GET', 'DELETE']) expect(await status(method, path, role)).toBe(403)
    expect(await status('DELETE', `${path}/${one.id}`, 'ADMIN')).toBe(204)
    expect(await status('DELETE', `${path}/${one.id}`, 'ADMIN')).toBe(404)
    expect([await status('GET', '/api/v1/me', second), await status('GET', '/api/v1/me', token)]).toEqual([
      401, 200,
    ])
    expect(await status('DELETE', path, 'ADMIN')).toBe(204)
    expect(await status('GET', '/api/v1/me', token)).toBe(401)
    expect(await status('GET', '/api/admin/users/nobody/sessions', 'ADMIN')).toBe(404)
    const history = await test.store.read
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', account.id)
      .where('action', '=', 'update')
      .execute()
    expect(history.map((row) => row.actor_name)).toEqual(['ADMIN person', 'ADMIN person'])
  })

  it('refuses to end the session of another account', async () => {
    const { account } = await register('esha')
    const { account: other } = await register('farhan')
    const [session] = (await test.request('GET', `/api/admin/users/${other.id}/sessions`)).body.items
    const path = `/api/admin/users/${account.id}/sessions/${session.id}`
    expect(await status('DELETE', path, 'ADMIN')).toBe(404)
  })

  it('treats a device as known after 30 days, and deletes it after 400 days without use', async () => {
    const { account } = await register('gita')
    await login('gita', phone, '203.0.113.5')
    const start = test.clock.now.getTime()
    const after = (days: number): void => {
      test.clock.now = new Date(start + days * 86_400_000)
    }
    after(29)
    expect(await listNewDevices(await login('gita', desk, '10.1.1.1'))).toHaveLength(1)
    after(31)
    expect(await listNewDevices(await login('gita', desk, '10.1.1.1'))).toEqual([])
    after(401)
    await test.store.transaction((tx) => deleteOldDevices(tx, test.clock.now, test.config.retention.logIns))
    const remaining = await test.store.read
      .selectFrom('known_device')
      .select('device')
      .where('account_id', '=', account.id)
      .execute()
    expect(remaining).toEqual([{ device: desk }])
  })
})
