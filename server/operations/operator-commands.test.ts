import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import type { Store } from '../store/store.ts'
import { endAllSessions, unlockLogin } from './account-commands.ts'
import { readMaintenance, setMaintenance, type Maintenance } from './maintenance.ts'
import { openForCommand } from './open-for-command.ts'

describe.each(databaseNames)('commands beside a running server on %s', (database) => {
  let app: TestApp
  /** The database as a command opens it, in another connection. */
  let store: Store
  beforeAll(async () => {
    app = await openTestApp(database)
    store = await openForCommand(app.config)
  })
  afterAll(async () => {
    await store.close()
    await app.close()
  })
  const now = (): Date => new Date(app.clock.now)
  const later = (seconds: number): void => {
    app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000)
  }
  const switchTo = async (maintenance: Maintenance | undefined): Promise<void> => {
    await store.transaction((tx) => setMaintenance(tx, maintenance, now))
    later(3)
  }
  const read = (as: 'ADMIN' | 'OFFICE' | 'anonymous') =>
    app.request('GET', '/api/v1/soils', undefined, { as })

  const auditOf = async (action: string): Promise<unknown[]> => {
    const events = store.read.selectFrom('audit_event').select(['actor_name', 'details'])
    return events.where('action', '=', action).orderBy('id').execute()
  }

  it('switch maintenance mode on and off: only administrators are served', async () => {
    expect((await read('OFFICE')).status).toBe(200)
    await switchTo({ message: 'Back at 14:00' })
    const refused = await read('OFFICE')
    expect([refused.status, refused.body.msg, refused.headers['retry-after']]).toEqual([
      503,
      'Back at 14:00',
      '120',
    ])
    const save = await app.request('POST', '/api/v1/soils', { Soil_Name: 'Loam' }, { as: 'OFFICE' })
    expect(save.status).toBe(503)
    expect((await read('anonymous')).status).not.toBe(200)
    expect((await read('ADMIN')).status).toBe(200)
    expect((await app.request('GET', '/readyz', undefined, { as: 'anonymous' })).status).toBe(200)
    await switchTo({ message: null })
    expect((await read('OFFICE')).body.msg).toContain('The site is under maintenance')
    await switchTo(undefined)
    expect(await readMaintenance(store.read)).toBeUndefined()
    expect((await read('OFFICE')).status).toBe(200)
    const byCommand = (details: object): object => ({
      actor_name: expect.any(String),
      details: JSON.stringify(details),
    })
    expect(await auditOf('maintenance')).toEqual([
      byCommand({ maintenance: 'on', message: 'Back at 14:00' }),
      byCommand({ maintenance: 'on' }),
      byCommand({ maintenance: 'off' }),
    ])
  })

  it('end all sessions', async () => {
    const office = await app.as('OFFICE')
    expect(await endAllSessions(store, now)).toBeGreaterThan(1)
    // The embedded database looks once a second whether another process has written to it.
    await expect
      .poll(async () => (await app.request('GET', '/api/v1/soils', undefined, { as: office })).status, {
        timeout: 5000,
      })
      .toBe(401)
  })

  it('unlock the log-in of an account', async () => {
    const email = 'locked@example.in'
    const register = { username: 'Locked', email, password: 'harvest moon rises' }
    expect((await app.request('POST', '/api/auth/register', register, { as: 'anonymous' })).status).toBe(201)
    const login = (password: string) =>
      app.request('POST', '/api/auth/login', { email, password }, { as: 'anonymous' })
    for (let wrong = 0; wrong < 5; wrong++) await login('wrong password')
    expect((await login(register.password)).status).toBe(429)
    expect(await unlockLogin(store, 'nowhere@example.in', now)).toBe(false)
    expect(await unlockLogin(store, 'LOCKED@example.in', now)).toBe(true)
    expect((await login(register.password)).status).toBe(200)
    expect(await auditOf('login unlocked')).toHaveLength(1)
  })

  it('refuse a database of another version', async () => {
    await expect(openForCommand({ dataDir: '/none', databaseUrl: undefined })).rejects.toThrow(
      'There is no database in /none',
    )
  })
})
