import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { createInTransaction } from '../../records/record-service.ts'

/** A thread loads the server code again, which takes seconds on a busy machine. */
describe.each(databaseNames)('chunks of a file on %s', { timeout: 90_000 }, (database) => {
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

  it('refuses codes with invisible characters or path segments, like in a form', async () => {
    const rows = [
      ['A\u200dB', 'Joined'],
      ['AB\ufe0f', 'Selected'],
      ['AB\u{e0041}', 'Tagged'],
      ['..', 'Up'],
      // A no-break space, as spreadsheets write it, becomes an ordinary space.
      ['A\u00a0B', 'Spaced'],
      ['AC', 'श्री\u200dराम'],
    ]
    const job = await drive.upload('industry', writeCsv([['Industry Code', 'Industry Name'], ...rows]))
    const tried = await drive.check(job.id)
    expect(tried.report).toMatchObject({ created: 2, wrong: 4 })
    const { body } = await test.request('GET', `/api/v1/imports/${job.id}/rows?only=wrong`)
    const sentences = body.items.flatMap((row: Json) => row.problems.map((problem: Json) => problem.message))
    const invisible = 'Industry Code should not contain invisible characters'
    expect(sentences).toEqual([
      `${invisible} or spaces other than the ordinary one`,
      `${invisible} or spaces other than the ordinary one`,
      invisible,
      'Industry Code should not be "." or ".."',
    ])
    await drive.change(tried, { settings: { leaveWrong: true } })
    await drive.run(job.id)
    const { body: list } = await test.request('GET', '/api/v1/industries?sort=Industry_Code')
    expect(list.items.map((each: Json) => each.Industry_Code)).toEqual(['A B', 'AC'])
  })

  // SQLite has one writer, so nothing can be saved in the middle of a chunk.
  it.runIf(database === 'postgres')('refuses only the row that another transaction saved first', async () => {
    await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
    const rows = Array.from({ length: 700 }, (_, at) => [`F${at}`, `Field ${at}`, 'IN'])
    const headings = ['Zone Code', 'Zone Name', 'Country Code']
    const job = await drive.upload('zone', writeCsv([headings, ...rows, rows[3]!]))
    const ready = await drive.change(job, { settings: { leaveWrong: true } })
    const { promise: otherSaved, resolve: markSaved } = Promise.withResolvers<void>()
    // Committed only once the chunk with the same row waits for it; asking also keeps the connection from timing out.
    const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    const other = test.store.transaction(async (tx) => {
      await createInTransaction(test.ctx, tx, 'zone', {
        Zone_Code: 'F600',
        Zone_Name: 'Theirs',
        Country_Code: 'IN',
      })
      markSaved()
      while ((await waiting.execute(tx)).rows.length === 0) await sleep(10)
    })
    await otherSaved
    const [, done] = await Promise.all([other, drive.run(ready.id)])
    expect(done.report).toMatchObject({ created: 699, wrong: 2 })
    expect(done.report.problems.map(({ first }: { first: number }) => first)).toEqual([602, 702])
    const zones = await test.store.read.selectFrom('zone').select(['zone_code', 'zone_name']).execute()
    expect(zones).toHaveLength(700)
    expect(zones).toContainEqual({ zone_code: 'F600', zone_name: 'Theirs' })
  })
})
