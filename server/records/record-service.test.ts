import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '#testing/build-record.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { retryBusy } from '#testing/retry-busy.ts'

describe.each(databaseNames)('records on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    test.request(method, path, body, { headers })

  describe('identity', () => {
    it('finds a record by id and by code in any letter case', async () => {
      const country = await test.make('country', { Country_Code: 'Fr' })
      for (const name of [country.id, country.id.toUpperCase(), 'Fr', 'FR', 'fr']) {
        expect((await send('GET', `/api/v1/countries/${name}`)).body).toEqual(country)
      }
      expect((await send('GET', '/api/v1/countries/nowhere')).body.msg).toBe(
        'There is no country nowhere here',
      )
    })

    it('returns 409 for a duplicate, with the field and the existing record', async () => {
      const country = await test.make('country', { Country_Code: 'Dé' })
      const { status, body } = await send(
        'POST',
        '/api/v1/countries',
        build('country', { Country_Code: '  DE\u0301 ' }),
      )
      expect(status).toBe(409)
      expect(body.errors).toEqual([{ field: 'Country_Code', message: 'Country Code Dé exists already' }])
      expect(body.existing).toEqual({ id: country.id, name: 'Country Dé' })
    })

    it('requires a unique branch code per company, and a unique employee code per user', async () => {
      const first = await test.make('branch', { Branch_Code: 'B1' })
      const other = await test.make('branch', { Branch_Code: 'b1' })
      expect(other.Company_Code).not.toBe(first.Company_Code)
      const again = await send('POST', '/api/v1/branches', { ...strip(first), Branch_Name: 'Another' })
      expect(again.status).toBe(409)
      expect(again.body.msg).toBe(`Branch ${first.Company_Code} / B1 exists already`)
      const user = await test.make('staffUser')
      const duplicate = await send('POST', '/api/v1/users', { ...strip(user), User_Id: 'someone-else' })
      expect(duplicate.status).toBe(409)
      expect(duplicate.body.errors[0].field).toBe('Employee_Code')
    })

    it('accepts the same contact message twice', async () => {
      const message = build('contactMessage')
      expect((await send('POST', '/api/form/contact', message)).status).toBe(201)
      expect((await send('POST', '/api/form/contact', message)).status).toBe(201)
    })

    it('reuses the code of a deleted record, and then returns 409 for its restore', async () => {
      const old = await test.make('industry', { Industry_Code: 'AGRO' })
      expect((await send('DELETE', `/api/v1/industries/${old.id}`)).status).toBe(204)
      const fresh = await test.make('industry', { Industry_Code: 'agro' })
      const restored = await send('POST', `/api/v1/industries/${old.id}/restore`)
      expect(restored.status).toBe(409)
      expect(restored.body.existing.id).toBe(fresh.id)
    })
  })

  describe('references', () => {
    it('must exist; the message names the value and the field', async () => {
      const { status, body } = await send('POST', '/api/v1/zones', {
        Zone_Code: 'Z',
        Zone_Name: 'Z',
        Country_Code: 'XX',
      })
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        { field: 'Country_Code', message: 'There is no country XX (Country Code)' },
      ])
    })

    it('take the spelling of the referenced code', async () => {
      await test.make('country', { Country_Code: 'Np' })
      const zone = await test.make('zone', { Country_Code: 'NP' })
      expect(zone.Country_Code).toBe('Np')
    })

    it('must form one path: a pool of another state is rejected', async () => {
      const [here, there] = [await test.make('station'), await test.make('station')]
      const mine = await read('pools', here.Pool_Code)
      const theirs = await read('pools', there.Pool_Code)
      const customer = await test.make('customer')
      const moved = {
        ...strip(customer),
        Customer_Code: 'elsewhere',
        Pool_Code: theirs.Pool_Code,
        Station_Code: there.Station_Code,
      }
      const { status, body } = await send('POST', '/api/v1/customers', moved)
      expect(status).toBe(422)
      expect(body.errors).toContainEqual({
        field: 'Pool_Code',
        message: `Pool ${theirs.Pool_Code} belongs to state ${theirs.State_Code}, not ${customer.State_Code}`,
      })
      expect(mine.State_Code).not.toBe(theirs.State_Code)
    })

    it('are checked through levels that the record does not have: the state of a city lies in its country', async () => {
      const state = await test.make('state')
      const abroad = await test.make('country')
      const city = {
        City_Code: 'C-1',
        City_Name: 'Somewhere',
        State_Code: state.State_Code,
        Country_Code: abroad.Country_Code,
      }
      const { status, body } = await send('POST', '/api/v1/cities', city)
      expect(status).toBe(422)
      const zone = await read('zones', state.Zone_Code)
      expect(body.errors[0].message).toBe(
        `State ${state.State_Code} belongs to country ${zone.Country_Code}, not ${abroad.Country_Code}`,
      )
    })

    it('fill the levels above the lowest given one', async () => {
      const customer = await test.make('customer')
      const { Country_Code: _1, Zone_Code: _2, State_Code: _3, Pool_Code: _4, ...lowest } = strip(customer)
      const { status, body } = await send('POST', '/api/v1/customers', { ...lowest, Customer_Code: 'filled' })
      expect(status, JSON.stringify(body)).toBe(201)
      expect(body).toMatchObject({
        Country_Code: customer.Country_Code,
        Zone_Code: customer.Zone_Code,
        Pool_Code: customer.Pool_Code,
      })
    })

    it('find a branch only in its company', async () => {
      const branch = await test.make('branch')
      const other = await test.make('company')
      const { body } = await send('POST', '/api/v1/functions', {
        Company_Code: other.Company_Code,
        Branch_Code: branch.Branch_Code,
        Function_Code: 'F',
        Function_Name: 'F',
      })
      expect(body.errors[0].message).toBe(
        `There is no branch ${branch.Branch_Code} in company ${other.Company_Code} (Branch Code)`,
      )
    })

    it('keep code and name together: one sets the other, and they must match', async () => {
      const combination = await test.make('userRole')
      const fresh = { ...strip(combination), Role_Code: 'OFFICE', Role_Name: null, Employee_Name: undefined }
      const byCode = await send('POST', '/api/v1/user-roles', fresh)
      expect(byCode.body).toMatchObject({ Role_Name: 'Office', Employee_Name: combination.Employee_Name })
      const byName = await send('POST', '/api/v1/user-roles', {
        ...fresh,
        Role_Code: '',
        Role_Name: 'Viewer',
      })
      expect(byName.body).toMatchObject({ Role_Code: 'VIEWER', Role_Name: 'Viewer' })
      const wrong = await send('POST', '/api/v1/user-roles', {
        ...fresh,
        Role_Code: 'FIELD',
        Role_Name: 'Viewer',
      })
      expect(wrong.status).toBe(422)
      expect(wrong.body.errors).toEqual([
        { field: 'Role_Name', message: 'Role FIELD has Role Name Field, not Viewer' },
      ])
    })

    it('keep lists of codes and names together', async () => {
      const application = await test.make('application')
      const code = application.Function_Codes[0]
      expect(application.Function_Names).toHaveLength(1)
      const wrong = await send('POST', '/api/v1/applications', {
        ...strip(application),
        Process_Code: 'P2',
        Function_Names: ['Nonsense'],
      })
      expect(wrong.body.errors[0].message).toBe(`Function Names: Nonsense is not the name of ${code}`)
      const missing = await send('POST', '/api/v1/applications', {
        ...strip(application),
        Process_Code: 'P2',
        Function_Codes: [code, 'F-9'],
        Function_Names: [],
      })
      expect(missing.body.errors[0].message).toContain('There is no function F-9 in company')
    })

    it('never form a cycle, directly or through other records', async () => {
      const top = await test.make('staffUser')
      const report = async (to: Json, code: string, user: string) =>
        send('POST', '/api/v1/users', {
          ...strip(to),
          User_Id: user,
          Employee_Code: code,
          Admin_Rpt_Manager_Code: to.Employee_Code,
        })
      const middle = (await report(top, 'E-MID', 'mid')).body
      const low = (await report(middle, 'E-LOW', 'low')).body
      for (const above of [top.Employee_Code, middle.Employee_Code, 'e-low']) {
        const { status, body } = await send('PATCH', `/api/v1/users/${top.id}`, {
          Admin_Rpt_Manager_Code: above,
          version: 1,
        })
        expect([status, body.msg]).toEqual([
          422,
          `User ${top.User_Id} cannot be above itself (Admin Reporting Manager Code)`,
        ])
      }
      expect(
        (
          await send('PATCH', `/api/v1/users/${low.id}`, {
            Admin_Rpt_Manager_Code: top.Employee_Code,
            version: 1,
          })
        ).status,
      ).toBe(200)
      const branch = await test.make('branch')
      const self = await send('PATCH', `/api/v1/branches/${branch.id}`, {
        Reporting_Branch: branch.Branch_Code,
        version: 1,
      })
      expect(self.body.errors[0].field).toBe('Reporting_Branch')
    })

    it('of a crop lot must match one crop, not a mixture of two', async () => {
      await test.make('crop', { Crop_Name: 'Bajra', Crop_Type1: 'Millet', Crop_Grade: 'A' })
      await test.make('crop', { Crop_Name: 'Bajra', Crop_Type1: 'Cereal', Crop_Grade: 'B' })
      const crop = (await send('GET', '/api/v1/crops?Crop_Name=Bajra&Crop_Grade=B')).body.items[0]
      const lot = {
        Crop_Lot_Number: 'L-1',
        Date_Of_Reaping: '2026-10-01',
        Crop_Name: 'Bajra',
        ...pick(crop, ['Crop_Type1', 'Crop_Type2', 'Crop_Type3', 'Crop_Grade', 'Crop_Quality']),
      }
      const mixed = await send('POST', '/api/v1/crop-lots', { ...lot, Crop_Grade: 'A', Crop_Type1: 'Cereal' })
      expect(mixed.status).toBe(422)
      expect((await send('POST', '/api/v1/crop-lots', lot)).status).toBe(201)
    })
  })

  describe('updates', () => {
    it('return 409 with the current record when the version is stale', async () => {
      const soil = await test.make('soil', { Soil_Name: 'Loam' })
      const changed = await send('PATCH', `/api/v1/soils/${soil.id}`, { Soil_Name: 'Red loam', version: 1 })
      expect(changed.body).toMatchObject({ Soil_Name: 'Red loam', Soil_Code: soil.Soil_Code, version: 2 })
      expect(changed.headers['etag']).toBe('"2"')
      const stale = await send(
        'PATCH',
        `/api/v1/soils/${soil.id}`,
        { Soil_Name: 'Clay' },
        { 'if-match': '"1"' },
      )
      expect(stale.status).toBe(409)
      expect(stale.body.current).toEqual(changed.body)
      expect(
        (await send('PATCH', `/api/v1/soils/${soil.id}`, { Soil_Name: 'Clay' })).body.errors[0].field,
      ).toBe('version')
      expect(await read('soils', soil.Soil_Code)).toEqual(changed.body)
    })

    it('by PATCH keep the other fields, by PUT require all fields', async () => {
      const country = await test.make('country')
      const some = await send('PATCH', `/api/v1/countries/${country.id}`, {
        Country_Name: 'Elsewhere',
        version: 1,
      })
      expect(some.body).toMatchObject({ Country_Name: 'Elsewhere', Country_Code: country.Country_Code })
      const all = await send('PUT', `/api/v1/countries/${country.id}`, {
        Country_Name: 'Nowhere',
        version: 2,
      })
      expect(all.status).toBe(422)
      expect(all.body.errors.map((error: Json) => error.field)).toContain('Country_Code')
      const replaced = await send('PUT', `/api/v1/countries/${country.id}`, {
        ...some.body,
        Country_Name: 'Nowhere',
      })
      expect(replaced.body.Country_Name).toBe('Nowhere')
    })

    it('without changes create no new version', async () => {
      const gst = await test.make('gst')
      expect((await send('PUT', `/api/v1/gst/${gst.id}`, gst)).body).toEqual(gst)
    })

    it('of a code in use return 409 with the referring records', async () => {
      const zone = await test.make('zone')
      const { status, body } = await send('PATCH', `/api/v1/countries/${zone.Country_Code}`, {
        Country_Code: 'new',
        version: 1,
      })
      expect(status).toBe(409)
      expect(body.msg).toBe(
        `Country ${zone.Country_Code} is used by 1 zone, so its Country Code cannot be changed here. Rename it to change it everywhere`,
      )
      expect(body.usedBy[0]).toMatchObject({ path: 'zones', count: 1, records: [{ id: zone.id }] })
    })
  })

  describe('deleting', () => {
    it('moves a record to the bin, and restore brings it back unchanged', async () => {
      const material = await test.make('material')
      expect((await send('DELETE', `/api/v1/materials/${material.materialCode}`)).status).toBe(204)
      expect((await send('GET', `/api/v1/materials/${material.id}`)).status).toBe(404)
      const restored = await send('POST', `/api/v1/materials/${material.id}/restore`)
      expect(restored.body).toMatchObject({ ...material, version: 3, updatedAt: restored.body.updatedAt })
      expect((await send('POST', `/api/v1/materials/${material.id}/restore`)).status).toBe(404)
    })

    it('returns 409 while other records refer to it by code, by name or in a list', async () => {
      const customer = await test.make('customer')
      const soil = (await send('GET', `/api/v1/soils?Soil_Name=${customer.Soil_Name}`)).body.items[0]
      for (const path of [
        `cities/${customer.City_Code}`,
        `payment-terms/${customer.paymentTermCode}`,
        `soils/${soil.id}`,
      ]) {
        const { status, body } = await send('DELETE', `/api/v1/${path}`)
        expect(status, path).toBe(409)
        expect(body.msg).toMatch(/is used by .*1 customer.* and cannot be deleted$/)
      }
      const user = await test.make('staffUser')
      const functions = await send('GET', `/api/v1/functions?Company_Code=${user.Company_Code}`)
      expect((await send('DELETE', `/api/v1/functions/${functions.body.items[0].id}`)).body.msg).toContain(
        '1 user',
      )
    })

    it('is allowed for one of two records with the same name, because the reference stays valid', async () => {
      const customer = await test.make('customer')
      const sameName = await test.make('soil', { Soil_Name: customer.Soil_Name })
      expect((await send('DELETE', `/api/v1/soils/${sameName.id}`)).status).toBe(204)
    })

    it('returns 409 for a built-in role', async () => {
      expect((await send('DELETE', '/api/v1/roles/ADMIN')).status).toBe(409)
      expect((await send('PATCH', '/api/v1/roles/ADMIN', { Role_Code: 'X', version: 1 })).status).toBe(409)
    })
  })

  it('lists in the history who changed what and when, with sensitive values masked', async () => {
    const customer = await test.make('customer', { PAN: 'ABCPE1234F' })
    await send('PATCH', `/api/v1/customers/${customer.id}`, { Street: 'New street', version: 1 })
    await send('DELETE', `/api/v1/customers/${customer.id}`)
    const { body } = await send('GET', `/api/v1/customers/${customer.id}/history`)
    expect(body.items.map((entry: Json) => [entry.version, entry.action, entry.by])).toEqual([
      [3, 'delete', 'ADMIN person'],
      [2, 'update', 'ADMIN person'],
      [1, 'create', 'ADMIN person'],
    ])
    expect(body.items[1].before.Street).toBe(customer.Street)
    expect(body.items[1].after).toMatchObject({ Street: 'New street', PAN: 'AB••••••4F' })
  })

  it('requires more than the right to read for the history: a visitor sees services, not their changes', async () => {
    const service = await test.make('service')
    const seen = await test.request('GET', `/api/v1/services/${service.id}`, undefined, { as: 'anonymous' })
    expect(seen.status).toBe(200)
    const past = await test.request('GET', `/api/v1/services/${service.id}/history`, undefined, {
      as: 'anonymous',
    })
    expect(past.status).toBe(401)
  })

  it('treats records as the same only when all fields of the reference are equal', async () => {
    const crop = {
      Crop_Name: 'Jowar',
      Crop_Type1: 'Millet',
      Crop_Type2: 'x',
      Crop_Type3: 'y',
      Crop_Quality: 'FAQ',
    }
    const lotted = await test.make('crop', { ...crop, Crop_Grade: 'A' })
    await test.make('crop', { ...crop, Crop_Grade: 'B' })
    await test.make('cropLot', { ...crop, Crop_Grade: 'A' })
    expect((await send('DELETE', `/api/v1/crops/${lotted.id}`)).status).toBe(409)
    await test.make('crop', { ...crop, Crop_Grade: 'A' })
    expect((await send('DELETE', `/api/v1/crops/${lotted.id}`)).status).toBe(204)
  })

  describe('an Idempotency-Key', () => {
    it('returns the first answer for a repeated request and stores nothing', async () => {
      const input = build('country')
      const first = await send('POST', '/api/form/contact1', input, { 'idempotency-key': 'a' })
      const again = await send('POST', '/api/form/contact1', input, { 'idempotency-key': 'a' })
      expect(again).toMatchObject({ status: 201, body: first.body })
      const other = await send('POST', '/api/form/contact1', build('country'), { 'idempotency-key': 'a' })
      expect(other.status).toBe(422)
      expect(other.body.msg).toBe('This Idempotency-Key was already used for something else')
      // A client that lost the first answer sees here what was saved.
      expect(other.body.first).toEqual({ status: 201, body: first.body })
    })

    it('is valid for one account, and not for failed requests', async () => {
      const input = build('country')
      const headers = { 'idempotency-key': 'b' }
      expect((await send('POST', '/api/v1/countries', {}, headers)).status).toBe(422)
      expect((await send('POST', '/api/v1/countries', input, headers)).status).toBe(201)
      const theirs = await test.request('POST', '/api/v1/countries', build('country'), {
        as: 'OFFICE',
        headers,
      })
      expect(theirs.status).toBe(201)
    })

    it('creates one record from twenty concurrent requests', async () => {
      const input = build('crop')
      const sendOne = () => retryBusy(() => send('POST', '/api/v1/crops', input, { 'idempotency-key': 'c' }))
      const answers = await Promise.all(Array.from({ length: 20 }, sendOne))
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
      expect(answers[0]!.status).toBe(201)
    })
  })

  const read = async (plural: string, code: string): Promise<Json> =>
    (await send('GET', `/api/v1/${plural}/${code}`)).body
})

function strip({
  id: _1,
  version: _2,
  createdAt: _3,
  updatedAt: _4,
  ...rest
}: Json): Record<string, unknown> {
  return rest
}

function pick(record: Json, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}
