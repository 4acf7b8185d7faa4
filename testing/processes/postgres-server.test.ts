import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { Client } from 'pg'
import { describe, expect, it } from 'vitest'

import { startPostgres } from './postgres-server.ts'

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  // The server may be killed while the connection is being closed.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>({ text: sql })).rows
  } finally {
    await client.end()
  }
}

describe('the temporary PostgreSQL server', () => {
  it('is available to every test file', async () => {
    expect(process.env['TEST_POSTGRES_URL']).toMatch(/^postgres:\/\//)
    expect(await ask(process.env['TEST_POSTGRES_URL'] ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('keeps committed data after a kill, and removes its folder when it is stopped', async () => {
    const server = await startPostgres({ durable: true })
    expect(await ask(server.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    await ask(server.url, 'create table kept (id int)')
    await ask(server.url, 'insert into kept values (7)')
    await server.kill()
    await expect(ask(server.url, 'select 1')).rejects.toThrow()
    await server.start()
    expect(await ask(server.url, 'select id from kept')).toEqual([{ id: 7 }])
    await server.stop({ keepData: true })
    await server.start()
    expect(await ask(server.url, 'select id from kept')).toEqual([{ id: 7 }])
    await server.stop()
    expect(existsSync(server.dataDir)).toBe(false)
  })

  it('is cleaned up after its parent process is killed', async () => {
    // It waits for the end of its stdin, so that it does not outlive an interrupted test run.
    const source = `
      const { startPostgres } = await import(${JSON.stringify(new URL('postgres-server.ts', import.meta.url).href)})
      const server = await startPostgres()
      console.log(JSON.stringify(server))
      process.stdin.resume().on('end', () => process.exit())`
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: root })
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data) => resolve(String(data))),
    )
    const { url, dataDir }: { url: string; dataDir: string } = JSON.parse(line)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    child.kill('SIGKILL')
    while (existsSync(dataDir)) await sleep(50)
    await expect(ask(url, 'select 1')).rejects.toThrow()
  })
})
