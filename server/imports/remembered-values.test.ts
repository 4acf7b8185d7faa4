import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { removeOldRows } from './recover.ts'

const slow = { timeout: 90_000 }
const dayMs = 86_400_000

describe.each(databaseNames)('remembered values and old rows on %s', (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
    await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
    await test.make('zone', { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' })
    await test.make('zone', { Zone_Code: 'N', Zone_Name: 'North', Country_Code: 'IN' })
  })
  afterAll(() => test.close())

  const ask = async (path: string, method = 'GET', body?: object, as = 'ADMIN'): Promise<Json> =>
    test.request(method, `/api/v1/${path}`, body, { as })
  const file = (codes: readonly string[], zone: string): string =>
    writeCsv([
      ['State Code', 'State Name', 'Zone Code', 'Ext Code'],
      ...codes.map((code) => [code, code, zone, '1']),
    ])
  const remembered = async (): Promise<Json[]> => (await ask('remembered-values?entity=state')).body
  const memory = { entity: 'state', kind: 'value', field: 'Zone_Code', typed: 'Wst' }

  it('lists mapped values before and after a check, and changes them', slow, async () => {
    let job = await drive.upload('state', file(['A1', 'A2'], 'Wst'))
    job = await drive.check(job.id)
    const mapped = async (): Promise<Json> => (await ask(`imports/${job.id}/mapped-values`)).body
    expect(await mapped()).toEqual([])
    job = await drive.change(job, { settings: { references: { Zone_Code: { Wst: 'N' } } } })
    const wrong = [{ field: 'Zone_Code', typed: 'Wst', meaning: 'N', title: 'North', rows: 2 }]
    expect(await mapped()).toEqual(wrong)
    // A value that is mapped now is no longer listed as unknown.
    expect((await ask(`imports/${job.id}/unknown-references`)).body).toEqual([])
    expect((await ask(`imports/${job.id}/rows`)).body.items[0]).toMatchObject({ outcome: null, problems: [] })
    job = await drive.check(job.id)
    expect(await mapped()).toEqual(wrong)
    job = await drive.change(job, { settings: { references: { Zone_Code: { Wst: 'W' } } } })
    expect(await mapped()).toEqual([{ ...wrong[0], meaning: 'W', title: 'West' }])
    expect(await remembered()).toEqual([{ ...memory, meaning: 'W', at: expect.any(String) }])
    // A meaning removed from the import is no longer remembered for the next one.
    job = await drive.change(job, { settings: { references: { Zone_Code: {} } } })
    expect([await mapped(), await remembered()]).toEqual([[], []])
  })

  it('lists, changes and deletes remembered values, with the right to do so', slow, async () => {
    const first = await drive.upload('state', file(['B1'], 'Wst'))
    await drive.change(first, { settings: { references: { Zone_Code: { Wst: 'N' } } } })
    const change = { entity: 'state', field: 'Zone_Code', typed: 'Wst', meaning: 'W' }
    expect((await ask('remembered-values', 'PUT', change, 'VIEWER')).status).toBe(403)
    expect((await ask('remembered-values', 'PUT', { ...change, typed: 'Est' })).status).toBe(404)
    expect((await ask('remembered-values', 'PUT', { ...change, field: 'State_Name' })).status).toBe(422)
    expect((await ask('remembered-values', 'PUT', { ...change, meaning: 7 })).status).toBe(422)
    expect((await ask('remembered-values', 'PUT', change)).body).toMatchObject({ ...memory, meaning: 'W' })
    const second = await drive.upload('state', file(['B2'], 'Wst'))
    expect(second.settings.references).toEqual({ Zone_Code: { Wst: 'W' } })
    expect((await drive.check(second.id)).report).toMatchObject({ created: 1, wrong: 0 })
    const named = 'remembered-values?entity=state&field=Zone_Code&typed=Wst'
    expect((await ask(named, 'DELETE', undefined, 'VIEWER')).status).toBe(403)
    expect((await ask(named, 'DELETE')).status).toBe(204)
    expect((await ask(named, 'DELETE')).status).toBe(404)
    // An import that still has the meaning does not restore it by another change.
    await drive.change(await drive.read(second.id), { settings: { leaveWrong: true } })
    expect(await remembered()).toEqual([])
    expect((await drive.upload('state', file(['B3'], 'Wst'))).settings.references).toEqual({})
    const audit = (await ask('audit?action=import%20value%20changed')).body.items
    expect(audit.length).toBe(2)
  })

  it('stores the wizard step and the last report without a version', slow, async () => {
    let job = await drive.check((await drive.upload('state', file(['C1'], 'W'))).id)
    expect(job).toMatchObject({ step: null, lastReport: { created: 1 } })
    const step = await ask(`imports/${job.id}`, 'PATCH', { step: 'fix' })
    expect(step.body).toMatchObject({ step: 'fix', version: job.version, state: 'rehearsed' })
    job = await drive.change(step.body, { settings: { leaveEmpty: false }, step: 'rehearse' })
    expect(job).toMatchObject({ step: 'rehearse', state: 'read', report: null, lastReport: { created: 1 } })
    expect((await ask(`imports/${job.id}`, 'PATCH', { step: 'nowhere' })).status).toBe(422)
  })

  it('deletes rows 30 days after the last use of an import, and can still undo it', slow, async () => {
    const job = await drive.upload('state', file(['D1', 'D2', ''], 'W'))
    const done = await drive.run((await drive.change(job, { settings: { leaveWrong: true } })).id)
    expect(done.report).toMatchObject({ created: 2, wrong: 1 })
    const left = await drive.upload('state', file(['E1'], 'W'))
    const until = Date.parse(done.rowsUntil)
    expect((until - test.ctx.now().getTime()) / dayMs).toBeCloseTo(30, 1)
    const removeRowsAt = (at: number): Promise<void> =>
      removeOldRows({ ...test.ctx, actor: system('test'), now: () => new Date(at) })
    const parts = async (id: string): Promise<number> =>
      (await test.store.read.selectFrom('import_part').select('part').where('job_id', '=', id).execute())
        .length
    await removeRowsAt(until - dayMs)
    expect([await parts(done.id), await parts(left.id)]).toEqual([1, 1])
    await removeRowsAt(until + dayMs)
    expect([await parts(done.id), await parts(left.id)]).toEqual([0, 0])
    // Simulates a month later.
    for (const { id } of [done, left])
      await test.store.transaction((tx) =>
        tx
          .updateTable('import_job')
          .set({ state_at: new Date(test.ctx.now().getTime() - 31 * dayMs).toISOString() })
          .where('id', '=', id)
          .execute(),
      )
    expect(await drive.read(done.id)).toMatchObject({ rowsUntil: null, report: { created: 2, wrong: 1 } })
    const gone = 'The rows of this file were removed 30 days after its last use: upload it again'
    for (const [path, method] of [
      [`imports/${left.id}/run`, 'POST'],
      [`imports/${left.id}/check`, 'POST'],
      [`imports/${done.id}/wrong.csv`, 'GET'],
    ] as const) {
      const { status, body } = await ask(path, method)
      expect([path, status, body.msg]).toEqual([path, 409, gone])
    }
    expect((await ask(`batches/${done.batchId}/undo`, 'POST')).body).toMatchObject({
      undone: 2,
      leftCount: 0,
    })
  })
})
