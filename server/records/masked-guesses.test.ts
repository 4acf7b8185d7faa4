import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

const right = 'QWERT1234Y'
/** Looks the same as `right` when masked. */
const wrong = 'QWXYZ1234Y'

describe.each(databaseNames)('guesses of masked values on %s', (database) => {
  let test: TestApp
  let clerk: string
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('role', { Role_Code: 'CLERK', Role_Name: 'Clerk' })
    const all = ['read', 'create', 'update', 'delete']
    const rights = {
      customer: [...all, 'import'],
      batch: all,
      importJob: all,
      audit: ['read'],
      dataHealth: ['read', 'update'],
    }
    await test.request('PUT', '/api/v1/role-rights/CLERK', { rights, sees: 'everything', version: 0 })
    clerk = (await newPerson(test, 'clerk@example.in', 'CLERK')).token
    drive = importDriver({ request: (...[method, path, body, options]) => ask(method, path, body, options) })
  })
  afterAll(() => test.close())

  const ask: TestApp['request'] = (method, path, body, options) =>
    test.request(method, path, body, { as: clerk, ...options })
  const customer = (Customer_Code: string, PAN = right): Promise<Json> =>
    test.make('customer', { Customer_Code, PAN, Last_Visited: null, Last_Visit_ID: null })
  const pan = async (code: string): Promise<string> =>
    (await test.request('GET', `/api/v1/customers/${code}`)).body.PAN

  it('are saved as a new version, right or wrong', async () => {
    for (const [at, guess] of [right, wrong].entries()) {
      const { id, version } = await customer(`SAVE${at}`)
      const { body } = await ask('PATCH', `/api/v1/customers/${id}`, { PAN: guess, version })
      expect([body.version, body.PAN]).toEqual([version + 1, 'QW••••••4Y'])
      expect(await pan(id)).toBe(guess)
      const history = await ask('GET', `/api/v1/customers/${id}/history`)
      expect(history.body.items.map((each: Json) => each.version)).toEqual([2, 1])
      // An empty value is not masked, so an unchanged empty value may be reported.
      await ask('PATCH', `/api/v1/customers/${id}`, { PAN: null, version: 2 })
      expect((await ask('PATCH', `/api/v1/customers/${id}`, { PAN: null, version: 3 })).body.version).toBe(3)
    }
    const { id, version } = await customer('SAVE9')
    const { body } = await test.request('PATCH', `/api/v1/customers/${id}`, { PAN: right, version })
    expect(body.version).toBe(version)
  })

  it('give the same result in the dry run of a bulk edit and of an import, right or wrong', async () => {
    const { id } = await customer('MANY')
    const bulk = (PAN: string): Promise<Answer> =>
      ask('POST', '/api/v1/bulk/customers', { action: 'update', ids: [id], set: { PAN }, dryRun: true })
    const dryRun = async (cell: string): Promise<Json> => {
      const job = await drive.upload('customer', `Customer Code,PAN\nMANY,${cell}\n`)
      await drive.change(job, { settings: { mode: 'update', key: ['Customer_Code'] } })
      const { report, failure } = await drive.check(job.id)
      return { failure, ...report, seconds: 0 }
    }
    const edited = (await bulk(right)).body
    expect(edited).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await bulk(wrong)).body).toEqual(edited)
    const loaded = await dryRun(right)
    expect(loaded).toMatchObject({ failure: null, updated: 1, unchanged: 0 })
    expect(await dryRun(wrong)).toEqual(loaded)
    // A file copied from a screen has the masked values.
    expect(await dryRun('QW••••••4Y')).toMatchObject({ unchanged: 1, wrong: 0 })
    expect((await dryRun('ZZ••••••4Y')).problems[0].message).toBe('PAN is masked: enter it in full')
  })

  it('are found by search when written into another field, right or wrong', async () => {
    const found = async (q: string, path = 'customers'): Promise<string[]> =>
      (await ask('GET', `/api/v1/${path}?q=${q}`)).body.items.map((each: Json) => each.id)
    for (const [at, guess] of ['ASDFG5678H', 'ASXYZ5678H'].entries()) {
      const { id, version } = await customer(`FIND${at}`, 'ASDFG5678H')
      expect(await found('asdfg5678h')).not.toContain(id)
      await ask('PATCH', `/api/v1/customers/${id}`, { Customer_Name: `Patel ${guess}`, version })
      expect(await found(guess)).toContain(id)
      expect(await found(`${guess.toLowerCase()} patel`)).toContain(id)
      expect(await found(guess, 'search')).toContain(id)
    }
  })

  it('find no duplicates, in any field', async () => {
    const { id } = await test.make('customer', {
      Customer_Code: 'SIMILAR',
      Customer_Name: 'Ramesh Patel',
      Customer_Email: 'ramesh@example.in',
      PAN: right,
    })
    // The name alone has too many words to find the record, but it is compared once the record is found.
    const Customer_Name =
      'Ramesh Patel Krishnamurthyvenkat Balasubramanianam Chandrashekharan Tiruchirappalliyan'
    const duplicates = async (Customer_Email: string, as = clerk): Promise<string[]> => {
      const { body } = await ask(
        'POST',
        '/api/v1/duplicates/customers',
        { Customer_Name, Customer_Email },
        { as },
      )
      return body.items.map((each: Json) => each.id)
    }
    for (const guess of ['qwe', 'ert123', '234y', right]) expect(await duplicates(guess), guess).toEqual([])
    expect(await duplicates('ramesh@example.in')).toEqual([id])
    expect(await duplicates('ramesh@example.in', 'VIEWER')).toEqual([id])
  })

  it('find no record by an import key, and no file uploaded by another account', async () => {
    const file = `PAN,Street\n${right},New street\n`
    const key = { settings: { mode: 'update', key: ['PAN'] } }
    const job = await drive.upload('customer', file)
    const refused = await ask('PATCH', `/api/v1/imports/${job.id}`, { version: job.version, ...key })
    expect([refused.status, refused.body.msg]).toEqual([
      422,
      'PAN is masked for you: it cannot be used to match rows to records',
    ])
    const office = importDriver(test)
    const theirs = await office.upload('customer', `${file}\n`)
    expect((await office.change(theirs, key)).settings.key).toEqual(['PAN'])
    expect((await office.upload('customer', `${file}\n`)).sameFileBefore).toMatchObject({ id: theirs.id })
    expect((await drive.upload('customer', `${file}\n`)).sameFileBefore).toBeNull()
    expect((await drive.upload('customer', file)).sameFileBefore).toMatchObject({ id: job.id })
  })

  it('give the same result in a merge with a made-up customer and in its undo, right or wrong', async () => {
    const merged = async (code: string, guess: string): Promise<Json> => {
      const [kept, other] = [await customer(`${code}A`), await customer(`${code}B`, guess)]
      const plan = { Customer_Code: `${code}A`, Planned_Date: '2026-11-20', Planned_Time: '10:30' }
      expect((await test.request('POST', '/api/plan-visit', plan)).status).toBe(201)
      const versions = { [kept.id]: kept.version, [other.id]: other.version }
      const body = { with: other.id, versions, take: { PAN: 'other' } }
      const answer = (await ask('POST', `/api/v1/customers/${kept.id}/merge`, body)).body
      await ask('PATCH', `/api/v1/customers/${kept.id}`, { PAN: wrong, version: answer.record.version })
      const undone = await ask('POST', `/api/v1/batches/${answer.batch.id}/undo`)
      return [answer.plans, answer.words, answer.record.version, undone.status, undone.body.undone]
    }
    const expected = [1, '1 plan', 2, 200, 2]
    expect(await merged('X', right)).toEqual(expected)
    expect(await merged('Y', wrong)).toEqual(expected)
  })

  it('are not revealed by the audit log or by data quality rules', async () => {
    const facts = async (as: string, code: string): Promise<string[]> => {
      const query = `entity=customer&record=${code}&limit=1`
      const { body } = await ask('GET', `/api/v1/audit?${query}`, undefined, { as })
      return body.items[0].facts.map(({ label }: Json) => label)
    }
    for (const [code, guess] of [
      ['BOOK0', right],
      ['BOOK1', wrong],
    ] as const) {
      const { id, version } = await customer(code)
      await ask('PATCH', `/api/v1/customers/${id}`, { PAN: guess, version })
    }
    expect(await facts('ADMIN', 'BOOK1')).toEqual(['PAN'])
    expect([await facts(clerk, 'BOOK0'), await facts(clerk, 'BOOK1')]).toEqual([[], []])
    const rules = async (as: string): Promise<string[]> =>
      (await ask('GET', '/api/v1/data-quality', undefined, { as })).body.items.map(({ rule }: Json) => rule)
    expect(await rules('OFFICE')).toEqual(expect.arrayContaining(['pan', 'same-pan', 'same-phone']))
    expect(await rules(clerk)).toContain('same-phone')
    expect((await rules(clerk)).filter((rule) => rule.endsWith('pan'))).toEqual([])
    expect((await ask('GET', '/api/v1/data-quality/same-pan')).status).toBe(404)
  })
})
