import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { storeEvent } from '#testing/field-data.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { newId } from '../../store/new-id.ts'

const path = '/api/v1/field/arrivals'

describe.each(databaseNames)('arrivals with a mark on %s', (database) => {
  let test: TestApp
  let near: Json
  let far: Json
  const ids: Record<string, string> = {}

  const get = (rest = '', as = 'OFFICE'): Promise<Answer> =>
    test.request('GET', `${path}${rest}`, undefined, { as })
  const seen = (id: string, body: Json = {}, as = 'OFFICE'): Promise<Answer> =>
    test.request('POST', `${path}/${id}/seen`, body, { as })
  const idsOf = ({ body }: Answer): string[] => body.items.map(({ id }: Json) => id)
  const marks = (...kinds: string[]): string =>
    JSON.stringify(kinds.map((kind) => ({ kind, message: `Because of "kind":"merged" ${kind}` })))
  const visit = async (values: Json): Promise<Json> =>
    (await test.request('POST', '/api/v1/visits', { Visited_On: '2026-11-10', ...values })).body

  beforeAll(async () => {
    test = await openTestApp(database)
    near = await test.make('customer', { Customer_Code: 'NEAR', Customer_Name: 'Near Farm' })
    far = await test.make('customer', { Customer_Code: 'FAR', Customer_Name: 'Far Farm' })
    const [nearVisit, farVisit] = [
      await visit({ Customer_Code: 'NEAR' }),
      await visit({ Customer_Code: 'FAR' }),
    ]
    const unassigned = await visit({ Remarks: 'Sent for a deleted customer' })
    const base = { account_id: 'ravi', by_name: 'Ravi' }
    ids['plain'] = await storeEvent(test, { ...base, visit_id: nearVisit.id })
    ids['late'] = await storeEvent(test, {
      ...base,
      visit_id: nearVisit.id,
      recorded_at: '2026-11-10T05:00:00.000Z',
      marks: marks('late', 'clock'),
    })
    ids['far'] = await storeEvent(test, {
      account_id: 'sita',
      by_name: 'Sita',
      visit_id: farVisit.id,
      marks: marks('plan-changed'),
    })
    ids['comment'] = await storeEvent(test, {
      ...base,
      kind: 'comment',
      customer_id: near.id,
      marks: marks('merged'),
    })
    ids['unassigned'] = await storeEvent(test, {
      ...base,
      visit_id: unassigned.id,
      marks: marks('no-customer'),
    })
  })
  afterAll(() => test.close())

  it('are listed newest first, with both times, the visit, the customer and the reasons', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual([ids['unassigned'], ids['comment'], ids['far'], ids['late']])
    expect(answer.body.items[3]).toMatchObject({
      kind: 'visit',
      by: 'Ravi',
      recordedAt: '2026-11-10T05:00:00.000Z',
      receivedAt: '2026-11-15T06:00:00.000Z',
      marks: [{ kind: 'late' }, { kind: 'clock' }],
      visit: { Status: 'visited', Visited_On: '2026-11-10', version: 1 },
      customer: { code: 'NEAR', name: 'Near Farm' },
      seenAt: null,
    })
    expect(answer.body.items[1]).toMatchObject({ visit: null, customer: { code: 'NEAR' } })
    expect(answer.body.items[0]).toMatchObject({ visit: { Status: 'unassigned' }, customer: null })
    expect(answer.body.people).toEqual([
      { id: 'ravi', name: 'Ravi' },
      { id: 'sita', name: 'Sita' },
    ])
    const first = await get('?limit=3')
    expect(idsOf(await get(`?limit=3&after=${first.body.next}`))).toEqual([ids['late']])
  })

  it('are filtered by mark, person and whether they were seen', async () => {
    expect(idsOf(await get('?mark=clock'))).toEqual([ids['late']])
    expect(idsOf(await get('?mark=merged'))).toEqual([ids['comment']])
    expect(idsOf(await get('?by=sita'))).toEqual([ids['far']])
    expect(idsOf(await get('?seen=true'))).toEqual([])
    expect(idsOf(await get('?seen=false&by=sita'))).toEqual([ids['far']])
    for (const query of ['?mark=x', '?seen=x', '?after=x', '?limit=0', '?q=x', '?by=a&by=b'])
      expect((await get(query)).status, query).toBe(422)
  })

  it('are looked at once, which can be undone', async () => {
    const id = ids['late']!
    expect((await get('?seen=true')).body.unseen).toBe(4)
    const { status, body } = await seen(id)
    expect([status, body.seenBy, body.seenAt]).toEqual([200, 'OFFICE person', '2026-11-15T06:00:00.000Z'])
    expect((await seen(id, {}, 'ADMIN')).body.seenBy).toBe('OFFICE person')
    const looked = await get('?seen=true')
    expect([idsOf(looked), looked.body.unseen]).toEqual([[id], 3])
    expect((await seen(id, { seen: false })).body).toMatchObject({ seenAt: null, seenBy: null })
    expect((await seen(id, { seen: false })).status).toBe(200)
    expect(idsOf(await get('?seen=true'))).toEqual([])
    for (const body of [[], { seen: 1 }, { other: true }]) expect((await seen(id, body)).status).toBe(422)
    for (const missing of ['x', newId(new Date()), ids['plain']!])
      expect((await seen(missing)).status).toBe(404)
    expect((await seen(id, {}, 'VIEWER')).status).toBe(403)
    expect((await seen(id, {}, 'FIELD')).status).toBe(403)
    expect((await get('', 'anonymous')).status).toBe(401)
  })

  it('show where an unassigned visit was attached later', async () => {
    const { visit: unassigned } = (await get()).body.items[0]
    const attached = await visit({ Visit_ID: unassigned.Visit_ID, Customer_Code: 'NEAR' })
    expect(attached.Status).toBe('visited')
    expect((await get()).body.items[0]).toMatchObject({
      customer: { code: 'NEAR' },
      visit: { Status: 'visited' },
    })
  })

  it('are in the order of arrival, whatever the clock of the phone', async () => {
    // A phone whose clock is in 2030 sent this before all others.
    const id = newId(new Date('2030-01-01'))
    const received_at = '2026-11-01T00:00:00.000Z'
    await storeEvent(test, { id, account_id: 'ahead', received_at, marks: marks('clock') })
    const all = idsOf(await get())
    expect(all.at(-1)).toBe(id)
    const first = await get(`?limit=${all.length - 1}`)
    expect(idsOf(await get(`?limit=3&after=${first.body.next}`))).toEqual([id])
    await test.store.transaction((tx) => tx.deleteFrom('field_event').where('id', '=', id).execute())
  })

  it('are those of visits and customers in the scope of the account, and its own', async () => {
    await test.make('employee', {
      name: 'nearby',
      email: 'nearby@example.in',
      countryCode: near.Country_Code,
      zoneCode: near.Zone_Code,
      stateCode: near.State_Code,
      poolCode: near.Pool_Code,
      stationCode: near.Station_Code,
      cityCode: near.City_Code,
    })
    expect(far.Station_Code).not.toBe(near.Station_Code)
    const { id, token } = await newPerson(test, 'nearby@example.in', 'FIELD')
    const own = await storeEvent(test, { account_id: id, customer_id: far.id, marks: marks('outside-scope') })
    const answer = await get('', token)
    expect(idsOf(answer)).toEqual([own, ids['unassigned'], ids['comment'], ids['late']])
    // The customer itself is outside its scope.
    expect(answer.body.items[0].customer).toBeNull()

    // The event of an employee in its scope, about a customer that was deleted.
    const employee = { name: 'colleague', email: 'colleague@example.in' }
    const { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code } = near
    await test.make('employee', {
      ...employee,
      countryCode: Country_Code,
      zoneCode: Zone_Code,
      stateCode: State_Code,
      poolCode: Pool_Code,
      stationCode: Station_Code,
      cityCode: City_Code,
    })
    const colleague = await newPerson(test, employee.email, 'FIELD')
    const ofColleague = await storeEvent(test, { account_id: colleague.id, marks: marks('no-customer') })
    expect(idsOf(await get('', token))).toContain(ofColleague)
  })
})
