import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const slow = { timeout: 90_000 }

describe.each(databaseNames)('rows that look like an existing customer on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  let known: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
    known = await test.make('customer', {
      Customer_Code: 'C1',
      Customer_Name: 'Charotar Agri Mall',
      Customer_Phone: '98250 10135',
      Primary_Contact: 'Ramesh Patel',
    })
  })
  afterAll(() => test.close())

  const headings = (): string[] => Object.keys(known).filter((name) => !own.includes(name))
  const own = ['id', 'version', 'createdAt', 'updatedAt', 'Last_Visit_ID', 'Due_Day', 'Last_Visited']
  const fileOf = (rows: readonly Json[]): string => {
    const names = headings()
    const cells = (row: Json): string[] => names.map((name) => String({ ...known, ...row }[name] ?? ''))
    return writeCsv([names, ...rows.map(cells)])
  }
  const customers = async (): Promise<string[]> =>
    (await test.request('GET', '/api/v1/customers?limit=200&sort=Customer_Code')).body.items.map(
      (each: Json) => `${each.Customer_Code} ${each.Customer_Name} ${each.Street}`,
    )
  const rows = [
    {
      Customer_Code: 'N1',
      Customer_Name: 'CHAROTAR AGRI MALL',
      Customer_Phone: '9000000001',
      Street: 'Ring Road',
    },
    { Customer_Code: 'N2', Customer_Name: 'Charotar Agree Mal', Customer_Phone: '9000000002' },
    { Customer_Code: 'N3', Customer_Name: 'Another Firm', Customer_Phone: '+91-98250-10135' },
    { Customer_Code: 'N4', Customer_Name: 'Narmada Seeds', Customer_Phone: '9000000004' },
  ].map((row) => ({ ...row, Customer_Email: `${row.Customer_Code}@example.in`, PAN: '' }))
  const listed = async (id: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/imports/${id}/rows?only=duplicates`)).body.items

  it('are counted and listed with the reason, and created by default', slow, async () => {
    const job = await drive.check((await drive.upload('customer', fileOf(rows))).id)
    expect(job.report).toMatchObject({ created: 4, skipped: 0, duplicates: 3, wrong: 0 })
    const found = await listed(job.id)
    expect(found.map((each) => [each.row, each.outcome, each.duplicate])).toEqual(
      [
        [2, ['same name and place']],
        [3, ['similar name, same place']],
        [4, ['same phone']],
      ].map(([row, reasons]) => [
        row,
        'created',
        { id: known.id, name: 'Customer C1', title: 'Charotar Agri Mall', reasons, choice: 'create' },
      ]),
    )
    const done = await drive.run(job.id)
    expect(done.report).toMatchObject({ created: 4, duplicates: 3 })
    await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
  })

  it('are skipped or update the existing record, all together or row by row, as checked', slow, async () => {
    let job = await drive.upload('customer', fileOf(rows))
    job = await drive.change(job, {
      settings: { duplicates: 'skip', duplicateRows: { 2: 'update', 4: 'create' } },
    })
    job = await drive.check(job.id)
    expect(job.report).toMatchObject({ created: 2, updated: 1, skipped: 1, duplicates: 3, wrong: 0 })
    expect((await listed(job.id)).map((each) => [each.outcome, each.duplicate.choice])).toEqual([
      ['updated', 'update'],
      ['skipped', 'skip'],
      ['created', 'create'],
    ])
    expect(job.settings).toMatchObject({ duplicates: 'skip', duplicateRows: { 2: 'update', 4: 'create' } })
    const before = await customers()
    const done = await drive.run(job.id)
    expect(done.report).toMatchObject({ created: 2, updated: 1, skipped: 1, duplicates: 3 })
    expect(await customers()).toEqual([
      'C1 CHAROTAR AGRI MALL Ring Road',
      `N3 Another Firm ${known.Street}`,
      `N4 Narmada Seeds ${known.Street}`,
    ])
    const undone = await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
    expect(undone.body).toMatchObject({ undone: 3, leftCount: 0 })
    expect(await customers()).toEqual(before)
  })

  it('that update the same record are refused after the first', slow, async () => {
    let job = await drive.upload('customer', fileOf(rows.slice(0, 2)))
    job = await drive.change(job, { settings: { duplicates: 'update', leaveWrong: true } })
    job = await drive.check(job.id)
    expect(job.report).toMatchObject({ updated: 1, wrong: 1 })
    expect(job.report.problems[0].message).toBe('Customer Code C1 is already in row 2 of the file')
  })

  it(
    'are found by masked fields only with the right to see them, and only in the same place',
    slow,
    async () => {
      const other = await test.make('customer', {
        Customer_Code: 'C2',
        Customer_Name: 'Mahi Traders',
        PAN: 'ABCDE1234F',
      })
      const row = {
        Customer_Name: 'New Firm',
        Customer_Phone: '9000000009',
        Customer_Email: 'new@example.in',
      }
      const place = Object.fromEntries(
        ['City_Code', 'Station_Code', 'Pool_Code', 'Zone_Code', 'State_Code', 'Country_Code'].map((name) => [
          name,
          other[name],
        ]),
      )
      const file = fileOf([
        { ...row, Customer_Code: 'M1', PAN: 'abcde1234f' },
        {
          ...row,
          Customer_Code: 'M2',
          PAN: '',
          ...place,
          Customer_Name: 'Charotar Agri Mall',
          Customer_Phone: '9000000008',
          Customer_Email: 'm2@example.in',
        },
      ])
      const job = await drive.check((await drive.upload('customer', file)).id)
      expect((await listed(job.id)).map((each) => each.duplicate.reasons)).toEqual([['same PAN']])
    },
  )

  it('reject unknown choices', async () => {
    const job = await drive.upload('customer', fileOf(rows))
    const send = (settings: object): Promise<Json> =>
      test.request('PATCH', `/api/v1/imports/${job.id}`, { version: job.version, settings })
    expect((await send({ duplicates: 'merge' })).body.msg).toContain(
      'duplicates should be create, skip, update',
    )
    expect((await send({ duplicateRows: { x: 'skip' } })).status).toBe(422)
    expect((await send({ duplicateRows: { 2: 'no' } })).status).toBe(422)
  })
})
