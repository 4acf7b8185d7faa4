import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { storeProposal } from '#testing/field-data.ts'
import { newPhone } from '#testing/field-phone.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { defaultRights } from '#domain/access/role-rights.ts'
import { newId } from '../../store/new-id.ts'

const path = '/api/v1/field/proposals'

describe.each(databaseNames)('proposals on %s', (database) => {
  let test: TestApp
  /** A customer whose place and terms new ones share. */
  let neighbour: Json
  let count = 0
  beforeAll(async () => {
    test = await openTestApp(database)
    neighbour = await test.make('customer', { Customer_Code: 'NEAR', Customer_Name: 'Near Farm' })
  })
  afterAll(() => test.close())

  const get = (rest: string, as = 'OFFICE'): Promise<Answer> =>
    test.request('GET', `${path}${rest}`, undefined, { as })
  const approve = (id: string, body: Json, as = 'OFFICE', headers = {}): Promise<Answer> =>
    test.request('POST', `${path}/${id}/approve`, body, { as, headers })
  const refuse = (id: string, body: Json, as = 'OFFICE'): Promise<Answer> =>
    test.request('POST', `${path}/${id}/refuse`, body, { as })
  const undo = (batch: string): Promise<Answer> => test.request('POST', `/api/v1/batches/${batch}/undo`)
  const customerOf = async (idOrCode: string): Promise<Json> =>
    (await test.request('GET', `/api/v1/customers/${idOrCode}`)).body
  const newCode = (): string => `N${++count}`
  const asProposed = (name: string): Record<string, string> => ({
    Customer_Name: name,
    Customer_Phone: `98${String(++count).padStart(8, '0')}`,
    City_Code: neighbour.City_Code,
  })
  /** Everything that a customer needs, as the office completes it. */
  const completed = (given: Json): Json => {
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...values } = neighbour
    return { ...values, Customer_Code: newCode(), Last_Visited: null, Last_Visit_ID: null, ...given }
  }
  const correction = (customer: Json, values: Record<string, string>): Promise<string> =>
    storeProposal(test, values, {
      type: 'correction',
      customer_id: customer.id,
      before_values: JSON.stringify(Object.fromEntries(Object.keys(values).map((name) => [name, null]))),
    })

  it('are listed with counts, the open ones oldest first, page by page', async () => {
    const ids = [
      await storeProposal(test, asProposed('First Farm')),
      await correction(neighbour, { Street: 'Canal Road' }),
      await storeProposal(test, asProposed('Third Farm')),
    ]
    const { status, body } = await get('?limit=2')
    expect([status, body.open, body.newCustomers]).toEqual([200, 3, 2])
    expect(body.items.map(({ id }: Json) => id)).toEqual(ids.slice(0, 2))
    expect(body.items[1]).toMatchObject({
      type: 'correction',
      state: 'open',
      name: 'Near Farm',
      customer: { id: neighbour.id, code: 'NEAR', name: 'Near Farm' },
      fields: ['Street'],
      batch: null,
    })
    expect(body.items[0].reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const next = await get(`?limit=2&after=${body.next}`)
    expect(next.body.items.map(({ id }: Json) => id)).toEqual(ids.slice(2))
    expect(next.body.next).toBeNull()
    const corrections = await get('?type=correction')
    expect(corrections.body.items.map(({ id }: Json) => id)).toEqual([ids[1]])
    for (const id of ids) expect((await refuse(id, { reason: 'Known' })).status).toBe(200)
    const decided = await get('?state=decided')
    expect(decided.body.items.map(({ id }: Json) => id)).toEqual(ids.toReversed())
    expect((await get('')).body).toMatchObject({ items: [], open: 0, newCustomers: 0 })
  })

  it('refuse a bad query, a bad id and a bad body in words', async () => {
    expect((await get('?state=some')).body.errors[0].message).toBe('state should be one of open, decided')
    expect((await get('?type=x')).status).toBe(422)
    expect((await get('?after=x')).status).toBe(422)
    expect((await get('?limit=0')).status).toBe(422)
    expect((await get('?q=x')).status).toBe(422)
    expect((await get('/nothing')).body.msg).toBe('There is no proposal nothing here')
    expect((await get(`/${newId(new Date())}`)).status).toBe(404)
    const id = await storeProposal(test, asProposed('Body Farm'))
    for (const body of [
      [],
      { values: 'x' },
      { values: [] },
      { customer: 'x' },
      { version: 0 },
      { placeVersion: 1.5 },
      { other: 1 },
    ])
      expect((await approve(id, body)).status, JSON.stringify(body)).toBe(422)
    for (const body of [
      {},
      { reason: '  ' },
      { reason: 1 },
      { reason: 'x'.repeat(1001) },
      { reason: 'a', b: 1 },
    ])
      expect((await refuse(id, body)).status, JSON.stringify(body)).toBe(422)
    expect((await approve('nothing', {})).status).toBe(404)
    expect((await refuse('nothing', { reason: 'No' })).status).toBe(404)
    expect((await get(`/${id}`)).body.state).toBe('open')
    await refuse(id, { reason: 'Done with it' })
  })

  it('are for accounts that may change customers', async () => {
    const id = await storeProposal(test, asProposed('Right Farm'))
    for (const as of ['FIELD', 'VIEWER']) {
      expect((await get('', as)).status).toBe(403)
      expect((await get(`/${id}`, as)).status).toBe(403)
      expect((await approve(id, { values: completed({}) }, as)).status).toBe(403)
      expect((await refuse(id, { reason: 'No' }, as)).status).toBe(403)
    }
    expect((await get('', 'anonymous')).status).toBe(401)
    expect((await get(`/${id}`)).body.state).toBe('open')
    await refuse(id, { reason: 'Done with it' })
  })

  it('may only say in words what is wrong: approving it then changes nothing', async () => {
    const customer = await test.make('customer')
    const id = await correction(customer, {})
    const { status, body } = await approve(id, { values: {} })
    expect([status, body.state]).toEqual([200, 'approved'])
    expect(await customerOf(customer.id)).toEqual(customer)
  })

  it('propose a new customer: the office completes it, approves it and can undo that', async () => {
    const proposed = { ...asProposed('Patil Farm'), Place: '18.52, 73.85' }
    const id = await storeProposal(test, proposed, { remarks: 'Met at the market' })
    const { body: shown } = await get(`/${id}`)
    expect(shown).toMatchObject({
      proposed,
      current: null,
      missing: null,
      waiting: 0,
      remarks: 'Met at the market',
      suggested: {
        Zone_Code: neighbour.Zone_Code,
        Station_Code: neighbour.Station_Code,
        Visit_In_Days: String(neighbour.Visit_In_Days),
      },
    })
    expect(shown.suggested).not.toHaveProperty('City_Code')
    const city = (await test.request('GET', `/api/v1/cities/${neighbour.City_Code}`)).body
    expect(shown.names.City_Code).toEqual({ [city.City_Code]: city.City_Name })

    const lacking = await approve(id, { values: proposed })
    expect(lacking.status).toBe(422)
    expect(lacking.body.errors.map(({ field }: Json) => field)).toContain('Customer_Email')
    const values = completed({ ...proposed, Customer_Name: 'Patil Farms' })
    const taken = await approve(id, { values: { ...values, Customer_Code: 'near' } })
    expect([taken.status, taken.body.msg]).toEqual([409, 'Customer Code NEAR exists already'])
    expect((await get(`/${id}`)).body.state).toBe('open')

    const { status, body } = await approve(id, { values })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'approved',
      decidedBy: 'OFFICE person',
      note: 'The office changed Customer Name',
      customer: { code: values.Customer_Code, name: 'Patil Farms' },
    })
    const place = await test.request('GET', `/api/v1/customer-places/${values.Customer_Code}`)
    expect(place.body.Place).toMatch(/^18\.52/)
    const { body: batches } = await test.request('GET', '/api/v1/batches')
    expect(batches.items[0]).toMatchObject({
      id: body.batch,
      kind: 'proposal',
      title: 'New customer Patil Farm, proposed by Ravi',
    })

    const again = await approve(id, { values })
    expect([again.status, again.body.msg]).toEqual([
      409,
      'OFFICE person approved this proposal already, on 15/11/2026 at 11:30',
    ])
    expect((await refuse(id, { reason: 'No' })).status).toBe(409)

    const undone = await undo(body.batch)
    expect([undone.status, undone.body.leftCount]).toEqual([200, 0])
    expect((await test.request('GET', `/api/v1/customers/${values.Customer_Code}`)).status).toBe(404)
    expect((await get(`/${id}`)).body).toMatchObject({
      state: 'open',
      customer: null,
      note: null,
      decidedAt: null,
      batch: null,
    })
    // The undo of the undo approves it again.
    expect((await undo(undone.body.batch.id)).status).toBe(200)
    expect((await get(`/${id}`)).body).toMatchObject({
      state: 'approved',
      customer: { code: values.Customer_Code },
    })
  })

  it('propose a customer that exists: using it changes nothing of it', async () => {
    const proposed = { ...asProposed('Near Farm'), Customer_Phone: neighbour.Customer_Phone }
    const id = await storeProposal(test, proposed)
    const { body: shown } = await get(`/${id}`)
    expect(shown.duplicates[0]).toMatchObject({
      id: neighbour.id,
      reasons: expect.arrayContaining(['same phone']),
    })
    const { status, body } = await approve(id, { customer: neighbour.id })
    expect([status, body.customer.code, body.note]).toEqual([200, 'NEAR', 'It is customer NEAR Near Farm'])
    expect(await customerOf('NEAR')).toMatchObject({ version: neighbour.version })
    expect((await undo(body.batch)).status).toBe(200)
    expect((await get(`/${id}`)).body).toMatchObject({ state: 'open', customer: null })
    expect((await approve(id, { customer: newId(new Date()) })).status).toBe(404)
    await refuse(id, { reason: 'Done with it' })
  })

  it('correct a customer, with the version seen, and the undo restores it', async () => {
    const customer = await test.make('customer', { Customer_Code: newCode(), Street: 'Old Street' })
    const id = await correction(customer, {
      Street: 'Canal Road',
      Customer_Phone: '9822012345',
      Place: '18.5, 73.8',
    })
    const { body: shown } = await get(`/${id}`)
    expect(shown).toMatchObject({
      current: { Street: 'Old Street', version: customer.version },
      place: null,
      before: { Street: null, Customer_Phone: null, Place: null },
    })
    const values = { Street: 'Canal Road 5', Place: '18.5, 73.8' }
    expect((await approve(id, { values })).body.errors[0].field).toBe('version')
    await test.request('PATCH', `/api/v1/customers/${customer.id}`, { Pin_Code: '411002', version: 1 })
    const stale = await approve(id, { values, version: 1 })
    expect([stale.status, stale.body.current.Pin_Code]).toEqual([409, '411002'])
    const wrong = await approve(id, { values: { City_Code: 'NOWHERE' }, version: 2 })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'City_Code'])
    const { status, body } = await approve(id, { values, version: 2 })
    expect([status, body.note]).toEqual([
      200,
      'The office changed Street. The office left out Customer Phone',
    ])
    expect(await customerOf(customer.id)).toMatchObject({ Street: 'Canal Road 5', Pin_Code: '411002' })
    expect((await undo(body.batch)).body.undone).toBe(2)
    expect(await customerOf(customer.id)).toMatchObject({ Street: 'Old Street', Pin_Code: '411002' })
    expect((await get(`/${id}`)).body).toMatchObject({ state: 'open', customer: { id: customer.id } })
    await refuse(id, { reason: 'Done with it' })
  })

  it('do not overwrite a location that was set meanwhile', async () => {
    const customer = await test.make('customer', { Customer_Code: newCode() })
    const id = await correction(customer, { Place: '18.5, 73.8' })
    const set = { Customer_Code: customer.Customer_Code, Place: '19, 74' }
    await test.request('POST', '/api/v1/customer-places', set)
    const blind = await approve(id, { values: { Place: '18.5, 73.8' } })
    expect([blind.status, blind.body.msg]).toEqual([
      409,
      'The location of the customer was set by someone else meanwhile. Nothing was saved',
    ])
    const { body: shown } = await get(`/${id}`)
    const seen = await approve(id, { values: { Place: '18.5, 73.8' }, placeVersion: shown.place.version })
    expect(seen.status).toBe(200)
  })

  it('are decided once by two people at once, and once per Idempotency-Key', async () => {
    const id = await storeProposal(test, asProposed('Race Farm'))
    const answers = await Promise.all(
      ['OFFICE', 'ADMIN'].map((as) => approve(id, { values: completed({ Customer_Name: as }) }, as)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const other = await storeProposal(test, asProposed('Click Farm'))
    const values = completed({ Customer_Name: 'Click Farm' })
    const clicks = await Promise.all(
      [1, 2].map(() => approve(other, { values }, 'OFFICE', { 'idempotency-key': other })),
    )
    expect(clicks.map(({ status }) => status)).toEqual([200, 200])
    expect(clicks[0]!.body.batch).toBe(clicks[1]!.body.batch)
  })

  it('of a merged or deleted customer say so, and can be applied to the other one', async () => {
    const [kept, other] = [
      await test.make('customer', { Customer_Code: newCode() }),
      await test.make('customer', { Customer_Code: newCode() }),
    ]
    await test.request('POST', '/api/v1/visits', {
      Customer_Code: other.Customer_Code,
      Visited_On: '2026-11-10',
    })
    const id = await correction(other, { Street: 'Canal Road' })
    const version = (await customerOf(other.id)).version
    const merged = await test.request('POST', `/api/v1/customers/${kept.id}/merge`, {
      with: other.id,
      versions: { [kept.id]: kept.version, [other.id]: version },
      take: {},
    })
    expect(merged.status).toBe(200)
    const { body: shown } = await get(`/${id}`)
    expect(shown).toMatchObject({
      missing: 'merged',
      customer: null,
      mergedInto: { id: kept.id },
      current: { Customer_Code: kept.Customer_Code },
    })
    const refused = await approve(id, { values: { Street: 'Canal Road' }, version })
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `The customer was merged into ${kept.Customer_Code} ${kept.Customer_Name}. Choose that one, or refuse the proposal`,
    ])
    const current = await customerOf(kept.id)
    const applied = await approve(id, {
      values: { Street: 'Canal Road' },
      customer: kept.id,
      version: current.version,
    })
    expect([applied.status, applied.body.customer.id]).toEqual([200, kept.id])

    const gone = await test.make('customer', { Customer_Code: newCode() })
    const about = await correction(gone, { Street: 'Canal Road' })
    await test.request('DELETE', `/api/v1/customers/${gone.id}`)
    expect((await get(`/${about}`)).body).toMatchObject({ missing: 'deleted', mergedInto: null })
    const answer = await approve(about, { values: { Street: 'Canal Road' }, version: 1 })
    expect([answer.status, answer.body.msg]).toEqual([
      404,
      'The customer was deleted, or is outside of what you see. Choose another one, or refuse the proposal',
    ])
    expect((await refuse(about, { reason: 'Deleted' })).body).toMatchObject({
      state: 'refused',
      note: 'Deleted',
      customer: null,
    })
  })

  it('hide a PAN from those who see it masked, and save it as proposed', async () => {
    await test.make('role', { Role_Code: 'KEEPER' })
    const rights = { ...defaultRights('OFFICE').rights, customer: ['read', 'create', 'update'] }
    await test.request('PUT', '/api/v1/role-rights/KEEPER', { rights, sees: 'everything', version: 0 })
    const id = await storeProposal(test, { ...asProposed('Pan Farm'), PAN: 'ABCDE1234F' })
    const person = await newPerson(test, `keeper${database}@example.in`, 'KEEPER')
    expect((await get(`/${id}`, person.token)).body.proposed.PAN).toBe('AB••••••4F')
    expect((await get(`/${id}`)).body.proposed.PAN).toBe('ABCDE1234F')
    const values = completed({ Customer_Name: 'Pan Farm', PAN: 'AB••••••4F' })
    const { body } = await approve(id, { values }, person.token)
    expect((await customerOf(body.customer.id)).PAN).toBe('ABCDE1234F')
  })

  it('are seen by a limited account by customer, city, or the employee who made them', async () => {
    const far = await test.make('customer', { Customer_Code: newCode() })
    const employee = (name: string, at: Json): Promise<Json> =>
      test.make('employee', {
        name,
        email: `${name}@example.in`,
        countryCode: at.Country_Code,
        zoneCode: at.Zone_Code,
        stateCode: at.State_Code,
        poolCode: at.Pool_Code,
        stationCode: at.Station_Code,
        cityCode: at.City_Code,
      })
    await employee('nearby', neighbour)
    await employee('faraway', far)
    const nearby = await newPerson(test, 'nearby@example.in', 'FIELD')
    const faraway = await newPerson(test, 'faraway@example.in', 'FIELD')
    const clerk = await newPerson(test, 'clerk@example.in', 'OFFICE')
    const setPlaces = await test.request('PATCH', `/api/admin/users/${clerk.id}`, {
      version: 1,
      places: [{ level: 'city', code: neighbour.City_Code }],
    })
    expect(setPlaces.status, JSON.stringify(setPlaces.body)).toBeLessThan(300)
    const visible = [
      await correction(neighbour, { Street: 'A' }),
      await storeProposal(test, asProposed('In this city')),
      await storeProposal(test, { Customer_Name: 'Without city' }, { account_id: nearby.id }),
      await storeProposal(test, { Customer_Name: 'Own' }, { account_id: clerk.id }),
    ]
    const hidden = [
      await correction(far, { Street: 'B' }),
      await storeProposal(test, { Customer_Name: 'Far', City_Code: far.City_Code }),
      await storeProposal(test, { Customer_Name: 'By far' }, { account_id: faraway.id }),
    ]
    // Text that a database cannot store does not spoil the list for others.
    const phone = await newPhone(test, nearby)
    const odd = phone.event('proposal', null, {
      type: 'new customer',
      values: { Customer_Name: 'Odd\0\ud800', City_Code: neighbour.City_Code },
      before: { 'a\0': '\udc00' },
      remarks: '',
    })
    expect((await phone.sendOne(odd)).state).toBe('accepted')
    visible.push(odd.id)
    expect((await get(`/${odd.id}`, clerk.token)).body.proposed.Customer_Name).toBe('Odd \ufffd')
    const { body } = await get('?limit=200', clerk.token)
    const ids = body.items.map(({ id }: Json) => id)
    for (const id of visible) expect(ids).toContain(id)
    for (const id of hidden) {
      expect(ids).not.toContain(id)
      expect((await get(`/${id}`, clerk.token)).status).toBe(404)
      expect((await approve(id, {}, clerk.token)).status).toBe(404)
      expect((await refuse(id, { reason: 'No' }, clerk.token)).status).toBe(404)
    }
    expect(body.open).toBe(ids.length)
    expect((await get('?limit=200')).body.open).toBeGreaterThanOrEqual(visible.length + hidden.length)
  })
})
