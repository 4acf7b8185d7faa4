import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { checkRecord } from '#server/records/check-record.ts'
import { dynamicGate } from '#server/core/gate.ts'
import { toCells } from '#server/store/records/record-rows.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { fillStore } from './fill-store.ts'
import { dynamic } from '#server/store/dialect.ts'

describe.each(databaseNames)('sample rows on %s', { timeout: 30_000 }, (database) => {
  let app: TestApp
  let tablesBefore: unknown
  const progress: number[] = []
  const silent = { onProgress: () => {}, onStep: () => {} }

  beforeAll(async () => {
    app = await openTestApp(database)
    tablesBefore = await indexesAndTriggers()
    const done = await fillStore(
      app.ctx,
      { customers: 2000, visits: 3000 },
      { ...silent, onProgress: (each) => progress.push(each.customers) },
    )
    expect(done).toEqual({ customers: 2000, visits: 3000 })
  })
  afterAll(() => app.close())

  const count = async (table: string): Promise<number> => {
    const row = await dynamic(app.store.read)
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return Number(row['n'])
  }

  const indexesAndTriggers = async (): Promise<unknown> => {
    if (database === 'postgres')
      return (await app.store.dialect.inspect(app.store.read)).map((each) => each.indexes)
    return (await sql`select name, sql from sqlite_master order by name`.execute(app.store.read)).rows
  }

  test('restores all indexes and triggers', async () => {
    expect(await indexesAndTriggers()).toEqual(tablesBefore)
  })

  test('rolls back when it is interrupted', async () => {
    const [customers, visits] = [await count('customer'), await count('visit')]
    const stop = (): void => {
      throw new Error('stopped')
    }
    await expect(
      fillStore(app.ctx, { customers: 5000, visits: 5000 }, { ...silent, onProgress: stop }),
    ).rejects.toThrow('stopped')
    expect([await count('customer'), await count('visit')]).toEqual([customers, visits])
    expect(await indexesAndTriggers()).toEqual(tablesBefore)
  })

  test('creates a territory tree of the size of India', async () => {
    expect(await count('state')).toBe(36)
    expect(await count('pool')).toBeGreaterThan(600)
    expect(await count('station')).toBeGreaterThan(5000)
    expect(await count('city')).toBeGreaterThan(17_000)
    expect(progress.at(-1)).toBe(2000)
  })

  test('customers and visits can be read through the API', async () => {
    const list = await app.request('GET', '/api/v1/customers?limit=50&total=true')
    expect(list.status).toBe(200)
    expect(list.body.items).toHaveLength(50)
    const one = await app.request('GET', '/api/v1/customers/CU00001234')
    expect(one.status).toBe(200)
    expect(one.body.Customer_Code).toBe('CU00001234')
    const visit = await app.request('GET', `/api/v1/visits/${one.body.Last_Visit_ID ?? 'V000001'}`)
    expect(visit.status).toBe(200)
  })

  test('60 % of customers have a balance, 20 % an overdue one, and 90 % an owner', async () => {
    const late = await app.store.read
      .selectFrom('balance')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('overdue', '>', 0)
      .executeTakeFirstOrThrow()
    expect((await count('balance')) / 2000).toBeCloseTo(0.6, 1)
    expect(Number(late['n']) / 2000).toBeCloseTo(0.2, 1)
    expect((await count('assignment')) / 2000).toBeCloseTo(0.9, 1)
    const plans = await app.request('GET', '/api/v1/visit-plans?limit=50')
    expect(plans.body.items.filter((each: { Employee: unknown }) => each.Employee).length).toBeGreaterThan(30)
  })

  test('search finds a customer by part of the e-mail address', async () => {
    const wanted = (await app.request('GET', '/api/v1/customers/CU00000777')).body
    const part = String(wanted.Customer_Email).slice(2, 20)
    const found = await app.request('GET', `/api/v1/customers?q=${encodeURIComponent(part)}`)
    expect(found.body.items.map((each: { Customer_Code: string }) => each.Customer_Code)).toContain(
      'CU00000777',
    )
  })

  test('every row equals what the store would have written', async () => {
    for (const name of ['customer', 'visit', 'station', 'city', 'balance', 'assignment', 'employee']) {
      const entity = entityNamed(name)
      const rows = await dynamic(app.store.read).selectFrom(tableOf(entity)).selectAll().limit(50).execute()
      await dynamicGate(app.ctx, 'read', name).transaction(async (writer) => {
        for (const row of rows) {
          const record = (await writer.lock(String(row['id'])))!
          const values = await checkRecord(writer, record, { base: record })
          expect(row).toMatchObject(toCells(entity, record.id, values))
        }
      })
    }
  })

  test('the last visit of a customer matches its visits', async () => {
    const visits = await app.store.read.selectFrom('visit').selectAll().execute()
    const last = new Map<unknown, { day: unknown; id: unknown }>()
    for (const visit of visits.toSorted((one, other) =>
      String(one['visit_id']) < String(other['visit_id']) ? -1 : 1,
    )) {
      if (visit['status'] === 'visited')
        last.set(visit['customer_code'], { day: visit['visited_on'], id: visit['visit_id'] })
    }
    expect(last.size).toBeGreaterThan(1000)
    const customers = await app.store.read.selectFrom('customer').selectAll().execute()
    const statuses = new Set(visits.map((visit) => visit['status']))
    expect([...statuses].toSorted()).toEqual(['missed', 'planned', 'visited'])
    for (const customer of customers) {
      const known = last.get(customer['customer_code'])
      expect([customer['last_visited'], customer['last_visit_id']]).toEqual([
        known?.day ?? null,
        known?.id ?? null,
      ])
    }
  })

  test('another run continues after the highest code, and so does the server', async () => {
    const before = new Map<string, number>()
    for (const table of catalogue.map(tableOf)) before.set(table, await count(table))
    await fillStore(app.ctx, { customers: 100, visits: 0 }, silent)
    for (const table of catalogue.map(tableOf)) {
      const added = (await count(table)) - before.get(table)!
      if (table === 'balance' || table === 'assignment') expect(added, table).toBeGreaterThan(40)
      else expect([table, added]).toEqual([table, table === 'customer' ? 100 : 0])
    }
    const next = await app.request('GET', '/api/v1/customers/CU00002100')
    expect(next.status).toBe(200)
    const found = await app.request('GET', '/api/v1/customers?q=cu00002100')
    expect(found.body.items).toHaveLength(1)
    const planned = await app.request('POST', '/api/plan-visit', {
      Customer_Code: 'CU00002100',
      Planned_Date: '2026-12-01',
      Planned_Time: '10:00',
    })
    expect(planned.status).toBe(201)
    expect(planned.body.Visit_ID).toBe('V003001')
  })
})
