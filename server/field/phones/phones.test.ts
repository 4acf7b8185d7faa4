import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { storePhone } from '#testing/field-data.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { newId } from '../../store/new-id.ts'

const path = '/api/v1/field/devices'

describe.each(databaseNames)('phones on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const get = (as = 'ADMIN'): Promise<Answer> => test.request('GET', path, undefined, { as })
  const revoke = (id: string, as = 'ADMIN'): Promise<Answer> =>
    test.request('POST', `${path}/${id}/revoke`, undefined, { as })

  it('are listed with their account, the longest without a sync first and revoked ones last', async () => {
    expect((await get()).body.items).toEqual([])
    const { id: account } = await newPerson(test, 'ravi@example.in', 'FIELD')
    const day = (date: string): string => `2026-11-${date}T05:00:00.000Z`
    const ended = { synced_at: day('01'), revoked_at: day('02'), revoked_by: 'Anita', key_hash: null }
    const [fresh, old, never, gone] = [
      await storePhone(test, { account_id: account, synced_at: day('15'), app: null }),
      await storePhone(test, { synced_at: day('03'), waiting: 4, clock_offset: -600_000 }),
      await storePhone(test, { synced_at: null }),
      await storePhone(test, ended),
    ]
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body.items.map(({ id }: Json) => id)).toEqual([never, old, fresh, gone])
    expect(body.items[2]).toMatchObject({
      label: 'Chrome on Android',
      account: { id: account, username: 'ravi', isDisabled: false },
      waiting: 0,
      app: null,
      revokedAt: null,
    })
    expect(body.items[1]).toMatchObject({ account: null, waiting: 4, clockOffset: -600_000 })
    expect(body.items[3]).toMatchObject({ revokedBy: 'Anita' })
    expect(JSON.stringify(body)).not.toContain('hash')
  })

  it('are listed although many others had a contact later', async () => {
    const long = await storePhone(test, {
      synced_at: '2026-01-01T05:00:00.000Z',
      last_at: '2026-01-01T05:00:00.000Z',
    })
    const at = test.clock.now.toISOString()
    const others = Array.from({ length: 2000 }, () => newId(test.clock.now))
    await test.store.transaction(async (tx) => {
      for (let from = 0; from < others.length; from += 50) {
        const cells = { account_id: 'many', label: '', created_at: at, last_at: at, synced_at: at }
        const rows = others
          .slice(from, from + 50)
          .map((id) => ({ id, ...cells, waiting: 0, clock_offset: 0 }))
        await tx.insertInto('field_device').values(rows).execute()
      }
    })
    expect((await get()).body.items.map(({ id }: Json) => id)).toContain(long)
    await test.store.transaction((tx) =>
      tx.deleteFrom('field_device').where('account_id', '=', 'many').execute(),
    )
  })

  it('are revoked once, which ends their key and is in the audit log', async () => {
    const id = await storePhone(test, { waiting: 2 })
    const { status, body } = await revoke(id)
    expect([status, body.revokedBy, body.revokedAt]).toEqual([
      200,
      'ADMIN person',
      '2026-11-15T06:00:00.000Z',
    ])
    test.clock.now = new Date('2026-11-15T07:00:00Z')
    expect((await revoke(id.toUpperCase())).body.revokedAt).toBe('2026-11-15T06:00:00.000Z')
    const row = await test.store.read
      .selectFrom('field_device')
      .select('key_hash')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ key_hash: null })
    const { body: audit } = await test.request('GET', '/api/v1/audit?action=phone%20revoked')
    expect(audit.items).toMatchObject([{ by: 'ADMIN person', entity: 'fieldDevice', record: id }])
  })

  it('end the sessions of their user when they are revoked, and no others', async () => {
    const person = await newPerson(test, 'lost@example.in', 'FIELD')
    const me = (as: string): Promise<Answer> => test.request('GET', '/api/v1/me', undefined, { as })
    const id = await storePhone(test, { account_id: person.id })
    expect((await me(person.token)).status).toBe(200)
    await revoke(id)
    expect((await me(person.token)).status).toBe(401)
    const { body: own } = await me('ADMIN')
    const mine = await storePhone(test, { account_id: String(own.id ?? own.account?.id) })
    expect((await revoke(mine)).status).toBe(200)
    expect((await me('ADMIN')).status).toBe(200)
  })

  it('are for administrators, and unknown ones are not found', async () => {
    const id = await storePhone(test)
    for (const as of ['OFFICE', 'FIELD', 'VIEWER']) {
      expect((await get(as)).status).toBe(403)
      expect((await revoke(id, as)).status).toBe(403)
    }
    expect((await get('anonymous')).status).toBe(401)
    for (const missing of ['x', newId(new Date())]) {
      const { status, body } = await revoke(missing)
      expect([status, body.msg]).toEqual([404, `There is no phone ${missing} here`])
    }
  })
})
