import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { createInTransaction, removeInTransaction, updateInTransaction } from '../records/record-service.ts'
import { inBatch } from './batch-service.ts'
import { undoBatch } from './undo-batch.ts'

describe.each(databaseNames)('bulk changes on %s', (database) => {
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

  it('undoes creates, updates and deletes together, and undoes that undo', async () => {
    await test.make('country', { Country_Code: 'IN' })
    const kept = await test.make('zone', zone('K', 'Kept'))
    const gone = await test.make('zone', zone('G', 'Gone'))
    const before = await names()
    const about = { kind: 'bulk edit', entity: 'zone', title: 'Three zones' } as const
    await inBatch({ ...test.ctx, actor: system('batch') }, about, async (ctx, tx) => {
      await createInTransaction(ctx, tx, 'zone', zone('N', 'New'))
      const input = { Zone_Name: 'Changed' }
      const change = { idOrCode: kept.id, input, fields: 'some', version: 1 } as const
      const { version } = await updateInTransaction(ctx, tx, 'zone', change)
      await updateInTransaction(ctx, tx, 'zone', { ...change, input: { Zone_Name: 'Twice' }, version })
      await removeInTransaction(ctx, tx, 'zone', gone.id)
    })
    const after = await names()
    expect(after).toEqual(['K Twice', 'N New'])
    const batch = await latest()
    expect(batch).toMatchObject({ title: 'Three zones', state: 'done' })
    const { body: detail } = await test.request('GET', `/api/v1/batches/${batch.id}`)
    expect(detail.changes.map((each: Json) => `${each.action} ${each.name}`)).toEqual([
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

  it('leaves and lists records changed since, and those whose code is in use', async () => {
    const about = { kind: 'bulk delete', entity: 'zone', title: 'Zones' } as const
    const made = await inBatch(test.ctx, about, async (ctx, tx) => {
      const touched = await createInTransaction(ctx, tx, 'zone', zone('T', 'Touched'))
      await createInTransaction(ctx, tx, 'zone', zone('U', 'Untouched'))
      await removeInTransaction(ctx, tx, 'zone', 'K')
      return touched
    })
    await test.request('PATCH', `/api/v1/zones/${made.id}`, { Zone_Name: 'Mine', version: 1 })
    await test.make('zone', zone('k', 'Another K'))
    const { body } = await test.request('POST', `/api/v1/batches/${(await latest()).id}/undo`)
    expect(body).toMatchObject({ undone: 1, leftCount: 2 })
    expect(body.left.map((each: Json) => `${each.name}: ${each.because}`)).toEqual([
      'Zone K: Its code is now used by another record',
      'Zone T: It was changed since',
    ])
    expect(await names()).toContain('T Mine')
    expect(await names()).not.toContain('U Untouched')
  })

  it('requires the right to undo, and rejects unknown ids and filters', async () => {
    const { id } = await latest()
    expect(
      (await test.request('POST', `/api/v1/batches/${id}/undo`, undefined, { as: 'VIEWER' })).status,
    ).toBe(403)
    expect((await test.request('GET', '/api/v1/batches/none')).status).toBe(404)
    expect((await test.request('GET', '/api/v1/batches?entity=nothing&after=x')).status).toBe(422)
  })

  const undo = (id: string, as = 'ADMIN'): Promise<Json> =>
    test.request('POST', `/api/v1/batches/${id}/undo`, undefined, { as })

  it('remains undoable after an undo that changed nothing or was not permitted', async () => {
    const role = await test.make('role', { Role_Code: 'HELP', Role_Name: 'Helper' })
    const about = { kind: 'bulk edit', entity: 'role', title: 'Roles' } as const
    const batch = await inBatch(test.ctx, about, async (ctx, tx) => {
      const input = { Role_Name: 'Assistant' }
      await updateInTransaction(ctx, tx, 'role', { idOrCode: role.id, input, fields: 'some', version: 1 })
      return ctx.batchId
    })
    expect((await undo(batch, 'OFFICE')).status).toBe(403)
    expect(await latest()).toMatchObject({ id: batch, state: 'done' })
    expect((await undo(batch)).body).toMatchObject({ undone: 1, leftCount: 0 })

    const deleted = await inBatch(test.ctx, { ...about, entity: 'zone' }, async (ctx, tx) => {
      const { id } = await createInTransaction(test.ctx, tx, 'zone', zone('B', 'Back'))
      await removeInTransaction(ctx, tx, 'zone', id)
      return ctx.batchId
    })
    const other = await test.make('zone', zone('B', 'Same code'))
    const refused = await undo(deleted)
    expect(refused.status).toBe(409)
    expect(refused.body.msg).toBe(
      'Nothing of “Roles” could be undone. Zone B: Its code is now used by another record',
    )
    await test.request('DELETE', `/api/v1/zones/${other.id}`)
    expect((await undo(deleted)).body).toMatchObject({ undone: 1, leftCount: 0 })
    expect(await names()).toContain('B Back')
  })

  it('leaves in the bin what was restored, changed and deleted again', async () => {
    const about = { kind: 'bulk delete', entity: 'zone', title: 'Zones' } as const
    const [one, other] = [
      await test.make('zone', zone('R1', 'One')),
      await test.make('zone', zone('R2', 'Two')),
    ]
    const batch = await inBatch(test.ctx, about, async (ctx, tx) => {
      for (const { id } of [one, other]) await removeInTransaction(ctx, tx, 'zone', id)
      return ctx.batchId
    })
    await test.request('POST', `/api/v1/zones/${one.id}/restore`)
    await test.request('DELETE', `/api/v1/zones/${one.id}`)
    const { body } = await undo(batch)
    expect(body).toMatchObject({ undone: 1, leftCount: 1 })
    expect(body.left[0]).toMatchObject({
      name: 'Zone R1',
      because: 'It was restored and deleted again since',
    })
    expect(await names()).not.toContain('R1 One')
  })

  it('restores deleted records unchanged, except those that are no longer valid', async () => {
    const about = { kind: 'bulk delete', entity: 'state', title: 'States' } as const
    const [own, lost] = [
      await test.make('zone', zone('B1', 'Own')),
      await test.make('zone', zone('B2', 'Lost')),
    ]
    const states: Json[] = []
    for (const code of ['BA', 'BB', 'BC', 'BD']) {
      const Zone_Code = code === 'BC' ? lost.Zone_Code : own.Zone_Code
      states.push(await test.make('state', { State_Code: code, Zone_Code }))
    }
    const batch = await inBatch(test.ctx, about, async (ctx, tx) => {
      for (const { id } of states) await removeInTransaction(ctx, tx, 'state', id)
      return ctx.batchId
    })
    await test.request('DELETE', `/api/v1/zones/${lost.id}`)
    const { body } = await undo(batch)
    expect(body).toMatchObject({ undone: 3, leftCount: 1 })
    expect(body.left[0].name).toBe('State BC')
    const [first] = states
    const { body: back } = await test.request('GET', `/api/v1/states/${first.id}`)
    expect(back).toEqual({ ...first, version: 3, updatedAt: back.updatedAt })
    const { body: entries } = await test.request('GET', `/api/v1/states/${first.id}/history`)
    expect(entries.items.map((each: Json) => each.action)).toEqual(['restore', 'delete', 'create'])
    // The undo is undone, and that once more.
    const again = await undo(body.batch.id)
    expect(again.body).toMatchObject({ undone: 3, leftCount: 0 })
    expect((await undo(again.body.batch.id)).body).toMatchObject({ undone: 3, leftCount: 0 })
  })

  it('keeps a concurrent change while creates are undone', async () => {
    const about = { kind: 'import', entity: 'zone', title: 'Zones' } as const
    const [batch, made] = await inBatch(test.ctx, about, async (ctx, tx) => {
      const first = await createInTransaction(ctx, tx, 'zone', zone('W1', 'First'))
      await createInTransaction(ctx, tx, 'zone', zone('W2', 'Second'))
      return [ctx.batchId, first] as const
    })
    let undoing: Promise<Json> | undefined
    await test.store.transaction(async (tx) => {
      const change = { idOrCode: made.id, input: { Zone_Name: 'Mine' }, fields: 'some', version: 1 } as const
      await updateInTransaction(test.ctx, tx, 'zone', change)
      undoing = undo(batch)
      await new Promise((resolve) => setTimeout(resolve, 150))
    })
    expect((await undoing!).body).toMatchObject({ undone: 1, leftCount: 1 })
    expect(await names()).toContain('W1 Mine')
  })

  it('yields to other requests during an undo', async () => {
    const about = { kind: 'bulk delete', entity: 'zone', title: 'Many zones' } as const
    const batch = await inBatch(test.ctx, about, async (ctx, tx) => {
      for (let at = 0; at < 100; at++) {
        const { id } = await createInTransaction(test.ctx, tx, 'zone', zone(`M${at}`, 'One of many'))
        await removeInTransaction(ctx, tx, 'zone', id)
      }
      return ctx.batchId
    })
    let iterations = 0
    let isDone = false
    const others = (): void => {
      iterations++
      if (!isDone) setImmediate(others)
    }
    setImmediate(others)
    expect(await undoBatch(test.ctx, batch)).toMatchObject({ undone: 100 })
    isDone = true
    expect(iterations).toBeGreaterThanOrEqual(5)
  })
})
