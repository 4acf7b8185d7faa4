import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('codes of before a rename or a merge on %s', { timeout: 60_000 }, (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
    for (const code of ['OLD', 'ONE', 'TWO', 'THREE', 'OTHER'])
      await test.make('zone', { Zone_Code: code, Zone_Name: code, Country_Code: 'IN' })
  })
  afterAll(() => test.close())

  const read = (code: string): Promise<Json> => test.request('GET', `/api/v1/zones/${code}`)
  const rename = async (from: string, to: string): Promise<Json> => {
    const { version } = (await read(from)).body
    return test.request('POST', `/api/v1/zones/${from}/rename`, { to: { Zone_Code: to }, version })
  }
  const merge = async (kept: string, other: string, take = {}): Promise<Json> => {
    const [one, two] = [(await read(kept)).body, (await read(other)).body]
    const versions = { [one.id]: one.version, [two.id]: two.version }
    return test.request('POST', `/api/v1/zones/${one.id}/merge`, { with: two.id, versions, take })
  }
  const undo = (answer: Json): Promise<Json> =>
    test.request('POST', `/api/v1/batches/${answer.body.batch.id}/undo`)
  const note = (former: string, code: string): object[] => [
    { field: 'Zone_Code', message: `${former} is a former code: it is ${code} now` },
  ]

  it('still lead to the record, with a note, until the rename is undone', async () => {
    expect((await read('OLD')).body).not.toHaveProperty('warnings')
    const renamed = await rename('OLD', 'NEW')
    expect(await read('old')).toMatchObject({
      status: 200,
      body: { Zone_Code: 'NEW', warnings: note('old', 'NEW') },
    })
    expect((await read('NEW')).body).not.toHaveProperty('warnings')
    const { version } = (await read('OLD')).body
    const changed = await test.request('PATCH', '/api/v1/zones/OLD', { Zone_Name: 'Changed', version })
    expect(changed).toMatchObject({ status: 200, body: { Zone_Code: 'NEW', Zone_Name: 'Changed' } })
    expect((await undo(renamed)).status).toBe(200)
    expect((await read('OLD')).body).toMatchObject({ Zone_Code: 'OLD' })
    expect((await read('OLD')).body).not.toHaveProperty('warnings')
    await rename('OLD', 'NEW')
    // Another spelling of a generated code is not a former one.
    const { body: wheat } = await test.request('GET', '/api/v1/crops/cr1')
    expect(wheat).toMatchObject({ Crop_Code: 'CR0001' })
    expect(wheat).not.toHaveProperty('warnings')
  })

  it('lead through several merges, also by the id of a merged record', async () => {
    const { id } = (await read('ONE')).body
    await merge('TWO', 'ONE')
    const second = await merge('THREE', 'TWO')
    for (const former of ['ONE', 'TWO'])
      expect((await read(former)).body).toMatchObject({
        Zone_Code: 'THREE',
        warnings: note(former, 'THREE'),
      })
    expect(await read(id)).toMatchObject({ status: 200, body: { Zone_Code: 'THREE' } })
    await undo(second)
    expect((await read('ONE')).body).toMatchObject({ Zone_Code: 'TWO' })
    expect((await read('TWO')).body).not.toHaveProperty('warnings')
  })

  it('are followed when a merge is made again, and not after the record is restored and deleted', async () => {
    const zone = { Country_Code: 'IN' }
    const kept = await test.make('zone', { ...zone, Zone_Code: 'KEPT' })
    const { id } = await test.make('zone', { ...zone, Zone_Code: 'AGAIN', Zone_Name: 'Again' })
    const again = await undo(await undo(await merge('KEPT', 'AGAIN', { Zone_Name: 'other' })))
    expect(again.status).toBe(200)
    expect((await read(id)).body.id).toBe(kept.id)
    expect((await read('AGAIN')).body).toMatchObject({ id: kept.id, warnings: note('AGAIN', 'KEPT') })
    await undo(again)
    const { version } = (await read(id)).body
    await test.request('DELETE', `/api/v1/zones/${id}`, undefined, {
      headers: { 'if-match': `"${version}"` },
    })
    expect((await read(id)).status).toBe(404)
  })

  it('are accepted as references, which get the code of now and a note', async () => {
    const state = { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'ONE', Ext_Code: '24' }
    const { status, body } = await test.request('POST', '/api/v1/states', state)
    expect([status, body.Zone_Code, body.warnings]).toEqual([201, 'TWO', note('ONE', 'TWO')])
    const drive = importDriver(test)
    const rows = [
      ['State_Code', 'State_Name', 'Zone_Code', 'Ext_Code'],
      ['MH', 'Maharashtra', 'one', '27'],
    ]
    const states = await drive.upload('state', writeCsv(rows))
    const [noted] = note('one', 'TWO')
    const { report } = await drive.run(states.id)
    expect(report).toMatchObject({ created: 1, wrong: 0, notes: [{ ...noted, rows: 1, first: 2 }] })
    const ofStates = await test.request('GET', `/api/v1/imports/${states.id}/rows`)
    expect(ofStates.body.items[0]).toMatchObject({ outcome: 'created', problems: [], notes: [noted] })
    expect((await test.request('GET', '/api/v1/states/MH')).body.Zone_Code).toBe('TWO')
    const zones = [
      ['Zone_Code', 'Zone_Name'],
      ['ONE', 'By its former code'],
    ]
    const update = await drive.upload('zone', writeCsv(zones))
    await drive.change(update, { settings: { mode: 'update' } })
    expect((await drive.run(update.id)).report).toMatchObject({
      updated: 1,
      wrong: 0,
      notes: note('ONE', 'TWO'),
    })
    expect((await read('TWO')).body.Zone_Name).toBe('By its former code')
  })

  it('are accepted as parents in the rows of an import', async () => {
    const made = await test.make('company', { Company_Code: 'CO-1', Company_Name: 'Agri' })
    await test.make('branch', { Company_Code: 'CO-1', Branch_Code: 'B', Branch_Name: 'Deesa' })
    const request = { to: { Company_Code: 'CO-2' }, version: made.version }
    expect((await test.request('POST', '/api/v1/companies/CO-1/rename', request)).status).toBe(200)
    const drive = importDriver(test)
    const rows = [
      ['Company_Code', 'Branch_Code', 'Function_Code', 'Function_Name'],
      ['CO-1', 'B', 'SALES', 'Sales'],
      ['CO-3', 'B', 'SALES', 'Sales'],
    ]
    const functions = await drive.upload('jobFunction', writeCsv(rows))
    const { report } = await drive.check(functions.id)
    const message = 'CO-1 is a former code: it is CO-2 now'
    expect(report).toMatchObject({
      created: 1,
      wrong: 1,
      notes: [{ field: 'Company_Code', message, rows: 1, first: 2 }],
    })
  })

  describe('inside a company', () => {
    const ids: Record<string, string> = {}
    const renameIn = async (path: string, id: string, to: object): Promise<Json> => {
      const { version } = (await test.request('GET', `/api/v1/${path}/${id}`)).body
      const answer = await test.request('POST', `/api/v1/${path}/${id}/rename`, { to, version })
      expect(answer.status).toBe(200)
      return answer
    }
    const is = (field: string, former: string, code: string): object => ({
      field,
      message: `${former} is a former code: it is ${code} now`,
    })
    const person = (code: string, company: string, branch: string, functions: string[]): Json => ({
      User_Id: `u-${code}`,
      Employee_Code: code,
      Employee_Name: code,
      Functional_Level_Code: 'L1',
      Company_Code: company,
      Branch_Code: branch,
      Function_Codes: functions,
    })
    const post = (path: string, values: object): Promise<Json> =>
      test.request('POST', `/api/v1/${path}`, values)

    beforeAll(async () => {
      await test.make('functionalLevel', { Functional_Level_Code: 'L1' })
      await test.make('company', { Company_Code: 'M-1', Company_Name: 'Mandi' })
      for (const code of ['B', 'OTHER'])
        ids[code] = (await test.make('branch', { Company_Code: 'M-1', Branch_Code: code })).id
      for (const code of ['SALES', 'STORE', 'SHOP'])
        ids[code] = (
          await test.make('jobFunction', { Company_Code: 'M-1', Branch_Code: 'B', Function_Code: code })
        ).id
      await renameIn('branches', ids['B']!, { Branch_Code: 'B2' })
      await renameIn('functions', ids['SALES']!, { Function_Code: 'SELL' })
      const { id } = (await test.request('GET', '/api/v1/companies/M-1')).body
      await renameIn('companies', id, { Company_Code: 'M-2' })
    })

    it('are accepted alone, together and in lists, each with a note', async () => {
      const one = await post('functions', {
        Company_Code: 'M-2',
        Branch_Code: 'b',
        Function_Code: 'AUDIT',
        Function_Name: 'Audit',
      })
      expect([one.status, one.body.Branch_Code]).toEqual([201, 'B2'])
      expect(one.body.warnings).toEqual([is('Branch_Code', 'b', 'B2')])
      const inFormer = person('E-1', 'M-1', 'B2', ['SELL'])
      expect((await post('users', inFormer)).body).toMatchObject({
        Company_Code: 'M-2',
        Branch_Code: 'B2',
        warnings: [is('Company_Code', 'M-1', 'M-2')],
      })
      const made = await post('users', person('E-2', 'M-1', 'B', ['sales', 'STORE', 'SELL']))
      expect([made.status, made.body.Function_Codes]).toEqual([201, ['SELL', 'STORE']])
      expect(made.body.warnings).toEqual([
        is('Company_Code', 'M-1', 'M-2'),
        is('Branch_Code', 'B', 'B2'),
        is('Function_Codes', 'sales', 'SELL'),
      ])
      const { id, version } = made.body
      const change = { Function_Codes: ['STORE', 'SALES'], version }
      const changed = await test.request('PATCH', `/api/v1/users/${id}`, change)
      expect(changed.body).toMatchObject({
        Function_Codes: ['STORE', 'SELL'],
        warnings: [is('Function_Codes', 'SALES', 'SELL')],
      })
      const wrong = await post('users', person('E-3', 'M-1', 'B', ['SALES', 'NEVER']))
      const message = 'There is no function NEVER in company M-2, branch B2 (Function Codes)'
      expect([wrong.status, wrong.body.errors]).toEqual([422, [{ field: 'Function_Codes', message }]])
    })

    it('are accepted in the lists and the keys of an import', async () => {
      const drive = importDriver(test)
      const { User_Id, Employee_Code, Functional_Level_Code, ...rest } = person('E-4', 'M-1', 'B', [])
      const rows = [
        ['User_Id', 'Employee_Code', 'Employee_Name', 'Functional_Level_Code', 'Function_Codes'],
        [User_Id, Employee_Code, rest['Employee_Name'], Functional_Level_Code, 'STORE, SALES'],
      ].map((row, at) => [...row, ...(at === 0 ? ['Company_Code', 'Branch_Code'] : ['M-1', 'B'])])
      const people = await drive.upload('staffUser', writeCsv(rows))
      expect((await drive.run(people.id)).report).toMatchObject({
        created: 1,
        notes: expect.arrayContaining([expect.objectContaining(is('Function_Codes', 'SALES', 'SELL'))]),
      })
      const names = [
        ['Company_Code', 'Branch_Code', 'Branch_Name'],
        ['M-1', 'B', 'By its former code'],
      ]
      const update = await drive.upload('branch', writeCsv(names))
      await drive.change(update, { settings: { mode: 'update' } })
      expect((await drive.run(update.id)).report).toMatchObject({
        updated: 1,
        notes: expect.arrayContaining([expect.objectContaining(is('Branch_Code', 'B', 'B2'))]),
      })
      const branch = await test.request('GET', `/api/v1/branches/${ids['B']}`)
      expect(branch.body).toMatchObject({ Branch_Code: 'B2', Branch_Name: 'By its former code' })
    })

    it('lead to a merged record, and to the restored one after the undo, also when the company is renamed', async () => {
      const [kept, other] = [ids['STORE']!, ids['SHOP']!]
      const versions: Record<string, number> = {}
      for (const id of [kept, other])
        versions[id] = (await test.request('GET', `/api/v1/functions/${id}`)).body.version
      const merged = await post(`functions/${kept}/merge`, { with: other, versions, take: {} })
      const company = (await test.request('GET', '/api/v1/companies/M-2')).body
      const renamed = await renameIn('companies', company.id, { Company_Code: 'M-3' })
      const made = await post('users', person('E-5', 'M-1', 'B', ['SHOP']))
      expect([made.status, made.body.Function_Codes]).toEqual([201, ['STORE']])
      expect((await undo(renamed)).status).toBe(200)
      expect((await undo(merged)).status).toBe(200)
      const again = await post('users', person('E-6', 'M-2', 'B2', ['SHOP']))
      expect([again.status, again.body.Function_Codes, again.body.warnings]).toEqual([
        201,
        ['SHOP'],
        undefined,
      ])
    })

    it('are not accepted in a branch that the function has left', async () => {
      const { version } = (await test.request('GET', `/api/v1/functions/${ids['SHOP']}`)).body
      await renameIn('functions', ids['SHOP']!, { Function_Code: 'STALL' })
      const before = (await test.request('GET', `/api/v1/functions/${ids['SHOP']}`)).body
      expect(before.version).toBe(version + 1)
      const to = { Company_Code: 'M-2', Branch_Code: 'OTHER' }
      const moved = await post(`functions/${ids['SHOP']}/move`, { to, version: before.version })
      expect(moved.status).toBe(200)
      expect((await post('users', person('E-7', 'M-2', 'B2', ['SHOP']))).status).toBe(422)
      expect((await post('users', person('E-7', 'M-2', 'OTHER', ['SHOP']))).body).toMatchObject({
        Function_Codes: ['STALL'],
        warnings: [is('Function_Codes', 'SHOP', 'STALL')],
      })
    })

    it('are accepted where people are referred to by their employee codes', async () => {
      const { body } = await test.request('GET', '/api/v1/users/u-E-1')
      await renameIn('users', body.id, { Employee_Code: 'E-10' })
      const report = { ...person('E-8', 'M-2', 'B2', ['SELL']), Admin_Rpt_Manager_Code: 'e-1' }
      expect((await post('users', report)).body).toMatchObject({
        Admin_Rpt_Manager_Code: 'E-10',
        warnings: [is('Admin_Rpt_Manager_Code', 'e-1', 'E-10')],
      })
    })
  })

  it('mean the new record in imports once a record has them again', async () => {
    await rename('NEW', 'NEWER')
    await test.make('zone', { Zone_Code: 'NEW', Zone_Name: 'Used again', Country_Code: 'IN' })
    const drive = importDriver(test)
    const rows = [
      ['State_Code', 'State_Name', 'Zone_Code', 'Ext_Code'],
      ['RJ', 'Rajasthan', 'NEW', '08'],
      ['MP', 'Madhya Pradesh', 'NEVER', '23'],
    ]
    const states = await drive.upload('state', writeCsv(rows))
    await drive.change(states, { settings: { leaveWrong: true } })
    expect((await drive.run(states.id)).report).toMatchObject({ created: 1, wrong: 1, notes: [] })
    expect((await test.request('GET', '/api/v1/states/RJ')).body.Zone_Code).toBe('NEW')
  })

  it('belong to the record that has them now, and to none after a deletion', async () => {
    await test.make('zone', { Zone_Code: 'ONE', Zone_Name: 'New one', Country_Code: 'IN' })
    expect((await read('ONE')).body).toMatchObject({ Zone_Code: 'ONE', Zone_Name: 'New one' })
    await rename('OTHER', 'GONE')
    const { version } = (await read('GONE')).body
    await test.request('DELETE', `/api/v1/zones/GONE`, undefined, { headers: { 'if-match': `"${version}"` } })
    expect((await read('OTHER')).status).toBe(404)
    expect((await read('NEVER')).status).toBe(404)
  })

  it('are not found by accounts that do not see the record', async () => {
    const place = { City_Code: 'AHM', City_Name: 'Ahmedabad', State_Code: 'MH', Country_Code: 'IN' }
    await test.make('city', place)
    const made = await test.make('customer', { Customer_Code: 'C-1', ...customerPlace(await pathOf()) })
    const { version } = made
    const renamed = { to: { Customer_Code: 'C-2' }, version }
    expect((await test.request('POST', `/api/v1/customers/C-1/rename`, renamed)).status).toBe(200)
    expect((await test.request('GET', '/api/v1/customers/C-1')).body.Customer_Code).toBe('C-2')
    const email = `elsewhere-${database}@example.in`
    await test.make('employee', { email })
    const { token } = await newPerson(test, email, 'FIELD')
    expect((await test.request('GET', '/api/v1/customers/C-1', undefined, { as: token })).status).toBe(404)
  })

  const pathOf = async (): Promise<Json> => {
    await test.make('pool', { Pool_Code: 'P', State_Code: 'MH' })
    await test.make('station', { Station_Code: 'S', Pool_Code: 'P' })
    return (await test.request('GET', '/api/v1/states/MH')).body
  }
  const customerPlace = (state: Json): Json => ({
    Country_Code: 'IN',
    Zone_Code: state.Zone_Code,
    State_Code: 'MH',
    Pool_Code: 'P',
    Station_Code: 'S',
    City_Code: 'AHM',
  })
})
