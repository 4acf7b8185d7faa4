import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { newPerson } from '#testing/people.ts'
import { Phone } from '#testing/phone.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { runChecks } from '../data-quality/run-checks.ts'

const path = '/api/v1/customer-licences'

describe.each(databaseNames)('licences of customers on %s', { timeout: 60_000 }, (database) => {
  let test: TestApp
  let customer: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    test.clock.now = new Date('2026-11-18T06:00:00Z')
    customer = await test.make('customer', { Customer_Code: 'L1', Customer_Name: 'Ambica' })
  })
  afterAll(() => test.close())

  const licence = (more: Json): Json => ({
    Customer_Code: 'L1',
    Kind: 'pesticide',
    Licence_Number: 'P-1',
    Issued_By: null,
    Valid_From: null,
    Valid_Until: null,
    ...more,
  })
  const add = (more: Json, as = 'ADMIN'): Promise<Answer> => test.request('POST', path, licence(more), { as })
  const listed = async (query = '', as = 'ADMIN'): Promise<string[]> =>
    (await test.request('GET', `${path}?${query}`, undefined, { as })).body.items.map(
      (each: Json) => each.Licence_Number,
    )

  it('are stored, and refused with a sentence when they are wrong', async () => {
    const made = await add({
      Valid_From: '2024-01-01',
      Valid_Until: '2026-11-17',
      Issued_By: 'Taluka office',
    })
    expect([made.status, made.body]).toMatchObject([201, { Kind: 'pesticide', Licence_Number: 'P-1' }])
    expect((await add({})).status).toBe(409)
    for (const [more, message] of [
      [
        { Licence_Number: 'X', Valid_From: '2026-02-01', Valid_Until: '2026-01-31' },
        'Valid Until should not be earlier than Valid From',
      ],
      [{ Licence_Number: 'X', Kind: 'wine' }, 'Licence Kind should be seed, fertiliser, pesticide or other'],
      [{ Licence_Number: ' ' }, 'Licence Number is required'],
      [{ Licence_Number: 'X', Valid_Until: 'soon' }, /^Valid Until should be a date/],
    ] as const) {
      const { status, body } = await add(more)
      expect([status, body.errors[0].message]).toEqual([
        422,
        typeof message === 'string' ? message : expect.stringMatching(message),
      ])
    }
    expect(await listed('Customer_Code=L1')).toEqual(['P-1'])
  })

  it('are on the page of the customer, and findings when they expire and are not replaced', async () => {
    await add({ Licence_Number: 'P-2', Valid_Until: '2026-12-18' })
    await add({ Kind: 'seed', Licence_Number: 'S-1', Valid_Until: '2026-12-19' })
    await add({ Kind: 'fertiliser', Licence_Number: 'F-1', Valid_Until: '2026-01-01' })
    await add({ Kind: 'other', Licence_Number: 'O-1' })
    const page = (await test.request('GET', '/api/v1/customers/L1/page')).body
    expect(page.licences.map((each: Json) => each.Licence_Number).toSorted()).toEqual([
      'F-1',
      'O-1',
      'P-1',
      'P-2',
      'S-1',
    ])
    await runChecks(test.ctx)
    const words = async (rule: string): Promise<string[]> =>
      (await test.request('GET', `/api/v1/data-quality/${rule}`)).body.items
        .map((each: Json) => each.words)
        .toSorted()
    expect(await words('licence-expiry')).toEqual([
      'Licence F-1 expired on 01/01/2026',
      'Licence P-2 expires on 18/12/2026',
    ])
    expect(await words('licence-document')).toHaveLength(5)
    const token = await test.as('ADMIN')
    const [one] = (await test.request('GET', `${path}?Licence_Number=P-2`)).body.items
    const query = new URLSearchParams({ entity: 'customerLicence', record: one.id, name: 'p2.pdf' })
    const attached = await test.app.server.inject({
      method: 'POST',
      url: `/api/v1/documents?${query.toString()}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
      payload: Buffer.from('%PDF-1.7 copy'),
    })
    expect(attached.statusCode).toBe(201)
    await runChecks(test.ctx)
    expect(await words('licence-document')).toHaveLength(4)
  })

  it('are seen with their customer only', async () => {
    const ravi = await newPerson(test, 'ravi@example.in', 'FIELD')
    expect(await listed('', ravi.token)).toEqual([])
    const [one] = (await test.request('GET', `${path}?limit=1`)).body.items
    const of = `${path}/${one.id}`
    expect((await test.request('GET', of, undefined, { as: ravi.token })).status).toBe(404)
    expect(
      (await test.request('GET', '/api/v1/customers/L1/page', undefined, { as: ravi.token })).status,
    ).toBe(404)
    expect((await add({ Licence_Number: 'V' }, 'VIEWER')).status).toBe(403)
    expect(await listed('', 'VIEWER')).toHaveLength(5)
  })

  it('follow a rename and a merge of the customer with its undo, and the bin', async () => {
    const other = await test.make('customer', { ...place(customer), Customer_Code: 'L2' })
    await add({ Customer_Code: 'L2', Licence_Number: 'P-9' })
    const renamed = await test.request('POST', '/api/v1/customers/L2/rename', {
      to: { Customer_Code: 'L3' },
      version: other.version,
    })
    expect(renamed.status).toBe(200)
    expect(await listed('Customer_Code=L3')).toEqual(['P-9'])
    const [one, two] = await Promise.all(
      ['L1', 'L3'].map(async (code) => (await test.request('GET', `/api/v1/customers/${code}`)).body),
    )
    const merge = { with: two.id, versions: { [one.id]: one.version, [two.id]: two.version }, take: {} }
    const merged = await test.request('POST', `/api/v1/customers/${one.id}/merge`, merge)
    expect([merged.status, merged.body.msg]).toEqual([200, merged.body.msg])
    expect(await listed('Customer_Code=L1')).toHaveLength(6)
    expect((await test.request('POST', `/api/v1/batches/${merged.body.batch.id}/undo`)).status).toBe(200)
    expect(await listed('Customer_Code=L3')).toEqual(['P-9'])
    const [{ id }] = (await test.request('GET', `${path}?Customer_Code=L3`)).body.items
    expect((await test.request('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await listed('Customer_Code=L3')).toEqual([])
    expect((await test.request('POST', `${path}/${id}/restore`)).status).toBe(200)
    expect(await listed('Customer_Code=L3')).toEqual(['P-9'])
    expect((await test.request('GET', `${path}/${id}/history`)).body.items.length).toBeGreaterThan(2)
  })

  it('are imported, with a reason for each row that is wrong', async () => {
    const imports = importDriver(test)
    const file = [
      'Customer Code,Licence Kind,Licence Number,Issued By,Valid From,Valid Until',
      'l1,Fertiliser,F-77,Taluka office,01/04/2024,31/03/2027',
      'L1,pesticide,P-77,,,31-12-2026',
      'L1,wine,W-1,,,',
      'NONE,seed,S-77,,,',
      'L1,seed,S-78,,01/01/2026,31/12/2025',
      'L1,fertiliser,F-77,,,',
    ].join('\n')
    const job = await imports.upload('customerLicence', file)
    const checked = await imports.check(job.id)
    expect(checked).toMatchObject({ state: 'rehearsed', report: { wrong: 4 } })
    expect(checked.report.problems.map((each: Json) => each.message)).toContain(
      'Valid Until should not be earlier than Valid From',
    )
    await imports.change(checked, { settings: { leaveWrong: true } })
    const done = await imports.run(job.id)
    expect(done, JSON.stringify(done)).toMatchObject({ state: 'done', report: { created: 2, wrong: 4 } })
    const stored = (await test.request('GET', `${path}?Customer_Code=L1&Kind=fertiliser`)).body.items
    expect(stored.map((each: Json) => [each.Licence_Number, each.Valid_Until])).toContainEqual([
      'F-77',
      '2027-03-31',
    ])
    expect(await listed('Licence_Number=P-77')).toEqual(['P-77'])
    expect(await listed('Licence_Number=S-78')).toEqual([])
  })

  it('are on the phone, without those that were replaced, and follow each change', async () => {
    const phone = new Phone(await test.as('ADMIN'))
    await phone.sync(test)
    const held = (): unknown[] =>
      [...phone.customers.values()]
        .find(({ code }) => code === 'L1')
        ?.licences?.map((each) => ({ ...each })) ?? []
    expect(held()).toContainEqual({ Kind: 'seed', Valid_Until: '2026-12-19' })
    await add({ Kind: 'seed', Licence_Number: 'S-2', Valid_Until: '2029-12-19' })
    await phone.sync(test)
    expect(held()).toContainEqual({ Kind: 'seed', Valid_Until: '2029-12-19' })
    expect(held()).not.toContainEqual({ Kind: 'seed', Valid_Until: '2026-12-19' })
    expect(phone.content).toEqual((await phone.full(test)).content)
  })

  const place = ({
    Country_Code,
    Zone_Code,
    State_Code,
    Pool_Code,
    Station_Code,
    City_Code,
  }: Json): Json => ({
    Country_Code,
    Zone_Code,
    State_Code,
    Pool_Code,
    Station_Code,
    City_Code,
  })
})
