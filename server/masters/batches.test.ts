import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { createWithin, removeWithin, updateWithin } from '../resources/resource-service.ts'
import { inBatch } from './batch-service.ts'

describe.each(databaseNames)('changes at once on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const zone = (code: string, name: string): Json => ({
    Zone_Code: code,
    Zone_Name: name,
    Country_Code: 'IN',
  })
  const names = async (): Promise<string[]> => {
    const { body } = await test.request('GET', '/api/v1/zones?limit=200')
    return body.items.map((each: Json) => `${each.Zone_Code} ${each.Zone_Name}`)
  }
  const latest = async (): Promise<Json> => (await test.request('GET', '/api/v1/batches')).body.items[0]

  it('takes back creations, changes and deletions together, and that again', async () => {
    await test.make('country', { Country_Code: 'IN' })
    const kept = await test.make('zone', zone('K', 'Kept'))
    const gone = await test.make('zone', zone('G', 'Gone'))
    const before = await names()
    const about = { kind: 'bulk edit', entity: 'zone', title: 'Three zones at once' } as const
    await inBatch({ ...test.ctx, actor: system('batch') }, about, async (ctx, tx) => {
      await createWithin(ctx, tx, 'zone', zone('N', 'New'))
      const input = { Zone_Name: 'Changed' }
      const change = { idOrCode: kept.id, input, fields: 'some', version: 1 } as const
      const { version } = await updateWithin(ctx, tx, 'zone', change)
      await updateWithin(ctx, tx, 'zone', { ...change, input: { Zone_Name: 'Twice' }, version })
      await removeWithin(ctx, tx, 'zone', gone.id)
    })
    const after = await names()
    expect(after).toEqual(['K Twice', 'N New'])
    const batch = await latest()
    expect(batch).toMatchObject({ title: 'Three zones at once', state: 'done' })
    const { body: shown } = await test.request('GET', `/api/v1/batches/${batch.id}`)
    expect(shown.changes.map((each: Json) => `${each.action} ${each.name}`)).toEqual([
      'delete Zone G',
      'update Zone K',
      'update Zone K',
      'create Zone N',
    ])
    const undone = await test.request('POST', `/api/v1/batches/${batch.id}/undo`)
    expect(undone.body).toMatchObject({ undone: 4, leftCount: 0, left: [] })
    expect(await names()).toEqual(before)
    expect((await test.request('POST', `/api/v1/batches/${batch.id}/undo`)).status).toBe(409)
    await test.request('POST', `/api/v1/batches/${undone.body.batch.id}/undo`)
    expect(await names()).toEqual(after)
  })

  it('leaves and names what somebody changed since, and what is in the way', async () => {
    const about = { kind: 'bulk delete', entity: 'zone', title: 'Zones' } as const
    const made = await inBatch(test.ctx, about, async (ctx, tx) => {
      const touched = await createWithin(ctx, tx, 'zone', zone('T', 'Touched'))
      await createWithin(ctx, tx, 'zone', zone('U', 'Untouched'))
      await removeWithin(ctx, tx, 'zone', 'K')
      return touched
    })
    await test.request('PATCH', `/api/v1/zones/${made.id}`, { Zone_Name: 'Mine', version: 1 })
    await test.make('zone', zone('k', 'Another K'))
    const { body } = await test.request('POST', `/api/v1/batches/${(await latest()).id}/undo`)
    expect(body).toMatchObject({ undone: 1, leftCount: 2 })
    expect(body.left.map((each: Json) => `${each.name}: ${each.because}`)).toEqual([
      'Zone K: Its code is used by another one since',
      'Zone T: It was changed since',
    ])
    expect(await names()).toContain('T Mine')
    expect(await names()).not.toContain('U Untouched')
  })

  it('is for those who may', async () => {
    const { id } = await latest()
    expect(
      (await test.request('POST', `/api/v1/batches/${id}/undo`, undefined, { as: 'VIEWER' })).status,
    ).toBe(403)
    expect((await test.request('GET', '/api/v1/batches/none')).status).toBe(404)
    expect((await test.request('GET', '/api/v1/batches?entity=nothing&after=x')).status).toBe(422)
  })
})
