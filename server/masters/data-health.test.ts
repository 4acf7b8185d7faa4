import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gstinCheckDigit } from '#domain/india/gstin.ts'
import { healthRules } from '#domain/health/rules.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { dataHealth, findingsOf } from './health-service.ts'
import { lookAgain, lookDaily } from './health-look.ts'
import { checksOf } from './health-rules.ts'

const gstin = (state: number, pan: string): string => {
  const first = `${state}${pan}1Z`
  return first + gstinCheckDigit(first)
}

it('every rule has its words and its way to look', () => {
  expect(Object.keys(checksOf)).toEqual(healthRules.map(({ id }) => id))
})

describe.each(databaseNames)('the health of the data on %s', (database) => {
  let test: TestApp
  let good: Json
  const path = '/api/v1/data-health'
  const found = async (rule: string): Promise<Json[]> =>
    (await test.request('GET', `${path}/${rule}`)).body.items
  const names = async (rule: string): Promise<string[]> =>
    (await found(rule)).map(({ name, words }) => `${name}: ${words}`)
  const countOf = async (rule: string): Promise<Json> =>
    (await test.request('GET', path)).body.items.find((each: Json) => each.rule === rule)
  const act = (rule: string, what: string, body: unknown): Promise<Answer> =>
    test.request('POST', `${path}/${rule}/${what}`, body)
  /** As a program that goes round the product, or a backup of older days, would leave it. */
  const breakRow = (table: string, id: string, cells: Record<string, string | number>): Promise<unknown> =>
    test.store.transaction((tx) => tx.updateTable(table).set(cells).where('id', '=', id).execute())

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

  it('finds what is wrong with numbers, mends a state by one tap, and burns down', async () => {
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
    await lookAgain(test.ctx)
    expect(await names('state-gst-code')).toEqual(['Gujarat (GJ): Gujarat has the GST code 24, not 42'])
    expect(await names('gstin')).toEqual([
      'Two (B2): 24AAACD1234E1Z0: The check digit of this GSTIN does not fit: one of its characters is mistyped',
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

    // With the state right, the others can be told from it.
    await lookAgain(test.ctx)
    expect(await names('gstin-state')).toHaveLength(1)
    expect((await names('gstin-state'))[0]).toMatch(/was given in Maharashtra \(27\), not in Gujarat \(24\)$/)
    expect(await names('pincode')).toEqual([
      'Name C3 (C3): 400001: PIN codes that begin with 40 lie in Maharashtra or Goa, not in Gujarat',
    ])
  })

  it('shows the PIN code that is wrong, under a title that fits', async () => {
    const { body } = await test.request('GET', '/api/v1/customers/C4')
    const change = (Pin_Code: string, version: number): Promise<Json> =>
      test.request('PATCH', '/api/v1/customers/C4', { Pin_Code, version })
    await change('36000', body.version)
    await lookAgain(test.ctx)
    expect(await names('pincode')).toContain(
      'Name C4 (C4): 36000: A PIN code has 6 digits and does not begin with 0',
    )
    expect(healthRules.find(({ id }) => id === 'pincode')!.title).toBe(
      'PIN code that is wrong or lies in another state',
    )
    await change(body.Pin_Code, body.version + 1)
    await lookAgain(test.ctx)
    expect(await names('pincode')).toHaveLength(1)
  })

  it('takes what was mended elsewhere off the list at once', async () => {
    const [finding] = await found('pincode')
    await test.request('PATCH', `/api/v1/customers/${finding.id}`, { Pin_Code: '380015', version: 1 })
    expect(await found('pincode')).toEqual([])
    expect(await countOf('pincode')).toMatchObject({ found: 0 })
  })

  it('mends levels that fell apart, and what no record may say', async () => {
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
    await lookAgain(test.ctx)
    expect(await names('levels')).toEqual(['Name C4 (C4): Station S1 lies in zone W, not X'])
    expect(await names('city-country')).toEqual([
      'Ahmedabad (AHM): Gujarat lies in IN, the city in NP',
      'Surat (SRT): Gujarat lies in IN, the city in NP',
    ])
    // Whatever names a city relies on where it lies: such a one is moved in the tree, with all that is below it.
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

  it('asks for what it cannot know, and deletes what is not needed', async () => {
    const [city] = await found('city-place')
    expect(city.fix.asks.label).toBe('Place of Ahmedabad')
    expect((await act('city-place', 'fix', { id: city.id, value: 'there' })).status).toBe(422)
    expect((await act('city-place', 'fix', { id: city.id })).body.msg).toBe('Place of Ahmedabad is required')
    expect((await act('city-place', 'fix', { id: city.id, value: '23.02, 72.57' })).status).toBe(200)
    expect(await found('city-place')).toEqual([])
    const empty = (await found('place-empty')).find(({ name }) => name.endsWith('(X)'))
    expect((await act('place-empty', 'fix', { id: empty.id })).status).toBe(200)
    expect((await test.request('GET', '/api/v1/zones/X')).status).toBe(404)
  })

  it('finds users in a circle and with functions of elsewhere', async () => {
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
    await lookAgain(test.ctx)
    expect(await names('reports')).toEqual([
      'Boss (boss): Their line of managers comes back to them: E2 → E1',
      'mid: Their line of managers comes back to them: E1 → E2',
      'self: They report to themselves',
    ])
    expect((await names('functions')).map((each) => each.replace(/Branch .* has/, 'Branch has'))).toEqual([
      'self: Branch has no function ELSEWHERE',
    ])
    // The functions are wrong as well, and a save looks at all of a record: it says so instead of guessing.
    const both = await act('reports', 'fix', { id: self.id })
    expect([both.status, both.body.msg]).toEqual([422, expect.stringContaining('Function Codes')])
    await breakRow('staff_user', self.id, { function_codes: JSON.stringify(boss.Function_Codes) })
    expect((await act('reports', 'fix', { id: self.id })).status).toBe(200)
    expect(await names('reports')).toHaveLength(2)
  })

  it('lets a person say that something is right, and take that back', async () => {
    const [finding] = await found('pan')
    expect((await act('pan', 'except', { id: finding.id, reason: ' ' })).body.msg).toBe('Reason is required')
    expect((await act('pan', 'except', { id: finding.id, reason: 'Foreign number' })).status).toBe(204)
    expect(await found('pan')).toEqual([])
    expect(await countOf('pan')).toMatchObject({ found: 0, excepted: 1 })
    await lookAgain(test.ctx)
    expect(await countOf('pan')).toMatchObject({ found: 0, excepted: 1 })
    const { body } = await test.request('GET', `${path}/pan/except`)
    expect(body.items).toMatchObject([{ name: 'Name C2 (C2)', reason: 'Foreign number', by: 'ADMIN person' }])
    const back = await test.request('DELETE', `${path}/pan/except/${finding.id}`)
    expect(back.status).toBe(204)
    expect((await found('pan')).map(({ id }) => id)).toEqual([finding.id])
    expect(await countOf('pan')).toMatchObject({ found: 1, excepted: 0 })
    expect((await test.request('DELETE', `${path}/pan/except/${finding.id}`)).status).toBe(404)
  })

  it('finds work left undone, and counts every day', async () => {
    test.clock.now = new Date('2028-01-10T06:00:00.000Z')
    await lookDaily(test.ctx)
    // Nobody’s session lasts that long.
    const now = (rule: string): Promise<Json> => findingsOf(test.ctx, rule, {})
    expect((await now('never-visited')).items).toHaveLength(4)
    expect((await now('nobody')).items[0].words).toBe('Nobody looks after them today')
    const { trend } = await now('pan')
    expect(trend).toEqual([{ day: '2028-01-10', found: 1 }])
    test.clock.now = new Date('2028-01-20T06:00:00.000Z')
    await lookDaily(test.ctx)
    const later = await now('pan')
    expect(later.trend.map((each: Json) => each.day)).toEqual(['2028-01-10', '2028-01-20'])
    const { items } = await dataHealth(test.ctx)
    expect(items.find(({ rule }) => rule === 'pan')).toMatchObject({ found: 1, before: 1 })
    test.clock.now = new Date('2026-11-15T06:00:00.000Z')
  })

  it('pages through many, and is for those who may', async () => {
    const whole = await found('employee-account')
    for (let n = whole.length; n < 52; n++)
      await test.make('employee', { email: `e${n}@example.in`, ...employeePlace })
    const { body: health } = await test.request('POST', `${path}/look-again`)
    expect(health.items).toHaveLength(healthRules.length)
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
