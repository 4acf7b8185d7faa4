import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { scanTables } from '#testing/scan-store.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { sealAudit } from '../audit/seal-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { ConfigError, readConfig } from '../base/config.ts'
import { newId } from '../store/new-id.ts'
import { deleteOldDeliveries } from '../webhooks/webhook-store.ts'
import { applyRetention } from './retention.ts'

const [old, young] = ['22.5566,72.9512', '23.1122,72.1234']

describe.each(databaseNames)('retention on %s', (database) => {
  let test: TestApp
  const visits: Json[] = []
  beforeAll(async () => {
    test = await openTestApp(database, {
      KEEP_LOCATIONS_DAYS: '30',
      KEEP_PHOTOS_DAYS: '30',
      KEEP_WEBHOOKS_DAYS: '5',
    })
    await test.request('PUT', '/api/v1/me/location', { isAllowed: true })
    await test.make('customer', { Customer_Code: 'R1' })
    for (const [day, place] of [
      ['2026-10-10', old],
      ['2026-10-20', young],
    ]) {
      const visit = { Customer_Code: 'R1', Status: 'visited', Visited_On: day, Check_In_Place: place }
      const { body } = await test.request('POST', '/api/v1/visits', visit)
      expect(body.id, JSON.stringify(body)).toBeTruthy()
      visits.push(body)
    }
    await test.store.transaction(async (tx) => {
      for (const [at, created] of ['2026-10-10', '2026-10-20'].entries()) {
        const id = newId(test.clock.now)
        const photo = { id, media_type: 'image/png', content: Buffer.from('x'), visit_id: visits[at].id }
        await tx
          .insertInto('photo')
          .values({ ...photo, created_at: `${created}T08:00:00.000Z` })
          .execute()
        await tx.updateTable('visit').set({ photo_id: id }).where('id', '=', visits[at].id).execute()
      }
    })
  })
  afterAll(() => test.close())

  const read = (): Promise<Json[]> =>
    test.store.read
      .selectFrom('visit')
      .select(['visited_on', 'check_in_place', 'photo_id', 'version'])
      .orderBy('visited_on')
      .execute()

  it('is shown to those who see the audit', async () => {
    const { body } = await test.request('GET', '/api/v1/retention')
    expect(body).toMatchObject({
      locations: 30,
      photos: 30,
      importRows: 30,
      logIns: 400,
      webhookDeliveries: 5,
    })
    expect((await test.request('GET', '/api/v1/retention', undefined, { as: 'FIELD' })).status).toBe(403)
  })

  it('removes positions and photos that are older, also from the history, and keeps younger ones', async () => {
    await sealAudit({ store: test.store, now: () => test.clock.now })
    await applyRetention(test.ctx)
    expect(await read()).toMatchObject([
      { visited_on: '2026-10-10', check_in_place: null, photo_id: null },
      { visited_on: '2026-10-20', check_in_place: young, photo_id: expect.any(String) },
    ])
    expect(await test.store.read.selectFrom('photo').select('visit_id').execute()).toEqual([
      { visit_id: visits[1].id },
    ])
    const left = await scanTables(test.store, database, [old, young])
    expect(left.filter((each) => each.endsWith(old))).toEqual([])
    expect(left).toContain(`visit.check_in_place: ${young}`)
    await sealAudit({ store: test.store, now: () => test.clock.now })
    expect((await verifyAudit(test.store.read, test.store.dialect)).problems).toEqual([])
  })

  it('runs once a day, and reaches the next ones later', async () => {
    const versions = async (): Promise<number[]> => (await read()).map(({ version }) => version)
    const before = await versions()
    await applyRetention(test.ctx)
    expect(await versions()).toEqual(before)
    test.clock.now = new Date('2026-12-01T03:00:00Z')
    await applyRetention(test.ctx)
    expect(await read()).toMatchObject([{ check_in_place: null }, { check_in_place: null, photo_id: null }])
  })

  it('keeps deliveries of webhooks as long as the setting says', async () => {
    const add = (created: string, id: string) =>
      test.store.transaction((tx) =>
        tx
          .insertInto('webhook_delivery')
          .values({
            id,
            webhook_id: id,
            event: 'x',
            body: '{}',
            created_at: created,
            state: 'delivered',
            attempts: 1,
            next_at: created,
          })
          .execute(),
      )
    const [gone, kept] = [newId(test.clock.now), newId(test.clock.now)]
    await add('2026-11-24T00:00:00.000Z', gone)
    await add('2026-11-28T00:00:00.000Z', kept)
    const { webhookDeliveries } = test.config.retention
    await test.store.transaction((tx) => deleteOldDeliveries(tx, test.clock.now, webhookDeliveries))
    expect(await test.store.read.selectFrom('webhook_delivery').select('id').execute()).toEqual([
      { id: kept },
    ])
  })
})

describe('settings of retention', () => {
  it('keep everything as before when they are not set, and refuse what is no number of days', () => {
    const { retention } = readConfig({})
    expect(retention).toMatchObject({ locations: undefined, photos: undefined, notifications: 90 })
    for (const days of ['0', '-1', '1.5', 'forever'])
      expect(() => readConfig({ KEEP_PHOTOS_DAYS: days })).toThrow(ConfigError)
  })
})
