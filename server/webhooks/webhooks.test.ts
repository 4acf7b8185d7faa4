import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { isSigned, openTarget, type WebhookTarget } from '#testing/webhook-target.ts'
import { openSession } from '../accounts/sign-in/session-store.ts'
import { createWebhooks, type Webhooks } from './run-webhooks.ts'
import { createWebhookSender } from './send-webhook.ts'

const environment = { WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.0/8' }
const path = '/api/v1/webhooks'

describe.each(databaseNames)('webhooks on %s', (database) => {
  let test: TestApp
  let target: WebhookTarget
  let webhooks: Webhooks
  beforeAll(async () => {
    test = await openTestApp(database, environment)
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    test.clock.now = new Date('2026-11-15T06:00:00.000Z')
    admin = 'ADMIN'
    target = await openTarget()
    const { webhookNetworks: networks } = test.config
    webhooks = createWebhooks(test.ctx, createWebhookSender({ networks, timeout: 400 }))
  })
  afterEach(async () => {
    await webhooks.stop()
    await target.close()
    for (const table of ['webhook', 'webhook_delivery', 'notification'] as const)
      await test.store.transaction((tx) => tx.deleteFrom(table).execute())
  })

  let admin = 'ADMIN'
  /** The session has ended after so long. */
  const logInAgain = async (): Promise<void> => {
    const { now } = test.clock
    admin = await test.store.transaction(async (tx) => {
      const { id } = await tx
        .selectFrom('account')
        .select('id')
        .where('email', '=', 'admin@example.in')
        .executeTakeFirstOrThrow()
      return openSession(tx, { accountId: id, role: 'ADMIN', address: 'test', device: 'test' }, now)
    })
  }
  const request = (method: string, address: string, body?: Json): Promise<Answer> =>
    test.request(method, address, body, { as: admin })

  const add = async (change: Json = {}): Promise<Json> => {
    const values = { name: 'ERP', url: target.url, events: ['*'], ...change }
    const { status, body } = await test.request('POST', path, values)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const list = async (): Promise<Json[]> => (await request('GET', path)).body.items
  const deliveries = async ({ id }: Json): Promise<Json[]> =>
    (await request('GET', `${path}/${id}/deliveries`)).body.items
  const post = (hook: Json, action: string): Promise<Answer> =>
    request('POST', `${path}/${hook.id}/${action}`)
  const later = (minutes: number): void => {
    test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
  }

  it('sends what changed from now on, signed, once', async () => {
    const before = await test.make('soil')
    const hook = await add()
    expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const soil = await test.make('soil', { Soil_Name: 'Black' })
    const one = `/api/v1/soils/${soil.id}`
    await test.request('PATCH', one, { Soil_Name: 'Red', version: 1 })
    await test.request('DELETE', one)
    await test.request('POST', `${one}/restore`)
    await webhooks.run()
    await webhooks.run()
    expect(target.types()).toEqual(['soil.created', 'soil.updated', 'soil.deleted', 'soil.restored'])
    expect(target.received[1]!.body).toEqual({
      type: 'soil.updated',
      timestamp: '2026-11-15T06:00:00.000Z',
      version: 1,
      data: {
        entity: 'soil',
        id: soil.id,
        code: soil.Soil_Code,
        version: 2,
        path: one,
        fields: ['Soil_Name'],
      },
    })
    expect(JSON.stringify(target.received)).not.toContain(before.id)
    for (const message of target.received) {
      expect(isSigned(message, hook.secret)).toBe(true)
      expect(isSigned({ ...message, text: `${message.text} ` }, hook.secret)).toBe(false)
      expect(message.headers['webhook-timestamp']).toBe('1794722400')
    }
    expect(new Set(target.received.map(({ id }) => id)).size).toBe(4)
    const log = await deliveries(hook)
    expect(log.map(({ id }) => id).toReversed()).toEqual(target.received.map(({ id }) => id))
    expect(log[0]).toMatchObject({ event: 'soil.restored', state: 'delivered', status: 204, attempts: 1 })
    expect(await list()).toMatchObject([{ waiting: 0, deliveredAt: '2026-11-15T06:00:00.000Z' }])
  })

  it('sends only the chosen events', async () => {
    await add({ events: ['crop.*', 'soil.deleted', 'soil.merged'] })
    const [kept, other] = [await test.make('soil'), await test.make('soil')]
    await test.make('crop')
    await test.make('season')
    const merge = { with: other.id, versions: { [kept.id]: 1, [other.id]: 1 }, take: {} }
    expect((await test.request('POST', `/api/v1/soils/${kept.id}/merge`, merge)).status).toBe(200)
    await webhooks.run()
    expect(target.types()).toEqual(['crop.created', 'soil.merged'])
    expect(target.received[1]!.body.data).toMatchObject({ id: other.id, mergedInto: kept.id })
  })

  it('sends collections and promises to the books, and whether they were kept', async () => {
    await add({ events: ['collection.*', 'promise.*'] })
    const { Customer_Code: code } = await test.make('customer')
    const money = {
      Collected_Amount: 1500.5,
      Collected_Way: 'UPI',
      Collected_Reference: 'UTR 7',
      Promised_Amount: 2000,
      Promised_On: '2026-11-20',
    }
    await test.make('balance', { Customer_Code: code, As_Of: '2026-11-10', Receivable: 9000, Overdue: 0 })
    const visit = { Customer_Code: code, Visited_On: '2026-11-14', ...money }
    const saved = await test.request('POST', '/api/v1/visits', visit)
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
    const { id, Visit_ID, version } = saved.body
    await webhooks.run()
    expect(target.types()).toEqual(['collection.recorded', 'promise.made'])
    expect(target.received[0]!.body.data).toEqual({
      id,
      visit: Visit_ID,
      customer: code,
      visitedOn: '2026-11-14',
      employee: null,
      amount: 1500.5,
      way: 'UPI',
      reference: 'UTR 7',
    })
    const upload = async (As_Of: string, Receivable: number): Promise<void> => {
      const rows = [{ Customer_Code: code, As_Of, Receivable, Overdue: 0 }]
      test.clock.now = new Date(`${As_Of}T06:00:00.000Z`)
      await logInAgain()
      const { status, body } = await request('POST', '/api/v1/balances/upload', { rows })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    await upload('2026-11-21', 8900)
    await webhooks.run()
    expect(target.types().slice(2)).toEqual(['promise.broken'])
    expect(target.received[2]!.body.data).toMatchObject({
      amount: 2000,
      promisedOn: '2026-11-20',
      state: 'broken',
    })
    const change = await request('PATCH', `/api/v1/visits/${id}`, {
      Collected_Reference: 'UTR 8',
      Promised_Amount: 50,
      version: version + 1,
    })
    expect(change.status, JSON.stringify(change.body)).toBe(200)
    await webhooks.run()
    expect(target.types().slice(3)).toEqual(['collection.changed', 'promise.changed', 'promise.kept'])
    await request('DELETE', `/api/v1/visits/${id}`)
    await webhooks.run()
    expect(target.types().slice(6)).toEqual(['collection.withdrawn', 'promise.withdrawn'])
  })

  it('tries again after a refusal, with the same id, and with growing pauses', async () => {
    const hook = await add()
    target.answer = (response) => response.writeHead(500).end('x'.repeat(5000))
    await test.make('soil')
    await webhooks.run()
    await webhooks.run()
    expect(target.received).toHaveLength(1)
    const [failed] = await deliveries(hook)
    expect(failed).toMatchObject({ state: 'waiting', status: 500, attempts: 1 })
    expect(failed.answer).toHaveLength(1024)
    const pause = Date.parse(failed.nextAt) - test.clock.now.getTime()
    expect(pause).toBeGreaterThanOrEqual(5000)
    expect(pause).toBeLessThanOrEqual(6000)
    later(1)
    target.answer = (response) => response.writeHead(200).end('ok')
    await webhooks.run()
    expect(target.received.map(({ id }) => id)).toEqual([failed.id, failed.id])
    expect(await deliveries(hook)).toMatchObject([
      { state: 'delivered', status: 200, answer: 'ok', attempts: 2 },
    ])
    expect((await list())[0]).toMatchObject({ failingSince: null, waiting: 0 })
  })

  it('gives up after about three days, disables the webhook and informs administrators', async () => {
    const hook = await add()
    target.answer = (response) => response.writeHead(503).end()
    await test.make('soil')
    let hours = 0
    const isActive = async (): Promise<boolean> =>
      (await test.store.read.selectFrom('webhook').select('state').executeTakeFirst())?.state === 'active'
    for (; hours < 100 && (await isActive()); hours++) {
      await webhooks.run()
      later(60)
    }
    await logInAgain()
    expect(hours).toBeGreaterThan(71)
    expect(hours).toBeLessThan(95)
    expect((await list())[0]).toMatchObject({ state: 'disabled', because: 'failing' })
    expect(target.received.length).toBeGreaterThanOrEqual(9)
    expect(target.received.length).toBeLessThanOrEqual(13)
    const notices = (await request('GET', '/api/v1/notifications')).body.items
    expect(notices).toMatchObject([{ kind: 'webhook', title: 'The webhook ERP is disabled' }])
    const { body } = await request('GET', `/api/v1/audit?entity=webhook&record=${hook.id}`)
    expect(body.items[0]).toMatchObject({ by: 'system: webhooks', action: 'update' })
    // Resumed, it sends what was changed meanwhile too.
    const { id } = (await request('GET', '/api/v1/soils?limit=1')).body.items[0]
    expect((await request('DELETE', `/api/v1/soils/${id}`)).status).toBe(204)
    target.answer = (response) => response.writeHead(200).end()
    target.received.length = 0
    expect((await post(hook, 'resume')).body).toMatchObject({ state: 'active', because: null })
    await webhooks.run()
    expect(target.types()).toContain('soil.deleted')
  })

  it('is disabled at once when the target says 410, and keeps the message', async () => {
    const hook = await add()
    target.answer = (response) => response.writeHead(410).end()
    await test.make('soil')
    await webhooks.run()
    expect((await list())[0]).toMatchObject({ state: 'disabled', because: 'gone', waiting: 1 })
    await webhooks.run()
    expect(target.received).toHaveLength(1)
    expect((await post(hook, 'test')).status).toBe(409)
    target.answer = (response) => response.writeHead(200).end()
    await post(hook, 'resume')
    await webhooks.run()
    expect(target.types()).toEqual(['soil.created', 'soil.created'])
  })

  it('cuts off a target that hangs, which delays no other one', async () => {
    const other = await openTarget()
    const hook = await add({ name: 'Hangs' })
    await add({ name: 'Works', url: other.url })
    const slow: (() => void)[] = []
    target.answer = (response) => void slow.push(() => response.end())
    await test.make('soil')
    const running = webhooks.run()
    await expect.poll(() => other.received.length).toBe(1)
    expect(await deliveries(hook)).toMatchObject([{ state: 'waiting', attempts: 0 }])
    await running
    expect(await deliveries(hook)).toMatchObject([
      { state: 'waiting', attempts: 1, status: null, problem: 'timeout', detail: '0.4 s' },
    ])
    await other.close()
  })

  it('accepts an answer whose body never ends, and reads no more than 1 kB of it', async () => {
    const hook = await add()
    target.answer = (response) => void response.writeHead(200).write('begun ')
    await test.make('soil')
    await webhooks.run()
    expect(await deliveries(hook)).toMatchObject([{ state: 'delivered', answer: 'begun ' }])
  })

  it('does not follow a redirect, and says where it leads', async () => {
    const other = await openTarget()
    const hook = await add()
    target.answer = (response) => response.writeHead(307, { location: other.url }).end()
    await test.make('soil')
    await webhooks.run()
    expect(await deliveries(hook)).toMatchObject([
      { state: 'waiting', status: 307, problem: 'redirect', detail: other.url },
    ])
    expect(other.received).toEqual([])
    await other.close()
  })

  it('sends nothing while it is paused, and what was changed meanwhile afterwards', async () => {
    const hook = await add({ events: ['soil.created'] })
    expect((await post(hook, 'pause')).body.state).toBe('paused')
    await test.make('soil')
    await webhooks.run()
    expect(target.received).toEqual([])
    await post(hook, 'resume')
    await webhooks.run()
    expect(target.types()).toEqual(['soil.created'])
  })

  it('says so when the changes meanwhile are not known any more', async () => {
    await add({ events: ['soil.created'] })
    await test.store.transaction((tx) =>
      tx
        .updateTable('webhook')
        .set({ cursor: Buffer.from('[1,"another",""]').toString('base64url') })
        .execute(),
    )
    await test.make('soil')
    await webhooks.run()
    expect(target.received).toEqual([])
    expect((await list())[0]).toMatchObject({ skippedAt: '2026-11-15T06:00:00.000Z' })
    await test.make('soil')
    await webhooks.run()
    expect(target.types()).toEqual(['soil.created'])
  })

  it('sends a test, and a delivery again', async () => {
    const hook = await add({ events: ['crop.*'] })
    expect((await post(hook, 'test')).status).toBe(201)
    await webhooks.run()
    expect(target.types()).toEqual(['webhook.test'])
    const [{ id }] = (await deliveries(hook)) as [Json]
    expect((await post(hook, `deliveries/${id}/resend`)).body).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    await webhooks.run()
    expect(target.received.map((each) => each.id)).toEqual([id, id])
    expect((await post(hook, 'deliveries/none/resend')).status).toBe(404)
  })

  it('signs with the former secret too for a day after it was changed; the audit never has one', async () => {
    const hook = await add()
    const { body } = await post(hook, 'secret')
    expect(body.secret).not.toBe(hook.secret)
    await post(hook, 'test')
    await webhooks.run()
    const [first] = target.received
    expect([isSigned(first!, hook.secret), isSigned(first!, body.secret)]).toEqual([true, true])
    later(25 * 60)
    await logInAgain()
    await post(hook, 'test')
    await webhooks.run()
    const last = target.received.at(-1)!
    expect([isSigned(last, hook.secret), isSigned(last, body.secret)]).toEqual([false, true])
    const audit = (await request('GET', `/api/v1/audit?entity=webhook&record=${hook.id}`)).body
    expect(audit.items.map(({ action }: Json) => action)).toEqual(['webhook secret', 'create'])
    const seen = JSON.stringify([audit, await list(), await deliveries(hook)])
    for (const secret of [hook.secret, body.secret]) expect(seen).not.toContain(secret.slice(6, 20))
  })

  it('is changed with its version, and deleted with its log', async () => {
    const hook = await add()
    const change = { name: 'Books', url: target.url, events: ['promise.kept'], version: 1 }
    const put = (): Promise<Answer> => test.request('PUT', `${path}/${hook.id}`, change)
    expect((await put()).body).toMatchObject({ name: 'Books', events: ['promise.kept'], version: 2 })
    expect((await put()).status).toBe(409)
    await post(hook, 'test')
    expect((await test.request('DELETE', `${path}/${hook.id}`)).status).toBe(204)
    expect((await test.request('GET', `${path}/${hook.id}/deliveries`)).status).toBe(404)
    expect(await test.store.read.selectFrom('webhook_delivery').select('id').execute()).toEqual([])
    await webhooks.run()
    expect(target.received).toEqual([])
  })

  it('is for administrators only', async () => {
    const hook = await add()
    for (const as of ['OFFICE', 'FIELD', 'VIEWER'])
      for (const [method, address] of [
        ['GET', path],
        ['POST', path],
        ['POST', `${path}/${hook.id}/secret`],
        ['GET', `${path}/${hook.id}/deliveries`],
        ['DELETE', `${path}/${hook.id}`],
      ] as const)
        expect((await test.request(method, address, undefined, { as })).status).toBe(403)
  })

  it.each([
    ['name', { name: ' ' }],
    ['url', { url: '' }],
    ['url', { url: 'hook' }],
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'http://10.0.0.1/' }],
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'https://169.254.169.254/latest' }],
    ['url', { url: 'https://[::1]/' }],
    ['url', { url: 'https://[::ffff:10.0.0.1]/' }],
    ['url', { url: 'https://0x0a000001/' }],
    ['url', { url: 'https://user:word@example.com/' }],
    ['url', { url: `https://example.com/${'x'.repeat(2000)}` }],
    ['events', { events: [] }],
    ['events.0', { events: ['king.created'] }],
    ['events.1', { events: ['*', 'soil.eaten'] }],
  ])('refuses a wrong %s: %j', async (field, wrong) => {
    const values = { name: 'ERP', url: 'https://example.com/', events: ['*'], ...wrong }
    const { status, body } = await test.request('POST', path, values)
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body.errors.map((each: Json) => each.field)[0].split('.')[0]).toBe(field.split('.')[0])
  })
})
