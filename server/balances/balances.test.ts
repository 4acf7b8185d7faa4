import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRows } from '../../scripts/sample/insert-rows.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const path = '/api/v1/balances/upload'

describe.each(databaseNames)('balances on %s', (database) => {
  let test: TestApp
  let base: Json

  beforeAll(async () => {
    test = await openTestApp(database)
    base = await test.make('customer', { Customer_Code: 'B-1', Erp_Code: 'TL-1' })
    await newCustomer('B-2', 'tl-2')
    await newCustomer('B-3', 'Shared')
    await newCustomer('B-4', 'SHARED')
    await newCustomer('કોડ/1 %', null)
    await newCustomer('-A1', null)
  })
  afterAll(() => test.close())

  const newCustomer = (Customer_Code: string, Erp_Code: string | null): Promise<Json> => {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = base
    return test.make('customer', { ...values, Customer_Code, Erp_Code })
  }
  const send = (body: unknown, query = '', as = 'OFFICE'): Promise<Answer> =>
    test.request('POST', path + query, body, { as })
  const sendCsv = (body: string, query = '', as = 'OFFICE'): Promise<Answer> =>
    test.request('POST', path + query, body, { as, headers: { 'content-type': 'text/csv; charset=utf-8' } })
  const balanceOf = async (code: string): Promise<Json> =>
    (await test.request('GET', `/api/v1/balances/${encodeURIComponent(code)}`)).body
  const outcomes = ({ body }: Answer): string[] => body.rows.map((row: Json) => row.outcome)

  it('reports an outcome for every row: new, changed, same, older, unknown, wrong, repeated', async () => {
    const first = await sendCsv(
      [
        '\ufeffParty Code;Outstanding;Overdue Amount;As on',
        'b-1;"₹ 1,25,000.50";4,000;10/11/2026',
        'B-2;500 Cr;;2026-11-10',
        'Nobody;1;0;10/11/2026',
        'B-3;lots;0;10/11/2026',
        'B-1;7;7;10/11/2026',
        "'-A1;100;250;10-Nov-2026",
        'B-4;1;0;16/11/2026',
        'કોડ/1 %;10;5;10/11/2026',
      ].join('\r\n'),
    )
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.body.counts).toEqual({
      new: 4,
      changed: 0,
      same: 0,
      older: 0,
      unknown: 1,
      wrong: 2,
      repeated: 1,
      failed: 0,
    })
    expect(first.body).toMatchObject({ isDryRun: false, isTrial: false })
    expect(first.body.rows).toEqual([
      {
        line: 2,
        customer: 'B-1',
        outcome: 'new',
        sentence: '₹1,25,000.50 receivable, ₹4,000 overdue, as of 10/11/2026',
      },
      {
        line: 3,
        customer: 'B-2',
        outcome: 'new',
        sentence: '₹500 in credit, nothing overdue, as of 10/11/2026',
      },
      {
        line: 4,
        customer: 'Nobody',
        outcome: 'unknown',
        sentence: 'There is no customer Nobody (Customer Code)',
      },
      {
        line: 5,
        customer: 'B-3',
        outcome: 'wrong',
        sentence: 'Receivable should be an amount like 1,25,000.50',
      },
      {
        line: 6,
        customer: 'B-1',
        outcome: 'repeated',
        sentence:
          'Line 2 has the same customer and day, and was used: ₹1,25,000.50 receivable, ₹4,000 overdue, as of 10/11/2026',
      },
      {
        line: 7,
        customer: '-A1',
        outcome: 'new',
        sentence:
          '₹100 receivable, ₹250 overdue, as of 10/11/2026. Overdue is more than receivable: please check',
        isOdd: true,
      },
      {
        line: 8,
        customer: 'B-4',
        outcome: 'wrong',
        sentence: 'As Of should not be later than today: 16/11/2026 is in the future',
      },
      {
        line: 9,
        customer: 'કોડ/1 %',
        outcome: 'new',
        sentence: '₹10 receivable, ₹5 overdue, as of 10/11/2026',
      },
    ])
    expect(await balanceOf('B-1')).toMatchObject({
      Receivable: 125_000.5,
      Overdue: 4000,
      As_Of: '2026-11-10',
    })

    const second = await send({
      As_Of: '12/11/2026',
      rows: [
        { Erp_Code: 'tl-1', Receivable: 100, Overdue: 0 },
        { Erp_Code: 'TL-2', Receivable: '0', Overdue: null, As_Of: '01/11/2026' },
        { Erp_Code: 'shared', Receivable: 1, Overdue: 0 },
        { Erp_Code: 'gone', Receivable: 1, Overdue: 0 },
        { Customer_Code: '-A1', Receivable: 100, Overdue: 250, As_Of: '2026-11-10' },
        { Receivable: 1, Overdue: 0 },
      ],
    })
    expect(second.body.rows.map((row: Json) => [row.line, row.customer, row.outcome, row.sentence])).toEqual([
      [
        1,
        'B-1',
        'changed',
        '₹100 receivable, nothing overdue, as of 12/11/2026; before: ₹1,25,000.50 receivable, ₹4,000 overdue, as of 10/11/2026',
      ],
      [
        2,
        'B-2',
        'older',
        'Not saved, a newer balance exists: ₹500 in credit, nothing overdue, as of 10/11/2026',
      ],
      [3, 'shared', 'wrong', '2 customers have the Erp Code shared: use the Customer Code'],
      [4, 'gone', 'unknown', 'There is no customer with the Erp Code gone'],
      [5, '-A1', 'same', 'Unchanged: ₹100 receivable, ₹250 overdue, as of 10/11/2026'],
      [6, '', 'wrong', 'Customer Code or Erp Code is required'],
    ])
    const history = await test.request('GET', '/api/v1/balances/B-1/history')
    expect(history.body.items.map((entry: Json) => [entry.action, entry.by, entry.after.Receivable])).toEqual(
      [
        ['update', 'OFFICE person', 100],
        ['create', 'OFFICE person', 125_000.5],
      ],
    )
  })

  it('uploading a file twice changes nothing, and several days of one customer are saved in order', async () => {
    const code = 'B-days'
    await newCustomer(code, null)
    const file = `Code,Balance,Overdue,Date\n${code},3,0,03/11/2026\n${code},1,0,01/11/2026\n${code},2,0,02/11/2026\n`
    expect(outcomes(await sendCsv(file))).toEqual(['changed', 'new', 'changed'])
    const before = await balanceOf(code)
    expect(before).toMatchObject({ Receivable: 3, version: 3 })
    expect(outcomes(await sendCsv(file))).toEqual(['same', 'older', 'older'])
    expect(await balanceOf(code)).toEqual(before)
  })

  it('a dry run reports the same as the upload after it, and writes nothing', async () => {
    await newCustomer('B-try', null)
    const rows = [
      { Customer_Code: 'B-try', Receivable: 5, Overdue: 0, As_Of: '2026-11-02' },
      { Customer_Code: 'b-TRY', Receivable: 4, Overdue: 0, As_Of: '2026-11-01' },
      { Customer_Code: 'B-try', Receivable: 4, Overdue: 0, As_Of: '2026-11-01' },
      { Customer_Code: 'B-1', Receivable: 1, Overdue: 1, As_Of: '2026-10-01' },
      { Customer_Code: 'B-none', Receivable: 1, Overdue: 1, As_Of: '2026-10-01' },
      { Customer_Code: 'B-2', Receivable: {}, Overdue: 1 },
    ]
    const dryRun = await send({ rows, dryRun: true })
    for (const query of ['?dryRun=true', '?dryRun', '?try=true'])
      expect((await send({ rows }, query)).body).toEqual(dryRun.body)
    expect(outcomes(dryRun)).toEqual(['changed', 'new', 'repeated', 'older', 'unknown', 'wrong'])
    expect((await test.request('GET', '/api/v1/balances/B-try')).status).toBe(404)
    const real = await send({ rows })
    expect(dryRun.body).toEqual({ ...real.body, isDryRun: true, isTrial: true })
    expect(await balanceOf('B-try')).toMatchObject({ Receivable: 5, As_Of: '2026-11-02', version: 2 })
  })

  it.each([
    [
      'a day for the whole file',
      'Code,Balance,Overdue\nB-1,1,0\n',
      '?asOf=2026-11-13&dryRun=true',
      'changed',
    ],
    ['no day at all', 'Code,Balance,Overdue\nB-1,1,0\n', '', 'wrong'],
    ['a formula', 'Code,Balance,Overdue,Date\nB-1,"=HYPERLINK(""x"")",0,13/11/2026\n', '', 'wrong'],
    ['a hidden character', 'Code,Balance,Overdue,Date\nB\u200b-1,1,0,13/11/2026\n', '', 'wrong'],
    ['markup', 'Code,Balance,Overdue,Date\n<img src=x>,1,0,13/11/2026\n', '', 'unknown'],
    ['SQL', `Code,Balance,Overdue,Date\n"B-1' or '1'='1",1,0,13/11/2026\n`, '', 'unknown'],
    ['a very long cell', `Code,Balance,Overdue,Date\n${'x'.repeat(5000)},1,0,13/11/2026\n`, '', 'wrong'],
    ['too many paise', 'Code,Balance,Overdue,Date\nB-1,1.005,0,13/11/2026\n', '', 'wrong'],
    [
      'an amount above the maximum',
      'Code,Balance,Overdue,Date\nB-1,9999999999999,0,13/11/2026\n',
      '',
      'wrong',
    ],
  ])('reports a row with %s', async (_name, file, query, outcome) => {
    const response = await sendCsv(file, query)
    expect([response.status, outcomes(response)]).toEqual([200, [outcome]])
  })

  it.each([
    ['nothing', '', 422, 'The file is empty'],
    ['an open quote', 'Code,Balance,Overdue\n"B-1,1,0\n', 422, /quote .* line 2 is never closed/],
    [
      'unknown columns',
      'Name,Sum\nx,1\n',
      422,
      /Missing: Customer Code \(or Erp Code\), Receivable, Overdue/,
    ],
  ])('refuses a file with %s', async (_name, file, status, sentence) => {
    const response = await sendCsv(file)
    expect([response.status, response.body.msg]).toEqual([
      status,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ])
  })

  it.each([
    [{}, 'rows should be a list of balances'],
    [{ rows: {} }, 'rows should be a list of balances'],
    [{ rows: [1] }, 'Row 1 should be an object with fields'],
    [{ rows: [{ Customer: 'x' }] }, 'Row 1: Customer is not a field of a balance'],
    [{ rows: [], extra: 1 }, 'extra is not a field of an upload'],
    [{ rows: [], As_Of: 'soon' }, 'As Of should be a date like 31/12/2026'],
  ])('refuses %j', async (body, sentence) => {
    const response = await send(body)
    expect([response.status, response.body.msg]).toEqual([422, sentence])
  })

  it('needs the right to create balances, and accepts only tables, only on this route', async () => {
    const rows = { rows: [] }
    for (const [as, status] of [
      ['ADMIN', 200],
      ['FIELD', 403],
      ['VIEWER', 403],
      ['anonymous', 401],
    ] as const)
      expect((await send(rows, '', as)).status, as).toBe(status)
    expect((await send(rows, '?try=maybe')).status).toBe(422)
    const csvHeaders = { headers: { 'content-type': 'text/csv' } }
    expect((await test.request('POST', '/api/v1/balances', 'a,b', csvHeaders)).status).toBe(415)
    const notText = { as: 'OFFICE', headers: { 'content-type': 'application/pdf' } }
    expect((await test.request('POST', path, '%PDF', notText)).status).toBe(415)
    expect((await sendCsv('x'.repeat(16 * 1024 * 1024 + 1))).status).toBe(413)
  })

  it('concurrent uploads of the same rows save them once', async () => {
    const codes = Array.from({ length: 30 }, (_, at) => `B-race-${at}`)
    for (const code of codes) await newCustomer(code, null)
    const rows = codes.map((Customer_Code) => ({
      Customer_Code,
      Receivable: 9,
      Overdue: 1,
      As_Of: '2026-11-10',
    }))
    const answers = await Promise.all([send({ rows }), send({ rows: rows.toReversed() }), send({ rows })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const all = answers.flatMap(outcomes)
    expect([
      all.filter((each) => each === 'new').length,
      all.filter((each) => each === 'same').length,
    ]).toEqual([30, 60])
    for (const code of codes) expect(await balanceOf(code)).toMatchObject({ Receivable: 9, version: 1 })
  })

  it('saves a large file in batches while other requests are answered', { timeout: 60_000 }, async () => {
    const batches = 5
    const count = batches * 200
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = base
    const codes = Array.from({ length: count }, (_, at) => `L${at}`)
    await test.store.transaction((tx) =>
      insertRows(
        tx,
        test.store.dialect,
        'customer',
        codes.map((Customer_Code) => ({
          values: { ...values, Customer_Code, Erp_Code: `X-${Customer_Code}` },
          createdAt: new Date(),
        })),
      ),
    )
    const file = `Erp Code,Receivable,Overdue,As Of\n${codes.map((code, at) => `x-${code},"${at}.50",${at % 7},10/11/2026`).join('\n')}\n`
    const countBalances = async (): Promise<number> =>
      (await test.request('GET', '/api/v1/totals/balances')).body.count
    const before = await countBalances()
    const upload = sendCsv(file)
    const state = { isDone: false }
    void upload.then(() => (state.isDone = true))
    const seen = new Set([before])
    while (!state.isDone) {
      // Reading from SQLite takes no turn of the event loop, which the upload needs.
      await turn()
      seen.add(await countBalances())
    }
    // Others read what earlier batches have saved: it is not one transaction that blocks them until the end.
    const during = [...seen].filter((balances) => balances > before && balances < before + count)
    expect(during.length).toBeGreaterThan(0)
    const { body } = await upload
    expect(body.counts).toMatchObject({ new: count, unknown: 0, wrong: 0 })
    const { body: sum } = await test.request('GET', '/api/v1/balance-summary', undefined, { as: 'VIEWER' })
    expect(sum.customers).toBeGreaterThanOrEqual(count)
    expect(sum.Receivable).toBeGreaterThan((count * (count - 1)) / 2)
    expect(sum).toMatchObject({
      changedAt: '2026-11-15T06:00:00.000Z',
      latest: expect.stringMatching(/^2026-11-1\d$/),
    })
    const again = await sendCsv(file)
    expect(again.body.counts).toMatchObject({ same: count, new: 0 })
  })
})
