import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { insertRows } from '../../scripts/sample/insert-rows.ts'
import { keysByErpCode } from './balance-store.ts'

const path = '/api/v1/balances/upload'

describe.each(databaseNames)('limits of balance uploads on %s', (database) => {
  let test: TestApp
  let base: Json

  beforeAll(async () => {
    test = await openTestApp(database)
    base = await test.make('customer', { Customer_Code: 'S-1', Erp_Code: 'Same' })
    await newCustomer('S-2', 'SAME')
    await newCustomer('S-3', 'tl-3')
  })
  afterAll(() => test.close())
  afterEach(() => vi.restoreAllMocks())

  const newCustomer = (Customer_Code: string, Erp_Code: string | null): Promise<Json> => {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = base
    return test.make('customer', { ...values, Customer_Code, Erp_Code })
  }
  /** Inserted directly: hundreds of requests would prove nothing about balances. */
  const insertCustomers = (codes: readonly string[]): Promise<void> => {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = base
    const rows = codes.map((Customer_Code) => ({
      values: { ...values, Customer_Code, Erp_Code: null },
      createdAt: test.clock.now,
    }))
    return test.store.transaction((tx) => insertRows(tx, test.store.dialect, 'customer', rows))
  }
  const sendCsv = (body: string): Promise<Answer> =>
    test.request('POST', path, body, { as: 'OFFICE', headers: { 'content-type': 'text/csv' } })
  const send = (rows: unknown): Promise<Answer> => test.request('POST', path, { rows }, { as: 'OFFICE' })
  const row = (Customer_Code: string, Receivable: number): Json => ({
    Customer_Code,
    Receivable,
    Overdue: 0,
    As_Of: '2026-11-10',
  })

  it('ignores empty rows below a table, however many', async () => {
    const file = `Code,Balance,Overdue,Date\nS-3,7,0,10/11/2026\n${',,,\n'.repeat(60_000)}`
    expect((await sendCsv(file)).body.rows).toMatchObject([{ line: 2, outcome: 'new' }])
  })

  /** Rolls back the transaction that saves this customer, with a database error. */
  const failAt = (code: string, error: Error): void => {
    const real = test.store.transaction
    vi.spyOn(test.store, 'transaction').mockImplementation((work) =>
      real(async (tx) => {
        const result = await work(tx)
        if (Array.isArray(result) && result.some((each: Json) => each.customer === code)) throw error
        return result
      }),
    )
  }
  const foreignKey = Object.assign(new Error('foreign key'), { code: '23503', errcode: 787 })
  const unavailable = Object.assign(new Error('gone'), { code: '57P01', errcode: 10 })

  it.each([
    [
      'of one batch',
      foreignKey,
      'Not saved: one of these customers was changed or deleted just now; send the file again',
      { new: 250, failed: 200 },
    ],
    [
      'from one batch on',
      unavailable,
      'Not saved: the database does not answer right now; send the file again',
      { new: 200, failed: 250 },
    ],
  ])(
    'a failure %s reports which rows are not saved, and keeps the report of the others',
    async (name, error, sentence, counts) => {
      const codes = Array.from({ length: 450 }, (_, at) => `F-${name}-${at}`)
      await insertCustomers(codes)
      const rows = codes.map((code, at) => row(code, at))
      failAt(codes[300]!, error)
      const { status, body } = await send(rows)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.counts).toMatchObject(counts)
      expect(body.rows[300]).toEqual({ line: 301, customer: codes[300], outcome: 'failed', sentence })
      vi.restoreAllMocks()
      const saved = await Promise.all(
        [199, 200, 300].map((at) => test.request('GET', `/api/v1/balances/${codes[at]}`)),
      )
      expect(saved.map((answer) => answer.status)).toEqual([200, 404, 404])
      expect((await send(rows)).body.counts).toMatchObject({
        same: counts.new,
        new: counts.failed,
        failed: 0,
      })
    },
  )

  it('an unexpected error is a 500, not the outcome of a row', async () => {
    failAt('S-1', new Error('a fault'))
    expect((await send([row('S-1', 1)])).status).toBe(500)
  })

  it('matches an Erp Code exactly first, then ignoring case', async () => {
    const rows = ['Same', 'SAME', 'same', 'TL-3'].map((Erp_Code) => ({
      Erp_Code,
      Receivable: 3,
      Overdue: 0,
      As_Of: '2026-11-01',
    }))
    const { body } = await test.request('POST', `${path}?dryRun=true`, { rows }, { as: 'OFFICE' })
    expect(body.rows.map((each: Json) => [each.customer, each.outcome])).toEqual([
      ['S-1', 'new'],
      ['S-2', 'new'],
      ['same', 'wrong'],
      ['S-3', 'older'],
    ])
  })

  it('finds an exact Erp Code through its index alone', async () => {
    const statements: string[] = []
    const log = { onQuery: (text: string) => statements.push(text) }
    const db = test.store.read.withPlugin({
      transformQuery: ({ node }) => (log.onQuery(JSON.stringify(node)), node),
      transformResult: async ({ result }) => result,
    })
    const find = (...codes: string[]): Promise<ReadonlyMap<string, string[]>> =>
      keysByErpCode(db, new Set(codes), undefined, async () => {})
    expect(await find('SAME', 'tl-3')).toEqual(
      new Map([
        ['SAME', ['s-2']],
        ['tl-3', ['s-3']],
      ]),
    )
    expect(statements).toHaveLength(1)
    expect((await find('TL-3')).get('TL-3')).toEqual(['s-3'])
    expect(statements).toHaveLength(3)
  })

  it('refuses a balance of a future day, entered by hand or uploaded', async () => {
    await newCustomer('S-4', null)
    const sentence = 'As Of should not be later than today: 16/11/2026 is in the future'
    const future = { ...row('S-4', 1), As_Of: '2026-11-16' }
    const refused = await test.request('POST', '/api/v1/balances', future)
    expect([refused.status, refused.body.errors]).toEqual([422, [{ field: 'As_Of', message: sentence }]])
    const made = await test.request('POST', '/api/v1/balances', { ...future, As_Of: '2026-11-15' })
    expect(made.status).toBe(201)
    const patch = { version: 1, As_Of: '2026-11-16' }
    const moved = await test.request('PATCH', '/api/v1/balances/S-4', patch)
    expect([moved.status, moved.body.msg]).toEqual([422, sentence])
  })

  it('a balance edited during its upload does not deadlock with it', { timeout: 30_000 }, async () => {
    const codes = ['R-1', 'R-2', 'R-3']
    for (const code of codes) await newCustomer(code, null)
    expect((await send(codes.map((code) => row(code, 0)))).body.counts.new).toBe(3)
    // PostgreSQL ends one of two transactions in a deadlock, and the store runs it again.
    const runs = { started: 0, tried: 0 }
    const real = test.store.transaction
    vi.spyOn(test.store, 'transaction').mockImplementation((work) => {
      runs.started++
      return real((tx) => {
        runs.tried++
        return work(tx)
      })
    })
    for (let round = 1; round <= 15; round++) {
      const versions = await Promise.all(codes.map((code) => test.request('GET', `/api/v1/balances/${code}`)))
      const patches = versions.map(({ body: { Customer_Code, version } }) =>
        test.request('PATCH', `/api/v1/balances/${Customer_Code}`, { version, Overdue: round }),
      )
      const upload = send(codes.toReversed().map((code) => row(code, round)))
      const [uploaded, ...patched] = await Promise.all([upload, ...patches])
      expect(uploaded.body.counts).toMatchObject({ changed: 3, failed: 0 })
      for (const { status, body } of patched) {
        // A stale version is a conflict, not a deadlock.
        if (status !== 200)
          expect([status, body.msg]).toEqual([409, expect.stringMatching(/by someone else/)])
      }
    }
    expect(runs.started).toBeGreaterThan(15)
    expect(runs.tried).toBe(runs.started)
  })
})

// Refused before the database is asked.
describe('files of balances that are too large', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp('sqlite')
  })
  afterAll(() => test.close())

  const sendCsv = (body: string): Promise<Answer> =>
    test.request('POST', path, body, { as: 'OFFICE', headers: { 'content-type': 'text/csv' } })
  const tooMany = 'Not more than 50,000 rows per file: upload the rest as another file'
  it.each([
    ['millions of lines', () => sendCsv('1\n'.repeat(8_000_000)), tooMany],
    ['millions of columns', () => sendCsv(','.repeat(16_000_000)), 'Line 1 has more than 200 columns'],
    [
      'one row too many',
      () => sendCsv(`Code,Balance,Overdue,Date\n${'x,1,0,10/11/2026\n'.repeat(50_001)}`),
      tooMany,
    ],
    [
      'a long list',
      () =>
        test.request('POST', path, { rows: Array.from({ length: 50_001 }, () => ({})) }, { as: 'OFFICE' }),
      tooMany,
    ],
  ])('are refused: %s', async (_name, upload, sentence) => {
    const { status, body } = await upload()
    expect([status, body.msg]).toEqual([422, sentence])
  })
})
