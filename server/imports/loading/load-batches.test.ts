import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { createInTransaction } from '../../records/record-service.ts'

describe.each(databaseNames)('chunks of a file on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
  })
  afterAll(() => test.close())

  const soils = async (): Promise<string[]> =>
    (await test.store.read.selectFrom('soil').select('soil_name').execute()).map((row) => row.soil_name)

  it('stores every character as it was typed', async () => {
    const oddNames = [
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
    const names = Array.from({ length: 120 }, (_, at) => `${oddNames[at % oddNames.length]} ${at}`)
    const lone = ['\\N', '\\.', '\\']
    const job = await drive.upload(
      'soil',
      writeCsv([['Soil Name'], ...[...names, ...lone].map((each) => [each])]),
    )
    expect((await drive.run(job.id)).report).toMatchObject({ created: 123, wrong: 0 })
    expect(await soils()).toEqual(expect.arrayContaining([...names, ...lone]))
    const history = await test.store.read.selectFrom('history').select('after_values').execute()
    const historyNames = history.map(
      (row) => (JSON.parse(String(row.after_values)) as { Soil_Name?: string }).Soil_Name,
    )
    expect(historyNames).toEqual(expect.arrayContaining([...names, ...lone]))
  })

  // SQLite has one writer, so nothing can be saved in the middle of a chunk.
  it.runIf(database === 'postgres')(
    'refuses only the row that another transaction saved first',
    async () => {
      await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
      const rows = Array.from({ length: 1700 }, (_, at) => [`F${at}`, `Field ${at}`, 'IN'])
      const headings = ['Zone Code', 'Zone Name', 'Country Code']
      const job = await drive.upload('zone', writeCsv([headings, ...rows, rows[3]!]))
      const ready = await drive.change(job, { settings: { leaveWrong: true } })
      // Committed only once the chunk with the same row waits for it.
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const { promise: otherSaved, resolve: markSaved } = Promise.withResolvers<void>()
      const other = test.store.transaction(async (tx) => {
        await createInTransaction(test.ctx, tx, 'zone', {
          Zone_Code: 'F600',
          Zone_Name: 'Theirs',
          Country_Code: 'IN',
        })
        markSaved()
        await held
      })
      await otherSaved
      const running = drive.run(ready.id)
      const isBefore = async (): Promise<boolean> => {
        const { state, progress } = await drive.read(ready.id)
        return state !== 'done' && state !== 'failed' && (progress?.done ?? 0) < 500
      }
      while (await isBefore()) await new Promise((resolve) => setTimeout(resolve, 20))
      await new Promise((resolve) => setTimeout(resolve, 100))
      release()
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
