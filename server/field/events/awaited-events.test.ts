import { describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPhone, openField } from '#testing/field-phone.ts'
import type { Json } from '#testing/test-app.ts'
import { newPerson } from '#testing/people.ts'

describe.each(databaseNames)('events whose user waits for the answer on %s', (database) => {
  const field = openField(database)
  const { newCustomer, planFor, visitsOf, rowOf, record, seen, kinds } = field
  const sendAwaited = (event: Json): Promise<Json> => field.phone.sendOne(event, { awaited: [event.id] })
  const byOffice = (body: object): Promise<Json> =>
    field.test.request('POST', '/api/v1/visits', body, { as: 'OFFICE' })

  it('are applied as all others, once', async () => {
    const customer = await newCustomer()
    const plan = await planFor(customer)
    const event = record(customer, {}, seen(plan))
    const result = await sendAwaited(event)
    expect(result).toMatchObject({ state: 'accepted', marks: [], visit: { id: plan.id } })
    // Sent again by another tab, which does not wait.
    expect(await field.phone.sendOne(event)).toEqual(result)
    expect(await visitsOf(customer)).toHaveLength(1)
  })

  it('are refused with the problems of their values, and nothing is stored', async () => {
    const customer = await newCustomer()
    const event = record(customer, { Season_Recommendation: 'No such season', Visited_On: '31/31/2026' })
    const result = await sendAwaited(event)
    expect(result).toMatchObject({ state: 'refused', visit: null })
    expect(result.errors.map(({ field: name }: Json) => name).toSorted()).toEqual([
      'Season_Recommendation',
      'Visited_On',
    ])
    expect(await rowOf(event.id)).toBeUndefined()
    // With the same id, corrected.
    const corrected = { ...event, values: { Feedback: 'Met' } }
    expect((await sendAwaited(corrected)).state).toBe('accepted')
    const changed = await sendAwaited({ ...event, values: { Feedback: 'Met again' } })
    expect(changed).toMatchObject({ state: 'refused', conflict: 'used' })
    expect(await visitsOf(customer)).toHaveLength(1)
  })

  it('are refused when another user was faster, and kept with a mark when no user waits', async () => {
    const customer = await newCustomer()
    const plan = await planFor(customer)
    await byOffice({ Customer_Code: customer.Customer_Code, Feedback: 'First' })
    const event = record(customer, {}, seen(plan))
    expect(await sendAwaited(event)).toEqual({
      id: event.id,
      state: 'refused',
      message: `Visit ${plan.Visit_ID} was already recorded by OFFICE person at 11:30`,
      marks: [],
      visit: null,
      conflict: 'recorded',
    })
    const kept = await field.phone.sendOne(event)
    expect([kept.state, kinds(kept)]).toEqual(['accepted', ['already-recorded']])
    expect(await visitsOf(customer)).toHaveLength(2)
  })

  it('are refused when the plan on the screen was cancelled, deleted or moved by another user', async () => {
    const cancelled = await newCustomer()
    const plan = await planFor(cancelled)
    await byOffice({ Visit_ID: plan.Visit_ID, Status: 'cancelled', Reason: 'Sold the farm' })
    expect(await sendAwaited(record(cancelled, {}, seen(plan)))).toMatchObject({
      state: 'refused',
      conflict: 'recorded',
      message: `Visit ${plan.Visit_ID} was cancelled by OFFICE person at 11:30`,
    })
    const deleted = await newCustomer()
    const gone = await planFor(deleted)
    await field.test.request('DELETE', `/api/v1/visits/${gone.id}?version=${gone.version}`)
    expect(await sendAwaited(record(deleted, {}, seen(gone)))).toMatchObject({
      conflict: 'changed',
      message: 'The plan was deleted meanwhile',
    })
    const moved = await newCustomer()
    const before = await planFor(moved)
    await planFor(moved, 'OFFICE', '2026-11-16')
    const again = { Planned_Date: '2026-11-18', Planned_Time: '10:00' }
    const plans = field.phone.event('plan', moved, again, seen(before))
    expect(await sendAwaited(plans)).toMatchObject({
      state: 'refused',
      conflict: 'changed',
      message: 'Another user planned this meanwhile, for 16/11/2026 09:30. Nothing was changed',
    })
    expect(await sendAwaited(field.phone.event('plan', moved, again))).toMatchObject({ conflict: 'changed' })
    const [open] = await visitsOf(moved)
    expect(open).toMatchObject({ Planned_At: '2026-11-16T04:00:00.000Z' })
    expect((await sendAwaited(field.phone.event('plan', moved, again, seen(open!)))).state).toBe('accepted')
    // What the account itself changed is no conflict.
    const later = { Planned_Date: '2026-11-19', Planned_Time: '10:00' }
    const second = await sendAwaited(field.phone.event('plan', moved, later, seen(open!)))
    expect([second.state, second.marks]).toEqual(['accepted', []])
  })

  it('are refused for a customer that was deleted or is out of scope', async () => {
    const customer = await newCustomer()
    await field.test.request('DELETE', `/api/v1/customers/${customer.id}?version=${customer.version}`)
    const elsewhere = await newPhone(
      field.test,
      await newPerson(field.test, `out-${database}@example.in`, 'FIELD'),
    )
    const hidden = elsewhere.event('visit', await newCustomer(), { Feedback: 'Met' })
    for (const result of [
      await sendAwaited(record(customer)),
      await elsewhere.sendOne(hidden, { awaited: [hidden.id] }),
    ])
      expect(result).toMatchObject({
        state: 'refused',
        message: 'The customer was deleted or is no longer among yours. Nothing was recorded',
      })
  })

  it('make no phone of the browser that sent them', async () => {
    const desk = await newPhone(field.test, 'OFFICE')
    const event = desk.event('visit', await newCustomer(), { Feedback: 'Met' })
    await desk.sendOne(event, { awaited: [event.id] })
    const { body } = await field.test.request('GET', '/api/v1/field/devices')
    expect(body.items.map(({ id }: Json) => id)).not.toContain(desk.device)
    const { status } = await desk.send([], { awaited: [7] as never })
    expect(status).toBe(422)
  })
})
