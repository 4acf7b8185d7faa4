import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import type { Db } from '../dialect.ts'
import { openStore } from '../open-store.ts'
import { putSetting } from '../settings.ts'
import type { Store } from '../store.ts'
import { openPostgres } from './postgres.ts'

describe('connections to a server that is no longer the primary', () => {
  let home: TestDatabase
  let store: Store
  let direct: Db
  const now = (): Date => new Date('2026-11-18T05:00:00Z')
  beforeAll(async () => {
    home = await newDatabase('postgres', { isReady: true })
    direct = openPostgres(home.databaseUrl!, { size: 1, onIdleError: () => {} })
    store = await openStore({
      dataDir: home.dataDir,
      databaseUrl: home.databaseUrl!,
      now,
      onTrouble: () => {},
      poolSize: 4,
    })
  }, 30_000)
  afterAll(async () => {
    await store.close()
    await direct.destroy()
    await home.drop()
  })

  const name = (): string => new URL(home.databaseUrl!).pathname.slice(1)
  const write = (key: string): Promise<unknown> => store.transaction((tx) => putSetting(tx, key, '1', now()))
  const isReadOnly = async (): Promise<boolean[]> => {
    const one = sql<{
      is: boolean
    }>`select current_setting('transaction_read_only') = 'on' as is, pg_sleep(0.02)`
    const all = await Promise.all(Array.from({ length: 4 }, () => one.execute(store.read)))
    return all.map(({ rows }) => rows[0]!.is)
  }
  /** The open connections are read-only; new ones lead to a primary. */
  const demote = async (): Promise<void> => {
    await sql.raw(`alter database ${name()} set default_transaction_read_only = on`).execute(direct)
    store.dialect.renewConnections!()
    expect(await isReadOnly()).toEqual([true, true, true, true])
    await sql.raw(`alter database ${name()} reset default_transaction_read_only`).execute(direct)
    expect(await isReadOnly()).toEqual([true, true, true, true])
  }

  it('are replaced by a write, which succeeds on a new one', async () => {
    await demote()
    await write('after a failover')
    expect(await isReadOnly()).toEqual([false, false, false, false])
  })

  it('are replaced by the check for readiness, without any write', async () => {
    await demote()
    expect(await store.notReady!()).toBe('The database is read-only, as a standby server is')
    expect(await store.notReady!()).toBeUndefined()
    expect(await isReadOnly()).toEqual([false, false, false, false])
  })

  it('refuse a write as unavailable if new ones are read-only as well', async () => {
    await sql.raw(`alter database ${name()} set default_transaction_read_only = on`).execute(direct)
    store.dialect.renewConnections!()
    const error = await write('on a standby').catch((failure: unknown) => failure)
    expect(store.dialect.explain(error)).toEqual({ kind: 'unavailable', hasMoved: true })
    expect(store.problemOf(error)).toMatchObject({ status: 503 })
    await sql.raw(`alter database ${name()} reset default_transaction_read_only`).execute(direct)
  })
})
