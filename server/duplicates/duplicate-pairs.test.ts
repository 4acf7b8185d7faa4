import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRights } from '#domain/access/role-rights.ts'
import { likelyPairOf } from '#domain/duplicates/pairs/pair-score.ts'
import { databaseNames } from '#testing/databases.ts'
import { labelledSets } from '#testing/duplicates/labelled-customers.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const path = '/api/v1/duplicate-pairs'

describe.each(databaseNames)('pairs of duplicate customers on %s', (database) => {
  let test: TestApp
  let neighbour: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    neighbour = await test.make('customer', { Customer_Code: 'NEAR', Customer_Name: 'Near Farm', PAN: null })
  })
  afterAll(() => test.close())

  let count = 0
  /** A customer in the place of the first one, with its own phone and e-mail. */
  const add = async (values: Json): Promise<Json> => {
    count++
    const { id: _, version: __, createdAt: ___, updatedAt: ____, ...shared } = neighbour
    const { status, body } = await test.request('POST', '/api/v1/customers', {
      ...shared,
      Customer_Code: `P${count}`,
      Customer_Phone: `97${String(count).padStart(8, '0')}`,
      Customer_Email: `p${count}@example.in`,
      Primary_Contact: 'Office',
      Type: 'individual',
      PAN: null,
      ...values,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const search = (): Promise<Answer> => test.request('POST', `${path}/search`)
  const list = async (query = '', as = 'ADMIN'): Promise<Json> => {
    const { status, body } = await test.request('GET', `${path}${query}`, undefined, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const namesOf = (page: Json): string[] =>
    page.items.map(({ one, other, reasons }: Json) =>
      [one.Customer_Code, other.Customer_Code, ...reasons].join(' '),
    )

  it('are found across scripts, with reasons, and the one with more references is kept', async () => {
    const latin = await add({ Customer_Name: 'Ramesh Patel' })
    const gujarati = await add({ Customer_Name: 'રમેશભાઈ પટેલ' })
    await add({ Customer_Name: 'Suresh Patel', Customer_Phone: latin.Customer_Phone })
    await add({ Customer_Name: 'R. Patel', Customer_Phone: '+91 97000 00002' })
    expect((await search()).body).toMatchObject({ isLooking: false })
    const page = await list()
    expect(namesOf(page)).toEqual(['P2 P4 phone name city', 'P1 P2 name city'])
    expect(page).toMatchObject({ open: 2, notSame: 0, next: null, reasons: { phone: 1, name: 2, pan: 0 } })
    expect(page.names.City_Code[neighbour.City_Code]).toEqual(expect.any(String))
    expect(page.items[1].keep).toBe(latin.id)
    const { status } = await test.request('POST', '/api/v1/assignments', {
      Customer_Code: gujarati.Customer_Code,
      Employee_Number: (await test.make('employee', {})).employeeNumber,
      From_Day: '2026-01-01',
      Until_Day: null,
    })
    expect(status).toBe(201)
    const { items } = await list('?reason=name')
    expect(items[1]).toMatchObject({
      keep: gujarati.id,
      uses: { [gujarati.id]: '1 assignment', [latin.id]: '' },
    })
    expect(namesOf(await list('?reason=phone'))).toEqual(['P2 P4 phone name city'])
    expect(namesOf(await list('?reason=pan'))).toEqual([])
    expect((await list(`?City_Code=${neighbour.City_Code}`)).open).toBe(2)
    expect(await list('?City_Code=ELSEWHERE')).toMatchObject({ open: 0, items: [] })
  })

  it('are paged, and refuse a wrong cursor', async () => {
    const first = await list('?limit=1')
    expect(namesOf(first)).toEqual(['P2 P4 phone name city'])
    const second = await list(`?limit=1&after=${first.next}`)
    expect([namesOf(second), second.next]).toEqual([['P1 P2 name city'], null])
    const { status, body } = await test.request('GET', `${path}?after=1`)
    expect([status, body.errors[0].message]).toEqual([
      422,
      'after should be the "next" value of the previous page',
    ])
  })

  it('are remembered as not the same after a rename, and this can be undone', async () => {
    const [pair] = (await list()).items
    const ids = [pair.other.id, pair.one.id]
    expect((await test.request('POST', `${path}/not-same`, { ids })).status).toBe(204)
    expect((await test.request('POST', `${path}/not-same`, { ids })).status).toBe(204)
    await test.request('POST', `/api/v1/customers/${pair.one.id}/rename`, {
      to: { Customer_Code: 'RENAMED' },
      version: pair.one.version,
    })
    await search()
    expect(await list()).toMatchObject({ open: 1, notSame: 1 })
    const marked = await list('?state=not-same')
    expect(marked.items).toHaveLength(1)
    expect(marked.items[0]).toMatchObject({
      one: { id: pair.one.id, Customer_Code: 'RENAMED' },
      reasons: ['phone', 'name', 'city'],
      markedAt: test.clock.now.toISOString(),
    })
    // The form of one of them does not show the other.
    const hint = await test.request('POST', '/api/v1/duplicates/customers', { ...pair.one })
    expect(hint.body.items.map(({ id }: Json) => id)).not.toContain(pair.other.id)
    const undo = (): Promise<Answer> => test.request('DELETE', `${path}/not-same/${ids.join('/')}`)
    expect((await undo()).status).toBe(204)
    expect((await undo()).status).toBe(404)
    expect(await list()).toMatchObject({ open: 2, notSame: 0 })
  })

  it('disappear when merged or no longer similar, and come back after an undo', async () => {
    const [pair] = (await list()).items
    const merged = await test.request('POST', `/api/v1/customers/${pair.keep}/merge`, {
      with: [pair.one.id, pair.other.id].find((id) => id !== pair.keep),
      versions: { [pair.one.id]: pair.one.version, [pair.other.id]: pair.other.version },
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const left = await list()
    expect(left.items.map((each: Json) => each.one.id + each.other.id)).not.toContain(
      pair.one.id + pair.other.id,
    )
    await test.request('POST', `/api/v1/batches/${merged.body.batch.id}/undo`)
    expect((await list()).open).toBe(left.open + 1)
    const { body } = await test.request('GET', `/api/v1/customers/${pair.other.id}`)
    const changed = { Customer_Name: 'Kokila Desai', Customer_Phone: '9611111111' }
    await test.request('PATCH', `/api/v1/customers/${body.id}`, changed, {
      headers: { 'if-match': `"${body.version}"` },
    })
    expect((await list()).open).toBe(left.open)
  })

  it('refuse wrong ids with a sentence', async () => {
    const mark = (body: unknown): Promise<Answer> => test.request('POST', `${path}/not-same`, body)
    for (const ids of [undefined, [], [neighbour.id], [neighbour.id, 'x'], [neighbour.id, neighbour.id]]) {
      const { status, body } = await mark({ ids })
      expect([status, body.errors[0].message]).toEqual([422, 'ids should be the ids of two customers'])
    }
    const missing = await mark({ ids: [neighbour.id, '01920000-0000-7000-8000-000000000000'] })
    expect([missing.status, missing.body.detail]).toEqual([404, 'There is no such customer here'])
    expect((await test.request('DELETE', `${path}/not-same/a/b`)).status).toBe(404)
    expect((await test.request('GET', path, undefined, { as: 'pending' })).status).toBe(403)
  })

  it('are shown to a limited account only when it sees both', async () => {
    const far = await test.make('customer', {
      Customer_Code: 'FAR',
      Type: 'individual',
      Customer_Name: 'Hasmukh Solanki',
      PAN: 'ABCPK1234L',
    })
    const near = await add({ Customer_Name: 'Hasmukhbhai Solanki', PAN: 'abcpk1234l' })
    await search()
    const clerk = await newPerson(test, `pairs${database}@example.in`, 'OFFICE')
    await test.request('PATCH', `/api/admin/users/${clerk.id}`, {
      version: 1,
      places: [{ level: 'city', code: neighbour.City_Code }],
    })
    const pairIn = (page: Json): Json | undefined =>
      page.items.find((each: Json) => each.one.id === far.id && each.other.id === near.id)
    expect(pairIn(await list())).toMatchObject({ reasons: expect.arrayContaining(['pan', 'name']) })
    const own = await list('', clerk.token)
    expect(pairIn(own)).toBeUndefined()
    expect(own.open).toBe((await list()).open - 1)
    const mark = { ids: [far.id, near.id] }
    expect((await test.request('POST', `${path}/not-same`, mark, { as: clerk.token })).status).toBe(404)
  })

  it('do not reveal masked fields', async () => {
    await test.make('role', { Role_Code: 'KEEPER' })
    const rights = { ...defaultRights('OFFICE').rights, customer: ['read', 'create', 'update'] }
    await test.request('PUT', '/api/v1/role-rights/KEEPER', { rights, sees: 'everything', version: 0 })
    const keeper = await newPerson(test, `keeper${database}@example.in`, 'KEEPER')
    const seen = await list('', keeper.token)
    expect(seen.items.flatMap((each: Json) => each.reasons)).not.toContain('pan')
    expect(seen).toMatchObject({ open: (await list()).open - 1, reasons: { pan: 0 } })
    expect(await list('?reason=pan', keeper.token)).toMatchObject({ items: [] })
  })

  it('are found by their keys as if all customers were compared', async () => {
    const before = (await list()).open
    const added: Json[] = []
    for (const { Customer_Code: _, City_Code, Station_Code: __, ...values } of labelledSets().heldOut
      .customers)
      if (City_Code === 'NADIAD') added.push(await add(values))
    const likely = added.flatMap((one, at) => added.slice(at + 1).filter((other) => likelyPairOf(one, other)))
    expect(likely.length).toBeGreaterThan(8)
    await search()
    expect((await list()).open).toBe(before + likely.length)
  })
})
