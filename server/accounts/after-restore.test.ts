import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { readConfig } from '../base/config.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../store/new-id.ts'
import { openStore } from '../store/open-store.ts'
import { insertAccount } from './account-store.ts'
import { saveState, revokeAfterRestore } from './after-restore.ts'
import { authenticator } from './sign-in/authenticator.ts'
import { openSession } from './sign-in/session-store.ts'

const now = (): Date => new Date('2026-11-15T06:00:00Z')

describe('a restored older copy of the SQLite database', () => {
  let home: TestDatabase
  let warned: string[]
  beforeEach(async () => {
    home = await newDatabase('sqlite', { isReady: true })
    warned = []
  })
  afterEach(() => home.drop())

  const start = async (): Promise<Context> => {
    const store = await openStore({ dataDir: home.dataDir, now, onTrouble: () => {} })
    const config = readConfig({ DATA_DIR: home.dataDir })
    const log = pino({ level: 'warn' }, { write: (line) => void warned.push(line) })
    const ctx: Context = { actor: system('test'), store, config, now, log, requestId: null, address: 'test' }
    await revokeAfterRestore(ctx)
    return ctx
  }
  const stop = async (ctx: Context): Promise<void> => {
    await saveState(ctx)
    await ctx.store.close()
  }
  const addAccount = (ctx: Context, email: string): Promise<{ id: string; token: string }> =>
    ctx.store.transaction(async (tx) => {
      const id = newId(now())
      await insertAccount(tx, {
        id,
        username: email,
        email,
        phone: null,
        language: null,
        passwordHash: 'none',
        status: 'active',
        role: 'VIEWER',
        version: 1,
        createdAt: now().toISOString(),
      })
      const owner = { accountId: id, role: 'VIEWER', address: 'test', device: 'test' }
      return { id, token: await openSession(tx, owner, now()) }
    })
  const addToken = (ctx: Context): Promise<unknown> =>
    ctx.store.transaction((tx) =>
      tx
        .insertInto('api_token')
        .values({
          token_hash: 'hash',
          id: newId(now()),
          name: 'ERP',
          role_code: 'VIEWER',
          places: '[]',
          created_at: now().toISOString(),
          created_by: 'test',
          expires_at: '2030-01-01T00:00:00.000Z',
          used_at: null,
          used_from: null,
          revoked_at: null,
        })
        .execute(),
    )
  const isAuthenticated = async (ctx: Context, token: string): Promise<boolean> =>
    (await authenticator(ctx.store, now)(token, 'test')) !== undefined
  const copyTo = (ctx: Context, file: string): Promise<unknown> =>
    sql`vacuum into ${file}`.execute(ctx.store.read)
  const restoreCopy = (file: string): void => {
    copyFileSync(file, join(home.dataDir, 'agridesk.sqlite'))
    for (const part of ['-wal', '-shm']) rmSync(join(home.dataDir, `agridesk.sqlite${part}`), { force: true })
  }

  it('revokes all sessions and API tokens, and keeps accounts disabled that were disabled since', async () => {
    const copy = join(home.dataDir, 'copy.sqlite')
    const first = await start()
    const active = await addAccount(first, 'kept@example.in')
    const gone = await addAccount(first, 'gone@example.in')
    await addToken(first)
    await copyTo(first, copy)
    await first.store.transaction((tx) =>
      tx.updateTable('account').set({ status: 'disabled' }).where('id', '=', gone.id).execute(),
    )
    await stop(first)

    const second = await start()
    expect(await isAuthenticated(second, active.token)).toBe(true)
    expect(await isAuthenticated(second, gone.token)).toBe(false)
    await stop(second)
    expect(warned).toEqual([])

    restoreCopy(copy)
    const third = await start()
    for (const { token } of [active, gone]) expect(await isAuthenticated(third, token)).toBe(false)
    const accounts = await third.store.read
      .selectFrom('account')
      .select(['email', 'status'])
      .orderBy('email')
      .execute()
    expect(accounts.map(({ email, status }) => `${String(email)} ${String(status)}`)).toEqual([
      'gone@example.in disabled',
      'kept@example.in active',
    ])
    const tokens = await third.store.read.selectFrom('api_token').select('revoked_at').execute()
    expect(tokens).toEqual([{ revoked_at: now().toISOString() }])
    expect(warned.join()).toContain('an older copy of the database was restored')
    const later = await addAccount(third, 'later@example.in')
    await stop(third)

    const fourth = await start()
    expect(await isAuthenticated(fourth, later.token)).toBe(true)
    expect(warned).toHaveLength(1)
    await stop(fourth)
  })

  it('is detected on another machine, without the state file', async () => {
    const first = await start()
    const { token } = await addAccount(first, 'kept@example.in')
    await stop(first)
    rmSync(join(home.dataDir, 'agridesk.state'))
    const second = await start()
    expect(await isAuthenticated(second, token)).toBe(false)
    await stop(second)
  })

  it('is not assumed after a killed process', async () => {
    const first = await start()
    const { token } = await addAccount(first, 'kept@example.in')
    await first.store.close()
    const second = await start()
    expect(await isAuthenticated(second, token)).toBe(true)
    await stop(second)
  })
})
