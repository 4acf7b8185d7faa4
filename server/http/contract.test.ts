import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { forms } from '#domain/contract/forms.ts'
import { submitPathOf } from '#domain/contract/submit-paths.ts'
import {
  customerDropdowns,
  customerVisitData,
  objectLookups,
  stringLookups,
} from '#domain/contract/lookups.ts'
import { databaseNames } from '#testing/databases.ts'
import { make } from '#testing/build-record.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { insertRows } from '../store/query/prepared.ts'
import { toCells } from '../store/records/record-rows.ts'
import { dynamic } from '../store/dialect.ts'

const submitted = forms.map(({ entity }) => ({ entity, submit: submitPathOf(entity) }))

/** Section 7 of the specification: every path it names, with the response shapes it defines. */
describe.each(databaseNames)('the paths of the specification on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const get = async (path: string) => {
    const { status, body } = await test.request('GET', path)
    expect(status, path).toBe(200)
    return body
  }

  it.each(submitted)('$submit stores a $entity and answers with the record', async ({ entity, submit }) => {
    const save = async (name: string, input: Record<string, unknown>) => {
      const path = name === entity ? submit : `/api/v1/${entityNamed(name).path}`
      const { status, body } = await test.request('POST', path, input)
      expect(status, JSON.stringify(body)).toBe(201)
      if (name === entity) expect(body).toMatchObject(input)
      return body as Record<string, unknown>
    }
    const created = await make(save, entity)
    const { body } = await test.request('GET', `/api/v1/${entityNamed(entity).path}/${String(created['id'])}`)
    expect(body).toEqual(created)
  })

  it('matches every submit path in any letter case', async () => {
    for (const { submit } of submitted) {
      for (const path of [submit.toUpperCase(), submit.toLowerCase()]) {
        const { status } = await test.request('POST', path, {})
        expect(status, path).toBe(422)
      }
    }
  })

  it.each(objectLookups)(
    '$path is an array of objects with the named fields, without repeats',
    async ({ path, entity, fields }) => {
      await test.make(entity)
      const rows = await get(path)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(fields))
      expect(new Set(rows.map((row: object) => JSON.stringify(row))).size).toBe(rows.length)
      expect(await get(path.toLowerCase())).toEqual(rows)
    },
  )

  it('returns Country_Name in countryCodes, and both names of a branch in reportingBranchCodes', async () => {
    const country = await test.make('country')
    expect(await get('/api/form/countryCodes')).toContainEqual({
      Country_Code: country.Country_Code,
      Country_Name: country.Country_Name,
    })
    const branch = await test.make('branch')
    expect(await get('/api/form/reportingBranchCodes')).toContainEqual({
      Reporting_Branch: branch.Branch_Code,
      Branch_Code: branch.Branch_Code,
    })
  })

  it('lists two crops with the same name once in cropNames', async () => {
    await test.make('crop', { Crop_Name: 'Groundnut', Crop_Grade: 'A' })
    await test.make('crop', { Crop_Name: 'Groundnut', Crop_Grade: 'B' })
    const names = (await get('/api/form/cropNames')).map((row: { Crop_Name: string }) => row.Crop_Name)
    expect(names.filter((name: string) => name === 'Groundnut')).toHaveLength(1)
  })

  it.each(stringLookups)('$path is an array of strings', async ({ path, entity, field }) => {
    const record = await test.make(entity)
    const values = await get(path)
    expect(values).toContain(record[field])
    expect(values.every((value: unknown) => typeof value === 'string')).toBe(true)
  })

  it('returns dropdowns as arrays of strings under the keys of the specification', async () => {
    await test.make('customer')
    const lists = await get(customerDropdowns.path)
    expect(Object.keys(lists)).toEqual([...customerDropdowns.fields])
    for (const list of Object.values<string[]>(lists)) {
      expect(list.length).toBeGreaterThan(0)
      expect(list.every((value) => typeof value === 'string')).toBe(true)
    }
  })

  it('returns filteredData as an array of customers with the five fields', async () => {
    const customer = await test.make('customer', { Last_Visited: '2026-11-01' })
    const rows = await get('/api/contact24Data/filteredData')
    const own = rows.find((row: { Customer_Code: string }) => row.Customer_Code === customer.Customer_Code)
    expect(own).toEqual({
      Customer_Name: customer.Customer_Name,
      Customer_Code: customer.Customer_Code,
      City_Code: customer.City_Code,
      Visit_In_Days: customer.Visit_In_Days,
      Last_Visited: '2026-11-01',
    })
  })

  it('pages filteredData with the Link header, and searches it', async () => {
    const path = '/api/contact24Data/filteredData'
    const names = ['Zinnia Agro', 'Zinnia Beej', 'Zinnia Crops', 'Zinnia Dairy', 'Zinnia Estates']
    for (const Customer_Name of names) await test.make('customer', { Customer_Name })
    const found: string[] = []
    let pages = 0
    for (let next: string | undefined = `${path}?q=zinnia&limit=2`; next; pages++) {
      const { status, body, headers } = await test.request('GET', next)
      expect([status, body.length <= 2]).toEqual([200, true])
      for (const row of body) {
        expect(Object.keys(row)).toEqual([...customerVisitData.fields])
        found.push(row.Customer_Name)
      }
      next = /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1]
    }
    expect([pages, found]).toEqual([3, names])
    for (const [query, msg] of [
      ['limit=1001', 'limit should be a whole number from 1 to 1000'],
      ['limit=0', 'limit should be a whole number from 1 to 1000'],
      ['q=a&q=b', 'q should be given once'],
    ]) {
      const { status, body } = await test.request('GET', `${path}?${query}`)
      expect([status, body.msg]).toEqual([422, msg])
    }
  })

  it.each(['/api/contact24Data/filteredData', '/api/admin/contacts'])(
    '%s never sends more than 1,000 records at once',
    async (path) => {
      const name = path.endsWith('contacts') ? 'contactMessage' : 'customer'
      const first = await test.make(name)
      const entity = entityNamed(name)
      await test.store.transaction(async (tx) => {
        const rows = Array.from({ length: 1001 }, (_, at) => {
          const id = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
          const values = { ...first, ...(name === 'customer' && { Customer_Code: `many-${at}` }) }
          const { createdAt: created_at, updatedAt: updated_at } = first
          return { id, version: 1, created_at, updated_at, ...toCells(entity, id, values) }
        })
        await insertRows(tx, test.store.dialect, tableOf(entity), rows)
      })
      const { status, body, headers } = await test.request('GET', path)
      expect([status, body.length]).toEqual([200, 1000])
      const next = /^<(.+)>; rel="next"$/.exec(headers['link']!)![1]!
      const rest = await test.request('GET', next)
      expect([rest.status, rest.body.length > 0, rest.headers['link']]).toEqual([200, true, undefined])
      await test.store.transaction((tx) =>
        dynamic(tx).deleteFrom(tableOf(entity)).where('id', 'like', '00000000-%').execute(),
      )
    },
  )

  it('returns the services publicly, under msg', async () => {
    const service = await test.make('service')
    const { status, body } = await test.request('GET', '/api/data/service', undefined, { as: 'anonymous' })
    expect(status).toBe(200)
    expect(body.msg).toContainEqual(service)
  })

  it('lets an anonymous visitor send a contact message and nothing else', async () => {
    const message = {
      username: 'Ravi',
      email: 'ravi@example.in',
      material: 'Urea',
      quantity: '2 bags',
      date: 'next week',
      message: 'Namaste',
    }
    expect((await test.request('POST', '/api/form/contact', message, { as: 'anonymous' })).status).toBe(201)
    expect(
      (await test.request('GET', '/api/v1/contact-messages', undefined, { as: 'anonymous' })).status,
    ).toBe(401)
    expect((await test.request('GET', '/api/admin/contacts', undefined, { as: 'anonymous' })).status).toBe(
      401,
    )
  })

  it('answers the admin tables with arrays to administrators', async () => {
    const country = await test.make('country')
    expect(await get('/api/admin/contact1')).toContainEqual(country)
    const message = await test.make('contactMessage')
    expect(await get('/api/admin/contacts')).toContainEqual(message)
    const users = await get('/api/admin/users')
    expect(users[0]).toMatchObject({
      username: expect.any(String),
      email: expect.any(String),
      status: 'active',
    })
    expect(JSON.stringify(users)).not.toContain('assword')
  })

  it('serves the same resource for every entity of the catalogue', async () => {
    for (const { path } of catalogue)
      expect(await get(`/api/v1/${path}`)).toMatchObject({ items: expect.any(Array) })
  })
})

describe.each(databaseNames)('last and previous codes on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('are number zero on an empty table and follow the generated codes', async () => {
    const last = async (path: string) => (await test.request('GET', path)).body
    expect(await last('/api/form/previousSoilCode')).toEqual({ previousSoilCode: 'SO0000' })
    await test.make('soil')
    expect(await last('/api/form/previousSoilCode')).toEqual({ previousSoilCode: 'SO0001' })
    // The starter data contains four seasons, two crops and two materials.
    expect(await last('/api/form/previousSeasonCode')).toEqual({ previousSeasonCode: 'SE0004' })
    expect(await last('/api/form/previousMaterialCode')).toEqual({ previousMaterialCode: 'MT0002' })
    expect(await last('/api/cropCodes')).toEqual({ lastCropCode: 'CR0002' })
    expect(await last('/api/form/cropCodes')).toEqual([{ Crop_Code: 'CR0001' }, { Crop_Code: 'CR0002' }])
  })

  it('ignores a code the client sends', async () => {
    const crop = await test.make('crop', { Crop_Code: 'CR9000' })
    expect(crop.Crop_Code).toBe('CR0003')
  })
})
