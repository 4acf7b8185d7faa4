import { afterAll, beforeAll, expect, it } from 'vitest'
import { isMessage } from '#testing/pseudo-language.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

// It is 2026-11-15 in India, a Sunday.

let test: TestApp
let codes: string[]
beforeAll(async () => {
  test = await openTestApp('sqlite')
  const first = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null, Erp_Code: 'E-1' })
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
  codes = [first.Customer_Code]
  for (const Customer_Code of ['M-2', 'M-3', 'M-4'])
    codes.push((await test.make('customer', { ...base, Customer_Code })).Customer_Code)
  for (const name of ['Ravi', 'Meena']) await test.make('employee', { name })
})
afterAll(() => test.close())

const send = (method: string, path: string, body?: unknown, as = 'ADMIN'): Promise<Answer> =>
  test.request(method, path, body, { as, headers: { 'accept-language': 'gu' } })
const post = (path: string, body: unknown, as = 'FIELD'): Promise<Answer> => send('POST', path, body, as)

/** The sentences of a refused request. */
function sentencesOf({ status, body }: Answer): string[] {
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  return [body.title, body.msg, ...body.errors.map((each: Json) => each.message)]
}

const expectMessages = (texts: readonly string[]): void =>
  expect(texts.filter((text) => !isMessage(text))).toEqual([])

it('refused visits', async () => {
  const planned = await post('/api/plan-visit', { Customer_Code: codes[0], Planned_Date: '2026-11-20' })
  expect(planned.status, JSON.stringify(planned.body)).toBe(201)
  const { Visit_ID } = planned.body
  const done = { Customer_Code: codes[0], Visit_ID, Visited_On: '2026-11-15' }
  const recorded = await post('/api/v1/visits', done)
  expect(recorded.status, JSON.stringify(recorded.body)).toBe(201)
  const refused = [
    await post('/api/v1/visits', done),
    await post('/api/v1/visits', { ...done, Visit_ID: 'V999999' }),
    await post('/api/v1/visits', { Customer_Code: codes[1], Status: 'missed', Feedback: 'x' }),
    await post('/api/v1/visits', { Customer_Code: codes[1], Status: 'cancelled' }),
    await post('/api/v1/visits', { Customer_Code: codes[1], Visited_On: '2999-01-01', Photo_ID: 'x' }),
    await post('/api/v1/visits', { Customer_Code: codes[1], Keeps_Plan: true, Status: 'missed' }),
    await post('/api/plan-visit', { Customer_Code: codes[1], Planned_Date: 'x', Unknown: 1 }),
    await post('/api/plan-visit', { Remarks: 'x' }),
    await post('/api/plan-visit', {
      Customer_Code: codes[1],
      Planned_Date: '2026-11-20',
      Moves_Plan: { Visit_ID: 'V999999', version: 1 },
    }),
    await post(`/api/v1/visits/${Visit_ID}/undo`, {}, 'ADMIN'),
  ]
  expectMessages(refused.flatMap(sentencesOf))
})

it('refused plans of several visits, day routes and days off', async () => {
  const plan = { Customer_Codes: codes.slice(1), From: '09:00' }
  const refused = [
    await post('/api/v1/visit-plans', { ...plan, Day: '2026-11-15' }),
    await post('/api/v1/visit-plans', { ...plan, Customer_Codes: ['X', 'M-2', 'M-2'], Day: '2026-11-16' }),
    await send('PUT', '/api/v1/day-routes/order', { day: '2026-11-16', employee: 'all', Visit_IDs: ['X'] }),
    await send('GET', '/api/v1/day-routes?day=2026-11-16&employee=X'),
    await send('GET', '/api/v1/working-days?State_Code=X'),
    await send('GET', '/api/v1/working-days?from=2026-11-16&to=2026-11-15'),
    await send('GET', '/api/v1/dashboard?Zone_Code=X'),
    await send('GET', '/api/v1/visit-plans?after=x'),
  ]
  expectMessages(refused.flatMap(sentencesOf))
  const { body } = await send('GET', '/api/v1/working-days')
  expectMessages(body.offDays.map((each: Json) => each.reason))
})

it('why a customer is visited', async () => {
  const planned = await post('/api/plan-visit', { Customer_Code: codes[3], Planned_Date: '2026-11-16' })
  expect(planned.status, JSON.stringify(planned.body)).toBe(201)
  const { body } = await send('GET', '/api/v1/day-routes?day=2026-11-16&employee=all')
  expectMessages(body.stops.flatMap((stop: Json) => stop.reasons))
})

it('the report of balances', async () => {
  const row = { Customer_Code: codes[0], Receivable: 5, Overdue: 9, As_Of: '2026-11-10' }
  const rows = [
    row,
    row,
    { ...row, Overdue: 1 },
    { ...row, Customer_Code: 'X' },
    { ...row, Customer_Code: null, Erp_Code: 'X' },
    { ...row, Customer_Code: null, Erp_Code: 'E-1' },
    { ...row, Receivable: 'x', As_Of: '2999-01-01' },
  ]
  for (const sent of [rows, rows, [{ ...row, Receivable: 7 }], [{ ...row, As_Of: '2026-11-01' }]]) {
    const { status, body } = await post('/api/v1/balances/upload', { rows: sent }, 'OFFICE')
    expect(status, JSON.stringify(body)).toBe(200)
    expectMessages(body.rows.map((each: Json) => each.sentence))
  }
})

it('hand-overs', async () => {
  const request = { To_Employee: 'EMP0002', From_Day: '2026-11-15', dryRun: true }
  const first = { Customer_Code: codes[0], Employee_Number: 'EMP0001', From_Day: '2026-01-01' }
  expect((await send('POST', '/api/v1/assignments', first)).status).toBe(201)
  const path = '/api/v1/handovers'
  const given = await post(path, { ...request, From_Employee: 'EMP0001', customers: 'all' }, 'OFFICE')
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  expectMessages([given.body.receiver])
  const refused = [
    await send('POST', '/api/v1/assignments', { ...first, From_Day: '2026-02-01' }),
    await post(path, { ...request, From_Employee: 'EMP0002', customers: 'all' }, 'OFFICE'),
    await post(path, { ...request, From_Employee: 'X', From_Day: '2026-01-01', customers: 'all' }, 'OFFICE'),
    await post(path, { ...request, From_Employee: 'EMP0001', customers: { Zone_Code: 'X' } }, 'OFFICE'),
    await post(path, { ...request, From_Employee: null, To_Employee: null, customers: 'all' }, 'OFFICE'),
    await post(path, { ...request, To_Employee: 'EMP0001', customers: { Customer_Codes: [codes[0]] } }),
    await post(path, { ...request, customers: { Customer_Codes: ['X'] } }, 'OFFICE'),
    await post('/api/v1/plans/reassign', { Visit_IDs: ['X'], To_Employee: 'EMP0001' }, 'OFFICE'),
  ]
  expectMessages(refused.flatMap(sentencesOf))
})
