import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { noon, openField } from '#testing/field-phone.ts'
import type { Json } from '#testing/test-app.ts'

describe.each(databaseNames)('odd JSON from phones on %s', (database) => {
  const field = openField(database)
  const { newCustomer, record, rowOf } = field

  /** Hands in an event between two good ones, which have to be accepted whatever it is. */
  const between = async (event: unknown): Promise<Json> => {
    const customer = await newCustomer()
    const { status, body } = await field.phone.send([record(customer), event, record(customer)])
    expect([status, body.msg]).toEqual([200, undefined])
    const [first, odd, last] = body.results
    expect([first.state, last.state]).toEqual(['accepted', 'accepted'])
    return odd
  }

  it.each<[string, object]>([
    ['a kind that is an object', { kind: { toString: 1, valueOf: 1 } }],
    ['a version with members', { version: { toString: null } }],
    ['a plan with NUL', { seen: { Visit_ID: 'V\0', version: 1 } }],
    ['a plan with half a surrogate pair', { seen: { Visit_ID: 'V\ud800', version: 1 } }],
    ['a plan with a huge version', { seen: { Visit_ID: 'V1', version: Number.MAX_SAFE_INTEGER } }],
    ['the first moment there is', { at: '-271821-04-20T00:00:00Z' }],
    ['the last moment there is', { at: '+275760-09-13T00:00:00.000Z' }],
    ['text with NUL', { values: { Feedback: 'a\0b' } }],
    ['text with half a surrogate pair', { values: { Feedback: 'a\udc00b\ud800' } }],
    ['members of Object.prototype', { values: { constructor: 1, toString: 'x', hasOwnProperty: null } }],
    ['a name with NUL', { values: { 'a\0b': '\0' } }],
    [
      'thousands of unknown values',
      { values: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`v${at}`, at])) },
    ],
    ['a reason that is an object', { values: { Status: 'missed', Reason: { toString: 1 } } }],
    ['a list of objects', { values: { New_Recommended_Crops: [{}, null, 5, 'x\0'] } }],
  ])('%s is decided for itself', async (_, more) => {
    const event = { ...record(await newCustomer()), ...more }
    const result = await between(event)
    expect(['accepted', 'refused']).toContain(result.state)
    if (result.state === 'refused') expect(result.message).toMatch(/^.{10,200}$/s)
    expect((await rowOf(event.id)) !== undefined).toBe(result.state === 'accepted')
    expect(await field.phone.sendOne(event)).toEqual(result)
  })

  it('values that are nested deeply are refused before they are read', async () => {
    const { device } = field.phone
    const body = JSON.stringify({ device, clock: noon.toISOString(), events: ['@'] })
    const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    const answer = await field.test.request('POST', '/api/v1/field/events', body.replace('"@"', nested), {
      as: 'FIELD',
    })
    expect([answer.status, answer.body.msg]).toEqual([400, 'The request is nested more than 20 levels deep'])
  })

  it('a member __proto__ is refused with its name', async () => {
    const { device } = field.phone
    const body = JSON.stringify({ device, clock: noon.toISOString(), events: ['@'] })
    const answer = await field.test.request(
      'POST',
      '/api/v1/field/events',
      body.replace('"@"', '{"values":{"__proto__":{"a":1}}}'),
      { as: 'FIELD' },
    )
    expect([answer.status, answer.body.msg]).toEqual([400, '__proto__ is not supported as a name'])
  })

  it('remarks that do not fit end with a mark', async () => {
    const values = { Remarks: 'r'.repeat(3990), Season_Recommendation: 'No such season' }
    const result = await field.phone.sendOne(record(await newCustomer(), values))
    expect(result.marks).toMatchObject([{ kind: 'dropped-values' }])
    const { Remarks } = await field.visitOf(result)
    expect([Remarks.length, Remarks.slice(-44)]).toEqual([
      4000,
      '\n… (cut: the phone sent more than fits here)',
    ])
  })

  it('a phone is named by a UUID', async () => {
    for (const device of ['x', `${'0'.repeat(35)}\0`])
      expect(
        await field.test.request(
          'POST',
          '/api/v1/field/events',
          { device, clock: noon.toISOString(), events: [] },
          { as: 'FIELD' },
        ),
      ).toMatchObject({ status: 422, body: { msg: 'Device should be a UUID' } })
  })

  it.each(['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z'])(
    'a clock in %s is corrected',
    async (clock) => {
      const event = { ...record(await newCustomer()), at: clock }
      const { status, body } = await field.phone.send([event], {
        clock: { toISOString: () => clock } as Date,
      })
      expect(status).toBe(200)
      expect(body.results[0].marks.map(({ kind }: Json) => kind)).toEqual(['clock'])
      const synced = await field.test.request(
        'POST',
        '/api/v1/field/sync',
        { device: randomUUID(), clock, cursor: null, app: 'a\0b' },
        { as: 'FIELD' },
      )
      expect([synced.status, synced.body.msg]).toEqual([200, undefined])
    },
  )
})
