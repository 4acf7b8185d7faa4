import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { levels } from '#domain/access/rights.ts'
import { grantable, isForAdministrators } from '#domain/access/role-rights.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

/** Another seed finds other roles: RANDOM_ROLES_SEED=$RANDOM RANDOM_ROLES=50 npm test -- random-roles */
const seed = Number(process.env['RANDOM_ROLES_SEED'] ?? 14)
const roleCount = Number(process.env['RANDOM_ROLES'] ?? 2)
/** In milliseconds; more work may take longer. */
const timeout = 15_000 + roleCount * 5000

/** Mulberry32: the same numbers for the same seed on every machine. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Route {
  method: string
  url: string
}

describe.each(databaseNames)(`random roles on %s, seed ${seed}`, { timeout }, (database) => {
  let test: TestApp
  const routes: Route[] = []
  const ids: Record<string, string> = {}
  let place: Json
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)

  beforeAll(async () => {
    process.on('unhandledRejection', note)
    test = await openTestApp(database, {}, (app) => {
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) if (each !== 'HEAD') routes.push({ method: each, url })
      })
    })
    const customer = await test.make('customer', { Customer_Code: 'ANY', Erp_Code: 'E-ANY' })
    place = {
      countryCode: customer.Country_Code,
      zoneCode: customer.Zone_Code,
      stateCode: customer.State_Code,
      poolCode: customer.Pool_Code,
      stationCode: customer.Station_Code,
      cityCode: customer.City_Code,
    }
    const employee = await test.make('employee', { name: 'Any One', ...place })
    const of = { Customer_Code: 'ANY' }
    await test.make('balance', { ...of, As_Of: '2026-11-01', Receivable: 100, Overdue: 50 })
    await test.request('POST', '/api/v1/visits', { ...of, Visited_On: '2026-11-10' })
    for (const [path, values] of [
      ['assignments', { From_Day: '2026-01-01', Employee_Number: employee.employeeNumber }],
      ['customer-places', { Place: '22.5645, 72.9289' }],
    ] as const)
      expect((await test.request('POST', `/api/v1/${path}`, { ...of, ...values })).status).toBe(201)
    await test.request('POST', '/api/plan-visit', {
      ...of,
      Planned_Date: '2026-11-20',
      Planned_Time: '10:00',
    })
    for (const { path } of catalogue) {
      const [first] = (await test.request('GET', `/api/v1/${path}?limit=1`)).body.items
      if (first) ids[path] = first.id
    }
  })
  afterAll(async () => {
    process.off('unhandledRejection', note)
    await test.close()
  })

  // Other roles on each database.
  const random = randomFrom(seed + databaseNames.indexOf(database))
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!

  /** A random share of all rights, because errors occur both with and without a right. */
  async function newRole(number: number): Promise<string> {
    const role = `RANDOM${number}`
    await test.make('role', { Role_Code: role, Role_Name: role })
    const share = random()
    const rights = Object.fromEntries(
      Object.entries(grantable).map(([subject, grants]) => [
        subject,
        grants.filter((grant) => !isForAdministrators(subject, grant) && random() < share),
      ]),
    )
    // Most routes start at a customer, so most roles may read customers.
    if (random() < 0.8) rights['customer'] = [...new Set(['read' as const, ...rights['customer']!])]
    const decision = { rights, sees: oneOf(['everything', ...levels]), version: 0 }
    const answer = await test.request('PUT', `/api/v1/role-rights/${role}`, decision)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const email = `random${number}@example.in`
    await test.make('employee', { name: role, email, ...place })
    return (await newPerson(test, email, role)).token
  }

  const addressOf = (url: string): string => {
    const subject = Object.keys(ids).find((name) => url.includes(`/${name}/`)) ?? 'customers'
    return url.replaceAll(/:\w+/g, ids[subject]!)
  }
  const bodies: Json[] = [
    {},
    { Customer_Code: 'ANY', Visited_On: '2026-11-12' },
    { Customer_Code: 'ANY', As_Of: '2026-11-10', Receivable: 5, Overdue: 1 },
    { Customer_Code: 'ANY', Place: '23.02,72.57' },
    { action: 'update', ids: ['ANY'], set: { Street: 'x' } },
    { Customer_Codes: ['ANY'], Day: '2026-11-20', From: '09:00' },
    { From_Employee: null, To_Employee: null, customers: 'all', From_Day: '2026-11-20' },
    { rows: [{ Customer_Code: 'ANY', As_Of: '2026-11-10', Receivable: 5, Overdue: 1 }] },
  ]

  it('get no 5xx answer from any route, and cause no unhandled rejection', async () => {
    const failures: string[] = []
    const answers = new Map<number, number>()
    const ask = async (as: string, { method, url }: Route): Promise<void> => {
      const body = method === 'GET' ? undefined : oneOf(bodies)
      const { status } = await test.request(method, addressOf(url), body, { as })
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status >= 500) failures.push(`${status} ${method} ${addressOf(url)} ${JSON.stringify(body)}`)
    }
    const isOwn = /\/(auth|me)(\/|$)/
    for (let number = 0; number < roleCount; number++) {
      const token = await newRole(number)
      for (const route of routes.filter(({ method }) => method === 'GET')) await ask(token, route)
      // Only some of the writing routes, and last, because they may delete records that other routes need.
      const changing = routes.filter(({ method, url }) => method !== 'GET' && !isOwn.test(url))
      for (const route of changing) if (random() < 0.3) await ask(token, route)
    }
    // An unhandled rejection is reported in a later turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(failures).toEqual([])
    expect(unhandled).toEqual([])
    expect(answers.get(200) ?? 0).toBeGreaterThan(roleCount * 20)
    expect(answers.get(403) ?? 0).toBeGreaterThan(roleCount * 20)
    if (process.env['RANDOM_ROLES_SEED'])
      process.stdout.write(
        `\n${database}: seed ${seed}, ${roleCount} roles, ${JSON.stringify([...answers])}\n`,
      )
  })
})
