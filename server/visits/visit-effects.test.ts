import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const today = '2026-11-15'
const walks = Number(process.env['VISIT_WALKS'] ?? 3)
/** In milliseconds; more work may take longer. */
const timeout = 60_000 + walks * 10_000
const steps = 30

/** Deterministic pseudo-random numbers (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

interface LastVisit {
  Last_Visited: string | null
  Last_Visit_ID: string | null
}

describe.each(databaseNames)('effects of a visit on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database) // it is 2026-11-15, 11:30 in India
  })
  afterAll(() => test.close())

  const call = (method: string, path: string, body?: unknown, as = 'ADMIN'): Promise<Answer> => {
    // Each request gets its own second, so that the order of two visits on one day is defined.
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    return test.request(method, path, body, { as })
  }
  const newCustomer = async (last: Partial<LastVisit> = {}): Promise<string> =>
    (await test.make('customer', { Last_Visited: null, Last_Visit_ID: null, ...last })).Customer_Code
  const lastOf = async (code: string): Promise<LastVisit> => {
    const { Last_Visited, Last_Visit_ID } = (await call('GET', `/api/v1/customers/${code}`)).body
    return { Last_Visited, Last_Visit_ID }
  }
  const visitsOf = async (...codes: string[]): Promise<Json[]> =>
    (await call('GET', `/api/v1/visits?${codes.map((code) => `Customer_Code=${code}`).join('&')}&limit=200`))
      .body.items
  const plansOf = async (code: string): Promise<Json[]> =>
    (await visitsOf(code)).filter((visit) => visit.Status === 'planned')
  const record = async (body: object): Promise<Json> => (await call('POST', '/api/plan-visit', body)).body
  const patch = (visit: Json, change: object): Promise<Answer> =>
    call('PATCH', `/api/v1/visits/${visit.id}`, { version: visit.version, ...change })
  const next = '2026-12-01T04:30:00.000Z'

  it('assigning a visit to a customer updates the last visit, and its suggestion becomes the plan', async () => {
    const code = await newCustomer({ Last_Visited: '2026-05-01' })
    const unknown = await record({ Feedback: 'Whose?', Visited_On: '2026-11-10', Next_Visit_Suggested: next })
    expect(unknown.Status).toBe('unassigned')
    expect((await patch(unknown, { Customer_Code: code, Status: 'visited' })).status).toBe(200)
    expect(await lastOf(code)).toEqual({ Last_Visited: '2026-11-10', Last_Visit_ID: unknown.Visit_ID })
    expect(await plansOf(code)).toMatchObject([{ Planned_At: next }])
  })

  it('moving a visit to another customer moves the last visit and the suggested plan', async () => {
    const [from, to] = [await newCustomer({ Last_Visited: '2026-05-01' }), await newCustomer()]
    const first = await record({ Customer_Code: from, Visited_On: '2026-11-02', Feedback: 'One' })
    const second = await record({
      Customer_Code: from,
      Visited_On: '2026-11-08',
      Feedback: 'Two',
      Next_Visit_Suggested: next,
    })
    expect((await patch(second, { Customer_Code: to })).status).toBe(200)
    expect(await lastOf(from)).toEqual({ Last_Visited: '2026-11-02', Last_Visit_ID: first.Visit_ID })
    expect(await lastOf(to)).toEqual({ Last_Visited: '2026-11-08', Last_Visit_ID: second.Visit_ID })
    expect(await plansOf(from)).toEqual([])
    expect(await plansOf(to)).toMatchObject([{ Planned_At: next }])
  })

  it('the day of a visit can be corrected, and a plan moved since stays', async () => {
    const code = await newCustomer()
    const visit = await record({ Customer_Code: code, Visited_On: '2026-11-14', Feedback: 'One' })
    const { body: corrected } = await patch(visit, { Visited_On: '2026-11-04' })
    expect(await lastOf(code)).toEqual({ Last_Visited: '2026-11-04', Last_Visit_ID: visit.Visit_ID })
    const { body: suggesting } = await patch(corrected, { Next_Visit_Suggested: next })
    expect(await plansOf(code)).toMatchObject([{ Planned_At: next }])
    await record({ Customer_Code: code, Planned_Date: '2026-12-03', Planned_Time: '10:00' })
    expect((await call('DELETE', `/api/v1/visits/${suggesting.id}`)).status).toBe(204)
    expect(await plansOf(code)).toMatchObject([{ Planned_At: '2026-12-03T04:30:00.000Z' }])
    expect(await lastOf(code)).toEqual({ Last_Visited: null, Last_Visit_ID: null })
  })

  it('deleting the visits shows the last visit entered by hand, and restoring one shows the visit again', async () => {
    const code = await newCustomer({ Last_Visited: '2026-05-01', Last_Visit_ID: 'OLD-7' })
    const { body: visit } = await call('POST', '/api/v1/visits', {
      Customer_Code: code,
      Status: 'visited',
      Visited_On: '2026-11-01',
      Next_Visit_Suggested: next,
    })
    expect(await plansOf(code)).toMatchObject([{ Planned_At: next }])
    await call('DELETE', `/api/v1/visits/${visit.id}`)
    expect(await lastOf(code)).toEqual({ Last_Visited: '2026-05-01', Last_Visit_ID: 'OLD-7' })
    expect(await plansOf(code)).toEqual([])
    expect((await call('POST', `/api/v1/visits/${visit.id}/restore`)).status).toBe(200)
    expect(await lastOf(code)).toEqual({ Last_Visited: '2026-11-01', Last_Visit_ID: visit.Visit_ID })
    expect(await plansOf(code)).toMatchObject([{ Planned_At: next }])
    // An older visit entered afterwards does not move the last visit backwards.
    await record({ Customer_Code: code, Visited_On: '2026-10-01', Keeps_Plan: true })
    expect((await lastOf(code)).Last_Visited).toBe('2026-11-01')
  })

  it('imported visits update the last visit, and undoing the import reverts it', async () => {
    const code = await newCustomer({ Last_Visited: '2026-05-01' })
    const file = writeCsv([
      ['Customer Code', 'Status', 'Visited On'],
      [code, 'visited', '05/11/2026'],
      [code, 'visited', '25/10/2026'],
    ])
    const imports = importDriver(test)
    const job = await imports.run((await imports.upload('visit', file)).id)
    expect(job.state).toBe('done')
    expect((await lastOf(code)).Last_Visited).toBe('2026-11-05')
    expect((await call('POST', `/api/v1/batches/${job.batchId}/undo`)).status).toBe(200)
    expect(await lastOf(code)).toEqual({ Last_Visited: '2026-05-01', Last_Visit_ID: null })
  })

  it('merging two customers keeps the later last visit, and undoing the merge restores both', async () => {
    const remaining = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const twin = await test.make('customer', { Last_Visited: '2026-03-01', Last_Visit_ID: null })
    const one = await record({
      Customer_Code: remaining.Customer_Code,
      Visited_On: '2026-10-01',
      Feedback: 'One',
    })
    const two = await record({ Customer_Code: twin.Customer_Code, Visited_On: '2026-11-01', Feedback: 'Two' })
    const [remainingNow, twinNow] = await Promise.all(
      [remaining, twin].map(async ({ id }) => (await call('GET', `/api/v1/customers/${id}`)).body),
    )
    const { status, body } = await call('POST', `/api/v1/customers/${remainingNow.id}/merge`, {
      with: twinNow.id,
      versions: { [remainingNow.id]: remainingNow.version, [twinNow.id]: twinNow.version },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await lastOf(remaining.Customer_Code)).toEqual({
      Last_Visited: '2026-11-01',
      Last_Visit_ID: two.Visit_ID,
    })
    expect((await call('POST', `/api/v1/batches/${body.batch.id}/undo`)).status).toBe(200)
    expect((await lastOf(remaining.Customer_Code)).Last_Visit_ID).toBe(one.Visit_ID)
    expect((await lastOf(twin.Customer_Code)).Last_Visit_ID).toBe(two.Visit_ID)
    await call('DELETE', `/api/v1/visits/${two.id}`)
    expect(await lastOf(twin.Customer_Code)).toEqual({ Last_Visited: '2026-03-01', Last_Visit_ID: null })
  })

  it('keeps the last visit consistent with the visits after random actions', { timeout }, async () => {
    for (let seed = 1; seed <= walks; seed++) await walk(seed)
  })

  async function walk(seed: number): Promise<void> {
    const random = randomFrom(seed)
    const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
    const typed = new Map<string, LastVisit>()
    for (const last of [
      { Last_Visited: null, Last_Visit_ID: null },
      { Last_Visited: '2026-10-20', Last_Visit_ID: null },
      { Last_Visited: '2026-11-01', Last_Visit_ID: 'OLD-7' },
    ])
      typed.set(await newCustomer(last), last)
    const codes = [...typed.keys()]
    const deletedIds: string[] = []
    const batches: string[] = []
    const day = (): string => addDays(today, -random(40))
    const suggestion = (): object =>
      random(3) === 0 ? { Next_Visit_Suggested: `${addDays(today, 1 + random(20))}T04:30:00.000Z` } : {}
    /** The visits of these customers after the last step. */
    let known: Json[] = []
    const made = (): Json | undefined => {
      const visits = known.filter((visit) => visit.Status === 'visited')
      return visits.length > 0 ? pick(visits) : undefined
    }
    const bulk = async (body: object): Promise<Answer> => {
      const answer = await call('POST', '/api/v1/bulk/visits', body)
      if (answer.status === 200) batches.push(answer.body.batch.id)
      return answer
    }
    const actions: Record<string, () => Promise<Answer | undefined>> = {
      plan: () =>
        call('POST', '/api/plan-visit', {
          Customer_Code: pick(codes),
          Planned_Date: addDays(today, random(9)),
          Planned_Time: '09:30',
        }),
      record: () =>
        call('POST', '/api/plan-visit', {
          Customer_Code: pick(codes),
          Visited_On: day(),
          Feedback: 'Seen',
          ...suggestion(),
        }),
      unassigned: () =>
        call('POST', '/api/plan-visit', { Visited_On: day(), Feedback: 'x', ...suggestion() }),
      create: () =>
        call('POST', '/api/v1/visits', {
          Customer_Code: pick(codes),
          Status: 'visited',
          Visited_On: day(),
          ...suggestion(),
        }),
      assign: async () => {
        const [visit] = (await call('GET', '/api/v1/visits?Status=unassigned&limit=1')).body.items
        return visit && patch(visit, { Customer_Code: pick(codes), Status: 'visited' })
      },
      move: async () => {
        const visit = made()
        return visit && patch(visit, { Customer_Code: pick(codes) })
      },
      redate: async () => {
        const visit = made()
        return visit && patch(visit, { Visited_On: day(), ...suggestion() })
      },
      delete: async () => {
        const visit = made()
        if (visit) deletedIds.push(visit.id)
        return visit && call('DELETE', `/api/v1/visits/${visit.id}`)
      },
      restore: async () =>
        deletedIds.length > 0 ? call('POST', `/api/v1/visits/${pick(deletedIds)}/restore`) : undefined,
      'bulk move': async () => {
        const visits = [made(), made()].filter((visit) => visit !== undefined)
        const ids = [...new Set(visits.map(({ id }) => id))]
        return ids.length > 0
          ? bulk({ action: 'update', ids, set: { Customer_Code: pick(codes), Visited_On: day() } })
          : undefined
      },
      'bulk delete': async () => {
        const visits = [made(), made()].filter((visit) => visit !== undefined)
        const ids = [...new Set(visits.map(({ id }) => id))]
        return ids.length > 0 ? bulk({ action: 'delete', ids }) : undefined
      },
      'undo batch': async () =>
        batches.length > 0 ? call('POST', `/api/v1/batches/${batches.pop()}/undo`) : undefined,
      'undo visit': async () => {
        const visit = made()
        return visit && call('POST', `/api/v1/visits/${visit.id}/undo`)
      },
      type: async () => {
        const code = pick(codes)
        const { body } = await call('GET', `/api/v1/customers/${code}`)
        // A date entered by hand applies only when it is later than the last visit.
        if (body.Last_Visited >= today) return undefined
        const last = { Last_Visited: today, Last_Visit_ID: null }
        typed.set(code, last)
        return call('PATCH', `/api/v1/customers/${code}`, { version: body.version, ...last })
      },
    }
    const names = Object.keys(actions).flatMap((name) => (name === 'type' ? [name] : [name, name, name]))
    for (let step = 0; step < steps; step++) {
      const name = pick(names)
      const answer = await actions[name]!()
      const message = `walk ${seed}, step ${step}: ${name} ${JSON.stringify(answer?.body)}`
      expect([undefined, 200, 201, 202, 204, 403, 404, 409, 422], message).toContain(answer?.status)
      known = await visitsOf(...codes)
      const customers = (
        await call('GET', `/api/v1/customers?${codes.map((code) => `Customer_Code=${code}`).join('&')}`)
      ).body.items
      expect(customers).toHaveLength(codes.length)
      for (const { Customer_Code, Last_Visited, Last_Visit_ID } of customers) {
        const visits = known.filter((visit) => visit.Customer_Code === Customer_Code)
        expect(visits.filter((visit) => visit.Status === 'planned').length, message).toBeLessThanOrEqual(1)
        expect({ Last_Visited, Last_Visit_ID }, message).toEqual(
          expectedOf(visits, typed.get(Customer_Code)!),
        )
      }
    }
  }
})

/** The expected last visit: the latest visit that was made, unless a later day was entered by hand. */
function expectedOf(visits: readonly Json[], typed: LastVisit): LastVisit {
  const order = ({ Visited_On, Recorded_At, createdAt, Visit_ID }: Json): string =>
    `${Visited_On} ${Recorded_At ?? createdAt} ${Visit_ID}`
  const [last] = visits
    .filter((visit) => visit.Status === 'visited')
    .toSorted((one, other) => (order(one) < order(other) ? 1 : -1))
  return last && last.Visited_On >= (typed.Last_Visited ?? '')
    ? { Last_Visited: last.Visited_On, Last_Visit_ID: last.Visit_ID }
    : typed
}
