import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenReferences, contents } from '#testing/files/contents.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('renames, merges and moves on %s', (database) => {
  let test: TestApp
  let customer: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    const country = await test.make('country', { Country_Code: 'IN' })
    await test.make('zone', { Zone_Code: 'W', Country_Code: country.Country_Code })
    await test.make('zone', { Zone_Code: 'N', Country_Code: country.Country_Code })
    await test.make('state', { State_Code: 'GJ', Zone_Code: 'W' })
    await test.make('pool', { Pool_Code: 'P', State_Code: 'GJ' })
    await test.make('station', { Station_Code: 'S', Pool_Code: 'P' })
    await test.make('city', { City_Code: 'AHM', State_Code: 'GJ', Country_Code: 'IN' })
    customer = await test.make('customer', { Customer_Code: 'C1', ...place })
  })
  afterAll(() => test.close())

  const place = {
    Country_Code: 'IN',
    Zone_Code: 'W',
    State_Code: 'GJ',
    Pool_Code: 'P',
    Station_Code: 'S',
    City_Code: 'AHM',
  }
  const read = async (path: string, code: string): Promise<Json> =>
    (await test.request('GET', `/api/v1/${path}/${code}`)).body
  const post = async (path: string, code: string, verb: string, body: Json, as = 'ADMIN'): Promise<Json> => {
    const { version } = await read(path, code)
    // A merge names the versions of both records instead.
    const complete = verb.startsWith('merge') ? body : { version, ...body }
    return test.request('POST', `/api/v1/${path}/${code}/${verb}`, complete, { as })
  }
  const undo = (answer: Json): Promise<Json> =>
    test.request('POST', `/api/v1/batches/${answer.body.batch.id}/undo`)

  it('renames a code everywhere it is used, with a dry run before and an undo after', async () => {
    const preview = await post('zones', 'W', 'rename', { to: { Zone_Code: 'WEST' }, dryRun: true })
    const byOldName = await post('zones', 'W', 'rename', { to: { Zone_Code: 'WEST' }, rehearse: true })
    const byQuery = await post('zones', 'W', 'rename?dryRun=true', { to: { Zone_Code: 'WEST' } })
    for (const same of [byOldName, byQuery])
      expect(same).toMatchObject({ status: 200, body: { words: preview.body.words, isDryRun: true } })
    expect(preview.body).toMatchObject({
      isDryRun: true,
      isRehearsal: true,
      words: '1 state and 1 customer',
      batch: null,
    })
    expect((await read('zones', 'W')).Zone_Code).toBe('W')
    expect((await test.request('GET', '/api/v1/batches')).body.items).toEqual([])

    const done = await post('zones', 'W', 'rename', { to: { Zone_Code: 'WEST' } })
    expect(done.body).toMatchObject({
      ...preview.body,
      isDryRun: false,
      isRehearsal: false,
      batch: { kind: 'rename', state: 'done' },
    })
    expect(await read('customers', 'C1')).toMatchObject({ Zone_Code: 'WEST', version: 2 })
    expect(await read('zones', 'W')).toMatchObject({ Zone_Code: 'WEST' })

    // Changes of other fields, and new references to the new code, do not prevent the undo.
    await test.request('PATCH', '/api/v1/customers/C1', { Street: 'New street', version: 2 })
    await test.make('state', { State_Code: 'MH', Zone_Code: 'WEST' })
    expect((await undo(done)).body).toMatchObject({ undone: 3, leftCount: 0 })
    expect(await read('customers', 'C1')).toMatchObject({ Zone_Code: 'W', Street: 'New street' })
    expect(await read('states', 'MH')).toMatchObject({ Zone_Code: 'W' })
  })

  it('renames a name that other records refer to', async () => {
    const currency = await test.make('currency', { Currency_Code: 'INR', Currency_Name: 'Rupea' })
    await test.make('customer', { Customer_Code: 'C2', ...place, Currency_Name: 'Rupea' })
    const done = await post('currencies', 'INR', 'rename', { to: { Currency_Name: 'Rupee' } })
    expect(done.body.words).toBe('1 customer')
    expect(await read('customers', 'C2')).toMatchObject({ Currency_Name: 'Rupee' })
    expect(currency.version).toBe(1)
  })

  it('moves a subtree and reports all affected records, including plans', async () => {
    await test.make('employee', { ...asEmployee(place) })
    const plan = { Customer_Code: 'C1', Planned_Date: '2026-11-20', Planned_Time: '10:30' }
    expect((await test.request('POST', '/api/plan-visit', plan)).body.msg).toBeUndefined()
    const before = await contents(test.store)
    const preview = await post('states', 'GJ', 'move', { to: { Zone_Code: 'n' }, dryRun: true })
    expect(preview.body.words).toBe('2 customers, 1 employee and 1 plan')
    const done = await post('states', 'GJ', 'move', { to: { Zone_Code: 'n' } })
    expect(done.status).toBe(200)
    expect(await read('customers', 'C1')).toMatchObject({ Zone_Code: 'N', State_Code: 'GJ' })
    expect(await brokenReferences(test.store)).toEqual([])
    await undo(done)
    expect(await contents(test.store)).toEqual(before)
  })

  const asEmployee = (of: typeof place): Json =>
    Object.fromEntries(
      Object.entries(of).map(([name, code]) => [`${name.split('_')[0]!.toLowerCase()}Code`, code]),
    )

  it('returns 409 for a move that would leave contradictory references, and names them', async () => {
    const answer = await post('pools', 'P', 'move', { to: { State_Code: 'MH' } })
    expect(answer.status).toBe(409)
    expect(answer.body.msg).toMatch(
      /cannot be changed: City AHM belongs to state GJ, not MH\. Nothing was changed$/,
    )
    expect(await read('pools', 'P')).toMatchObject({ State_Code: 'GJ' })
  })

  it('merges two records with their referrers, and restores both on undo', async () => {
    await test.make('balance', { Customer_Code: 'C1', As_Of: '2026-11-01' })
    await test.make('balance', { Customer_Code: 'C2', As_Of: '2026-11-02' })
    const { employeeNumber } = (await test.request('GET', '/api/v1/employees')).body.items[0]
    for (const code of ['C1', 'C2']) {
      const days = { From_Day: '2026-01-01', Until_Day: null, Employee_Number: employeeNumber }
      await test.make('assignment', { Customer_Code: code, ...days })
    }
    await test.make('customerPlace', { Customer_Code: 'C2' })
    const before = await contents(test.store)
    const [one, two] = [await read('customers', 'C1'), await read('customers', 'C2')]
    const body = {
      with: two.id,
      versions: { [one.id]: one.version, [two.id]: two.version },
      take: { Customer_Phone: 'other' },
    }
    const done = await test.request('POST', `/api/v1/customers/${one.id}/merge`, body)
    expect(done.body).toMatchObject({
      follow: [{ entity: 'customerPlace', count: 1 }],
      toBin: [
        { entity: 'customer', count: 1 },
        { entity: 'balance', count: 1 },
        { entity: 'assignment', count: 1 },
      ],
    })
    expect(await read('customers', 'C1')).toMatchObject({ Customer_Phone: two.Customer_Phone })
    expect(await read('customers', 'C2')).toMatchObject({ Customer_Code: 'C1' })
    expect(await brokenReferences(test.store)).toEqual([])
    const undone = await undo(done)
    expect(undone.body.leftCount).toBe(0)
    expect(await contents(test.store)).toEqual(before)
    // Undo the undo.
    await undo(undone)
    expect(await read('customers', 'C2')).toMatchObject({ id: one.id, Customer_Code: 'C1' })
    expect(await brokenReferences(test.store)).toEqual([])
  })

  it('rejects invalid requests with a reason', async () => {
    const status = async (...args: Parameters<typeof post>): Promise<string> => {
      const { status: code, body } = await post(...args)
      return `${code} ${body.msg}`
    }
    expect(await status('zones', 'W', 'rename', { to: { Zone_Code: 'n' } })).toBe(
      '409 Zone N exists already. Merge the two instead?',
    )
    expect(await status('zones', 'W', 'rename', { to: { Country_Code: 'X' } })).toMatch(
      /^422 Country Code cannot/,
    )
    expect(await status('zones', 'W', 'rename', { to: { Zone_Code: ' ' } })).toBe('422 Zone Code is required')
    expect(await status('zones', 'W', 'rename', { to: { Zone_Code: 'Q' }, version: 1 })).toMatch(
      /^409 .*meanwhile/,
    )
    expect(await status('zones', 'W', 'rename', {})).toMatch(/^422 to should have/)
    for (const name of ['dryRun', 'rehearse'])
      expect(await status('zones', 'W', 'rename', { to: { Zone_Code: 'X' }, [name]: 'true' })).toBe(
        `422 ${name} should be true or false`,
      )
    for (const verb of ['rename', 'move', 'merge'])
      expect(await status('zones', 'W', `${verb}?dryRun=yes`, { to: { Zone_Code: 'X' } })).toBe(
        '422 dryRun should be true or false',
      )
    expect(await status('zones', 'W', 'rename', { to: { Zone_Code: 'X' }, dryrun: true })).toBe(
      '422 dryrun is not a field of a rename',
    )
    expect(await status('zones', 'W', 'move', { to: { Country_Code: 'ZZ' } })).toMatch(
      /^422 There is no country/,
    )
    expect(await status('roles', 'ADMIN', 'rename', { to: { Role_Code: 'BOSS' } })).toMatch(/^409 .*built in/)
    expect(await status('zones', 'W', 'rename', { to: { Zone_Code: 'Q' } }, 'FIELD')).toMatch(/^403/)
    expect(await status('zones', 'W', 'merge', { with: 'W', versions: {} })).toMatch(/^422 version is/)
    const { body } = await test.request('PATCH', '/api/v1/zones/W', {
      Zone_Code: 'Q',
      version: (await read('zones', 'W')).version,
    })
    expect(body.msg).toMatch(/Rename it to change it everywhere$/)
  })

  it('renames the role of accounts, and requires the right to update every referrer', async () => {
    await test.make('role', { Role_Code: 'TRAINEE' })
    const user = await test.make('staffUser', { Company_Code: 'ACME' }).catch(() => test.make('staffUser'))
    const answer = await post(
      'companies',
      user.Company_Code,
      'rename',
      { to: { Company_Code: 'NEW' } },
      'OFFICE',
    )
    expect(answer.body.msg).toMatch(/may not update users$/)
    expect(answer.status).toBe(403)
    const done = await post('companies', user.Company_Code, 'rename', { to: { Company_Code: 'NEW' } })
    expect(done.status).toBe(200)
    expect(await brokenReferences(test.store)).toEqual([])
    await test.store.transaction((tx) =>
      tx
        .updateTable('account')
        .set({ role_code: 'TRAINEE' })
        .where('email', '=', 'field@example.in')
        .execute(),
    )
    await post('roles', 'TRAINEE', 'rename', { to: { Role_Code: 'LEARNER' } })
    const account = await test.store.read
      .selectFrom('account')
      .select('role_code')
      .where('email', '=', 'field@example.in')
      .executeTakeFirst()
    expect(account).toEqual({ role_code: 'LEARNER' })
  })

  it('returns 409 for an undo that would break references', async () => {
    const done = await post('cities', 'AHM', 'rename', { to: { City_Code: 'AMD' } })
    await test.make('city', { City_Code: 'AHM', State_Code: 'GJ', Country_Code: 'IN' })
    const answer = await undo(done)
    expect(answer.status).toBe(409)
    expect(await read('customers', 'C1')).toMatchObject({ City_Code: 'AMD', id: customer.id })
  })
})
