import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { findProgram } from '#testing/find-tools.ts'
import { startPooler, type Pooler } from '#testing/processes/pgbouncer.ts'
import type { Db } from '../dialect.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { indexOn } from '../schema/table.ts'
import { openPostgres } from './postgres.ts'
import { postgresDialect } from './postgres-dialect.ts'

const program = findProgram('pgbouncer')

// `apt-get install pgbouncer`; without it these tests are skipped.
describe.runIf(program)('behind a pooler in transaction mode', () => {
  let home: TestDatabase
  let pooler: Pooler
  let store: Store
  let direct: Db
  beforeAll(async () => {
    home = await newDatabase('postgres', { isReady: true })
    direct = openPostgres(home.databaseUrl!, { size: 2, onIdleError: () => {} })
    // Fewer connections than clients, so that each of them serves many clients.
    pooler = await startPooler(program!, home.databaseUrl!, { default_pool_size: 3 })
    store = await openStore({
      dataDir: home.dataDir,
      databaseUrl: pooler.url,
      now: () => new Date(),
      onTrouble: () => {},
    })
  }, 30_000)
  afterAll(async () => {
    await store.close()
    await pooler.stop()
    await direct.destroy()
    await home.drop()
  })

  const timeouts = (db: Db) =>
    sql<{ statement: string; lock: string; plan: string; jit: string; statements: number }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('plan_cache_mode') as plan, current_setting('jit') as jit,
        (select count(*) from pg_prepared_statements where name <> '') as statements
      where ${1}::int = 1`.execute(db)

  it('sends statements without names and with their timeouts, whichever connection it gets', async () => {
    const expected = { statement: '15s', lock: '5s', plan: 'auto', jit: 'off', statements: 0 }
    const single = Array.from({ length: 30 }, () => timeouts(store.read))
    const inTransactions = Array.from({ length: 30 }, () =>
      store.transaction(async (tx) => {
        await timeouts(tx)
        return timeouts(tx)
      }),
    )
    for (const { rows } of await Promise.all([...single, ...inTransactions])) expect(rows).toEqual([expected])
  })

  it('leaves no setting on a connection for the next client', async () => {
    const other = openPostgres(pooler.url, { size: 1, onIdleError: () => {}, statementTimeout: 1000 })
    expect((await timeouts(other)).rows[0]!.statement).toBe('1s')
    const several = await Promise.all(Array.from({ length: 6 }, () => timeouts(store.read)))
    expect(new Set(several.map(({ rows }) => rows[0]!.statement))).toEqual(new Set(['15s']))
    await other.destroy()
  })

  it('reports the error of a single statement, and goes on', async () => {
    await expect(sql`select 1 / ${0}::int`.execute(store.read)).rejects.toThrow('division by zero')
    expect((await timeouts(store.read)).rows).toHaveLength(1)
  })

  it('builds an index beside writes, which PostgreSQL does in no transaction', async () => {
    const index = indexOn('soil', ['soil_name', 'id'])
    await postgresDialect.online!.buildIndex(store.read, 'soil', index, () => {})
    const { rows } = await sql`select indisvalid as valid from pg_index
      where indexrelid = ${index.name}::regclass`.execute(direct)
    expect(rows).toEqual([{ valid: true }])
  })

  it('holds the lock of a migration in one transaction, and releases it', async () => {
    const locks = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks
        where locktype = 'advisory' and granted and objid = 4723901 and database = (select oid from pg_database where datname = current_database())`.execute(
        direct,
      )
      return rows[0]!.count
    }
    const order: string[] = []
    const busy: Promise<unknown>[] = []
    const hold = (name: string): Promise<void> =>
      postgresDialect.withMigrationLock(
        store.read,
        async () => {
          order.push(`${name} begins`)
          expect(await locks()).toBe(1)
          // Other clients get the connection that was used last, if the pooler has it.
          busy.push(sql`select pg_sleep(0.1)`.execute(store.read))
          await timeouts(store.read)
          order.push(`${name} ends`)
        },
        () => {},
      )
    await hold('first')
    expect(await locks()).toBe(0)
    await Promise.all([hold('second'), hold('third')])
    const [, , one, , other] = order.map((line) => line.split(' ')[0]!)
    expect(order.slice(2)).toEqual([`${one} begins`, `${one} ends`, `${other} begins`, `${other} ends`])
    expect(await locks()).toBe(0)
    await Promise.all(busy)
  })
})
