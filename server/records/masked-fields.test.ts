import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const full = 'QWERT1234Y'
const masked = 'QW••••••4Y'

describe.each(databaseNames)('sensitive fields on %s', (database) => {
  let test: TestApp
  let customer: Json
  let clerk: string
  beforeAll(async () => {
    test = await openTestApp(database)
    customer = await test.make('customer', { Customer_Code: 'MASK1', PAN: full })
    await test.make('role', { Role_Code: 'CLERK', Role_Name: 'Clerk' })
    const all = ['read', 'create', 'update', 'delete']
    const rights = { customer: [...all, 'import'], batch: all, importJob: all }
    await test.request('PUT', '/api/v1/role-rights/CLERK', { rights, sees: 'everything', version: 0 })
    clerk = (await newPerson(test, 'clerk@example.in', 'CLERK')).token
  })
  afterAll(() => test.close())

  const ask = (path: string, as: string): Promise<Answer> => test.request('GET', path, undefined, { as })

  it('are shown in full to roles that may export them, and masked for all others', async () => {
    for (const [as, PAN] of [
      ['ADMIN', full],
      ['OFFICE', full],
      ['VIEWER', masked],
      ['FIELD', masked],
      [clerk, masked],
    ] as const) {
      expect((await ask('/api/v1/customers/MASK1', as)).body.PAN, as).toBe(PAN)
      expect((await ask('/api/v1/customers?Customer_Code=MASK1', as)).body.items[0].PAN, as).toBe(PAN)
    }
    for (const path of [
      '/api/v1/customers/MASK1/history',
      '/api/v1/customers/MASK1/page',
      '/api/v1/visit-plans',
      '/api/v1/search?q=MASK1',
      '/api/contact24Data/filteredData',
    ]) {
      const { status, body } = await ask(path, 'VIEWER')
      expect([status, JSON.stringify(body)], path).toEqual([200, expect.not.stringContaining(full)])
      expect(JSON.stringify(body), path).toContain('MASK1')
    }
  })

  it('cannot be guessed by filters, sorting or search', async () => {
    for (const query of ['PAN=QWERT1234Y', 'PAN.begins=QWE', 'sort=PAN', 'sort=-PAN']) {
      const { status, body } = await ask(`/api/v1/customers?${query}`, 'VIEWER')
      expect([status, body.msg], query).toEqual([
        422,
        'PAN is masked for you: it cannot be filtered or sorted by',
      ])
      expect((await ask(`/api/v1/customers?${query}`, 'OFFICE')).status, query).toBe(200)
    }
    const where = encodeURIComponent(
      JSON.stringify({ any: [{ field: 'PAN', test: 'begins', values: ['Q'] }] }),
    )
    expect((await ask(`/api/v1/customers?where=${where}`, 'VIEWER')).status).toBe(422)
    expect((await ask(`/api/v1/totals/customers?PAN.begins=Q`, 'VIEWER')).status).toBe(422)
    const found = async (q: string, as: string): Promise<number> =>
      (await ask(`/api/v1/customers?q=${q}`, as)).body.items.length
    expect([await found('QWERT', 'OFFICE'), await found('QWERT', 'VIEWER')]).toEqual([1, 0])
    expect([await found('MASK1', 'OFFICE'), await found('MASK1', 'VIEWER')]).toEqual([1, 1])
    const hits = async (q: string, as: string): Promise<number> =>
      (await ask(`/api/v1/search?q=${q}`, as)).body.items.length
    expect([await hits('QWERT', 'OFFICE'), await hits('QWERT', 'VIEWER')]).toEqual([1, 0])
    expect(await hits('MASK1', 'VIEWER')).toBe(1)
  })

  it('cannot be guessed by search in records that refer to a customer', async () => {
    await test.make('customer', { Customer_Code: 'MASK3', Customer_Name: 'Qwert Traders' })
    for (const [at, Customer_Code] of ['MASK1', 'MASK3'].entries()) {
      const plan = { Customer_Code, Planned_Date: '2026-11-20', Planned_Time: `1${at}:00`, Remarks: '' }
      expect((await test.request('POST', '/api/plan-visit', plan)).status).toBe(201)
    }
    const codes = (values: string[]): Json => ({ field: 'Customer_Code', test: 'is', values })
    const guess = { all: [codes(['MASK1']), { field: 'PAN', test: 'begins', values: ['QWE'] }] }
    const where = encodeURIComponent(JSON.stringify({ any: [codes(['MASK3']), guess] }))
    const plans = `/api/v1/visit-plans?order=planned&limit=1`
    expect((await ask(`${plans}&where=${where}`, 'OFFICE')).status).toBe(200)
    expect((await ask(`${plans}&where=${where}`, 'VIEWER')).status).toBe(422)
    for (const path of ['/api/v1/visit-plans?order=planned', '/api/v1/visit-log?Status=planned']) {
      const found = async (as: string): Promise<number> =>
        (await ask(`${path}&q=QWERT`, as)).body.items.length
      expect([path, await found('OFFICE'), await found('VIEWER')]).toEqual([path, 2, 1])
    }
  })

  it('are hidden in files uploaded by other accounts', async () => {
    const upload = async (as: string): Promise<string> => {
      const file = `Customer Code,PAN\nC-9,${full}\n`
      const headers = { 'content-type': 'text/csv' }
      const { body } = await test.request('POST', '/api/v1/imports?entity=customer', file, { as, headers })
      return body.id
    }
    const [own, other] = [await upload(clerk), await upload('OFFICE')]
    const rows = async (id: string, as: string): Promise<number> =>
      (await ask(`/api/v1/imports/${id}/rows`, as)).status
    expect([await rows(own, clerk), await rows(other, 'ADMIN'), await rows(other, clerk)]).toEqual([
      200, 200, 403,
    ])
    const listed = (await ask('/api/v1/imports', clerk)).body.items
    expect(listed.map(({ id }: Json) => id)).toEqual([own])
  })

  it('are not compared for duplicates when the account sees them masked', async () => {
    const typed = { Customer_Name: customer.Customer_Name, PAN: 'QW 4Y' }
    const reasons = async (PAN: string, as: string): Promise<string[]> => {
      const { body } = await test.request('POST', '/api/v1/duplicates/customers', { ...typed, PAN }, { as })
      return body.items.find(({ id }: Json) => id === customer.id).reasons
    }
    expect(await reasons(full, 'OFFICE')).toContain('same PAN')
    for (const PAN of [full, 'QW 4Y', masked]) expect(await reasons(PAN, 'VIEWER')).not.toContain('same PAN')
  })

  it('are masked in the answer of a rename, and cannot be guessed by a bulk change', async () => {
    const { id, version } = await test.make('customer', { Customer_Code: 'MASK4', PAN: full })
    const rename = (body: Json): Promise<Answer> =>
      test.request('POST', `/api/v1/customers/${id}/rename`, body, { as: clerk })
    const to = { Customer_Code: 'MASK5' }
    const stale = await rename({ to, version: 99 })
    expect([stale.status, stale.body.current.PAN]).toEqual([409, masked])
    const renamed = await rename({ to, version, dryRun: true })
    expect([renamed.status, renamed.body.record.PAN]).toEqual([200, masked])
    const bulk = { action: 'update', query: 'PAN.begins=QWE', set: { Street: 'x' }, dryRun: true }
    const many = await test.request('POST', '/api/v1/bulk/customers', bulk, { as: clerk })
    expect(many.status).toBe(422)
  })

  it('are unchanged when a form sends the masked value, which is never saved', async () => {
    const path = `/api/v1/customers/${customer.id}`
    const stored = async (): Promise<string> => (await ask(path, 'ADMIN')).body.PAN
    const { body: shown } = await ask(path, clerk)
    const { createdAt: _1, updatedAt: _2, ...form } = shown
    const sent = await test.request('PUT', path, { ...form, Street: 'New street' }, { as: clerk })
    expect([sent.status, sent.body.PAN, sent.body.Street]).toEqual([200, masked, 'New street'])
    expect(await stored()).toBe(full)
    const other = { PAN: 'ZZ••••••4Y', version: sent.body.version }
    const refused = await test.request('PATCH', path, other, { as: clerk })
    expect([refused.status, refused.body.msg]).toEqual([422, 'PAN is masked: enter it in full'])
    const stale = await test.request('PATCH', path, { Street: 'x', version: 1 }, { as: clerk })
    expect([stale.status, stale.body.current.PAN]).toEqual([409, masked])
    const typed = { PAN: 'ASDFG5678H', version: sent.body.version }
    expect((await test.request('PATCH', path, typed, { as: clerk })).body.PAN).toBe('AS••••••8H')
    expect(await stored()).toBe('ASDFG5678H')
    const { id: _3, version: _4, ...copy } = form
    const made = await test.request(
      'POST',
      '/api/v1/customers',
      { ...copy, Customer_Code: 'MASK2' },
      { as: clerk },
    )
    expect(made.status).toBe(422)
  })

  it('are refused when they are still masked, with every other problem, however the record is created', async () => {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = customer
    const wrong = { ...values, Customer_Code: 'STILL', PAN: masked, Visit_In_Days: 0, Street: null }
    const fields = ['PAN', 'Visit_In_Days', 'Street']
    const sent = await test.request('POST', '/api/v1/customers', wrong)
    expect([sent.status, sent.body.errors.map(({ field }: Json) => field)]).toEqual([422, fields])
    // As an import does when it saves its rows one by one.
    const { createInTransaction } = await import('#server/records/record-service.ts')
    const made = test.store.transaction((tx) => createInTransaction(test.ctx, tx, 'customer', wrong))
    await expect(made).rejects.toMatchObject({ details: { errors: fields.map((field) => ({ field })) } })
    expect((await test.request('GET', '/api/v1/customers/STILL')).status).toBe(404)
  })
})
