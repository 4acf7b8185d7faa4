import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

/** An account with a limited scope that may change customers and stations there. */
describe.each(databaseNames)('an account with a limited scope on %s', (database) => {
  let test: TestApp
  let own: Json
  let other: Json
  let manager: string

  beforeAll(async () => {
    test = await openTestApp(database)
    own = await test.make('customer', { Customer_Code: 'OWN', Erp_Code: 'E-OWN' })
    const { Country_Code, Zone_Code, State_Code, City_Code } = own
    const pool = await test.make('pool', { State_Code })
    const station = await test.make('station', { Pool_Code: pool.Pool_Code })
    other = await test.make('customer', {
      Customer_Code: 'FAR',
      Erp_Code: 'E-FAR',
      Country_Code,
      Zone_Code,
      State_Code,
      City_Code,
      Pool_Code: pool.Pool_Code,
      Station_Code: station.Station_Code,
    })
    await test.make('role', { Role_Code: 'AREA', Role_Name: 'Area manager' })
    const all = ['read', 'create', 'update', 'delete']
    const rights = {
      customer: all,
      visit: all,
      balance: all,
      zone: all,
      state: all,
      pool: all,
      station: all,
      city: all,
    }
    await test.request('PUT', '/api/v1/role-rights/AREA', { rights, sees: 'pool', version: 0 })
    const { id, token } = await newPerson(test, 'area@example.in', 'AREA')
    const places = [{ level: 'pool', code: own.Pool_Code }]
    const answer = await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    expect(answer.status).toBe(200)
    manager = token
  })
  afterAll(() => test.close())

  const seen = async (): Promise<string[]> => {
    const { body } = await test.request('GET', '/api/v1/customers', undefined, { as: manager })
    return body.items.map((each: Json) => each.Customer_Code)
  }

  it('gets the names of its places when a customer would leave them', async () => {
    const { Pool_Code, Station_Code } = other
    const leave = async (): Promise<[number, string]> => {
      const change = { Pool_Code, Station_Code, version: own.version }
      const path = `/api/v1/customers/${own.id}`
      const { status, body } = await test.request('PATCH', path, change, { as: manager })
      return [status, body.msg]
    }
    const called = async (code: string): Promise<string> => {
      const { body } = await test.request('GET', `/api/v1/pools/${code}`)
      return body.Pool_Name === code ? code : `${body.Pool_Name} (${code})`
    }
    const outside = /^.*OWN.* would be outside your territory\. /
    const [status, only] = await leave()
    expect([status, only.replace(outside, '')]).toEqual([
      403,
      `You see only pool ${await called(own.Pool_Code)}`,
    ])
    expect(only).not.toContain(Pool_Code)
    const { body: people } = await test.request('GET', '/api/admin/users')
    const { id, version } = (people.items ?? people).find(({ email }: Json) => email === 'area@example.in')
    const pools: string[] = [own.Pool_Code]
    for (const Pool_Code of ['ZA', 'ZB', 'ZC', 'ZD'])
      pools.push((await test.make('pool', { Pool_Code, State_Code: own.State_Code })).Pool_Code)
    const give = async (codes: string[], at: number): Promise<void> => {
      const places = codes.map((code) => ({ level: 'pool', code }))
      const answer = await test.request('PATCH', `/api/admin/users/${id}`, { places, version: at })
      expect(answer.status).toBe(200)
    }
    await give(pools, version)
    expect((await leave())[1]).toMatch(/You see only pool [^,]+, pool [^,]+, pool [^,]+ and 2 more$/)
    await give([own.Pool_Code], version + 1)
  })

  it('cannot move customers into its scope by moving, renaming or merging places', async () => {
    const read = async (path: string): Promise<Json> => (await test.request('GET', path)).body
    const [far, near] = [
      await read(`/api/v1/stations/${other.Station_Code}`),
      await read(`/api/v1/stations/${own.Station_Code}`),
    ]
    const ask = async (path: string, body: Json): Promise<number> =>
      (await test.request('POST', `/api/v1/${path}`, body, { as: manager })).status
    const move = { to: { Pool_Code: own.Pool_Code }, version: far.version }
    const versions = { [far.id]: far.version, [near.id]: near.version }
    const merge = { with: far.id, versions }
    const rename = { to: { Station_Code: 'ELSE' }, version: far.version }
    for (const dryRun of [true, false]) {
      expect(await ask(`stations/${far.id}/move`, { ...move, dryRun })).toBe(403)
      expect(await ask(`stations/${near.id}/merge`, { ...merge, dryRun })).toBe(403)
      expect(await ask(`stations/${far.id}/rename`, { ...rename, dryRun })).toBe(403)
    }
    expect(await seen()).toEqual(['OWN'])
  })

  it('learns nothing about codes outside its scope from a balance upload', async () => {
    const upload = async (Erp_Code: string): Promise<Json> => {
      const rows = [{ Erp_Code, As_Of: '2026-11-01', Receivable: 1, Overdue: 0 }]
      const { status, body } = await test.request(
        'POST',
        '/api/v1/balances/upload?dryRun=true',
        { rows },
        { as: manager },
      )
      return [status, JSON.stringify(body.rows).replaceAll(Erp_Code, 'IT')]
    }
    expect(await upload('E-FAR')).toEqual(await upload('E-NONE'))
    expect(await upload('e-far')).toEqual(await upload('e-none'))
    expect((await upload('E-OWN'))[1]).toContain('"new"')
  })

  it('keeps its assigned places when they are renamed, and gets no new place with the old code', async () => {
    const scope = async (): Promise<Json> =>
      (await test.request('GET', '/api/v1/me', undefined, { as: manager })).body.access.scope
    const token = { name: 'ERP', role: 'VIEWER', places: await scope(), expiresOn: '2026-12-31' }
    expect((await test.request('POST', '/api/v1/api-tokens', token)).status).toBe(201)
    const { body: pool } = await test.request('GET', `/api/v1/pools/${own.Pool_Code}`)
    const rename = { to: { Pool_Code: 'RENAMED' }, version: pool.version }
    expect((await test.request('POST', `/api/v1/pools/${pool.id}/rename`, rename)).status).toBe(200)
    await test.make('pool', { Pool_Code: own.Pool_Code, State_Code: own.State_Code })
    expect(await scope()).toEqual([{ level: 'pool', code: 'RENAMED' }])
    expect(await seen()).toEqual(['OWN'])
    const { body: tokens } = await test.request('GET', '/api/v1/api-tokens')
    expect(tokens.items[0].places).toMatchObject([{ level: 'pool', code: 'RENAMED' }])
  })

  it('gets no new place with the code of a deleted one, and gets a restored place back', async () => {
    const { Country_Code, Zone_Code, State_Code, City_Code } = own
    const pool = (await test.make('pool', { State_Code })).Pool_Code
    const away = await test.make('station', { Station_Code: 'AWAY', Station_Name: 'Away', Pool_Code: pool })
    const { id, token } = await newPerson(test, 'away@example.in', 'AREA')
    const places = [{ level: 'station', code: 'AWAY' }]
    const answer = await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    expect(answer.body.places).toEqual([{ level: 'station', code: 'AWAY', name: 'Away' }])
    const erp = { name: 'Away ERP', role: 'VIEWER', places, expiresOn: '2026-12-31' }
    const { body: program } = await test.request('POST', '/api/v1/api-tokens', erp)
    // The employee's own place is not used, because places were assigned.
    const lives = { stationCode: other.Station_Code, poolCode: other.Pool_Code, cityCode: City_Code }
    const above = { countryCode: Country_Code, zoneCode: Zone_Code, stateCode: State_Code }
    await test.make('employee', { email: 'away@example.in', ...lives, ...above })
    const customers = async (as: string): Promise<string[]> => {
      const { body } = await test.request('GET', '/api/v1/customers', undefined, { as })
      return body.items.map((each: Json) => each.Customer_Code)
    }
    const both = async (): Promise<string[][]> => [await customers(token), await customers(program.token)]
    const put = (Customer_Code: string): Promise<Json> =>
      test.make('customer', {
        Customer_Code,
        Country_Code,
        Zone_Code,
        State_Code,
        City_Code,
        Pool_Code: pool,
        Station_Code: 'AWAY',
      })
    const listed = async (): Promise<Json[]> => [
      (await test.request('GET', '/api/admin/users')).body.find((each: Json) => each.id === id).places,
      (await test.request('GET', '/api/v1/api-tokens')).body.items[0].places,
    ]
    const drop = async (path: string, { version }: Json): Promise<number> =>
      (await test.request('DELETE', `/api/v1/${path}?version=${version}`)).status

    const first = await put('AWAY1')
    expect(await both()).toEqual([['AWAY1'], ['AWAY1']])
    expect([await drop(`customers/${first.id}`, first), await drop(`stations/${away.id}`, away)]).toEqual([
      204, 204,
    ])
    expect([await both(), await listed()]).toEqual([
      [[], []],
      [[], [{ level: 'station', code: 'AWAY' }]],
    ])

    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    const again = await test.make('station', { Station_Code: 'AWAY', Station_Name: 'Anew', Pool_Code: pool })
    const second = await put('AWAY2')
    expect([await both(), await listed()]).toEqual([
      [[], []],
      [[], [{ level: 'station', code: 'AWAY' }]],
    ])

    await drop(`customers/${second.id}`, second)
    await drop(`stations/${again.id}`, again)
    expect((await test.request('POST', `/api/v1/stations/${away.id}/restore`)).status).toBe(200)
    await put('AWAY3')
    expect(await both()).toEqual([['AWAY3'], ['AWAY3']])
    expect((await listed())[0]).toEqual([{ level: 'station', code: 'AWAY', name: 'Away' }])
  })
})
