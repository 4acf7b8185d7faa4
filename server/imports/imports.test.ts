import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'

describe.each(databaseNames)('imports on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
    await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
    await test.make('zone', { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' })
  })
  afterAll(() => test.close())

  const states = async (): Promise<string[]> =>
    (await test.request('GET', '/api/v1/states?limit=200&sort=State_Code')).body.items.map(
      (each: Json) => `${each.State_Code} ${each.State_Name} ${each.Zone_Code} ${each.Ext_Code}`,
    )

  it('loads what it rehearsed, and takes it back as a whole', async () => {
    const before = await states()
    const job = await drive.upload(
      'state',
      writeCsv([
        ['state code', 'Name', 'Zone_Code', 'Ext Code', 'Remark'],
        ['GJ', 'Gujarat', 'West', '24.0', 'by name of the zone'],
        ['MH', 'Maharashtra', 'w', '1,027', 'another spelling of its code'],
      ]),
    )
    expect(job).toMatchObject({ encoding: 'UTF-8', separator: ',', rowCount: 2, state: 'read' })
    expect(job.header.map((each: Json) => each.field)).toEqual([
      'State_Code',
      'State_Name',
      'Zone_Code',
      'Ext_Code',
      null,
    ])
    const rehearsed = await drive.rehearse(job.id)
    expect(rehearsed).toMatchObject({ state: 'rehearsed', failure: null })
    expect(rehearsed.report).toMatchObject({ created: 2, wrong: 0, rehearsal: true })
    expect(await states()).toEqual(before)
    const done = await drive.run(job.id)
    expect(done).toMatchObject({ state: 'done', report: { created: 2, wrong: 0, rehearsal: false } })
    expect(await states()).toEqual([...before, 'GJ Gujarat W 24', 'MH Maharashtra W 1027'].toSorted())
    const undone = await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
    expect(undone.body).toMatchObject({ undone: 2, leftCount: 0 })
    expect(await states()).toEqual(before)
    expect((await drive.read(job.id)).state).toBe('undone')
  })
})
