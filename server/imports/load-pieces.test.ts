import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { createWithin } from '../resources/resource-service.ts'

describe.each(databaseNames)('pieces of a file on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  const soils = async (): Promise<string[]> =>
    (await test.store.read.selectFrom('soil').select('soil_name').execute()).map((row) =>
      String(row['soil_name']),
    )

  it('stores every sign as it was typed, however many rows there are', async () => {
    const strange = [
      'a\\b',
      '\\N',
      '\\.',
      'back\\tslash',
      'ગોરાડુ',
      "d'or",
      'say "soil"',
      '{a,b}',
      '😀',
      '%s $1',
    ]
    const names = Array.from({ length: 120 }, (_, at) => `${strange[at % strange.length]} ${at}`)
    const lone = ['\\N', '\\.', '\\']
    const job = await drive.upload(
      'soil',
      writeCsv([['Soil Name'], ...[...names, ...lone].map((each) => [each])]),
    )
    expect((await drive.run(job.id)).report).toMatchObject({ created: 123, wrong: 0 })
    expect(await soils()).toEqual(expect.arrayContaining([...names, ...lone]))
    const history = await test.store.read.selectFrom('history').select('after_values').execute()
    const kept = history.map(
      (row) => (JSON.parse(String(row['after_values'])) as { Soil_Name?: string }).Soil_Name,
    )
    expect(kept).toEqual(expect.arrayContaining([...names, ...lone]))
  })

  // SQLite has one writer: there nobody can be faster in the midst of a piece.
  it.runIf(database === 'postgres')(
    'leaves only the row with which somebody was faster',
    async () => {
      await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
      const rows = Array.from({ length: 1700 }, (_, at) => [`F${at}`, `Field ${at}`, 'IN'])
      const headings = ['Zone Code', 'Zone Name', 'Country Code']
      const job = await drive.upload('zone', writeCsv([headings, ...rows, rows[3]!]))
      const ready = await drive.change(job, { settings: { leaveWrong: true } })
      // Held back until the piece that has the same row waits for it.
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: wasFaster, resolve: isFaster } = Promise.withResolvers<void>()
      const other = test.store.transaction(async (tx) => {
        await createWithin(test.ctx, tx, 'zone', {
          Zone_Code: 'F600',
          Zone_Name: 'Theirs',
          Country_Code: 'IN',
        })
        isFaster()
        await held
      })
      await wasFaster
      const running = drive.run(ready.id)
      const isBefore = async (): Promise<boolean> => {
        const { state, progress } = await drive.read(ready.id)
        return state !== 'done' && state !== 'failed' && (progress?.done ?? 0) < 500
      }
      while (await isBefore()) await new Promise((resolve) => setTimeout(resolve, 20))
      await new Promise((resolve) => setTimeout(resolve, 100))
      letGo()
      await other
      const done = await running
      expect(done.report).toMatchObject({ created: 1699, wrong: 2 })
      expect(done.report.problems.map(({ first }: { first: number }) => first)).toEqual([602, 1702])
      const zones = await test.store.read.selectFrom('zone').select(['zone_code', 'zone_name']).execute()
      expect(zones).toHaveLength(1700)
      expect(zones).toContainEqual({ zone_code: 'F600', zone_name: 'Theirs' })
    },
    60_000,
  )
})
