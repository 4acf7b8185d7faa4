import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gstinCheckDigit } from '#domain/india/gstin.ts'
import { qualityRules } from '#domain/data-quality/rules.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { readDataQuality, listFindings } from './data-quality-service.ts'
import { runChecks, checkDaily } from './run-checks.ts'
import { checksOf } from './rules.ts'
import { dynamic } from '../store/dialect.ts'

const gstin = (state: number, pan: string): string => {
  const first = `${state}${pan}1Z`
  return first + gstinCheckDigit(first)
}

it('has a title and a check for every rule', () => {
  expect(Object.keys(checksOf)).toEqual(qualityRules.map(({ id }) => id))
})

describe.each(databaseNames)('data quality on %s', (database) => {
  let test: TestApp
  let good: Json
  const path = '/api/v1/data-quality'
  const found = async (rule: string): Promise<Json[]> =>
    (await test.request('GET', `${path}/${rule}`)).body.items
  const names = async (rule: string): Promise<string[]> =>
    (await found(rule)).map(({ name, words }) => `${name}: ${words}`)
  const countOf = async (rule: string): Promise<Json> =>
    (await test.request('GET', path)).body.items.find((each: Json) => each.rule === rule)
  const act = (rule: string, what: string, body: unknown): Promise<Answer> =>
    test.request('POST', `${path}/${rule}/${what}`, body)
  /** Writes directly to the table, like another program or an old backup. */
  const breakRow = (table: string, id: string, cells: Record<string, string | number>): Promise<unknown> =>
    test.store.transaction((tx) => dynamic(tx).updateTable(table).set(cells).where('id', '=', id).execute())

  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('country', { Country_Code: 'IN', Iso_Code: 'IN' })
    await test.make('zone', { Zone_Code: 'W', Country_Code: 'IN' })
    await test.make('state', { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'W', Ext_Code: 42 })
    await test.make('pool', { Pool_Code: 'P1', State_Code: 'GJ' })
    await test.make('station', { Station_Code: 'S1', Pool_Code: 'P1' })
    await test.make('city', {
      City_Code: 'AHM',
      City_Name: 'Ahmedabad',
      Country_Code: 'IN',
      State_Code: 'GJ',
    })
    const place = {
      Country_Code: 'IN',
      Zone_Code: 'W',
      State_Code: 'GJ',
      Pool_Code: 'P1',
      Station_Code: 'S1',
      City_Code: 'AHM',
      PAN: null,
      Last_Visited: null,
      Last_Visit_ID: null,
      Erp_Code: null,
    }
    good = { ...place, Pin_Code: '380009', Customer_Phone: '9825012345', Type: 'business' }
    await test.make('customer', { ...good, Customer_Code: 'C1', Customer_Name: 'One' })
  })
  afterAll(() => test.close())

  it('finds wrong numbers, fixes a state with one click, and counts down', async () => {
    const address = { City_Code: 'AHM', State_Code: 'GJ', Country_Code: 'IN', Pincode: '380009' }
    await test.make('company', { ...address, Company_Code: 'DAI', GST_No: gstin(27, 'AAACD1234E') })
    await test.make('branch', {
      ...address,
      Company_Code: 'DAI',
      Branch_Code: 'B1',
      Branch_Name: 'Bee',
      GST_No: gstin(24, 'AAACX1234E'),
    })
    await test.make('branch', {
      ...address,
      Company_Code: 'DAI',
      Branch_Code: 'B2',
      Branch_Name: 'Two',
      GST_No: '24AAACD1234E1Z0',
    })
    const customer = (Customer_Code: string, more: object): Promise<Json> =>
      test.make('customer', { ...good, Customer_Code, Customer_Name: `Name ${Customer_Code}`, ...more })
    await customer('C2', { PAN: 'abc', Customer_Phone: '+91 98250-12345' })
    await customer('C3', { Pin_Code: '400001', PAN: 'AAACD1234E', Customer_Phone: '12345' })
    await customer('C4', { PAN: 'aaacd 1234 e', Customer_Phone: '9825012346' })
    await runChecks(test.ctx)
    expect(await names('state-gst-code')).toEqual(['Gujarat (GJ): Gujarat has the GST code 24, not 42'])
    expect(await names('gstin')).toEqual([
      'Two (B2): 24AAACD1234E1Z0: The check digit of this GSTIN is wrong: check it for a typing error',
    ])
    expect(await names('gstin-pan')).toEqual([
      'Bee (B1): This GSTIN has the PAN AAACX1234E; the company’s has AAACD1234E',
    ])
    expect(await names('pan')).toEqual([
      'Name C2 (C2): •••: A PAN has 5 letters, 4 digits and 1 letter, like ABCPD1234E',
    ])
    expect(await names('phone')).toEqual(['Name C3 (C3): 12345: A phone number in India has 10 digits'])
    expect((await found('same-phone')).map(({ name, other }) => [name, other.name])).toEqual([
      ['Name C2 (C2)', 'One (C1)'],
    ])
    expect((await found('same-pan')).map(({ name, other }) => [name, other.name])).toEqual([
      ['Name C4 (C4)', 'Name C3 (C3)'],
    ])

    const [state] = await found('state-gst-code')
    expect(state).toMatchObject({ field: 'Ext_Code', fix: { words: 'Set Ext Code to 24' } })
    expect((await act('state-gst-code', 'fix', { id: state.id })).body.words).toBe(
      'Gujarat (GJ): Set Ext Code to 24',
    )
    expect((await test.request('GET', '/api/v1/states/GJ')).body).toMatchObject({
      Ext_Code: '24',
      version: 2,
    })
    expect(await countOf('state-gst-code')).toMatchObject({ found: 0 })
    expect((await act('state-gst-code', 'fix', { id: state.id })).status).toBe(409)

    // With the right state, the others can be checked against it.
    await runChecks(test.ctx)
    expect(await names('gstin-state')).toHaveLength(1)
    expect((await names('gstin-state'))[0]).toMatch(
      /is registered in Maharashtra \(27\), not in Gujarat \(24\)$/,
    )
    expect(await names('pincode')).toEqual([
      'Name C3 (C3): 400001: PIN codes that begin with 40 are in Maharashtra or Goa, not in Gujarat',
    ])
  })

  it('finds phone numbers stored before all had one spelling, and changes each with a trace', async () => {
    await runChecks(test.ctx)
    expect(await countOf('phone-format')).toMatchObject({ found: 0 })
    await test.store.transaction((tx) =>
      tx
        .updateTable('customer')
        .set({ customer_phone: '098250-12346' })
        .where('customer_code', '=', 'C4')
        .execute(),
    )
    await runChecks(test.ctx)
    const [old] = await found('phone-format')
    expect(old).toMatchObject({ fix: { words: 'Write it as +91 98250 12346' } })
    expect(await names('phone-format')).toEqual(['Name C4 (C4): 098250-12346'])
    expect((await act('phone-format', 'fix', { id: old.id })).status).toBe(200)
    expect((await test.request('GET', '/api/v1/customers/C4')).body).toMatchObject({
      Customer_Phone: '+91 98250 12346',
      version: 2,
    })
  })

  it('shows the wrong PIN code under a matching title', async () => {
    const { body } = await test.request('GET', '/api/v1/customers/C4')
    const change = (Pin_Code: string, version: number): Promise<Json> =>
      test.request('PATCH', '/api/v1/customers/C4', { Pin_Code, version })
    await change('36000', body.version)
    await runChecks(test.ctx)
    expect(await names('pincode')).toContain(
      'Name C4 (C4): 36000: A PIN code has 6 digits and does not begin with 0',
    )
    expect(qualityRules.find(({ id }) => id === 'pincode')!.title).toBe(
      'PIN code that is invalid or in another state',
    )
    await change(body.Pin_Code, body.version + 1)
    await runChecks(test.ctx)
    expect(await names('pincode')).toHaveLength(1)
  })

  it('removes findings that were fixed elsewhere at once', async () => {
    const [finding] = await found('pincode')
    await test.request('PATCH', `/api/v1/customers/${finding.id}`, { Pin_Code: '380015', version: 1 })
    expect(await found('pincode')).toEqual([])
    expect(await countOf('pincode')).toMatchObject({ found: 0 })
  })

  it('fixes inconsistent levels and values that no form accepts', async () => {
    await test.make('zone', { Zone_Code: 'X', Country_Code: 'IN' })
    await test.make('country', { Country_Code: 'NP', Iso_Code: 'NP' })
    const { body: customer } = await test.request('GET', '/api/v1/customers/C4')
    const city = await test.make('city', {
      City_Code: 'SRT',
      City_Name: 'Surat',
      Country_Code: 'IN',
      State_Code: 'GJ',
    })
    const { body: used } = await test.request('GET', '/api/v1/cities/AHM')
    await breakRow('customer', customer.id, { zone_code: 'X', country_code: 'NP' })
    await breakRow('city', city.id, { country_code: 'NP' })
    await breakRow('city', used.id, { country_code: 'NP' })
    await runChecks(test.ctx)
    expect(await names('levels')).toEqual(['Name C4 (C4): Station S1 lies in zone W, not X'])
    expect(await names('city-country')).toEqual([
      'Ahmedabad (AHM): Gujarat lies in IN, the city in NP',
      'Surat (SRT): Gujarat lies in IN, the city in NP',
    ])
    // A city in use is moved in the tree, with everything below it.
    expect((await act('city-country', 'fix', { id: used.id })).status).toBe(409)
    await breakRow('city', used.id, { country_code: 'IN' })
    expect((await act('city-country', 'fix', { id: city.id })).status).toBe(200)
    expect((await act('levels', 'fix', { id: customer.id })).status).toBe(200)
    expect((await test.request('GET', '/api/v1/customers/C4')).body).toMatchObject({
      Zone_Code: 'W',
      Country_Code: 'IN',
    })
    expect(await names('place-empty')).toContainEqual(expect.stringMatching(/\(X\): No state belongs to it$/))
  })

  it('asks for missing values, and deletes unused records', async () => {
    const [city] = await found('city-place')
    expect(city.fix.asks.label).toBe('Location of Ahmedabad')
    expect((await act('city-place', 'fix', { id: city.id, value: 'there' })).status).toBe(422)
    expect((await act('city-place', 'fix', { id: city.id })).body.msg).toBe(
      'Location of Ahmedabad is required',
    )
    expect((await act('city-place', 'fix', { id: city.id, value: '23.02, 72.57' })).status).toBe(200)
    expect(await found('city-place')).toEqual([])
    const empty = (await found('place-empty')).find(({ name }) => name.endsWith('(X)'))
    expect((await act('place-empty', 'fix', { id: empty.id })).status).toBe(200)
    expect((await test.request('GET', '/api/v1/zones/X')).status).toBe(404)
  })

  it('finds circular reporting lines and functions of other branches', async () => {
    const boss = await test.make('staffUser', { User_Id: 'boss', Employee_Code: 'E1', Employee_Name: 'Boss' })
    const own = {
      Company_Code: boss.Company_Code,
      Branch_Code: boss.Branch_Code,
      Function_Codes: boss.Function_Codes,
    }
    const user = (User_Id: string, Employee_Code: string, manager: string | null): Promise<Json> =>
      test.make('staffUser', {
        ...own,
        User_Id,
        Employee_Code,
        Employee_Name: User_Id,
        Functional_Level_Code: boss.Functional_Level_Code,
        Admin_Rpt_Manager_Code: manager,
        Function_Rpt_Manager_Code: null,
      })
    await user('mid', 'E2', 'E1')
    const self = await user('self', 'E3', 'E1')
    await breakRow('staff_user', boss.id, { admin_rpt_manager_code: 'E2' })
    await breakRow('staff_user', self.id, { admin_rpt_manager_code: 'E3', function_codes: '["ELSEWHERE"]' })
    await runChecks(test.ctx)
    expect(await names('reports')).toEqual([
      'Boss (boss): Circular reporting line: E2 → E1',
      'mid: Circular reporting line: E1 → E2',
      'self: Reports to themselves',
    ])
    expect((await names('functions')).map((each) => each.replace(/Branch .* has/, 'Branch has'))).toEqual([
      'self: Branch has no function ELSEWHERE',
    ])
    // The functions are wrong as well, and a save validates the whole record.
    const both = await act('reports', 'fix', { id: self.id })
    expect([both.status, both.body.msg]).toEqual([422, expect.stringContaining('Function Codes')])
    await breakRow('staff_user', self.id, { function_codes: JSON.stringify(boss.Function_Codes) })
    expect((await act('reports', 'fix', { id: self.id })).status).toBe(200)
    expect(await names('reports')).toHaveLength(2)
  })

  it('adds and removes an exception', async () => {
    const [finding] = await found('pan')
    expect((await act('pan', 'exceptions', { id: finding.id, reason: ' ' })).body.msg).toBe(
      'Reason is required',
    )
    expect((await act('pan', 'exceptions', { id: finding.id, reason: 'Foreign number' })).status).toBe(204)
    expect(await found('pan')).toEqual([])
    expect(await countOf('pan')).toMatchObject({ found: 0, excepted: 1 })
    await runChecks(test.ctx)
    expect(await countOf('pan')).toMatchObject({ found: 0, excepted: 1 })
    const { body } = await test.request('GET', `${path}/pan/exceptions`)
    expect(body.items).toMatchObject([{ name: 'Name C2 (C2)', reason: 'Foreign number', by: 'ADMIN person' }])
    const back = await test.request('DELETE', `${path}/pan/exceptions/${finding.id}`)
    expect(back.status).toBe(204)
    expect((await found('pan')).map(({ id }) => id)).toEqual([finding.id])
    expect(await countOf('pan')).toMatchObject({ found: 1, excepted: 0 })
    expect((await test.request('DELETE', `${path}/pan/exceptions/${finding.id}`)).status).toBe(404)
  })

  it('finds unfinished work, and counts every day', async () => {
    test.clock.now = new Date('2028-01-10T06:00:00.000Z')
    await checkDaily(test.ctx)
    // Sessions have expired by then, so the service is called directly.
    const now = (rule: string): Promise<Json> => listFindings(test.ctx, rule, undefined)
    expect((await now('never-visited')).items).toHaveLength(4)
    expect((await now('nobody')).items[0].words).toBe('No owner today')
    const { trend } = await now('pan')
    expect(trend).toEqual([{ day: '2028-01-10', found: 1 }])
    test.clock.now = new Date('2028-01-20T06:00:00.000Z')
    await checkDaily(test.ctx)
    const later = await now('pan')
    expect(later.trend.map((each: Json) => each.day)).toEqual(['2028-01-10', '2028-01-20'])
    const { items } = await readDataQuality(test.ctx)
    expect(items.find(({ rule }) => rule === 'pan')).toMatchObject({ found: 1, before: 1 })
    test.clock.now = new Date('2026-11-15T06:00:00.000Z')
  })

  it('pages through many findings, and checks rights', async () => {
    const whole = await found('employee-account')
    for (let n = whole.length; n < 52; n++)
      await test.make('employee', { email: `e${n}@example.in`, ...employeePlace })
    const { body: health } = await test.request('POST', `${path}/check`)
    expect(health.items).toHaveLength(qualityRules.length)
    const { body: first } = await test.request('GET', `${path}/employee-account`)
    const { body: second } = await test.request('GET', `${path}/employee-account?after=${first.next}`)
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 2, null])
    const office = await test.request('GET', path, undefined, { as: 'OFFICE' })
    expect(office.body.items.map((each: Json) => each.rule)).not.toContain('employee-account')
    const hidden = await test.request('GET', `${path}/employee-account`, undefined, { as: 'OFFICE' })
    expect(hidden.status).toBe(404)
    expect((await test.request('GET', path, undefined, { as: 'FIELD' })).status).toBe(403)
    expect((await test.request('GET', `${path}/pan?after=x`)).status).toBe(422)
    expect((await act('pan', 'fix', [])).status).toBe(422)
  })
  const employeePlace = {
    countryCode: 'IN',
    zoneCode: 'W',
    stateCode: 'GJ',
    poolCode: 'P1',
    stationCode: 'S1',
    cityCode: 'AHM',
    pincode: '380009',
  }
})

