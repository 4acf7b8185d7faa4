import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { readSealHead } from '../store/history/audit-seals.ts'
import type { Db } from '../store/dialect.ts'
import { deferInsert } from '../store/deferred-writes.ts'
import { logKey } from '../store/changes/log-change.ts'
import { newId } from '../store/new-id.ts'
import { deleteSetting } from '../store/settings.ts'
import { sealAudit } from './seal-audit.ts'
import { verifyAudit, type AuditVerdict, type ExportedHead } from './verify-audit.ts'

describe.each(databaseNames)('the sealed audit on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const later = (minutes: number): void =>
    void (test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000))
  const seal = (size = 1000): Promise<number> =>
    sealAudit({ store: test.store, now: () => test.clock.now }, { size })
  const verify = (head?: ExportedHead, db = test.store.read): Promise<AuditVerdict> =>
    verifyAudit(db, test.store.dialect, { head })
  const kinds = async (head?: ExportedHead, db?: Db): Promise<string[]> =>
    (await verify(head, db)).problems.map(({ kind }) => kind)
  const head = (): Promise<ExportedHead> => readSealHead(test.store.read)

  /** Does what the owner of the database can do, and undoes it. */
  const tampered = async (statements: string[], check: (db: Db) => Promise<void>): Promise<void> => {
    const undo = new Error('undo')
    const work = test.store.transaction(async (tx) => {
      for (const table of ['history', 'audit_event', 'audit_seal'])
        for (const statement of withoutTriggers(table)) await sql.raw(statement).execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      await check(tx)
      throw undo
    })
    await expect(work).rejects.toBe(undo)
  }
  const withoutTriggers = (table: string): string[] =>
    database === 'sqlite'
      ? ['update', 'delete'].map((event) => `drop trigger ${table}_append_only_${event}`)
      : [`alter table ${table} disable trigger all`]

  it('seals the entries that there were, and then those of each transaction', async () => {
    await test.make('soil', { Soil_Name: 'Black' })
    const { waiting } = await verify()
    expect(waiting).toBeGreaterThan(1)
    expect(await seal(2)).toBe(waiting)
    expect(await seal()).toBe(0)
    await test.make('soil', { Soil_Name: 'Red' })
    await test.request('GET', '/api/v1/exports/soils.csv')
    later(1)
    expect(await seal()).toBeGreaterThanOrEqual(2)
    const verdict = await verify(await head())
    expect(verdict).toMatchObject({ waiting: 0, problems: [], late: [] })
    expect(verdict.head.total).toBeGreaterThan(waiting)
    const { body } = await test.request('GET', '/api/v1/audit/head')
    expect(body).toEqual(await head())
    expect((await test.request('GET', '/api/v1/audit/head', undefined, { as: 'OFFICE' })).status).toBe(403)
  })

  it('notices an entry that was changed, deleted, inserted or sealed in another order', async () => {
    const early = await head()
    const soil = await test.make('soil', { Soil_Name: 'Sandy' })
    await test.make('soil', { Soil_Name: 'Clay' })
    later(1)
    await seal()
    const kept = await head()
    const history = `from history where record_id = '${soil.id}'`
    const [id] = (await sql<{ id: string }>`${sql.raw(`select id ${history}`)}`.execute(test.store.read)).rows
    const is = `id = '${id!.id}'`
    await tampered([`update history set actor_name = 'Other' where ${is}`], async (db) =>
      expect(await verify(undefined, db)).toMatchObject({ problems: [{ kind: 'changed', of: id!.id }] }),
    )
    await tampered([`delete from history where ${is}`], async (db) =>
      expect(await verify(undefined, db)).toMatchObject({ problems: [{ kind: 'deleted', of: id!.id }] }),
    )
    const copy = `insert into history (id, entity, record_id, version, action, at, actor_name)
      select '01900000-0000-7000-8000-000000000000', entity, record_id, 9, action, '2026-11-01T06:00:00.000Z', actor_name ${history}`
    await tampered([copy], async (db) => expect(await kinds(undefined, db)).toEqual(['inserted']))
    const last = `number = ${kept.number}`
    await tampered([`update audit_seal set sealed_at = '2026-01-01' where ${last}`], async (db) =>
      expect(await kinds(undefined, db)).toEqual(['block changed']),
    )
    await tampered([`delete from audit_seal where number = ${kept.number - 1}`], async (db) =>
      expect(await kinds(undefined, db)).toEqual(
        expect.arrayContaining(['block missing', 'block changed', 'inserted']),
      ),
    )
    // The end cut off with its entries looks complete, except to the owner of a head.
    await tampered(
      [`delete from audit_seal where number > ${early.number}`, `delete ${history}`],
      async (db) => {
        expect(await kinds(undefined, db)).not.toContain('deleted')
        expect(await kinds(kept, db)).toContain('before the head')
      },
    )
    await tampered([`update audit_seal set hash = '${'f'.repeat(64)}' where ${last}`], async (db) =>
      expect(await kinds(kept, db)).toEqual(['block changed', 'head changed']),
    )
    expect(await kinds(early)).toEqual([])
    expect(await kinds(kept)).toEqual([])
  })

  it('seals each entry once when instances do it together, and after its place in the log was lost', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) await test.make('soil', { Soil_Name: name })
    const sealed = await Promise.all([seal(2), seal(2), seal(1)])
    expect(sealed.reduce((sum, each) => sum + each, 0) + (await seal())).toBe(5)
    const { total } = await head()
    await test.store.transaction((tx) => deleteSetting(tx, 'audit sealed up to'))
    expect(await seal()).toBe(0)
    await test.store.transaction((tx) => deleteSetting(tx, 'audit sealed up to'))
    await test.make('soil', { Soil_Name: 'F' })
    expect(await seal(2)).toBe(1)
    expect(await verify()).toMatchObject({ head: { total: total + 1 }, waiting: 0, problems: [] })
  })
  it('lists an entry that was inserted with an earlier time, also if the log was written for it', async () => {
    const kept = await head()
    const at = '2026-11-01T06:00:00.000Z'
    const entry = { id: newId(new Date(at)), action: 'login', at, actor_name: 'Anita' }
    await test.store.transaction(async (tx) => {
      deferInsert(tx, 'audit_event', entry)
      logKey(tx, 'audit', entry.id)
    })
    expect(await seal()).toBe(1)
    const late = { count: 1, from: at, to: at, isSinceHead: true }
    expect(await verify(kept)).toMatchObject({ problems: [], late: [late] })
    expect(await verify(await head())).toMatchObject({ problems: [], late: [{ isSinceHead: false }] })
  })
})
