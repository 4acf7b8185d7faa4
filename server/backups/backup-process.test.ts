import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { compiledFolder, startServer } from '#testing/processes/server-process.ts'
import { listBackups } from './backup-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'agridesk-killed-'))
afterAll(() => rmSync(root, { recursive: true }))

const settings = {
  DATA_DIR: join(root, 'data'),
  BACKUP_DIR: join(root, 'backups'),
  BACKUP_INTERVAL: '1',
  ADMIN_EMAIL: 'boss@example.in',
  ADMIN_PASSWORD: 'harvest moon rises',
}

const run = promisify(execFile)

/** Runs a command of the operator as it is documented. */
async function command(script: string, args: string[], environment: Record<string, string>): Promise<string> {
  const path = fileURLToPath(new URL(`../../scripts/backup/${script}.ts`, import.meta.url))
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiledFolder, ...settings, ...environment }
  const argv = ['--disable-warning=ExperimentalWarning', path, ...args]
  const { stdout } = await run(process.execPath, argv, { env }).catch((error: { stderr: string }) => ({
    stdout: error.stderr,
  }))
  return stdout
}

async function login(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }),
  })
  return ((await response.json()) as { token: string }).token
}

const send = (url: string, token: string, path: string, body?: object): Promise<Response> =>
  fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })

describe('a server that is killed', () => {
  it('has in its backup what was saved before, continues it, and is restored by one command', async () => {
    /** Code of each acknowledged soil, and when. */
    const acknowledged = new Map<string, number>()
    let token = ''
    const write = async (url: string, until: number): Promise<void> => {
      while (Date.now() < until) {
        const response = await send(url, token, '/api/v1/soils', { Soil_Name: `Soil ${acknowledged.size}` })
        if (response.status === 201)
          acknowledged.set(((await response.json()) as { Soil_Code: string }).Soil_Code, Date.now())
        await sleep(10)
      }
    }
    const newest = (): string => listBackups(settings.BACKUP_DIR).at(-1)?.segments.at(-1)?.at ?? ''

    let server = await startServer(settings)
    token = await login(server.url)
    while (listBackups(settings.BACKUP_DIR).length === 0) await sleep(100)
    await write(server.url, Date.now() + 2500)
    await server.stop('SIGKILL')
    server = await startServer(settings)
    await write(server.url, Date.now() + 2500)
    expect(await command('restore', [], {})).toMatch(/Another AgriDesk is already running/)
    const killedAt = Date.now()
    await server.stop('SIGKILL')
    expect(listBackups(settings.BACKUP_DIR)).toHaveLength(1)
    expect(Date.parse(newest())).toBeGreaterThan(killedAt - 4000)

    const restored = { DATA_DIR: join(root, 'restored') }
    expect(await command('drill', ['restore'], {})).toMatch(/can be restored: .* tables, .* rows/)
    expect(await command('restore', [], restored)).toMatch(/Restored the state of .* Start the server now/)
    server = await startServer({ ...settings, ...restored, BACKUP_DIR: join(root, 'other') })
    expect((await send(server.url, token, '/api/v1/soils')).status).toBe(401)
    const file = new DatabaseSync(join(restored.DATA_DIR, 'agridesk.sqlite'), { readOnly: true })
    const present = new Set(
      file
        .prepare('select soil_code as code from soil')
        .all()
        .map(({ code }) => code),
    )
    file.close()
    const inBackup = [...acknowledged].filter(([, at]) => at < Date.parse(newest()) - 1000)
    const missing = inBackup.filter(([code]) => !present.has(code))
    expect(inBackup.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
    await server.stop()
  }, 60_000)
})
