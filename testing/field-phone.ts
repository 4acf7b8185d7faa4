import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { FieldEvent } from '#domain/field/events.ts'
import { newId } from '#server/store/new-id.ts'
import type { DatabaseName } from './databases.ts'
import { openTestApp, type Answer, type Json, type TestApp, type TestRole } from './test-app.ts'

/** A phone of the field app, without its screens: records events and hands them in. */
export interface TestPhone {
  device: string
  account: string
  token: string
  event: (kind: FieldEvent['kind'], customer: Json | null, values?: object, more?: object) => Json
  send: (events: readonly unknown[], options?: SendOptions) => Promise<Answer>
  /** Hands in one event and returns its result. */
  sendOne: (event: unknown, options?: SendOptions) => Promise<Json>
}

interface SendOptions {
  /** A token or a key, if not the session of the account. */
  as?: string
  /** The clock of the phone. */
  clock?: Date
  waiting?: number
  /** The ids of events whose user waits for the answer. */
  awaited?: readonly string[]
}

/** `owner` is a role, or an account with a session. */
export async function newPhone(test: TestApp, owner: TestRole | { token: string }): Promise<TestPhone> {
  const token = typeof owner === 'string' ? await test.as(owner) : owner.token
  const { body: own } = await test.request('GET', '/api/v1/me', undefined, { as: token })
  const account = String(own.id ?? own.account?.id)
  const device = randomUUID()
  const send: TestPhone['send'] = (events, { as: sender = token, clock = test.clock.now, ...about } = {}) =>
    test.request(
      'POST',
      '/api/v1/field/events',
      { device, clock: clock.toISOString(), events, ...about },
      { as: sender },
    )
  return {
    device,
    account,
    token,
    send,
    event: (kind, customer, values = {}, more = {}) => ({
      id: newId(new Date()),
      kind,
      version: 1,
      account,
      device,
      at: test.clock.now.toISOString(),
      customer: customer && ('id' in customer ? { id: customer.id } : customer),
      seen: null,
      values,
      ...more,
    }),
    sendOne: async (event, options) => {
      const { status, body } = await send([event], options)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body.results[0]
    },
  }
}

/** Sends as the app does, the events that are not decided again. Returns the results in the order of the events. */
export async function sendUntilDecided(
  { send }: Pick<TestPhone, 'send'>,
  events: readonly Json[],
): Promise<Json[]> {
  const results = new Map<string, Json>()
  for (let tries = 0; results.size < events.length; tries++) {
    const { status, body } = await send(events.filter(({ id }) => !results.has(id)))
    if (status === 503 && tries < 200) continue
    if (status !== 200 || tries >= 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    for (const result of body.results) if (result.state !== 'retry') results.set(result.id, result)
  }
  return events.map(({ id }) => results.get(id))
}

/** 11:30 in India, on 2026-11-15. */
export const noon = new Date('2026-11-15T06:00:00.000Z')
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A server with a phone of a field account, for all tests of a file; each begins at noon. */
export function openField(database: DatabaseName) {
  const opened: { test?: TestApp; phone?: TestPhone } = {}
  beforeAll(async () => {
    opened.test = await openTestApp(database)
    opened.phone = await newPhone(opened.test, 'FIELD')
  })
  beforeEach(() => {
    opened.test!.clock.now = noon
  })
  afterAll(() => opened.test!.close())
  const request: TestApp['request'] = (...given) => opened.test!.request(...given)
  return {
    get test(): TestApp {
      return opened.test!
    },
    get phone(): TestPhone {
      return opened.phone!
    },
    newCustomer: (overrides: object = {}): Promise<Json> =>
      opened.test!.make('customer', { Last_Visited: '2026-10-01', Last_Visit_ID: null, ...overrides }),
    planFor: async ({ Customer_Code }: Json, as = 'FIELD', date = '2026-11-15'): Promise<Json> => {
      const plan = { Customer_Code, Planned_Date: date, Planned_Time: '09:30' }
      return (await request('POST', '/api/plan-visit', plan, { as })).body
    },
    visitsOf: async ({ Customer_Code }: Json): Promise<Json[]> =>
      (await request('GET', `/api/v1/visits?Customer_Code=${Customer_Code}`)).body.items,
    visitOf: async (result: Json, as = 'ADMIN'): Promise<Json> =>
      (await request('GET', `/api/v1/visits/${result.visit.id}`, undefined, { as })).body,
    rowOf: (id: string) =>
      opened.test!.store.read.selectFrom('field_event').selectAll().where('id', '=', id).executeTakeFirst(),
    record: (customer: Json | null, values: object = {}, more: object = {}): Json =>
      opened.phone!.event('visit', customer, { Feedback: 'Met', ...values }, more),
    seen: ({ Visit_ID, version }: Json): object => ({ seen: { Visit_ID, version } }),
    kinds: ({ marks }: Json): string[] => marks.map((mark: Json) => mark.kind),
  }
}
