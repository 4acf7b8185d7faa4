import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { minute, newPhone, noon, openField, sendUntilDecided } from '#testing/field-phone.ts'
import type { Json } from '#testing/test-app.ts'

describe.each(databaseNames)('bad input and repeats of phones on %s', (database) => {
  const field = openField(database)
  const { newCustomer, planFor, visitsOf, rowOf, record, seen } = field

  describe('bad input', () => {
    const refusedWith = async (event: unknown, message: string, options = {}): Promise<void> => {
      const result = await field.phone.sendOne(event, options)
      expect(result).toEqual({ id: expect.any(String), state: 'refused', message, marks: [], visit: null })
      expect(await rowOf(result.id)).toBeUndefined()
    }

    it('is refused event by event, with the others applied', async () => {
      const customer = await newCustomer()
      const { body } = await field.phone.send([
        7,
        null,
        [],
        {},
        record(customer),
        { ...record(customer), kind: 'party' },
      ])
      expect(body.results.map(({ state }: Json) => state)).toEqual([
        'refused',
        'refused',
        'refused',
        'refused',
        'accepted',
        'refused',
      ])
      expect(body.results.at(-1).message).toBe(
        'The server does not know what “party” is. Copy it out and tell the office',
      )
    })

    it.each<[object, RegExp]>([
      [{ version: 2 }, /^This was recorded by a newer version of the app/],
      [{ version: 0 }, /^The version of an event should be a whole number$/],
      [{ version: '1' }, /^The version of an event should be a whole number$/],
      [{ kind: 'constructor' }, /^The server does not know what “constructor” is/],
      [{ id: 'x' }, /^The id of an event should be a UUID of version 7$/],
      [{ id: randomUUID() }, /^The id of an event should be a UUID of version 7$/],
      [{ at: 'yesterday' }, /^An event should say when it was recorded$/],
      [{ at: '2026-11-15' }, /^An event should say when it was recorded$/],
      [{ account: null }, /^An event should name its account and its phone$/],
      [{ device: 'phone' }, /^An event should name its account and its phone$/],
      [{ customer: { id: 5 } }, /^The customer of an event should be an id/],
      [{ customer: 'CU-1' }, /^The customer of an event should be an id/],
      [{ seen: { Visit_ID: 'V1\u0000', version: 1 } }, /^The plan that was shown should be a Visit ID/],
      [{ seen: { Visit_ID: '', version: 1 } }, /^The plan that was shown should be a Visit ID/],
      [{ seen: { Visit_ID: 'V1' } }, /^The plan that was shown should be a Visit ID and its version$/],
      [{ values: 'x' }, /^The values of an event should be an object with fields$/],
      [{ values: { Status: 'planned' } }, /^Status should be visited, missed or cancelled$/],
      [{ values: { Status: 'cancelled' } }, /^Reason is required when a visit is cancelled$/],
      [{ values: { Feedback: 'x'.repeat(70_000) } }, /^This is too large: at most 64 kB/],
    ])('is refused with a sentence (%#)', async (more, message) => {
      const result = await field.phone.sendOne({ ...record(await newCustomer()), ...more })
      expect([result.state, result.message]).toEqual(['refused', expect.stringMatching(message)])
    })

    it('of a whole request has its own answer', async () => {
      const ask = (body: unknown): Promise<Json> =>
        field.test.request('POST', '/api/v1/field/events', body, { as: 'FIELD' })
      const { device } = field.phone
      const clock = noon.toISOString()
      const many = Array.from({ length: 51 }, () => record(null))
      expect((await ask({ device, clock, events: many })).body.msg).toBe('Send at most 50 events at once')
      expect((await ask({ device, clock, events: 'x' })).body.msg).toBe('events should be a list')
      expect((await ask({ device, clock: 'now', events: [] })).body.msg).toMatch(/^Clock should be a moment/)
      expect((await ask({ device, clock, events: [], waiting: -1 })).status).toBe(422)
      expect((await ask([])).body.msg).toBe('A request of the field app should be an object with fields')
      const large = await ask(JSON.stringify({ device, clock, events: ['x'.repeat(10 * 1024 * 1024)] }))
      expect([large.status, large.body.msg]).toEqual([
        413,
        'This is too large: at most 3264 kB can be sent at once',
      ])
    })

    it('of another account, another phone or another content is refused', async () => {
      const customer = await newCustomer()
      const other = await newPhone(field.test, 'OFFICE')
      await refusedWith(
        other.event('visit', customer, { Feedback: 'x' }),
        'Another user recorded this. It is sent after they log in',
      )
      const event = record(customer)
      expect((await field.phone.sendOne(event)).state).toBe('accepted')
      const used = 'This id was already used for something else'
      const changed = { ...event, values: { Feedback: 'Other' } }
      expect((await field.phone.sendOne(changed)).message).toBe(used)
      const stolen = { ...event, account: other.account, device: other.device }
      expect((await other.sendOne(stolen)).message).toBe(used)
      await field.test.request(
        'POST',
        '/api/v1/field/devices',
        { id: other.device, label: 'x' },
        { as: 'OFFICE' },
      )
      await refusedWith(
        { ...record(customer), device: other.device },
        'This was recorded on a phone that is registered for another account',
      )
    })

    it('is refused with the key of another phone, and accepted with that of its own', async () => {
      const customer = await newCustomer()
      const { body } = await field.test.request(
        'POST',
        '/api/v1/field/devices',
        { id: field.phone.device, label: 'Chrome' },
        { as: 'FIELD' },
      )
      const as: string = body.key
      expect((await field.phone.sendOne(record(customer), { as })).state).toBe('accepted')
      await refusedWith(
        { ...record(customer), device: randomUUID() },
        'This was recorded on another phone. Log in to send it',
        { as },
      )
      const elsewhere = { device: randomUUID(), clock: noon.toISOString(), events: [record(customer)] }
      expect(await field.test.request('POST', '/api/v1/field/events', elsewhere, { as })).toMatchObject({
        status: 403,
        body: { msg: 'This key belongs to another phone' },
      })
    })

    it('is not accepted without the right to record visits', async () => {
      const event = record(await newCustomer())
      for (const [as, status] of [
        ['VIEWER', 403],
        ['pending', 403],
        ['anonymous', 401],
      ] as const) {
        expect((await field.phone.send([event], { as })).status).toBe(status)
        expect(await rowOf(event.id)).toBeUndefined()
      }
    })
  })

  describe('repeats', () => {
    it('of many events, also at the same time, create each visit once', async () => {
      const customers: Json[] = []
      for (let at = 0; at < 4; at++) customers.push(await newCustomer())
      const plans: Json[] = []
      for (const customer of customers) plans.push(await planFor(customer))
      const events = customers.flatMap((customer, at) => [
        record(customer, { Next_Visit_Suggested: '2026-11-29T10:00' }, seen(plans[at])),
        record(customer, { Keeps_Plan: true, Feedback: 'Second' }),
      ])
      // So many at once may wait too long for a connection to the database; a phone then sends again.
      const [first, ...others] = await Promise.all(
        Array.from({ length: 20 }, () => sendUntilDecided(field.phone, events)),
      )
      for (const results of others) expect(results).toEqual(first)
      expect(first!.map(({ state, marks }: Json) => [state, marks])).toEqual(
        events.map(() => ['accepted', []]),
      )
      for (const customer of customers) {
        const all = await visitsOf(customer)
        expect(all.map(({ Status }) => Status).toSorted()).toEqual(['planned', 'visited', 'visited'])
      }
      for (let at = 0; at < 20; at++) expect((await field.phone.send(events)).body.results).toEqual(first)
    }, 60_000)

    it('of what did not fit in the time of a request are applied later, and the rest is answered', async () => {
      const customer = await newCustomer()
      const events = [record(customer), record(customer), record(await newCustomer())]
      const first = await field.phone.sendOne(events[0])
      // Each look at the clock takes nine seconds.
      const now = performance.now.bind(performance)
      let later = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (later += 9000))
      const { body } = await field.phone.send(events).finally(() => clock.mockRestore())
      expect(body.results.map(({ state, message }: Json) => [state, message])).toEqual([
        ['accepted', null],
        ['retry', 'The server is busy. The phone sends this again'],
        ['retry', 'The server is busy. The phone sends this again'],
      ])
      for (const { id } of events.slice(1)) expect(await rowOf(id)).toBeUndefined()
      const [again, ...others] = (await field.phone.send(events)).body.results
      expect([again, others.map(({ state }: Json) => state)]).toEqual([first, ['accepted', 'accepted']])
    })

    it('keep the order of the events of a customer', async () => {
      const customer = await newCustomer()
      const events = Array.from({ length: 10 }, (_, at) => record(customer, { Feedback: `Visit ${at}` }))
      const { body } = await field.phone.send(events)
      const codes = body.results.map(({ visit }: Json) => visit.Visit_ID)
      expect(codes).toEqual(codes.toSorted())
    })
  })

  it('records the contact with the phone', async () => {
    const id = field.phone.device
    await field.test.request('POST', '/api/v1/field/devices', { id, label: 'Chrome' }, { as: 'FIELD' })
    field.test.clock.now = new Date(noon.getTime() + minute)
    await field.phone.send([], { clock: noon, waiting: 7 })
    await expect
      .poll(() =>
        field.test.store.read.selectFrom('field_device').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      .toMatchObject({ waiting: 7, clock_offset: minute, last_at: field.test.clock.now.toISOString() })
  })
})
