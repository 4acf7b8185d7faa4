import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { makeWorkbook } from '#testing/files/make-zip.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'

describe.each(databaseNames)('workbooks of several masters on %s', { timeout: 90_000 }, (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  const upload = (
    sheets: Parameters<typeof makeWorkbook>[0],
    query = '',
    as?: string,
  ): Promise<{ status: number; body: Json }> =>
    test.request('POST', `/api/v1/imports?name=book.xlsx${query}`, makeWorkbook(sheets), {
      headers: { 'content-type': 'application/octet-stream' },
      ...(as !== undefined && { as }),
    })
  const countOf = async (path: string): Promise<number> =>
    (await test.request('GET', `/api/v1/${path}?limit=200`)).body.items.length
  const mastersOf = (job: Json): unknown[] => job.masters.map((each: Json) => [each.sheet, each.entity])

  /** In the order of an ordinary workbook: what others refer to comes last. */
  const book = {
    Towns: [
      ['Town', 'Code', 'State', 'Country'],
      ['Gondal', 'GON', 'Gujarat', 'India'],
      ['Rajkot', 'RAJ', 'gujarat', 'India'],
    ],
    'State Master': [
      ['State', 'Code', 'Zone', 'Ext Code'],
      ['Gujarat', 'GJ', 'West', '24'],
    ],
    Zones: [
      ['Zone', 'Zone Code', 'Country'],
      ['West', 'W', 'India'],
    ],
    Countries: [
      ['Code', 'Country', 'Postal Code', 'ISO Code', 'ISO Code 3 Char', 'EU Country', 'Short Name'],
      ['IN', 'India', '91', 'IN', 'IND', 'No', 'India'],
    ],
    'What to do': [
      ['Task', 'Who'],
      ['Call Ramesh', 'Nilesh'],
    ],
  }

  it('matches each sheet to its master, checks all in order and undoes them as one', async () => {
    const { status, body: read } = await upload(book)
    expect(status).toBe(201)
    expect(mastersOf(read)).toEqual([
      ['Towns', 'city'],
      ['State Master', 'state'],
      ['Zones', 'zone'],
      ['Countries', 'country'],
      ['What to do', null],
    ])
    expect(read).toMatchObject({ entity: 'city', sheet: 'Towns', rowCount: 2 })
    const checked = await drive.check(read.id)
    expect(checked).toMatchObject({ state: 'rehearsed', report: { created: 5, wrong: 0 } })
    expect(checked.masters.map((each: Json) => each.report?.created ?? null)).toEqual([2, 1, 1, 1, null])
    expect(await countOf('cities')).toBe(0)
    const done = await drive.run(read.id)
    expect(done).toMatchObject({ state: 'done', report: { created: 5, wrong: 0 } })
    expect((await test.request('GET', '/api/v1/cities/GON')).body).toMatchObject({
      State_Code: 'GJ',
      Country_Code: 'IN',
    })
    const undone = await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
    expect(undone.body).toMatchObject({ undone: 5, leftCount: 0 })
    expect([await countOf('cities'), await countOf('states'), await countOf('countries')]).toEqual([0, 0, 0])
    expect((await drive.read(read.id)).state).toBe('undone')
  })

  it('keeps the settings of each sheet, and shows another without losing the check', async () => {
    const broken = { ...book, Zones: [...book.Zones, ['North', '', 'Indea']] }
    let { body: job } = await upload(broken)
    job = await drive.check(job.id)
    expect(job.report).toMatchObject({ created: 5, wrong: 1 })
    job = await drive.change(job, { sheet: 'Zones' })
    expect(job).toMatchObject({ entity: 'zone', sheet: 'Zones', state: 'rehearsed', rowCount: 2 })
    const rows = (await test.request('GET', `/api/v1/imports/${job.id}/rows?only=wrong`)).body
    expect(rows.items.map((each: Json) => each.row)).toEqual([3])
    expect((await test.request('POST', `/api/v1/imports/${job.id}/run`)).status).toBe(409)
    job = await drive.change(job, { cells: [{ row: 3, column: 1, value: 'N' }] })
    job = await drive.change(job, { settings: { references: { Country_Code: { Indea: 'IN' } } } })
    job = await drive.change(job, { sheet: 'Towns' })
    expect(job).toMatchObject({ entity: 'city', settings: { references: {} } })
    job = await drive.run((await drive.check(job.id)).id)
    expect(job.report).toMatchObject({ created: 6, wrong: 0 })
    await test.request('POST', `/api/v1/batches/${job.batchId}/undo`)
  })

  it('imports a sheet into the master that is chosen for it, or not at all', async () => {
    let { body: job } = await upload({
      ...book,
      Sheet9: [
        ['Naam', 'Ank'],
        ['East', 'E'],
      ],
    })
    job = await drive.change(job, { sheet: 'Sheet9' })
    const refused = await test.request('PATCH', `/api/v1/imports/${job.id}`, {
      version: job.version,
      settings: { leaveEmpty: false },
    })
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      422,
      'Choose the master of this sheet first',
    ])
    job = await drive.change(job, { entity: 'zone' })
    job = await drive
      .change(job, {
        settings: { columns: ['Zone_Name', 'Zone_Code'], fixed: { Country_Code: 'IN' } },
      })
      .catch((error: Error) => error.message)
    // The country comes from another sheet, so it is not there yet.
    expect(job).toContain('There is no country IN')
    job = (await test.request('GET', '/api/v1/imports?limit=1')).body.items[0]
    job = await drive.change(job, { entity: null })
    expect(mastersOf(job).at(-1)).toEqual(['Sheet9', null])
    for (const sheet of ['Towns', 'State Master', 'Zones', 'Countries'])
      job = await drive.change(job, { sheet, entity: null })
    const { status, body } = await test.request('POST', `/api/v1/imports/${job.id}/check`)
    expect([status, body.msg]).toEqual([
      409,
      'No sheet of the file is imported: choose the master of at least one',
    ])
  })

  it('finds the master of a file with one sheet, and refuses one of unknown rows', async () => {
    const { body: job } = await upload({ Sheet1: book.Towns })
    expect(job).toMatchObject({ entity: 'city', rowCount: 2 })
    expect(job.masters).toBeUndefined()
    const { status, body } = await upload({ Sheet1: book['What to do'] })
    expect([status, body.msg]).toEqual([
      422,
      'It could not be recognised what the rows are: choose what to import into, and upload the file again',
    ])
    const hostile = await upload({
      constructor: [
        ['__proto__', 'constructor'],
        ['=1+1', '<script>'],
      ],
    })
    expect(hostile.status).toBe(422)
  })

  it('needs the right to import each master', async () => {
    const { body: job } = await upload(book)
    expect((await test.request('GET', `/api/v1/imports/${job.id}`, undefined, { as: 'VIEWER' })).status).toBe(
      403,
    )
    expect((await upload(book, '', 'VIEWER')).status).toBe(403)
    const one = await upload(book, '&entity=city')
    expect(one.body).toMatchObject({ entity: 'city', sheet: 'Towns' })
    const other = await test.request('PATCH', `/api/v1/imports/${one.body.id}`, {
      version: one.body.version,
      entity: 'zone',
    })
    expect(other.status).toBe(422)
  })
})
