import { describe, expect, it } from 'vitest'
import { deleteUnattachedPhotos } from '#server/visits/photos/photo-store.ts'
import { newId } from '#server/store/new-id.ts'
import { databaseNames } from '#testing/databases.ts'
import { day, hour, newPhone, noon, openField } from '#testing/field-phone.ts'
import { storeEvent } from '#testing/field-data.ts'
import { newPerson } from '#testing/people.ts'
import type { Json } from '#testing/test-app.ts'
import { maxWaitingPhotos } from './photo-event.ts'
import { applyWaitingEvents, refuseWaitingEvents } from './waiting-events.ts'

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 300 }, (_, at) => at % 256)])

describe.each(databaseNames)('photos and proposed customers of phones on %s', (database) => {
  const field = openField(database)
  const { newCustomer, planFor, visitsOf, visitOf, rowOf, record, seen, kinds } = field

  const sendPhoto = async (visit: string, options: Json = {}): Promise<Json> => {
    const { id = newId(new Date()), payload = jpeg, type = 'image/jpeg', phone = field.phone } = options
    const at = (options.at ?? field.test.clock.now).toISOString()
    const clock = field.test.clock.now.toISOString()
    const { device, account } = { ...phone, ...options.as }
    const query = new URLSearchParams({ device, clock, visit, account, at })
    const answer = await field.test.app.server.inject({
      method: 'POST',
      url: `/api/v1/field/photos/${id}?${query}`,
      headers: { authorization: `Bearer ${phone.token}`, 'content-type': type },
      payload,
    })
    return { status: answer.statusCode, id, ...answer.json() }
  }
  const photoOf = (id: string) =>
    field.test.store.read
      .selectFrom('photo')
      .select(['id', 'visit_id'])
      .where('id', '=', id)
      .executeTakeFirst()

  describe('a photo', () => {
    it('is attached to the visit of its event, once', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      const event = record(customer, {}, seen(plan))
      const early = await sendPhoto(event.id)
      expect([early.state, early.message]).toEqual([
        'retry',
        'The visit of this photo has not arrived yet. The phone sends the photo again',
      ])
      const recorded = await field.phone.sendOne(event)
      const { id } = early
      const results = await Promise.all(Array.from({ length: 5 }, () => sendPhoto(event.id, { id })))
      for (const result of results)
        expect(result).toMatchObject({ status: 200, state: 'accepted', visit: { id: recorded.visit.id } })
      expect((await visitOf(recorded)).Photo_ID).toBe(id)
      expect(await photoOf(id)).toEqual({ id, visit_id: recorded.visit.id })
      expect(await sendPhoto(event.id)).toMatchObject({
        state: 'refused',
        message: 'This visit already has a photo. Copy this one out if it is needed',
      })
      const other = Buffer.concat([jpeg, Buffer.from([1])])
      expect((await sendPhoto(event.id, { id, payload: other })).message).toBe(
        'This id was already used for something else',
      )
      // The visit is undone with its photo.
      const undone = await field.phone.sendOne(field.phone.event('undo', customer, { event: event.id }))
      expect([undone.state, undone.message]).toEqual(['accepted', null])
      expect(await visitOf(undone)).toMatchObject({ Status: 'planned', Photo_ID: null })
      expect(await sendPhoto(event.id)).toMatchObject({
        state: 'accepted',
        message: 'The visit of this photo was undone or deleted, so it was not kept',
      })
    })

    it('that is no image, too large or of another user is refused', async () => {
      const event = record(await newCustomer())
      await field.phone.sendOne(event)
      expect(await sendPhoto(event.id, { payload: Buffer.from('<script>') })).toMatchObject({
        status: 422,
        msg: 'This file is not a JPEG, PNG or WebP photo',
      })
      expect((await sendPhoto(event.id, { type: 'text/html' })).status).toBe(415)
      expect((await sendPhoto(event.id, { payload: Buffer.alloc(10 * 1024 * 1024) })).status).toBe(413)
      const office = await newPhone(field.test, 'OFFICE')
      expect(await sendPhoto(event.id, { as: { account: office.account } })).toMatchObject({
        state: 'refused',
        message: 'Another user recorded this. It is sent after they log in',
      })
      expect((await sendPhoto(event.id, { phone: office })).state).toBe('retry')
      expect((await sendPhoto('x')).state).toBe('refused')
      const inList = field.phone.event('photo', null, { event: event.id })
      expect((await field.phone.sendOne(inList)).message).toBe(
        'A photo is sent as an image, to the address for photos of the field app',
      )
    })
  })

  describe('a proposed customer', () => {
    const propose = async (): Promise<Json> => {
      const values = { type: 'new customer', values: { Customer_Name: 'Ramesh' }, before: {}, remarks: '' }
      const event = field.phone.event('proposal', null, values)
      expect((await field.phone.sendOne(event)).state).toBe('accepted')
      return event
    }
    const decide = (id: string, cells: object, work: (tx: Json) => Promise<void>): Promise<void> =>
      field.test.store.transaction(async (tx) => {
        await tx.updateTable('proposal').set(cells).where('id', '=', id).execute()
        await work(tx)
      })

    it('gets its visits, plans and photos when the office approves it', async () => {
      const proposal = await propose()
      const proposed = { proposedBy: proposal.id }
      const events = [
        record(proposed, { Season_Recommendation: 'No such season' }),
        field.phone.event('plan', proposed, { Planned_Date: '2026-11-20', Planned_Time: '10:00' }),
        field.phone.event('plan', proposed, { Planned_Date: 'never' }),
        field.phone.event('comment', proposed, { body: 'Grows cotton' }),
        field.phone.event('location', proposed, { Place: '22.5645,72.9289' }),
        record(proposed, { Feedback: 'Undone' }),
      ]
      const { body } = await field.phone.send(events)
      expect(body.results.map(({ state }: Json) => state)).toEqual(events.map(() => 'waiting'))
      const undo = field.phone.event('undo', proposed, { event: events[5].id })
      expect((await field.phone.sendOne(undo)).state).toBe('accepted')
      const photo = await sendPhoto(events[0].id)
      expect([photo.state, photo.visit]).toEqual(['waiting', null])
      const first = events.slice(0, 5)
      expect((await field.phone.send(first)).body.results).toEqual(body.results.slice(0, 5))
      // Photos that wait are not deleted with the unattached ones.
      const later = new Date(noon.getTime() + 3 * day)
      await field.test.store.transaction((tx) => deleteUnattachedPhotos(tx, later))
      expect(await photoOf(photo.id)).toEqual({ id: photo.id, visit_id: null })
      const customer = await newCustomer({ Last_Visited: null })
      await decide(proposal.id, { state: 'approved', customer_id: customer.id }, (tx) =>
        applyWaitingEvents(field.test.ctx, tx, proposal.id, customer.id),
      )
      const [visit, plan, ...others] = await visitsOf(customer)
      expect(others).toEqual([])
      expect(visit).toMatchObject({
        Status: 'visited',
        Recorded_By: field.phone.account,
        Photo_ID: photo.id,
        Remarks: 'Season Recommendation: No such season',
      })
      expect(plan).toMatchObject({ Status: 'planned', Planned_By: field.phone.account })
      const row = (await rowOf(events[0].id))!
      expect(row).toMatchObject({ state: 'accepted', visit_id: visit.id, customer_id: customer.id })
      expect(JSON.parse(row.marks!)).toMatchObject([{ kind: 'dropped-values' }])
      const failed = (await rowOf(events[2].id))!
      expect(failed.customer_id).toBe(customer.id)
      expect(JSON.parse(failed.marks!)).toMatchObject([
        {
          kind: 'not-applied',
          message: expect.stringMatching(/^Not applied: Planned Date should be .*\nPlanned_Date: never$/),
        },
      ])
      const { body: comments } = await field.test.request(
        'GET',
        `/api/v1/comments?entity=customer&record=${customer.id}`,
      )
      expect(comments.items).toMatchObject([{ body: 'Grows cotton', by: 'FIELD person' }])
      // What arrives later is applied at once; what arrived before has its new result.
      const last = await field.phone.sendOne(
        record(proposed, {}, { at: new Date(noon.getTime() - hour).toISOString() }),
      )
      expect([last.state, (await visitOf(last)).Customer_Code]).toEqual(['accepted', customer.Customer_Code])
      expect((await field.phone.sendOne(events[0])).visit.id).toBe(visit.id)
    })

    it('gets its events in the order of arrival, also when the clock of the phone was set back', async () => {
      const proposal = await propose()
      const plan = (date: string, at: Date): Json =>
        field.phone.event(
          'plan',
          { proposedBy: proposal.id },
          { Planned_Date: date, Planned_Time: '10:00' },
          { at: at.toISOString() },
        )
      await field.phone.sendOne(plan('2026-11-20', noon))
      field.test.clock.now = new Date(noon.getTime() + 1000)
      await field.phone.sendOne(plan('2026-11-25', new Date(noon.getTime() - hour)))
      const customer = await newCustomer({ Last_Visited: null })
      await decide(proposal.id, { state: 'approved', customer_id: customer.id }, (tx) =>
        applyWaitingEvents(field.test.ctx, tx, proposal.id, customer.id),
      )
      const plans = await visitsOf(customer)
      expect(plans.map(({ Planned_At }) => Planned_At.slice(0, 10))).toEqual(['2026-11-25'])
    })

    it('keeps a visit that cannot be applied without a customer, with its values and its photo', async () => {
      const proposal = await propose()
      const visit = record({ proposedBy: proposal.id }, { Status: 'invented', Feedback: 'Wants seed' })
      expect((await field.phone.sendOne(visit)).state).toBe('waiting')
      const photo = await sendPhoto(visit.id)
      const customer = await newCustomer({ Last_Visited: null })
      await decide(proposal.id, { state: 'approved', customer_id: customer.id }, (tx) =>
        applyWaitingEvents(field.test.ctx, tx, proposal.id, customer.id),
      )
      const row = (await rowOf(visit.id))!
      expect(row).toMatchObject({ state: 'accepted', customer_id: customer.id })
      expect(JSON.parse(row.marks!).map(({ kind }: Json) => kind)).toEqual(['not-applied', 'dropped-values'])
      const stored = await visitOf({ visit: { id: row.visit_id } })
      expect(stored).toMatchObject({ Status: 'unassigned', Customer_Code: null, Photo_ID: photo.id })
      for (const line of ['Status: invented', 'Feedback: Wants seed', `Customer: ${customer.id}`])
        expect(stored.Remarks.split('\n')).toContain(line)
      expect(await photoOf(photo.id)).toEqual({ id: photo.id, visit_id: row.visit_id })
      expect(await rowOf(photo.id)).toMatchObject({ state: 'accepted', customer_id: customer.id })
      const { body } = await field.test.request('GET', '/api/v1/field/arrivals?mark=not-applied')
      expect(body.items.map(({ id }: Json) => id)).toContain(visit.id)
    })

    it('is decided although the database cannot read an event', async () => {
      const proposal = await propose()
      const visit = record({ proposedBy: proposal.id })
      await field.phone.sendOne(visit)
      const { content } = (await rowOf(visit.id))!
      const seenPlan = { ...JSON.parse(content), seen: { Visit_ID: 'V\u0000', version: 1 } }
      const customer = await newCustomer({ Last_Visited: null })
      await decide(proposal.id, { state: 'approved', customer_id: customer.id }, async (tx) => {
        const cells = { content: JSON.stringify(seenPlan) }
        await tx.updateTable('field_event').set(cells).where('id', '=', visit.id).execute()
        await applyWaitingEvents(field.test.ctx, tx, proposal.id, customer.id)
      })
      const row = (await rowOf(visit.id))!
      expect(row).toMatchObject({ state: 'accepted', customer_id: customer.id })
      expect((await visitOf({ visit: { id: row.visit_id } })).Recorded_By).toBe(field.phone.account)
    })

    it('marks a photo whose visit has one already', async () => {
      const proposal = await propose()
      const visit = record({ proposedBy: proposal.id })
      await field.phone.sendOne(visit)
      const photos = [await sendPhoto(visit.id), await sendPhoto(visit.id)]
      expect(photos.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
      await decide(proposal.id, { state: 'refused' }, (tx) =>
        refuseWaitingEvents(field.test.ctx, tx, proposal.id),
      )
      const marks = await Promise.all(photos.map(async ({ id }) => (await rowOf(id))!.marks))
      expect(marks[0]).toBeNull()
      expect(JSON.parse(marks[1]!)).toMatchObject([
        { kind: 'no-customer' },
        { kind: 'not-applied', message: expect.stringContaining('already has a photo') },
      ])
    })

    it('keeps a limited number of photos', async () => {
      const person = await newPerson(field.test, `photos-${database}@example.in`, 'FIELD')
      const phone = await newPhone(field.test, person)
      const values = { type: 'new customer', values: { Customer_Name: 'Mahesh' }, before: {}, remarks: '' }
      const proposal = phone.event('proposal', null, values)
      const visit = phone.event('visit', { proposedBy: proposal.id }, { Feedback: 'Met' })
      await phone.send([proposal, visit])
      for (let at = 0; at < maxWaitingPhotos; at++)
        await storeEvent(field.test, { kind: 'photo', account_id: person.id, state: 'waiting' })
      expect(await sendPhoto(visit.id, { phone })).toMatchObject({
        state: 'refused',
        message:
          '100 photos wait for proposed customers already. Send this one again after the office has decided about some of them',
      })
    })

    it('has no visit that was undone, and no photo that waits for ever, when all arrive at once', async () => {
      for (let round = 0; round < 5; round++) {
        const proposal = await propose()
        const proposed = { proposedBy: proposal.id }
        const [kept, undone] = [record(proposed), record(proposed)]
        await field.phone.send([kept, undone])
        const customer = await newCustomer({ Last_Visited: null })
        const deciding = decide(proposal.id, { state: 'approved', customer_id: customer.id }, (tx) =>
          applyWaitingEvents(field.test.ctx, tx, proposal.id, customer.id),
        )
        const undo = field.phone.event('undo', proposed, { event: undone.id })
        const [photo, result] = await Promise.all([sendPhoto(kept.id), field.phone.sendOne(undo), deciding])
        expect(result.state).toBe('accepted')
        expect(await visitsOf(customer)).toMatchObject([{ Status: 'visited', Photo_ID: photo.id }])
        expect((await rowOf(photo.id))!.state).toBe('accepted')
      }
    })

    it('is marked once for a wrong clock, and not for one that is some seconds fast', async () => {
      const proposal = await propose()
      const proposed = { proposedBy: proposal.id }
      const ahead = (milliseconds: number): Date => new Date(noon.getTime() + milliseconds)
      const fast = record(proposed, {}, { at: ahead(2 * hour).toISOString() })
      const right = record(proposed, {}, { at: ahead(3000).toISOString() })
      await field.phone.send([fast], { clock: ahead(2 * hour) })
      await field.phone.send([right], { clock: ahead(3000) })
      const customer = await newCustomer({ Last_Visited: null })
      await decide(proposal.id, { state: 'approved', customer_id: customer.id }, (tx) =>
        applyWaitingEvents(field.test.ctx, tx, proposal.id, customer.id),
      )
      expect(kinds(await field.phone.sendOne(fast))).toEqual(['clock'])
      expect(kinds(await field.phone.sendOne(right))).toEqual([])
    })

    it('that is refused leaves its visits unassigned, with a mark', async () => {
      const proposal = await propose()
      const proposed = { proposedBy: proposal.id }
      const event = record(proposed)
      expect((await field.phone.sendOne(event)).state).toBe('waiting')
      await decide(proposal.id, { state: 'refused', note: 'Not ours' }, (tx) =>
        refuseWaitingEvents(field.test.ctx, tx, proposal.id),
      )
      const result = await field.phone.sendOne(event)
      expect([result.state, kinds(result)]).toEqual(['accepted', ['no-customer']])
      expect(await visitOf(result)).toMatchObject({ Status: 'unassigned', Feedback: 'Met' })
      const later = await field.phone.sendOne(record(proposed))
      expect([later.state, kinds(later)]).toEqual(['accepted', ['no-customer']])
    })

    it('gets the visits of an account that was deleted meanwhile', async () => {
      const person = await newPerson(field.test, `left-${database}@example.in`, 'FIELD')
      const phone = await newPhone(field.test, person)
      const values = { type: 'new customer', values: { Customer_Name: 'Suresh' }, before: {}, remarks: '' }
      const proposal = phone.event('proposal', null, values)
      const visit = phone.event('visit', { proposedBy: proposal.id }, { Feedback: 'Met' })
      const { body } = await phone.send([proposal, visit])
      expect(body.results.map(({ state }: Json) => state)).toEqual(['accepted', 'waiting'])
      expect((await field.test.request('DELETE', `/api/admin/users/${person.id}`)).status).toBe(204)
      const customer = await newCustomer({ Last_Visited: null })
      await decide(proposal.id, { state: 'approved', customer_id: customer.id }, (tx) =>
        applyWaitingEvents(field.test.ctx, tx, proposal.id, customer.id),
      )
      expect(await visitsOf(customer)).toMatchObject([{ Status: 'visited', Recorded_By: person.id }])
    })

    it('of another user, or that never arrived, is refused', async () => {
      const proposal = await propose()
      const office = await newPhone(field.test, 'OFFICE')
      const message = 'The proposal of this customer has not arrived. Send it first, and then this again'
      for (const proposedBy of [proposal.id, newId(new Date())]) {
        const event = office.event('visit', { proposedBy }, { Feedback: 'x' })
        expect(await office.sendOne(event)).toMatchObject({ state: 'refused', message })
      }
    })
  })
})
