import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { storePhone } from '#testing/field-data.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type TestApp } from '#testing/test-app.ts'
import { actorOf } from '../../access/explain-service.ts'
import { newId } from '../../store/new-id.ts'
import { storeContact } from './contact.ts'
import { registerDevice } from './device-service.ts'
import { deleteOldPhones, maxPhones } from './device-store.ts'

const ended = 'The key of this phone has ended. Log in on the phone, and what it holds unsent is sent'

describe.each(databaseNames)('phones on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const register = (as: string, id: string, label = 'Chrome on Android'): Promise<Answer> =>
    test.request('POST', '/api/v1/field/devices', { id, label }, { as })
  const send = (key: string, device: string): Promise<Answer> =>
    test.request(
      'POST',
      '/api/v1/field/events',
      { device, clock: test.clock.now.toISOString(), events: [] },
      { as: key },
    )
  const deviceOf = (id: string) =>
    test.store.read.selectFrom('field_device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('returns a key once and stores its hash', async () => {
    const id = randomUUID()
    const { status, body } = await register('FIELD', id)
    expect([status, body]).toEqual([201, { key: expect.stringMatching(/^agp_[\w-]{43}$/) }])
    const device = await deviceOf(id)
    expect(device).toMatchObject({ label: 'Chrome on Android', waiting: 0, revoked_at: null })
    expect(JSON.stringify(device)).not.toContain(body.key)
    expect((await send(body.key, id)).status).toBe(200)
  })

  it('gives a new key when it is registered again, and ends the earlier one', async () => {
    const id = randomUUID()
    const first = (await register('FIELD', id)).body.key
    const second = (await register('FIELD', id.toUpperCase(), 'Firefox')).body.key
    expect((await send(second, id)).status).toBe(200)
    expect((await send(first, id)).body).toMatchObject({ status: 401, msg: ended })
    expect((await deviceOf(id)).label).toBe('Firefox')
  })

  it('refuses the phone of another account, unless that account is gone', async () => {
    const id = randomUUID()
    const gone = await newPerson(test, `gone-${database}@example.in`, 'FIELD')
    const { key } = (await register(gone.token, id)).body
    expect((await register('FIELD', id)).body).toMatchObject({
      status: 403,
      msg: 'This phone is registered for another account. Register it under another id',
    })
    expect((await send(key, id)).status).toBe(200)
    expect((await test.request('DELETE', `/api/admin/users/${gone.id}`)).status).toBe(204)
    expect((await send(key, id)).status).toBe(401)
    expect((await register('FIELD', id)).status).toBe(201)
  })

  it.each([
    [{ id: 'phone', label: 'x' }, 'Device should be a UUID'],
    [{ id: randomUUID() }, 'Label is required'],
    [{ id: randomUUID(), label: 'x'.repeat(201) }, 'Label should not exceed 200 characters'],
    [{ id: randomUUID(), label: 'a\u0000b' }, 'Label should not contain control characters'],
  ])('refuses %j', async (body, msg) => {
    expect(await test.request('POST', '/api/v1/field/devices', body, { as: 'FIELD' })).toMatchObject({
      status: 422,
      body: { msg },
    })
  })

  it('accepts the key only where events are handed in', async () => {
    const id = randomUUID()
    const { key } = (await register('FIELD', id)).body
    const clock = test.clock.now.toISOString()
    for (const [method, path, body] of [
      ['GET', '/api/v1/customers'],
      ['POST', '/api/v1/visits', {}],
      ['POST', '/api/v1/field/devices', { id, label: 'x' }],
      ['GET', '/api/auth/me'],
      ['GET', '/healthz'],
      ['POST', '/api/v1/field/sync', { device: id, clock, cursor: null }],
    ] as const) {
      const answer = await test.request(method, path, body, { as: key })
      if (answer.status === 404) continue
      expect([path, answer.status, answer.body.msg]).toEqual([
        path,
        401,
        'The key of a phone only hands in what was recorded on it. Please log in',
      ])
    }
    const { body } = await test.request('GET', '/api/openapi.json')
    expect(body.paths['/api/v1/field/events'].post.security).toEqual([{ token: [] }, { deviceKey: [] }])
    expect(body.paths['/api/v1/field/devices'].post.security).toEqual([{ token: [] }])
  })

  it('ends the key when the phone is revoked, and refuses to register it again', async () => {
    const id = randomUUID()
    const { key } = (await register('FIELD', id)).body
    const revoked = { revoked_at: test.clock.now.toISOString(), revoked_by: 'an administrator' }
    await test.store.transaction((tx) =>
      tx.updateTable('field_device').set(revoked).where('id', '=', id).execute(),
    )
    expect((await send(key, id)).body.msg).toBe(ended)
    expect((await register('FIELD', id)).body.msg).toBe(
      'This phone was revoked by an administrator. It can only send what it holds',
    )
    expect((await send('FIELD', id)).status).toBe(200)
  })

  it('ends the key when the account is disabled, also after it is active again', async () => {
    const person = await newPerson(test, `off-${database}@example.in`, 'FIELD')
    const id = randomUUID()
    const { key } = (await register(person.token, id)).body
    const change = async (status: string): Promise<void> => {
      const { body } = await test.request('GET', '/api/admin/users')
      const { version, username } = body.find((each: { id: string }) => each.id === person.id)
      const values = { username, phone: null, status, role: 'FIELD', version }
      expect((await test.request('PATCH', `/api/admin/users/${person.id}`, values)).status).toBe(200)
    }
    expect((await send(key, id)).status).toBe(200)
    await change('disabled')
    expect((await send(key, id)).body.msg).toBe(ended)
    await change('active')
    expect((await send(key, id)).body.msg).toBe(ended)
  })

  it('ends the key with the password', async () => {
    const person = await newPerson(test, `lost-${database}@example.in`, 'FIELD')
    const id = randomUUID()
    const { key } = (await register(person.token, id)).body
    const { body } = await test.request('POST', `/api/admin/users/${person.id}/reset`)
    expect((await send(key, id)).status).toBe(200)
    const reset = { token: body.token, password: 'sun on the cotton field' }
    const answer = await test.request('POST', '/api/auth/reset', reset, { as: 'anonymous' })
    expect([answer.status, answer.body.msg]).toEqual([200, 'Password changed'])
    expect((await send(key, id)).body.msg).toBe(ended)
  })

  it('stores a limited number of phones that were never registered', async () => {
    const person = await newPerson(test, `many-${database}@example.in`, 'FIELD')
    const phones = async (): Promise<string[]> => {
      const query = test.store.read.selectFrom('field_device').select('id').orderBy('id')
      return (await query.where('account_id', '=', person.id).execute()).map(({ id }) => id)
    }
    const at = (day: number): string => new Date(test.clock.now.getTime() - day * 86_400_000).toISOString()
    const keyed = await storePhone(test, { account_id: person.id, last_at: at(99) })
    const oldest = await storePhone(test, {
      account_id: person.id,
      label: '',
      key_hash: null,
      last_at: at(90),
    })
    for (let count = 2; count < maxPhones; count++)
      await storePhone(test, { account_id: person.id, label: '', key_hash: null, last_at: at(1) })
    const contact = async (id: string): Promise<void> =>
      storeContact(
        { ...test.ctx, actor: (await test.store.transaction((tx) => actorOf(tx, person.id)))! },
        { device: id, clock: test.clock.now.getTime() },
      )
    const first = randomUUID()
    await contact(first)
    expect(await phones()).toHaveLength(maxPhones)
    expect(await phones()).toEqual(expect.arrayContaining([keyed, first]))
    expect(await phones()).not.toContain(oldest)
    await test.store.transaction((tx) =>
      tx.updateTable('field_device').set({ label: 'x' }).where('account_id', '=', person.id).execute(),
    )
    const second = randomUUID()
    await contact(second)
    expect(await phones()).not.toContain(second)
    expect((await send(person.token, second)).status).toBe(200)
  })

  it('deletes phones without a key that were away for half a year', async () => {
    const last_at = new Date(test.clock.now.getTime() - 181 * 86_400_000).toISOString()
    const revoked = { revoked_at: last_at, revoked_by: 'Anita' }
    const [old, keyed, ended] = [
      await storePhone(test, { last_at, key_hash: null }),
      await storePhone(test, { last_at }),
      await storePhone(test, { last_at, key_hash: null, ...revoked }),
    ]
    const recent = await storePhone(test, { key_hash: null })
    await test.store.transaction((tx) => deleteOldPhones(tx, test.clock.now))
    await expect(deviceOf(old)).rejects.toThrow()
    for (const id of [keyed, ended, recent]) expect((await deviceOf(id)).id).toBe(id)
  })

  it('gives no key to a session that ended while the phone was registered', async () => {
    const person = await newPerson(test, `raced-${database}@example.in`, 'FIELD')
    const id = randomUUID()
    const actor = await test.store.transaction((tx) => actorOf(tx, person.id))
    const ctx = { ...test.ctx, actor: { ...actor!, sessionId: newId(test.clock.now) } }
    await expect(registerDevice(ctx, { id, label: 'x' })).rejects.toMatchObject({ status: 401 })
    await expect(deviceOf(id)).rejects.toThrow()
  })
})
