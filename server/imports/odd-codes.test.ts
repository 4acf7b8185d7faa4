import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('codes in a file on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('are refused like in a form when they contain invisible characters or path segments', async () => {
    const drive = importDriver(test)
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
})
