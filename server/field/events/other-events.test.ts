import { describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { day, hour, newPhone, noon, openField } from '#testing/field-phone.ts'
import { newPerson } from '#testing/people.ts'
import type { Json } from '#testing/test-app.ts'

describe.each(databaseNames)('events of phones on %s', (database) => {
  const field = openField(database)
  const { newCustomer, planFor, visitsOf, visitOf, record, seen, kinds } = field

  describe('a customer', () => {
    it('that was deleted leaves an unassigned visit with what the phone sent', async () => {
      const customer = await newCustomer()
      await field.test.request('DELETE', `/api/v1/customers/${customer.id}?version=${customer.version}`)
      const values = { Status: 'missed', Reason: 'House closed', Remarks: 'Gate closed' }
      const result = await field.phone.sendOne(field.phone.event('visit', customer, values))
      expect([result.state, result.marks]).toEqual([
        'accepted',
        [{ kind: 'no-customer', message: 'The customer was deleted, or was not in the scope of the user' }],
      ])
      expect(await visitOf(result)).toMatchObject({
        Status: 'unassigned',
        Remarks: `Gate closed\nStatus: missed\nReason: House closed\nCustomer: ${customer.id}`,
      })
      const plan = { Planned_Date: '2026-11-20', Planned_Time: '10:00' }
      expect(await field.phone.sendOne(field.phone.event('plan', customer, plan))).toMatchObject({
        state: 'refused',
        message: 'The customer was deleted or is no longer among yours, so no visit was planned',
      })
      for (const [kind, other] of [
        ['comment', { body: 'Hello' }],
        ['location', { Place: '22.5,72.9' }],
      ] as const)
        expect((await field.phone.sendOne(field.phone.event(kind, customer, other))).state).toBe('refused')
    })

    const versionOf = async ({ id }: Json): Promise<number> =>
      (await field.test.request('GET', `/api/v1/customers/${id}`)).body.version
    const merge = async (gone: Json, kept: Json): Promise<string> => {
      const answer = await field.test.request('POST', `/api/v1/customers/${kept.id}/merge`, {
        with: gone.id,
        versions: { [gone.id]: await versionOf(gone), [kept.id]: await versionOf(kept) },
        take: {},
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.batch.id
    }
    const undo = async (batch: string): Promise<string> => {
      const answer = await field.test.request('POST', `/api/v1/batches/${batch}/undo`)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.batch.id
    }

    it('that was merged gets a correction with a mark', async () => {
      const [one, two] = [await newCustomer(), await newCustomer()]
      await merge(one, two)
      const values = { type: 'correction', values: { Street: 'New' }, before: {}, remarks: '' }
      const result = await field.phone.sendOne(field.phone.event('proposal', one, values))
      expect([result.state, kinds(result)]).toEqual(['accepted', ['merged']])
      expect(await field.rowOf(result.id)).toMatchObject({ customer_id: two.id })
    })

    it('that was merged and restored is not followed when it is deleted later', async () => {
      const [one, two] = [await newCustomer(), await newCustomer()]
      await undo(await merge(one, two))
      const path = `/api/v1/customers/${one.id}?version=${await versionOf(one)}`
      expect((await field.test.request('DELETE', path)).status).toBeLessThan(300)
      const result = await field.phone.sendOne(record(one))
      expect([kinds(result), (await visitOf(result)).Status]).toEqual([['no-customer'], 'unassigned'])
    })

    it('that was merged, restored and merged again by undoing the undo is followed', async () => {
      const [one, two] = [await newCustomer(), await newCustomer()]
      await undo(await undo(await merge(one, two)))
      const result = await field.phone.sendOne(record(one))
      expect([kinds(result), (await visitOf(result)).Customer_Code]).toEqual([['merged'], two.Customer_Code])
    })

    it('that was merged is followed, also twice', async () => {
      const [one, two, three] = [await newCustomer(), await newCustomer(), await newCustomer()]
      const plan = await planFor(one)
      await merge(one, two)
      await merge(two, three)
      const result = await field.phone.sendOne(record(one, {}, seen(plan)))
      expect(result.visit.id).toBe(plan.id)
      expect(kinds(result)).toContain('merged')
      expect(result.marks[0].message).toBe(`The customer was merged into ${three.Customer_Code}`)
      expect((await visitOf(result)).Customer_Code).toBe(three.Customer_Code)
      // Nothing referred to this one, and the other one did not change.
      const [empty, kept] = [
        await newCustomer({ Last_Visited: null }),
        await newCustomer({ Last_Visited: null }),
      ]
      await merge(empty, kept)
      expect((await visitOf(await field.phone.sendOne(record(empty)))).Customer_Code).toBe(kept.Customer_Code)
    })

    it('that was renamed is found by its id', async () => {
      const customer = await newCustomer()
      const { id, version } = customer
      const to = `${customer.Customer_Code}-N`
      const renamed = { to: { Customer_Code: to }, version }
      const answer = await field.test.request('POST', `/api/v1/customers/${id}/rename`, renamed)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const result = await field.phone.sendOne(record(customer))
      expect(result.marks).toEqual([])
      expect((await visitOf(result)).Customer_Code).toBe(to)
    })

    it('outside the scope gets the visit only if it was the account’s own', async () => {
      const [mine, foreign] = [await newCustomer(), await newCustomer()]
      const email = `scope-${database}@example.in`
      const station = (of: Json): object => ({
        countryCode: of.Country_Code,
        zoneCode: of.Zone_Code,
        stateCode: of.State_Code,
        poolCode: of.Pool_Code,
        stationCode: of.Station_Code,
        cityCode: of.City_Code,
      })
      const home = await newCustomer()
      const { employeeNumber } = await field.test.make('employee', { email, ...station(home) })
      const next = await field.test.make('employee', { ...station(home) })
      const { Customer_Code } = mine
      await field.test.make('assignment', {
        Customer_Code,
        Employee_Number: employeeNumber,
        From_Day: '2026-01-01',
        Until_Day: '2026-11-13',
      })
      await field.test.make('assignment', {
        Customer_Code,
        Employee_Number: next.employeeNumber,
        From_Day: '2026-11-14',
        Until_Day: null,
      })
      const person = await newPhone(field.test, await newPerson(field.test, email, 'FIELD'))
      const at = new Date(noon.getTime() - 2 * day).toISOString()
      const visit = (customer: Json): Json => person.event('visit', customer, { Feedback: 'Met' }, { at })
      const own = await person.sendOne(visit(home))
      expect([own.state, own.marks]).toEqual(['accepted', []])
      const handedOver = await person.sendOne(visit(mine))
      expect([handedOver.state, kinds(handedOver)]).toEqual(['accepted', ['outside-scope']])
      expect(await visitOf(handedOver)).toMatchObject({ Customer_Code, Recorded_By: person.account })
      const other = await person.sendOne(visit(foreign))
      expect([other.state, kinds(other)]).toEqual(['accepted', ['no-customer']])
      const stored = await visitOf(other)
      expect(stored).toMatchObject({ Status: 'unassigned', Customer_Code: null })
      expect(JSON.stringify([other, stored])).not.toContain(foreign.Customer_Name)
      // It is undone by its account, though the customer is out of its sight.
      const undone = await person.sendOne(person.event('undo', mine, { event: handedOver.id }, { at }))
      expect([undone.state, undone.message]).toEqual(['accepted', null])
      expect(await visitsOf(mine)).toEqual([])
    })
  })

  describe('other events', () => {
    it('plan a visit and move the plan', async () => {
      const customer = await newCustomer()
      const planned = { Planned_Date: '2026-11-20', Planned_Time: '10:00', Remarks: 'Bring samples' }
      const first = await field.phone.sendOne(field.phone.event('plan', customer, planned))
      expect([first.state, first.marks]).toEqual(['accepted', []])
      expect(await visitOf(first)).toMatchObject({
        Status: 'planned',
        Planned_At: '2026-11-20T04:30:00.000Z',
        Planned_By: field.phone.account,
        Reference: null,
      })
      const moved = await field.phone.sendOne(
        field.phone.event('plan', customer, { ...planned, Planned_Date: '2026-11-21' }, seen(first.visit)),
      )
      expect([moved.visit.id, moved.visit.version]).toEqual([first.visit.id, 2])
      await planFor(customer, 'OFFICE', '2026-11-23')
      const late = await field.phone.sendOne(
        field.phone.event('plan', customer, { ...planned, Planned_Date: '2026-11-22' }, seen(moved.visit)),
      )
      expect([late.visit.id, kinds(late)]).toEqual([first.visit.id, ['plan-changed']])
      expect(await visitOf(late)).toMatchObject({ Planned_At: '2026-11-22T04:30:00.000Z' })
      expect(await visitsOf(customer)).toHaveLength(1)
    })

    it('refuse a plan without a day, and leave out an employee who may not be assigned', async () => {
      const customer = await newCustomer()
      const refused = await field.phone.sendOne(field.phone.event('plan', customer, { Planned_Date: 'soon' }))
      expect([refused.state, refused.message]).toEqual([
        'refused',
        'Planned Date should be a date like 31/12/2026, with a time like 09:30',
      ])
      const { employeeNumber } = await field.test.make('employee')
      const values = { Planned_Date: '2026-11-20', Planned_Time: '10:00', Assigned_To: employeeNumber }
      const result = await field.phone.sendOne(field.phone.event('plan', customer, values))
      expect([result.state, kinds(result)]).toEqual(['accepted', ['dropped-values']])
      expect(await visitOf(result)).toMatchObject({
        Assigned_To: null,
        Remarks: `Assigned To: ${employeeNumber}`,
      })
      // A plan is not a visit, whatever its values say.
      const odd = field.phone.event('plan', customer, { ...values, Status: 'cancelled', Feedback: 'x' })
      expect(await visitOf(await field.phone.sendOne(odd))).toMatchObject({
        Status: 'planned',
        Feedback: null,
      })
    })

    it('undo a visit on its day, also after its photo, and no other day', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      const event = record(customer, {}, seen(plan))
      await field.phone.sendOne(event)
      const at = new Date(noon.getTime() + hour).toISOString()
      // It arrives three days later; by the phone it was the same day.
      field.test.clock.now = new Date(noon.getTime() + 3 * day)
      const undo = field.phone.event('undo', customer, { event: event.id }, { at })
      const result = await field.phone.sendOne(undo)
      expect([result.state, result.visit, result.marks]).toEqual([
        'accepted',
        { id: plan.id, Visit_ID: plan.Visit_ID, version: plan.version + 2 },
        [{ kind: 'late', message: 'The undo arrived on another day than the visit (15/11/2026)' }],
      ])
      const { Status } = (
        await field.test.request('GET', `/api/v1/visits/${plan.id}`, undefined, { as: 'FIELD' })
      ).body
      expect(Status).toBe('planned')
      expect(await field.phone.sendOne(undo)).toEqual(result)
      const again = record(customer, {}, { at })
      await field.phone.sendOne(again)
      const nextDay = field.phone.event('undo', customer, { event: again.id })
      expect(await field.phone.sendOne(nextDay)).toMatchObject({
        state: 'refused',
        message: 'A visit can be undone only on the day it was recorded',
      })
      const unknown = field.phone.event('undo', customer, { event: undo.id.replace(/.{4}$/, '0000') })
      expect(await field.phone.sendOne(unknown)).toMatchObject({
        state: 'refused',
        message: 'The visit that this undoes has not arrived, so there is nothing to undo',
      })
    })

    it('undo their own recording only, not a later one of the same plan', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      const first = record(customer, {}, seen(plan))
      await field.phone.sendOne(first)
      const undo = (): Json => field.phone.event('undo', customer, { event: first.id })
      const undone = await field.phone.sendOne(undo())
      expect([undone.state, undone.marks]).toEqual(['accepted', []])
      const second = await field.phone.sendOne(record(customer, {}, seen(undone.visit)))
      expect(second.visit.id).toBe(plan.id)
      expect(await field.phone.sendOne(undo())).toMatchObject({
        state: 'refused',
        message: `Visit ${plan.Visit_ID} was changed since and cannot be undone`,
      })
      expect((await visitOf(second)).Status).toBe('visited')
    })

    it('undo one visit of a request and leave what others of it changed', async () => {
      const customer = await newCustomer()
      const visit = record(customer)
      const planned = { Planned_Date: '2026-11-20', Planned_Time: '10:00' }
      const { body } = await field.phone.send([
        visit,
        field.phone.event('plan', customer, planned),
        field.phone.event('undo', customer, { event: visit.id }),
      ])
      expect(body.results.map(({ state }: Json) => state)).toEqual(['accepted', 'accepted', 'accepted'])
      expect((await visitsOf(customer)).map(({ Status }) => Status)).toEqual(['planned'])
    })

    it('set the location of a customer, or propose another one', async () => {
      const customer = await newCustomer()
      const first = field.phone.event('location', customer, { Place: '22.5645,72.9289' })
      expect(await field.phone.sendOne(first)).toMatchObject({ state: 'accepted', message: null })
      const { body: place } = await field.test.request(
        'GET',
        `/api/v1/customer-places/${customer.Customer_Code}`,
      )
      expect(place.Place).toBe('22.5645,72.9289')
      const second = field.phone.event('location', customer, { Place: '22.5700,72.9300' })
      expect((await field.phone.sendOne(second)).message).toBe('The office decides about it')
      const proposal = await field.test.store.read
        .selectFrom('proposal')
        .selectAll()
        .where('id', '=', second.id)
        .executeTakeFirstOrThrow()
      expect(proposal).toMatchObject({ type: 'correction', customer_id: customer.id, state: 'open' })
      expect(JSON.parse(proposal.before_values)).toEqual({ Place: '22.5645,72.9289' })
      expect(
        (await field.phone.sendOne(field.phone.event('location', customer, { Place: 'here' }))).state,
      ).toBe('refused')
    })

    it('comment on a customer', async () => {
      const customer = await newCustomer()
      const event = field.phone.event('comment', customer, { body: 'Buys elsewhere now' })
      const results = [await field.phone.sendOne(event), await field.phone.sendOne(event)]
      expect(results.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
      const { body } = await field.test.request(
        'GET',
        `/api/v1/comments?entity=customer&record=${customer.id}`,
      )
      expect(body.items).toMatchObject([{ body: 'Buys elsewhere now', by: 'FIELD person' }])
      for (const text of [' ', 'x'.repeat(4001), 'a\u0000'])
        expect(
          (await field.phone.sendOne(field.phone.event('comment', customer, { body: text }))).state,
        ).toBe('refused')
    })

    it('propose a correction or a new customer', async () => {
      const customer = await newCustomer()
      const values = {
        type: 'correction',
        values: { Customer_Phone: '9876543210' },
        before: {},
        remarks: 'New SIM',
      }
      const event = field.phone.event('proposal', customer, values)
      expect((await field.phone.sendOne(event)).state).toBe('accepted')
      expect((await field.phone.sendOne(event)).state).toBe('accepted')
      const rows = await field.test.store.read
        .selectFrom('proposal')
        .selectAll()
        .where('id', '=', event.id)
        .execute()
      expect(rows).toMatchObject([
        { type: 'correction', customer_id: customer.id, remarks: 'New SIM', by_name: 'FIELD person' },
      ])
      const described = field.phone.event('proposal', customer, { ...values, values: {} })
      expect((await field.phone.sendOne(described)).state).toBe('accepted')
      const wrong: [object, string][] = [
        [{ ...values, values: { Nonsense: 'x' } }, 'Nonsense is not a field of a customer'],
        [{ ...values, values: {}, remarks: ' ' }, 'A proposal should have at least one value'],
        [{ ...values, values: { Customer_Phone: 5 } }, 'The values of a proposal should be texts'],
        [{ ...values, type: 'deletion' }, 'A proposal should be of a new customer or a correction'],
      ]
      for (const [each, message] of wrong)
        expect(await field.phone.sendOne(field.phone.event('proposal', customer, each))).toMatchObject({
          state: 'refused',
          message,
        })
    })
  })
})
