import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { newDatabase, onServer } from '#testing/databases.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { dialectOf } from '../postgres/postgres-dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'

const waiting = 'Waiting for another instance to finish the upgrade'
const upgrading = 'Upgrading the database: '

async function ready({ url }: ServerProcess): Promise<[number, string]> {
  const answer = await fetch(`${url}/readyz`)
  const { status, msg } = (await answer.json()) as { status: string; msg?: string }
  return [answer.status, msg ?? status]
}

it('lets two servers upgrade one PostgreSQL database together, and stops serving once a newer version upgraded it', async () => {
  const home = await newDatabase('postgres')
  const url = home.databaseUrl!
  const db = openPostgres(url, { size: 2, onIdleError: () => {} })
  const now = (): Date => new Date()
  const older = readMigrations().slice(0, 3)
  await migrate(db, await dialectOf(db), { migrations: older, now, beforeChange: async () => {} })
  await db.destroy()
  // A read lock on a table that the upgrade changes, so that the upgrade waits for it.
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; lock table customer in access share mode')
  const outputs = ['', '']
  let release = (): void => {}
  const oneWaits = new Promise<void>((resolve) => (release = resolve))
  const start = (at: number): Promise<ServerProcess> =>
    startServer({ DATA_DIR: home.dataDir, DATABASE_URL: url }, undefined, {
      seconds: 60,
      onOutput: (output) => {
        outputs[at] = output
        if (output.includes(waiting)) release()
      },
    })
  const starting = Promise.all([start(0), start(1)])
  await Promise.race([oneWaits, starting])
  expect(outputs.map((output) => output.includes(waiting)).toSorted()).toEqual([false, true])
  await reader.end()
  const servers = await starting
  try {
    expect(outputs.filter((output) => output.includes(upgrading))).toHaveLength(1)
    expect(outputs.find((output) => output.includes(upgrading))).not.toContain(waiting)
    for (const server of servers) expect(await ready(server)).toEqual([200, 'ready'])
    const upgradeTo = (name: string): Promise<unknown> =>
      onServer(url, `insert into migration (name, checksum, applied_at) values ('${name}', 'x', 'now')`)
    // A newer version that they can run beside.
    await onServer(url, `insert into additive_migration (name) values ('9998-future')`)
    await upgradeTo('9998-future')
    for (const server of servers) expect(await ready(server)).toEqual([200, 'ready'])
    await upgradeTo('9999-future')
    for (const server of servers) {
      while ((await ready(server))[0] === 200) await sleep(50)
      const message = expect.stringContaining('was upgraded by a newer version of AgriDesk')
      expect(await ready(server)).toEqual([503, message])
      const refused = await fetch(`${server.url}/api/data/service`)
      expect([refused.status, ((await refused.json()) as { msg: string }).msg]).toEqual([503, message])
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await home.drop()
  }
}, 150_000)
