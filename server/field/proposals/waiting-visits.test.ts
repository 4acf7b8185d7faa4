import { beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openField } from '#testing/field-phone.ts'
import type { Answer, Json } from '#testing/test-app.ts'

const path = '/api/v1/field/proposals'

describe.each(databaseNames)('visits to a proposed customer on %s', (database) => {
  const field = openField(database)
  let neighbour: Json
  let count = 0
  beforeAll(async () => {
    neighbour = await field.newCustomer()
  })

  /** Proposes a customer on the phone and records a visit to it. */
  const propose = async (): Promise<{ id: string; visit: string; visitEvent: Json }> => {
    const values = { Customer_Name: `Farm ${++count}`, City_Code: neighbour.City_Code }
    const proposal = field.phone.event('proposal', null, {
      type: 'new customer',
      values,
      before: {},
      remarks: '',
    })
    expect((await field.phone.sendOne(proposal)).state).toBe('accepted')
    const visit = field.record({ proposedBy: proposal.id }, { Visited_On: '2026-11-15' })
    expect((await field.phone.sendOne(visit)).state).toBe('waiting')
    return { id: proposal.id, visit: visit.id, visitEvent: visit }
  }
  const decide = (id: string, how: 'approve' | 'refuse', body: Json): Promise<Answer> =>
    field.test.request('POST', `${path}/${id}/${how}`, body, { as: 'OFFICE' })
  const completed = (): Json => {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = neighbour
    return { ...values, Customer_Code: `W${++count}`, Last_Visited: null, Last_Visit_ID: null }
  }

  it('are stored for the new customer when the office approves it', async () => {
    const { id, visit, visitEvent } = await propose()
    const { body: shown } = await field.test.request('GET', `${path}/${id}`)
    expect(shown.waiting).toBe(1)
    const { status, body } = await decide(id, 'approve', { values: completed() })
    expect(status, JSON.stringify(body)).toBe(200)
    const row = await field.rowOf(visit)
    expect(row).toMatchObject({ state: 'accepted', customer_id: body.customer.id })
    const [stored] = await field.visitsOf({ Customer_Code: body.customer.code })
    expect(stored).toMatchObject({ id: row!.visit_id, Status: 'visited', Feedback: 'Met' })
    // The visit belongs to the customer now, so the approval stays.
    const undone = await field.test.request('POST', `/api/v1/batches/${body.batch}/undo`)
    expect(undone.status).toBe(409)
    expect((await field.test.request('GET', `${path}/${id}`)).body.state).toBe('approved')
    // The same visit again is answered with what became of it.
    const again = await field.phone.sendOne(visitEvent)
    expect([again.state, again.visit.id]).toEqual(['accepted', row!.visit_id])
    expect(await field.visitsOf({ Customer_Code: body.customer.code })).toHaveLength(1)
  })

  it('are stored for the existing customer when the office uses it', async () => {
    const { id, visit } = await propose()
    const existing = await field.newCustomer()
    const { body } = await decide(id, 'approve', { customer: existing.id })
    expect(body).toMatchObject({ state: 'approved', batch: null })
    const [stored] = await field.visitsOf(existing)
    expect(stored!.id).toBe((await field.rowOf(visit))!.visit_id)
  })

  it('are kept without a customer when the office refuses it, to be looked at and assigned', async () => {
    const { id, visit } = await propose()
    expect((await decide(id, 'refuse', { reason: 'Not a farm' })).status).toBe(200)
    const { body } = await field.test.request('GET', '/api/v1/field/arrivals?mark=no-customer')
    expect(body.items[0]).toMatchObject({ id: visit, visit: { Status: 'unassigned' }, customer: null })
    const { Visit_ID } = body.items[0].visit
    const assigned = await field.test.request('POST', '/api/v1/visits', {
      Visit_ID,
      Customer_Code: neighbour.Customer_Code,
    })
    expect(assigned.body).toMatchObject({ Status: 'visited', Customer_Code: neighbour.Customer_Code })
  })
})
