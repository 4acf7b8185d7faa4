import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { storeProposal } from '#testing/field-data.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { actorOf } from '../../access/explain-service.ts'
import { newId } from '../../store/new-id.ts'
import { syncPhone } from './sync-service.ts'

describe.each(databaseNames)('who may sync a phone on %s', (database) => {
  let test: TestApp
  let customer: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    customer = await test.make('customer', { PAN: 'ABCDE1234F' })
    await test.make('balance', { Customer_Code: customer.Customer_Code, Receivable: 100, Overdue: 10 })
  })
  afterAll(() => test.close())

  const sync = (as: string, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    test.request(
      'POST',
      '/api/v1/field/sync',
      { device: randomUUID(), clock: test.clock.now.toISOString(), cursor: null, ...more },
      { as, headers },
    )

  it('an account that is logged in, and no other client', async () => {
    expect((await sync('FIELD')).body.customers).toMatchObject([{ id: customer.id }])
    expect((await sync('pending')).status).toBe(403)
    expect((await sync('anonymous')).status).toBe(401)
    const { id } = await newPerson(test, 'viewed@example.in', 'FIELD')
    const viewing = await sync('ADMIN', {}, { 'x-view-as': id })
    expect([viewing.status, viewing.body.msg]).toEqual([
      403,
      'Only the account that is logged in on the phone can sync it',
    ])
    const wanted = { name: 'ERP', role: 'OFFICE', places: 'everything', expiresOn: '2026-12-31' }
    const { body } = await test.request('POST', '/api/v1/api-tokens', wanted)
    expect((await sync(body.token)).status).toBe(403)
    const events = { device: randomUUID(), clock: test.clock.now.toISOString(), events: [] }
    const handed = await test.request('POST', '/api/v1/field/events', events, { as: body.token })
    expect([handed.status, handed.body.msg]).toEqual([
      403,
      'Only an account can hand in what was recorded on a phone',
    ])
  })

  it('an account whose contact cannot be stored', async () => {
    const person = await newPerson(test, 'contact@example.in', 'FIELD')
    const actor = (await test.store.transaction((tx) => actorOf(tx, person.id)))!
    const fail = (): Promise<never> => Promise.reject(new Error('The disk is full'))
    const store = { ...test.store, transaction: fail, relaxedTransaction: fail }
    const request = { device: randomUUID(), clock: test.clock.now.toISOString(), cursor: null }
    const answer = await syncPhone({ ...test.ctx, actor, store }, request)
    expect(answer.isFull).toBe(true)
  })

  it('an account receives the newest of its proposals by arrival', async () => {
    const person = await newPerson(test, 'proposals@example.in', 'FIELD')
    for (let count = 0; count < 200; count++)
      await storeProposal(test, {}, { id: newId(new Date('2030-01-01')), account_id: person.id })
    const received_at = new Date(test.clock.now.getTime() + 1000).toISOString()
    const newest = await storeProposal(test, {}, { account_id: person.id, received_at })
    const { body } = await sync(person.token)
    expect(body.proposals).toHaveLength(200)
    expect(body.proposals[0].event).toBe(newest)
  })

  it('an account that was disabled receives nothing', async () => {
    const person = await newPerson(test, 'leaver@example.in', 'FIELD')
    const { body } = await sync(person.token)
    expect(body.isFull).toBe(true)
    const values = { username: 'leaver', phone: null, status: 'disabled', role: 'FIELD', version: 1 }
    expect((await test.request('PATCH', `/api/admin/users/${person.id}`, values)).status).toBe(200)
    expect((await sync(person.token, { cursor: body.cursor })).status).toBe(401)
  })

  it('an account without a right does not receive what it is about, nor masked values in plain text', async () => {
    const { body: all } = await sync('FIELD')
    expect(all.customers[0]).toHaveProperty('balance')
    expect(JSON.stringify(all)).not.toContain('ABCDE1234F')
    expect(JSON.stringify((await sync('ADMIN')).body)).not.toContain('ABCDE1234F')
    await test.make('role', { Role_Code: 'BARE', Role_Name: 'Bare' })
    const decision = { rights: { customer: ['read'] }, sees: 'everything', version: 0 }
    expect((await test.request('PUT', '/api/v1/role-rights/BARE', decision)).status).toBe(200)
    const { token } = await newPerson(test, 'bare@example.in', 'BARE')
    const { status, body } = await sync(token)
    expect([status, body.customers.length]).toEqual([200, 1])
    for (const member of ['balance', 'plan', 'visits']) expect(body.customers[0]).not.toHaveProperty(member)
    expect(body.customers[0]).toMatchObject({ place: null, city: customer.City_Code })
    const { localNames, bans, results, firm, ...masters } = body.masters
    expect([localNames, bans, results, firm]).toEqual([{}, {}, {}, ''])
    expect(Object.values(masters)).toEqual(Object.keys(masters).map(() => []))
    expect(body.account.employee).toBeNull()
  })

  it.each([
    'x',
    '',
    '~~~~~~',
    "1~' or 1=1~1~a~b~c~d",
    `1~ ~1:1:${'9'.repeat(400)}~a~b~c~d`,
    '1~\0~1~a~b~c~d',
    `1~ ~${'9'.repeat(16)}~a~b~c~d`,
  ])('a forged cursor %j is answered with everything', async (cursor) => {
    const { status, body } = await sync('FIELD', { cursor })
    expect([status, body.isFull, body.customers?.length]).toEqual([200, true, 1])
  })

  it('a cursor of the account with another position shows nothing more than its scope', async () => {
    const { body } = await sync('FIELD')
    const parts: string[] = body.cursor.split('~')
    const position = database === 'sqlite' ? '0' : '1:1:'
    const forged = [...parts.slice(0, 2), position, ...parts.slice(3)].join('~')
    const answer = await sync('FIELD', { cursor: forged })
    expect([answer.status, answer.body.customers.map(({ id }: Json) => id)]).toEqual([200, [customer.id]])
  })

  it.each([
    [{ cursor: 5 }, 'cursor should be text or null'],
    [{ missing: ['a', 5] }, 'missing should be a list of at most 5000 ids'],
    [{ missing: Array.from({ length: 5001 }, () => 'a') }, 'missing should be a list of at most 5000 ids'],
    [{ device: 'x' }, 'Device should be a UUID'],
    [{ waiting: 1.5 }, expect.stringMatching(/^Waiting should be/)],
  ])('what cannot be read is refused (%#)', async (more, msg) => {
    const { status, body } = await sync('FIELD', more)
    expect([status, body.msg]).toEqual([422, msg])
  })
})
