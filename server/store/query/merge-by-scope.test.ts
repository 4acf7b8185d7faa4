import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { planOf, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('the list of an account with a scope of a few places on %s', (database) => {
  let test: TestApp
  let token: string
  let oneStationToken: string
  let outsideScope: string[]
  const inFirst = Array.from({ length: 9 }, (_, at) => `C${at * 4}`)
  beforeAll(async () => {
    test = await openTestApp(database)
    const created: Json[] = []
    for (const code of ['T0', 'T2', 'T3']) created.push(await test.make('customer', { Customer_Code: code }))
    // Two of the stations lie in one zone.
    const { Country_Code, Zone_Code, State_Code, City_Code, Pool_Code } = created[0]!
    const { Station_Code } = await test.make('station', { Pool_Code })
    const siblings = { Country_Code, Zone_Code, State_Code, City_Code, Pool_Code, Station_Code }
    created.splice(1, 0, await test.make('customer', { Customer_Code: 'T1', ...siblings }))
    const stations = created.map((each) => each.Station_Code)
    outsideScope = ['T3', ...Array.from({ length: 9 }, (_, at) => `C${at * 4 + 3}`)]
    for (let at = 0; at < 36; at++) {
      const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...template } = created[at % 4]!
      const { status, body } = await test.request('POST', '/api/v1/customers', {
        ...template,
        Customer_Code: `C${at}`,
        // Many names are equal, so that the id decides at page boundaries.
        Customer_Name: `Farmer ${(at * 7) % 5}`,
        Visit_In_Days: (at % 3) + 1,
        Last_Visited: at % 5 === 0 ? null : `2026-11-0${(at % 6) + 1}`,
        Erp_Code: at % 4 === 0 ? null : `E${at % 6}`,
      })
      expect(status, JSON.stringify(body)).toBe(201)
    }
    const tokenFor = async (places: string[]): Promise<string> => {
      const { status, body } = await test.request('POST', '/api/v1/api-tokens', {
        name: `Of ${places.length}`,
        role: 'VIEWER',
        places: places.map((code) => ({ level: 'station', code })),
        expiresOn: '2026-12-31',
      })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.token
    }
    token = await tokenFor(stations.slice(0, 3))
    oneStationToken = await tokenFor(stations.slice(0, 1))
  })
  afterAll(() => test.close())

  const all = async (path: string, as: string): Promise<Json[]> => {
    const found: Json[] = []
    for (let after = ''; ;) {
      const { status, body } = await test.request('GET', `${path}&limit=4${after}`, undefined, { as })
      expect(status, JSON.stringify(body)).toBe(200)
      found.push(...body.items)
      if (!body.next) return found
      after = `&after=${encodeURIComponent(body.next)}`
    }
  }

  it.each([
    'customers?sort=Customer_Name',
    'customers?sort=-Customer_Name',
    'customers?sort=Customer_Code',
    'customers?sort=-createdAt',
    'customers?sort=Erp_Code',
    'customers?sort=Customer_Name,-Erp_Code',
    'customers?sort=Customer_Name&Erp_Code=E2',
    'customers?sort=Customer_Name&q=farmer',
    'customers?sort=Customer_Name&q=fa',
    'customers?sort=-Customer_Name&q=fa+me',
    'customers?sort=Customer_Name&Customer_Name.has=farmer',
    'customers?sort=Customer_Name&Customer_Name.has=ar',
    'customers?sort=Erp_Code&Customer_Name.has=farmer&Customer_Name.has=nobody',
    'visit-plans?due=overdue',
    'visit-plans?order=planned',
  ])('returns for %s the full list without the records outside the scope, page by page', async (path) => {
    const fullList = await all(`/api/v1/${path}`, 'ADMIN')
    const own = await all(`/api/v1/${path}`, token)
    const codes = (records: Json[]): string[] => records.map(({ Customer_Code }) => Customer_Code)
    const isInScope = ({ Customer_Code }: Json): boolean => !outsideScope.includes(Customer_Code)
    expect(codes(own)).toEqual(codes(fullList.filter(isInScope)))
    expect(own.length).toBeGreaterThan(2)
    const ofStation = ({ Customer_Code: code }: Json): boolean => code === 'T0' || inFirst.includes(code)
    expect(codes(await all(`/api/v1/${path}`, oneStationToken))).toEqual(codes(fullList.filter(ofStation)))
  })

  it('is read by an index scan per place, and only candidates of the page are sorted', async () => {
    const path = '/api/v1/customers?sort=Customer_Name&limit=50'
    const statements = await statementsOf(test, path, token)
    const page = statements.find(({ sql: text }) => /union all/.test(text))!
    const steps = await planOf(test, page)
    const index = 'customer_station_code_customer_name_id_idx'
    expect(
      steps.filter((step) => step.includes(index)),
      steps.join('\n'),
    ).toHaveLength(3)
    if (database === 'sqlite') expect(steps.join('\n')).not.toContain('TEMP B-TREE')
  })

  it.each(['q=nobody', 'Customer_Name.has=nobody&Customer_Name.has=somebody'])(
    'uses the search index for %s before the places',
    async (query) => {
      await test.store.analyzeGrownTables?.()
      const statements = await statementsOf(test, `/api/v1/customers?${query}`, token)
      const page = statements.find(({ sql: text }) => /limit 51/.test(text))!
      expect(page.sql).not.toMatch(/union all/)
      // PostgreSQL decides by row estimates, and can combine both indexes with a BitmapAnd.
      if (database === 'postgres') return
      const steps = (await planOf(test, page)).join('\n')
      expect(steps).toMatch(/SCAN customer_search VIRTUAL TABLE/)
      expect(steps).not.toMatch(/customer_station_code/)
    },
  )

  it('reads no customer of places in another zone than the filtered one', async () => {
    const [{ Zone_Code: zone }] = (await all('/api/v1/customers?sort=Customer_Code', oneStationToken)) as [
      Json,
    ]
    const path = `/api/v1/visit-plans?due=overdue&limit=50&Zone_Code=${encodeURIComponent(zone)}`
    await test.store.analyzeGrownTables?.()
    const statements = await statementsOf(test, path, token)
    const page = statements.find(({ sql: text }) => /union all/.test(text))!
    const steps = await planOf(test, page)
    // The zone of a customer is then read from the index.
    const usesZoneIndex =
      database === 'sqlite'
        ? /USING INDEX customer_station_code_due_day_id_zone_code_idx/
        : /Index Cond: .*station_code.*zone_code/
    expect(
      steps.filter((step) => usesZoneIndex.test(step)),
      steps.join('\n'),
    ).toHaveLength(3)
  })
})