describe.each(databaseNames)('the GSTIN of customers on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('country', { Country_Code: 'IN', Iso_Code: 'IN', Iso_Code_3char: 'IND' })
    await test.make('zone', { Zone_Code: 'W', Country_Code: 'IN' })
    await test.make('state', { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'W', Ext_Code: '24' })
    await test.make('pool', { Pool_Code: 'P', State_Code: 'GJ' })
    await test.make('station', { Station_Code: 'ST', Pool_Code: 'P' })
    await test.make('city', { City_Code: 'AHM', State_Code: 'GJ', Country_Code: 'IN' })
    const levels = { Pool_Code: 'P', Station_Code: 'ST', City_Code: 'AHM' }
    const place = { Country_Code: 'IN', Zone_Code: 'W', State_Code: 'GJ', ...levels }
    const common = { ...place, Type: 'business', Tax_Preference: 'taxable', PAN: null }
    const make = (Customer_Code: string, more: object): Promise<Json> =>
      test.make('customer', { ...common, Customer_Code, ...more })
    await make('G1', { GSTIN: gstin(24, 'AAACD1234E') })
    await make('G2', { GSTIN: 'not a GSTIN' })
    await make('G3', { GSTIN: gstin(27, 'AAACE1234E') })
    await make('G4', { GSTIN: ` ${gstin(24, 'AAACD1234E').toLowerCase().replace('24', '24 ')} ` })
    await make('G5', { GSTIN: gstin(24, 'AAACF1234E'), PAN: 'AAACG1234E' })
    await make('G6', { GSTIN: gstin(24, 'AAACH1234E'), PAN: 'aaach 1234e' })
    await make('G7', { GSTIN: null })
    await make('G8', { GSTIN: null, Type: 'individual' })
    await make('G9', { GSTIN: null, Tax_Preference: 'non taxable' })
    await runChecks(test.ctx)
  })
  afterAll(() => test.close())

  const findings = async (rule: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/data-quality/${rule}`)).body.items
  const codes = async (rule: string): Promise<string[]> =>
    (await findings(rule)).map((each: Json) => /\bG\d\b/.exec(each.name)![0]).toSorted()

  it('is stored in capitals without spaces, and is masked like the PAN that it contains', async () => {
    const read = async (as: string): Promise<string> =>
      (await test.request('GET', '/api/v1/customers/G4', undefined, { as })).body.GSTIN
    expect(await read('OFFICE')).toBe(gstin(24, 'AAACD1234E'))
    expect(await read('VIEWER')).toMatch(/^24•{11}Z?.{1,2}$/)
    const searched = (as: string): Promise<Json> =>
      test.request('GET', '/api/v1/customers?q=aaacd1234', undefined, { as })
    expect((await searched('OFFICE')).body.items).toHaveLength(2)
    expect((await searched('VIEWER')).body.items).toEqual([])
  })

  it('is saved when it is wrong, and is a finding when it is invalid, repeated, missing or does not match', async () => {
    expect(await codes('gstin')).toEqual(['G2'])
    expect(await codes('gstin-state')).toEqual(['G3'])
    expect(await codes('gstin-pan')).toEqual(['G5'])
    expect(await codes('gstin-missing')).toEqual(['G7'])
    expect((await findings('same-gstin')).map(({ name, other }) => [name, other.name].join())).toEqual([
      expect.stringMatching(/\(G4\),.*\(G1\)/),
    ])
    const all = ['gstin', 'gstin-state', 'gstin-pan', 'same-gstin']
    for (const rule of all) expect(JSON.stringify(await findings(rule))).not.toMatch(/AAAC[DEF]1234/)
  })

  it('is refused only when it cannot be stored', async () => {
    const { version } = (await test.request('GET', '/api/v1/customers/G7')).body
    const { status, body } = await test.request('PATCH', '/api/v1/customers/G7', {
      version,
      GSTIN: 'X'.repeat(33),
    })
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'GSTIN', message: 'GSTIN should not exceed 32 characters' }],
    ])
  })
})
