import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const today = '2026-11-15'
const walks = Number(process.env['LIFECYCLE_WALKS'] ?? 4)
/** In milliseconds; more work may take longer. */
const timeout = 60_000 + walks * 4000
const steps = 25
const kinds = 'plan plan visit visit off-plan phone missed cancelled undo undo'.split(' ')

/** Deterministic pseudo-random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Every result that was acknowledged and not undone, by the code of its visit. */
type ExpectedVisits = Map<string, { Status: string; mark: string }>

describe.each(databaseNames)('random visit lifecycles on %s', { timeout }, (database) => {
  let test: TestApp
  let undone = 0
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const visitsOf = async (code: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/visits?Customer_Code=${code}&limit=200`)).body.items

  it('no sequence loses or duplicates a visit, opens two plans or moves the last visit backwards', async () => {
    for (let seed = 1; seed <= walks; seed++) await walk(seed)
    // Many undos are refused; enough must have succeeded for the test to mean something.
    expect(undone).toBeGreaterThan(walks)
  })

  it('keeps the same invariants when two users record and undo at once', async () => {
    const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const expectedVisits: ExpectedVisits = new Map()
    const send = (body: object, as: string): Promise<Answer> =>
      test.request('POST', '/api/plan-visit', { Customer_Code, ...body }, { as })
    for (let round = 0; round < 15; round++) {
      const label = `round ${round}`
      await send({ Planned_Date: addDays(today, round + 1), Planned_Time: '09:00' }, 'OFFICE')
      const next = { Next_Visit_Suggested: `${addDays(today, round + 2)}T10:00` }
      const mark = `first ${round}`
      const first = await send({ Feedback: mark, Visited_On: addDays(today, -(round % 5)), ...next }, 'FIELD')
      expectedVisits.set(first.body.Visit_ID, { Status: 'visited', mark })
      // One user undoes the visit while the other records, misses or moves its follow-up plan.
      const other = [
        { Feedback: `second ${round}` },
        { Status: 'missed', Reason: `second ${round}` },
        { Planned_Date: addDays(today, 40), Planned_Time: '09:00' },
      ][round % 3]!
      const [undo, second] = await Promise.all([
        test.request('POST', `/api/v1/visits/${first.body.Visit_ID}/undo`, undefined, { as: 'FIELD' }),
        send(other, 'OFFICE'),
      ])
      expect([200, 409], `${label} ${JSON.stringify(undo.body)}`).toContain(undo.status)
      expect([200, 201], `${label} ${JSON.stringify(second.body)}`).toContain(second.status)
      if (undo.status === 200) expectedVisits.delete(first.body.Visit_ID)
      if (second.body.Status !== 'planned')
        expectedVisits.set(second.body.Visit_ID, { Status: second.body.Status, mark: `second ${round}` })
      await expectInvariants(Customer_Code, expectedVisits, label)
    }
  })

  async function walk(seed: number): Promise<void> {
    const random = randomFrom(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const expectedVisits: ExpectedVisits = new Map()
    const recorded: { id: string; by: string }[] = []
    let count = 0

    /** A request body of this kind, with a mark that identifies its result. */
    const bodyOf = (kind: string, mark: string): object => {
      const day = addDays(today, 1 + Math.floor(random() * 20))
      const next = random() < 0.4 ? { Next_Visit_Suggested: `${day}T10:00` } : {}
      const Visited_On = addDays(today, -Math.floor(random() * 10))
      if (kind === 'plan') return { Customer_Code, Planned_Date: day, Planned_Time: '09:00', Remarks: mark }
      if (kind === 'visit') return { Customer_Code, Feedback: mark, Visited_On, ...next }
      if (kind === 'off-plan') return { Customer_Code, Feedback: mark, Visited_On, Keeps_Plan: true }
      if (kind === 'phone') return { Customer_Code, Feedback: mark, Contact_Mode: 'by phone', ...next }
      return { Customer_Code, Status: kind, Reason: mark, ...next }
    }
    const track = ({ status, body }: Answer, mark: string, by: string): void => {
      expect([200, 201, 409, 422], JSON.stringify(body)).toContain(status)
      if (status !== 201 || body.Status === 'planned') return
      expectedVisits.set(body.Visit_ID, { Status: body.Status, mark })
      if (!recorded.some(({ id }) => id === body.Visit_ID)) recorded.push({ id: body.Visit_ID, by })
      else recorded.find(({ id }) => id === body.Visit_ID)!.by = by
    }

    for (let step = 0; step < steps; step++) {
      const kind = pick(kinds)
      const by = pick(['FIELD', 'OFFICE'])
      const label = `walk ${seed}, step ${step}: ${kind} by ${by}`
      if (kind === 'undo') {
        const visit = recorded.length > 0 ? pick(recorded) : undefined
        if (!visit) continue
        const answer = await test.request('POST', `/api/v1/visits/${visit.id}/undo`, undefined, { as: by })
        expect([200, 403, 404, 409], `${label} ${JSON.stringify(answer.body)}`).toContain(answer.status)
        if (answer.status === 200) {
          expectedVisits.delete(visit.id)
          undone++
        }
      } else {
        const mark = `mark ${++count}`
        const body = bodyOf(kind, mark)
        const headers = { 'idempotency-key': `${seed}-${step}` }
        const send = (): Promise<Answer> => test.request('POST', '/api/plan-visit', body, { as: by, headers })
        // Sent once, twice in a row or twice at once: one idempotency key, one result.
        const times = random()
        const answers =
          times < 0.5
            ? [await send()]
            : times < 0.75
              ? [await send(), await send()]
              : await Promise.all([send(), send()])
        if (answers[1])
          expect(answers[1], label).toMatchObject({ status: answers[0]!.status, body: answers[0]!.body })
        track(answers[0]!, mark, by)
      }
      await expectInvariants(Customer_Code, expectedVisits, label)
    }
  }

  async function expectInvariants(
    code: string,
    expectedVisits: ExpectedVisits,
    label: string,
  ): Promise<void> {
    const all = await visitsOf(code)
    expect(all.filter(({ Status }) => Status === 'planned').length, label).toBeLessThanOrEqual(1)
    const over = all.filter(({ Status }) => Status !== 'planned')
    const found = over.map((each) => [each.Visit_ID, each.Status, each.Feedback ?? each.Reason]).toSorted()
    const expected = [...expectedVisits].map(([id, { Status, mark }]) => [id, Status, mark]).toSorted()
    expect(found, label).toEqual(expected)
    const days = over.filter(({ Status }) => Status === 'visited').map((each) => each.Visited_On)
    const customer = (await test.request('GET', `/api/v1/customers/${code}`)).body
    expect(customer.Last_Visited, label).toBe(days.toSorted().at(-1) ?? null)
    const last = over.find(({ Visit_ID }) => Visit_ID === customer.Last_Visit_ID)
    expect(last?.Visited_On ?? null, label).toBe(customer.Last_Visited)
  }
})
