import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import type { TerritoryNode } from '#domain/access/rights.ts'
import type { RolePreview } from '#domain/api/access/roles.ts'
import type { RoleDecision } from '#domain/access/role-rights.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { accessesOf, accessOf, activeAccounts } from '../access-of-account.ts'
import { countCustomersInScope } from './count-customers.ts'
import { previewRoleEffects } from './role-effects.ts'

describe.each(databaseNames)('the preview of a role on %s', (database) => {
  let test: TestApp
  let near: Json
  let far: Json
  const tokens: Record<string, string> = {}
  const users: Json = {}
  const tried: RoleDecision = { rights: { customer: ['read'], soil: ['read'] }, sees: 'city' }

  const territoryOf = (of: Json): Json => ({
    Country_Code: of.Country_Code,
    Zone_Code: of.Zone_Code,
    State_Code: of.State_Code,
    Pool_Code: of.Pool_Code,
    Station_Code: of.Station_Code,
  })
  const liveIn = (email: string, of: Json, user?: Json): Promise<Json> =>
    test.make('employee', {
      email,
      ...user,
      countryCode: of.Country_Code,
      zoneCode: of.Zone_Code,
      stateCode: of.State_Code,
      poolCode: of.Pool_Code,
      stationCode: of.Station_Code,
      cityCode: of.City_Code,
    })
  const join = async (name: string, places?: Json): Promise<void> => {
    const { id, token } = await newPerson(test, `${name}@example.in`, 'WATCH')
    tokens[name] = token
    if (!places) return
    const answer = await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    expect(answer.status).toBe(200)
  }
  const decide = async (decision: RoleDecision, version: number): Promise<void> => {
    const { status } = await test.request('PUT', '/api/v1/role-rights/WATCH', { ...decision, version })
    expect(status).toBe(200)
  }

  beforeAll(async () => {
    test = await openTestApp(database)
    near = await test.make('customer')
    far = await test.make('customer')
    const { City_Code } = await test.make('city', {
      Country_Code: near.Country_Code,
      State_Code: near.State_Code,
    })
    await test.make('customer', { ...territoryOf(near), City_Code })
    await test.make('role', { Role_Code: 'WATCH', Role_Name: 'Watcher' })
    await decide({ rights: { customer: ['read'], crop: ['read'] }, sees: 'station' }, 0)
    let above: string | null = null
    for (const name of ['lead', 'boss', 'worker']) {
      const line = { Admin_Rpt_Manager_Code: above, Function_Rpt_Manager_Code: null }
      const user = await test.make('staffUser', { Emp_Mail_Id: `${name}@example.in`, ...line })
      users[name] = user
      above = user.Employee_Code
      if (name !== 'lead')
        await liveIn(`${name}@example.in`, name === 'boss' ? near : far, { userId: user.User_Id })
    }
    await join('lead', [{ level: 'state', code: near.State_Code }])
    await join('boss')
    await join('worker')
    await join('whole', 'everything')
    await join('nowhere')
  })
  afterAll(() => test.close())

  const ask = async (): Promise<RolePreview & { reads: number }> => {
    let reads = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        reads++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const store = { ...test.store, read: test.store.read.withPlugin(counting) }
    return { ...(await previewRoleEffects({ ...test.ctx, store }, 'WATCH', tried)), reads }
  }
  const countsSeen = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {}
    for (const [name, as] of Object.entries(tokens)) {
      const { body } = await test.request('GET', '/api/v1/customers?total=true', undefined, { as })
      counts[name] = body.total
    }
    return counts
  }

  it('covers all accounts with a constant number of reads, and matches the result after saving', async () => {
    const few = await ask()
    for (let at = 0; at < 210; at++) {
      await newPerson(test, `many-${at}@example.in`, 'WATCH')
      if (at % 30 === 0) await liveIn(`many-${at}@example.in`, at % 60 === 0 ? near : far)
    }
    const many = await ask()
    expect(many.reads).toBe(few.reads)
    expect(few.summary).toBe(
      'This hides 1 customer from 1 person. 5 people will lose rights. 5 people will gain rights',
    )
    expect(many.summary).toBe(
      'This hides up to 1 customer from 5 people. 215 people will lose rights. 215 people will gain rights. ' +
        '200 of these 215 people are listed here',
    )
    expect(many.people).toHaveLength(200)
    const counts = (which: 'customersBefore' | 'customersAfter'): Json =>
      Object.fromEntries(few.people.map((each) => [each.name, each[which]]))
    expect(counts('customersBefore')).toEqual({ lead: 3, boss: 3, worker: 1, whole: 3, nowhere: 0 })
    expect(counts('customersBefore')).toEqual(await countsSeen())
    expect(counts('customersAfter')).toEqual({ lead: 3, boss: 2, worker: 1, whole: 3, nowhere: 0 })
    await decide(tried, 1)
    expect(counts('customersAfter')).toEqual(await countsSeen())
  })

  it('is the same for many accounts as for each of them alone', async () => {
    const db = test.store.read
    const accounts = await activeAccounts(db)
    const alone = []
    for (const account of accounts) alone.push(await accessOf(db, account))
    expect(await accessesOf(db, accounts)).toEqual(alone)
    expect(new Set(alone.map(({ scope }) => JSON.stringify(scope))).size).toBeGreaterThan(4)
  })

  it('works where reporting lines form a cycle', async () => {
    const { boss, worker } = users
    const change = { Function_Rpt_Manager_Code: worker.Employee_Code, version: boss.version }
    expect(
      (await test.request('PATCH', `/api/v1/${entityNamed('staffUser').path}/${boss.id}`, change)).status,
    ).toBe(200)
    const { people } = await ask()
    expect(people).toEqual([])
    expect(await countsSeen()).toEqual({ lead: 3, boss: 2, worker: 2, whole: 3, nowhere: 0 })
  })

  it('counts the same customers with more places than one query can name', async () => {
    const db = test.store.read
    const none = Array.from({ length: 5001 }, (_, at): TerritoryNode => ({
      level: 'city',
      code: `NONE-${at}`,
    }))
    const own: TerritoryNode[] = [
      { level: 'city', code: near.City_Code },
      { level: 'state', code: near.State_Code },
    ]
    const [some, all] = [own, [...none, ...own]]
    const countIn = await countCustomersInScope(db, [some, all, none, [], 'everything'])
    expect([some, all, none, []].map(countIn)).toEqual([2, 2, 0, 0])
    expect(countIn('everything')).toBe(3)
  })
})
