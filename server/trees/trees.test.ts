import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('trees on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    const customer = await test.make('customer', { Customer_Code: 'C1' })
    await test.make('zone', { Zone_Code: 'EMPTY', Country_Code: customer.Country_Code })
    for (const name of ['Kalol', 'Kadi', 'Mansa']) {
      const { Country_Code, State_Code } = customer
      await test.make('city', { City_Code: name.toUpperCase(), City_Name: name, Country_Code, State_Code })
    }
    await test.make('userRole')
  })
  afterAll(() => test.close())

  const children = async (tree: string, parent?: Json, more = ''): Promise<Json> => {
    const query = parent ? `parent=${parent.entity}:${parent.id}` : ''
    return (await test.request('GET', `/api/v1/trees/${tree}?${query}${more}`)).body
  }

  const home = async (tree: string): Promise<Json> => {
    const { Country_Code } = (await test.request('GET', '/api/v1/customers/C1')).body
    return (await children(tree)).items.find(({ code }: Json) => code === Country_Code)
  }

  it('return the children of a node with the counts below each', async () => {
    const country = await home('territory')
    expect(country).toMatchObject({ entity: 'country', below: 2 })
    const zones = (await children('territory', country)).items
    expect(zones.map((zone: Json) => [zone.below, zone.counts[0]])).toContainEqual([
      0,
      { entity: 'customer', count: 0, isMore: false },
    ])
    let node = zones.find(({ below }: Json) => below > 0)
    for (const entity of ['state', 'pool', 'station']) {
      ;[node] = (await children('territory', node)).items
      expect(node).toMatchObject({ entity, counts: [{ entity: 'customer', count: 1 }, { count: 0 }] })
    }
    expect((await children('territory', node)).items).toEqual([])
  })

  it('show states under their country in a tree without zones, in pages', async () => {
    const country = await home('places')
    const [state] = (await children('places', country)).items
    expect(state).toMatchObject({ entity: 'state', below: 4 })
    const first = await children('places', state, '&limit=3')
    const second = await children('places', state, `&limit=3&after=${encodeURIComponent(first.next)}`)
    expect([first.items.length, second.items.length, second.next]).toEqual([3, 1, null])
  })

  it('return matches with their ancestors', async () => {
    const { items } = await children('places', undefined, '&q=kad')
    expect(items[0].children[0].children.map(({ name }: Json) => name)).toEqual(['Kadi'])
    expect((await children('places', undefined, '&q=nowhere')).items).toEqual([])
  })

  it('list roots with children first', async () => {
    await test.make('country', { Country_Code: '0EMPTY' })
    const first = await children('territory')
    expect(first.items.every(({ below }: Json) => below > 0)).toBe(true)
    const rest = await children('territory', undefined, `&after=${encodeURIComponent(first.next)}`)
    expect(rest.items.map(({ code }: Json) => code)).toContain('0EMPTY')
  })

  it('lead from company to branch to function', async () => {
    const [company] = (await children('organisation')).items
    const [branch] = (await children('organisation', company)).items
    const [jobFunction] = (await children('organisation', branch)).items
    expect(company.counts).toEqual([{ entity: 'staffUser', count: 1, isMore: false }])
    expect(jobFunction.entity).toBe('jobFunction')
    const found = await children('organisation', undefined, `&q=${encodeURIComponent(jobFunction.code)}`)
    expect(JSON.stringify(found.items)).toContain(jobFunction.id)
  })

  it('reject invalid requests', async () => {
    const status = async (path: string): Promise<number> =>
      (await test.request('GET', `/api/v1/trees/${path}`)).status
    expect(await status('nothing')).toBe(404)
    expect(await status('places?parent=customer:x')).toBe(422)
    expect(await status('places?parent=state:0190f000-0000-7000-8000-000000000000')).toBe(404)
    expect(await status('places?limit=0')).toBe(422)
  })
})
