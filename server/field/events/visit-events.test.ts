import { describe, expect, it } from 'vitest'
import { referenceOf } from '#domain/field/reference.ts'
import { databaseNames } from '#testing/databases.ts'
import { day, hour, minute, newPhone, noon, openField } from '#testing/field-phone.ts'
import type { Json } from '#testing/test-app.ts'
import { newPerson } from '#testing/people.ts'

describe.each(databaseNames)('visits of phones on %s', (database) => {
  const field = openField(database)
  const { newCustomer, planFor, visitsOf, visitOf, rowOf, record, seen, kinds } = field

  describe('a visit', () => {
    it('closes the plan that the phone showed, once, with its reference', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      const event = record(customer, { Next_Visit_Suggested: '2026-11-25T10:00' }, seen(plan))
      const result = await field.phone.sendOne(event)
      expect(result).toEqual({
        id: event.id,
        state: 'accepted',
        message: null,
        marks: [],
        visit: { id: plan.id, Visit_ID: plan.Visit_ID, version: plan.version + 1 },
      })
      const visit = await visitOf(result)
      expect(visit).toMatchObject({
        Status: 'visited',
        Visited_On: '2026-11-15',
        Reference: referenceOf(event.id),
        Recorded_By: field.phone.account,
        Recorded_At: noon.toISOString(),
        Feedback: 'Met',
      })
      expect(await field.phone.sendOne(event)).toEqual(result)
      const all = await visitsOf(customer)
      expect(all.map(({ Status }) => Status).toSorted()).toEqual(['planned', 'visited'])
      expect(await rowOf(event.id)).toMatchObject({
        kind: 'visit',
        state: 'accepted',
        visit_id: plan.id,
        customer_id: customer.id,
        recorded_at: event.at,
        marks: null,
        reference: referenceOf(event.id),
      })
      const { body } = await field.test.request('GET', `/api/v1/customers/${customer.Customer_Code}`)
      expect(body.Last_Visited).toBe('2026-11-15')
    })

    it('is recorded on the day and at the moment of the phone, not of its arrival', async () => {
      const customer = await newCustomer()
      const at = new Date(noon.getTime() - 3 * day).toISOString()
      const result = await field.phone.sendOne(record(customer, {}, { at }))
      expect(await visitOf(result)).toMatchObject({ Visited_On: '2026-11-12', Recorded_At: at })
      expect(result.marks).toEqual([])
    })

    it('has the location only while its account allows it, also in what is stored of the event', async () => {
      const customer = await newCustomer()
      const send = async (): Promise<Json> =>
        field.phone.sendOne(
          record(customer, { Check_In_Place: '22.5,72.9', Keep_Customer_Place: true, Keeps_Plan: true }),
        )
      const choose = (isAllowed: boolean): Promise<unknown> =>
        field.test.request('PUT', '/api/v1/me/location', { isAllowed }, { as: field.phone.token })
      const without = await send()
      expect(without).toMatchObject({
        state: 'accepted',
        marks: [
          {
            kind: 'dropped-values',
            message: 'The location was not stored: the account has not allowed it',
          },
        ],
      })
      expect(await visitOf(without)).toMatchObject({ Check_In_Place: null, Feedback: 'Met', Remarks: null })
      expect((await rowOf(without.id))!.content).not.toContain('72.9')
      await choose(true)
      const allowed = await send()
      expect(allowed.marks).toEqual([])
      expect(await visitOf(allowed)).toMatchObject({ Check_In_Place: '22.5,72.9' })
      await choose(false)
      expect(await visitOf(await send())).toMatchObject({ Check_In_Place: null })
    })

    it('is found by its reference, with or without the hyphen, in any letter case', async () => {
      const event = record(await newCustomer())
      const { visit } = await field.phone.sendOne(event)
      const reference = referenceOf(event.id)
      for (const typed of [
        reference,
        reference.toLowerCase(),
        reference.replace('-', ''),
        reference.replace('-', '').toLowerCase(),
      ]) {
        const palette = await field.test.request('GET', `/api/v1/search?q=${typed}`)
        expect(palette.body.items).toMatchObject([
          { entity: 'visit', id: visit.id, code: visit.Visit_ID, name: reference, rank: 0 },
        ])
        const list = await field.test.request('GET', `/api/v1/visits?q=${typed}`)
        expect(list.body.items.map(({ id }: Json) => id)).toEqual([visit.id])
      }
      const elsewhere = await newPerson(field.test, `none-${database}@example.in`, 'FIELD')
      const hidden = await field.test.request('GET', `/api/v1/search?q=${reference}`, undefined, {
        as: elsewhere.token,
      })
      expect(hidden.body.items).toEqual([])
    })

    it('missed or cancelled closes the plan', async () => {
      for (const Status of ['missed', 'cancelled']) {
        const customer = await newCustomer()
        const plan = await planFor(customer)
        const event = field.phone.event('visit', customer, { Status, Reason: 'Was away' }, seen(plan))
        const result = await field.phone.sendOne(event)
        expect([result.state, result.marks, result.visit.id]).toEqual(['accepted', [], plan.id])
        expect(await visitOf(result)).toMatchObject({ Status, Reason: 'Was away', Visited_On: null })
      }
    })

    it('that another user recorded is stored as another visit', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      const { Customer_Code } = customer
      await field.test.request(
        'POST',
        '/api/v1/visits',
        { Customer_Code, Feedback: 'First' },
        { as: 'OFFICE' },
      )
      const made = await field.phone.sendOne(record(customer, {}, seen(plan)))
      expect(made.marks).toEqual([
        {
          kind: 'already-recorded',
          message: `Visit ${plan.Visit_ID} was already recorded by OFFICE person at 11:30`,
        },
      ])
      const away = { Status: 'missed', Reason: 'Away', Next_Visit_Suggested: '2026-11-28T10:00' }
      const missed = await field.phone.sendOne(field.phone.event('visit', customer, away, seen(plan)))
      expect([missed.state, kinds(missed)]).toEqual(['accepted', ['already-recorded']])
      const all = await visitsOf(customer)
      expect(all.map(({ Status }) => Status).toSorted()).toEqual(['missed', 'planned', 'visited', 'visited'])
      expect((await visitOf(made)).Feedback).toBe('Met')
    })

    it('of two phones that record the same plan is kept twice, with a mark', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      const other = await newPhone(
        field.test,
        await newPerson(field.test, `two-${database}@example.in`, 'OFFICE'),
      )
      const results = [
        await field.phone.sendOne(record(customer, { Feedback: 'Mine' }, seen(plan))),
        await other.sendOne(other.event('visit', customer, { Feedback: 'Other' }, seen(plan))),
      ]
      expect(results.map(kinds)).toEqual([[], ['already-recorded']])
      expect((await visitsOf(customer)).map(({ Feedback }) => Feedback).toSorted()).toEqual(['Mine', 'Other'])
    })

    it('leaves the plan that another user made next, and says so in the remarks', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      const { Customer_Code } = customer
      const office = { Customer_Code, Feedback: 'First', Next_Visit_Suggested: '2026-11-30T10:00' }
      await field.test.request('POST', '/api/v1/visits', office, { as: 'OFFICE' })
      const result = await field.phone.sendOne(
        record(customer, { Next_Visit_Suggested: '2026-11-22T10:00' }, seen(plan)),
      )
      expect(kinds(result).toSorted()).toEqual(['already-recorded', 'dropped-values'])
      expect((await visitOf(result)).Remarks).toBe('Next Visit Suggested: 2026-11-22T10:00')
      const open = (await visitsOf(customer)).filter(({ Status }) => Status === 'planned')
      expect(open).toMatchObject([{ Planned_At: '2026-11-30T04:30:00.000Z' }])
    })

    it('closes a plan that was moved, and marks it unless the account moved it itself', async () => {
      const customer = await newCustomer()
      const plan = await planFor(customer)
      await planFor(customer, 'FIELD', '2026-11-16')
      const own = await field.phone.sendOne(record(customer, {}, seen(plan)))
      expect([own.marks, own.visit.id]).toEqual([[], plan.id])
      const second = await newCustomer()
      const before = await planFor(second)
      await planFor(second, 'OFFICE', '2026-11-16')
      const result = await field.phone.sendOne(record(second, {}, seen(before)))
      expect([result.visit.id, result.marks]).toEqual([
        before.id,
        [{ kind: 'plan-changed', message: 'The plan was changed by another user meanwhile' }],
      ])
    })

    it('is stored when the plan was cancelled, deleted or made meanwhile', async () => {
      const cancelled = await newCustomer()
      const plan = await planFor(cancelled)
      const end = { Visit_ID: plan.Visit_ID, Status: 'cancelled', Reason: 'Sold the farm' }
      await field.test.request('POST', '/api/v1/visits', end, { as: 'OFFICE' })
      const first = await field.phone.sendOne(record(cancelled, {}, seen(plan)))
      expect(first.marks).toEqual([
        { kind: 'plan-changed', message: `Visit ${plan.Visit_ID} was cancelled by OFFICE person at 11:30` },
      ])
      const deleted = await newCustomer()
      const gone = await planFor(deleted)
      expect(
        (await field.test.request('DELETE', `/api/v1/visits/${gone.id}?version=${gone.version}`)).status,
      ).toBe(204)
      expect(kinds(await field.phone.sendOne(record(deleted, {}, seen(gone))))).toEqual(['plan-changed'])
      const planned = await newCustomer()
      const made = await planFor(planned, 'OFFICE')
      const third = await field.phone.sendOne(record(planned))
      expect([third.visit.id, kinds(third)]).toEqual([made.id, ['plan-changed']])
    })

    it('keeps values that are not valid any more in the remarks', async () => {
      const customer = await newCustomer()
      const { materialName } = await field.test.make('material')
      const result = await field.phone.sendOne(
        record(customer, {
          Remarks: 'Field is wet',
          New_Recommended_Materials: [materialName, 'Urea 1999'],
          Season_Recommendation: 'No such season',
          Contact_Mode: 'by post',
          Visited_On: '31/31/2026',
          Shoe_Size: 44,
          Customer_Code: 'X',
          Assigned_To: 'E1',
        }),
      )
      expect([result.state, kinds(result)]).toEqual(['accepted', ['dropped-values']])
      const visit = await visitOf(result)
      expect(visit).toMatchObject({
        Customer_Code: customer.Customer_Code,
        New_Recommended_Materials: [materialName],
        Season_Recommendation: null,
        Contact_Mode: null,
        Visited_On: '2026-11-15',
        Assigned_To: null,
      })
      for (const line of [
        'Field is wet',
        'New Recommended Materials: Urea 1999',
        'Season Recommendation: No such season',
        'Contact Mode: by post',
        'Visited On: 31/31/2026',
        'Shoe_Size: 44',
        'Customer Code: X',
        'Assigned To: E1',
      ])
        expect(visit.Remarks.split('\n')).toContain(line)
    })

    it('stores hostile text as text', async () => {
      const customer = await newCustomer()
      const Feedback = `'; drop table visit; -- <img src=x onerror=alert(1)> {{7*7}} \u202e`
      const result = await field.phone.sendOne(
        record(customer, { Feedback, Remarks: `a\u0000b${'x'.repeat(9000)}` }),
      )
      expect([result.state, kinds(result)]).toEqual(['accepted', ['dropped-values']])
      const visit = await visitOf(result)
      expect(visit.Feedback).toBe(Feedback)
      expect(visit.Remarks).toMatch(/^a bx+\n… \(cut: the phone sent more than fits here\)$/)
      expect(visit.Remarks).toHaveLength(4000)
      expect((await rowOf(result.id))!.content).toContain('x'.repeat(9000))
    })

    it.each([
      ['in 2020', '2020-02-01', '2020-02-01'],
      ['in 2099', '2099-01-01', '2026-11-15'],
      ['tomorrow', '2026-11-16', '2026-11-15'],
    ])('with a date %s is stored', async (_, Visited_On, stored) => {
      const result = await field.phone.sendOne(
        record(await newCustomer({ Last_Visited: null }), { Visited_On }),
      )
      expect([result.state, (await visitOf(result)).Visited_On]).toEqual(['accepted', stored])
    })

    it('that arrives late is marked', async () => {
      const at = new Date(noon.getTime() - 61 * day).toISOString()
      const result = await field.phone.sendOne(record(await newCustomer(), {}, { at }))
      expect(result.marks).toEqual([{ kind: 'late', message: 'It arrived 61 days after it was recorded' }])
      expect((await visitOf(result)).Days_Late).toBeNull()
    })

    it.each([
      ['hours behind', -5 * hour, '2026-11-15', '2026-11-15'],
      ['two days behind', -2 * day, '2026-11-13', '2026-11-15'],
      ['two days ahead', 2 * day, '2026-11-17', '2026-11-15'],
      ['years behind', -20 * 365 * day, '2006-11-20', '2026-11-15'],
      ['years ahead', 9000 * 365 * day, '', '2026-11-15'],
      ['right enough', 4 * minute, '2026-11-15', '2026-11-15'],
    ])('of a phone whose clock is %s has the corrected day', async (name, error, Visited_On, stored) => {
      const clock = new Date(noon.getTime() + error)
      const at = new Date(clock.getTime() - minute).toISOString()
      const customer = await newCustomer({ Last_Visited: null })
      const result = await field.phone.sendOne(record(customer, { Visited_On }, { at }), { clock })
      expect([result.state, kinds(result)]).toEqual(['accepted', name === 'right enough' ? [] : ['clock']])
      const visit = await visitOf(result)
      expect(visit.Visited_On).toBe(stored)
      expect(Math.abs(Date.parse(visit.Recorded_At) - noon.getTime())).toBeLessThan(5 * minute)
    })

    it('recorded in the future, by a clock that was set right since, is recorded now', async () => {
      const at = new Date(noon.getTime() + 40 * day).toISOString()
      const customer = await newCustomer()
      const result = await field.phone.sendOne(record(customer, { Visited_On: '2026-12-25' }, { at }))
      expect(kinds(result)).toEqual(['clock'])
      expect(await visitOf(result)).toMatchObject({
        Visited_On: '2026-11-15',
        Recorded_At: noon.toISOString(),
      })
    })

    it('without a customer is unassigned', async () => {
      const result = await field.phone.sendOne(record(null))
      expect(await visitOf(result)).toMatchObject({ Status: 'unassigned', Customer_Code: null })
    })
  })
})
