import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { messyFiles, rowsOf, tallyCustomers } from '#testing/files/messy-files.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'

const slow = 90_000

/** Files as firms have them, into the masters of a small firm. */
describe.each(databaseNames)('messy files on %s', { timeout: slow }, (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
    await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
    await test.make('zone', { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' })
    await test.make('state', { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'W', Ext_Code: '24' })
    await test.make('pool', { Pool_Code: 'RJ', Pool_Name: 'Rajkot Pool', State_Code: 'GJ' })
    await test.make('station', { Station_Code: 'GON', Station_Name: 'Gondal Station', Pool_Code: 'RJ' })
    for (const name of ['Gondal', 'Rajkot', 'Jetpur', 'Morbi', 'Dhoraji'])
      await test.make('city', {
        City_Code: `GJ-${name.slice(0, 3).toUpperCase()}`,
        City_Name: name,
        Country_Code: 'IN',
        State_Code: 'GJ',
      })
    await test.make('currency', { Currency_Code: 'INR', Currency_Name: 'Indian Rupee' })
    for (const rate of ['0.25', '5', '18'])
      await test.make('gst', { GST_Code: `GST${rate}`, GST_Name: `GST ${rate}%` })
    await test.make('paymentTerm', {
      paymentTermCode: '30',
      paymentTermName: 'Net 30',
      paymentTermDays: '30',
    })
    for (const name of ['Black', 'Red', 'Sandy', 'Alluvial']) await test.make('soil', { Soil_Name: name })
  })
  afterAll(() => test.close())

  it('matches and imports 200 customers with 24 columns of usual names without help', async () => {
    const job = await drive.upload('customer', writeCsv(rowsOf(tallyCustomers, 200)))
    const found = job.header.map((each: Json) => each.field)
    expect(found).toEqual(tallyCustomers.columns.map(([, field]) => field))
    expect(job.header.slice(0, 6).map((each: Json) => each.because)).toEqual([
      'usual name',
      'usual name',
      'usual name',
      'usual name',
      'name and values',
      'name and values',
    ])
    const checked = await drive.check(job.id)
    expect(checked.report).toMatchObject({ created: 200, wrong: 0, problems: [] })
    const done = await drive.run(job.id)
    expect(done.report).toMatchObject({ created: 200, wrong: 0 })
    const first = (await test.request('GET', '/api/v1/customers/T0001')).body
    expect(first).toMatchObject({
      Currency_Name: 'Indian Rupee',
      GST_Name: 'GST 18%',
      Soil_Name: 'Red',
      State_Code: 'GJ',
      City_Code: 'GJ-RAJ',
      paymentTermCode: '30',
      Tax_Preference: 'taxable',
    })
    await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
  })

  it.each(messyFiles.map((file) => [file.title, file] as const))(
    'matches nothing wrongly: %s',
    async (_, file) => {
      const job = await drive.upload(file.entity, writeCsv(rowsOf(file, 40)))
      const wrong = file.columns.flatMap(([heading, field], at) =>
        job.header[at].field === field || job.header[at].field === null
          ? []
          : [`${heading}: ${job.header[at].field}`],
      )
      expect(wrong).toEqual([])
      const matched = job.header.filter((each: Json) => each.field !== null).length
      expect(matched).toBe(file.columns.filter(([, field]) => field !== null).length)
    },
  )

  it('fills a missing column with one value for all rows', async () => {
    const file = writeCsv([
      ['Town', 'Code', 'State'],
      ['Upleta', 'UPL', 'Gujarat'],
      ['Bhanvad', 'BHN', 'gj'],
    ])
    let job = await drive.upload('city', file)
    const change = (fixed: object): Promise<{ status: number; body: Json }> =>
      test.request('PATCH', `/api/v1/imports/${job.id}`, { version: job.version, settings: { fixed } })
    for (const [fixed, message] of [
      [{ Country_Code: 'Atlantis' }, 'There is no country Atlantis'],
      [{ State_Code: 'GJ' }, 'State Code is already filled from a column'],
      [{ Country_Code: ' ' }, 'Country Code needs a value'],
      [{ Nothing: 'x' }, 'Nothing is not a field that can be filled'],
      [{ toString: 'x' }, 'toString is not a field that can be filled'],
      [{ Country_Code: 5 }, 'fixed should map fields to a text of at most 1000 characters'],
      [{ Country_Code: '<img src=x onerror=alert(1)>' }, 'There is no country <img src=x onerror=alert(1)>'],
    ] as const) {
      const { status, body } = await change(fixed)
      expect([status, body.errors?.[0].message]).toEqual([422, message])
    }
    job = (await change({ Country_Code: 'India' })).body
    job = await drive.run((await drive.check(job.id)).id)
    expect(job.report).toMatchObject({ created: 2, wrong: 0 })
    expect((await test.request('GET', '/api/v1/cities/UPL')).body).toMatchObject({ Country_Code: 'IN' })
    await test.request('POST', `/api/v1/batches/${job.batchId}/undo`)
  })

  it('proposes the only close value as certain, and no other', async () => {
    const file = writeCsv([
      ['Town', 'Code', 'State', 'Country'],
      ['A', 'A', 'Gujrat', 'Indea'],
      ['B', 'B', 'Kerala', 'IN'],
    ])
    const job = await drive.check((await drive.upload('city', file)).id)
    const unknown = (await test.request('GET', `/api/v1/imports/${job.id}/unknown-references`)).body
    expect(unknown.map((each: Json) => [each.typed, each.isCertain, each.suggestions[0]?.code])).toEqual(
      expect.arrayContaining([
        ['Gujrat', true, 'GJ'],
        ['Indea', true, 'IN'],
        ['Kerala', false, undefined],
      ]),
    )
  })

  it('keeps one column for a field, and matches no heading of a file without headings', async () => {
    const twice = await drive.upload(
      'city',
      writeCsv([
        ['City Code', 'City Code', 'Name'],
        ['X', 'Y', 'Z'],
      ]),
    )
    expect(twice.header.filter((each: Json) => each.field === 'City_Code').length).toBe(1)
    const bare = await drive.upload(
      'city',
      writeCsv([
        ['UPL', 'Upleta'],
        ['BHN', 'Bhanvad'],
      ]),
    )
    expect(bare.header.map((each: Json) => each.field)).toEqual([null, null])
  })
})
