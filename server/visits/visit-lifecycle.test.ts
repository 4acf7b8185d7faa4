import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const today = '2026-11-15'
const walks = Number(process.env['LIFECYCLE_WALKS'] ?? 8)
const steps = 25
const kinds = 'plan plan visit visit besides phone missed cancelled undo undo'.split(' ')

/** Numbers that look random and are the same every time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a walk believes there is: every result that was promised and not taken back, by its visit. */
type Believed = Map<string, { Status: string; mark: string }>

describe.each(databaseNames)('the life of visits, at random, on %s', (database) => {
  let test: TestApp
  let undone = 0
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const visitsOf = async (code: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/visits?Customer_Code=${code}&limit=200`)).body.items

  it('no path loses or doubles a visit, opens two plans or turns the last visit back', async () => {
    for (let seed = 1; seed <= walks; seed++) await walk(seed)
    // Of the ways back many are refused; those that are not must have been walked as well.
    expect(undone).toBeGreaterThan(walks)
  }, 120_000)

  it('two people at once: the same holds, and both are told what happened', async () => {
    const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const believed: Believed = new Map()
    const send = (body: object, as: string): Promise<Answer> =>
      test.request('POST', '/api/plan-visit', { Customer_Code, ...body }, { as })
    for (let round = 0; round < 15; round++) {
      const said = `round ${round}`
      await send({ Planned_Date: addDays(today, round + 1), Planned_Time: '09:00' }, 'OFFICE')
      const next = { Next_Visit_Suggested: `${addDays(today, round + 2)}T10:00` }
      const mark = `first ${round}`
      const first = await send({ Feedback: mark, Visited_On: addDays(today, -(round % 5)), ...next }, 'FIELD')
      believed.set(first.body.Visit_ID, { Status: 'visited', mark })
      // One takes the visit back while the other records, misses or moves what it planned.
      const other = [
        { Feedback: `second ${round}` },
        { Status: 'missed', Reason: `second ${round}` },
        { Planned_Date: addDays(today, 40), Planned_Time: '09:00' },
      ][round % 3]!
      const [undo, second] = await Promise.all([
        test.request('POST', `/api/v1/visits/${first.body.Visit_ID}/undo`, undefined, { as: 'FIELD' }),
        send(other, 'OFFICE'),
      ])
      expect([200, 409], `${said} ${JSON.stringify(undo.body)}`).toContain(undo.status)
      expect([200, 201], `${said} ${JSON.stringify(second.body)}`).toContain(second.status)
      if (undo.status === 200) believed.delete(first.body.Visit_ID)
      if (second.body.Status !== 'planned')
        believed.set(second.body.Visit_ID, { Status: second.body.Status, mark: `second ${round}` })
      await holds(Customer_Code, believed, said)
    }
  })

  async function walk(seed: number): Promise<void> {
    const random = randomFrom(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const believed: Believed = new Map()
    const recorded: { id: string; by: string }[] = []
    let count = 0

    /** A body of this kind, with a mark by which its result is known again. */
    const bodyOf = (kind: string, mark: string): object => {
      const day = addDays(today, 1 + Math.floor(random() * 20))
      const next = random() < 0.4 ? { Next_Visit_Suggested: `${day}T10:00` } : {}
      const Visited_On = addDays(today, -Math.floor(random() * 10))
      if (kind === 'plan') return { Customer_Code, Planned_Date: day, Planned_Time: '09:00', Remarks: mark }
      if (kind === 'visit') return { Customer_Code, Feedback: mark, Visited_On, ...next }
      if (kind === 'besides') return { Customer_Code, Feedback: mark, Visited_On, Keeps_Plan: true }
      if (kind === 'phone') return { Customer_Code, Feedback: mark, Contact_Mode: 'by phone', ...next }
      return { Customer_Code, Status: kind, Reason: mark, ...next }
    }
    const note = ({ status, body }: Answer, mark: string, by: string): void => {
      expect([200, 201, 409, 422], JSON.stringify(body)).toContain(status)
      if (status !== 201 || body.Status === 'planned') return
      believed.set(body.Visit_ID, { Status: body.Status, mark })
      if (!recorded.some(({ id }) => id === body.Visit_ID)) recorded.push({ id: body.Visit_ID, by })
      else recorded.find(({ id }) => id === body.Visit_ID)!.by = by
    }

    for (let step = 0; step < steps; step++) {
      const kind = pick(kinds)
      const by = pick(['FIELD', 'OFFICE'])
      const said = `walk ${seed}, step ${step}: ${kind} by ${by}`
      if (kind === 'undo') {
        const known = recorded.length > 0 ? pick(recorded) : undefined
        if (!known) continue
        const answer = await test.request('POST', `/api/v1/visits/${known.id}/undo`, undefined, { as: by })
        expect([200, 403, 404, 409], `${said} ${JSON.stringify(answer.body)}`).toContain(answer.status)
        if (answer.status === 200) {
          believed.delete(known.id)
          undone++
        }
      } else {
        const mark = `mark ${++count}`
        const body = bodyOf(kind, mark)
        const headers = { 'idempotency-key': `${seed}-${step}` }
        const send = (): Promise<Answer> => test.request('POST', '/api/plan-visit', body, { as: by, headers })
        // Once, twice in a row or twice at once: it is the same request.
        const times = random()
        const answers =
          times < 0.5
            ? [await send()]
            : times < 0.75
              ? [await send(), await send()]
              : await Promise.all([send(), send()])
        if (answers[1])
          expect(answers[1], said).toMatchObject({ status: answers[0]!.status, body: answers[0]!.body })
        note(answers[0]!, mark, by)
      }
      await holds(Customer_Code, believed, said)
    }
  }

  async function holds(code: string, believed: Believed, said: string): Promise<void> {
    const all = await visitsOf(code)
    expect(all.filter(({ Status }) => Status === 'planned').length, said).toBeLessThanOrEqual(1)
    const over = all.filter(({ Status }) => Status !== 'planned')
    const found = over.map((each) => [each.Visit_ID, each.Status, each.Feedback ?? each.Reason]).toSorted()
    const expected = [...believed].map(([id, { Status, mark }]) => [id, Status, mark]).toSorted()
    expect(found, said).toEqual(expected)
    const days = over.filter(({ Status }) => Status === 'visited').map((each) => each.Visited_On)
    const customer = (await test.request('GET', `/api/v1/customers/${code}`)).body
    expect(customer.Last_Visited, said).toBe(days.toSorted().at(-1) ?? null)
    const last = over.find(({ Visit_ID }) => Visit_ID === customer.Last_Visit_ID)
    expect(last?.Visited_On ?? null, said).toBe(customer.Last_Visited)
  }
})
