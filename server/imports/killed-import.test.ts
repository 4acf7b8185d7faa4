import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import type { Json } from '#testing/test-app.ts'
import { startServer } from '#testing/server-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-cut-off-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const administrator = { ADMIN_EMAIL: 'boss@example.in', ADMIN_PASSWORD: 'harvest moon rises' }

// On PostgreSQL an import is one transaction, which a killed process never commits; on SQLite it is many.
it('undoes an import after its process was killed, and reports it', { timeout: 60_000 }, async () => {
  let server = await startServer({ DATA_DIR: dataDir, ...administrator })
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD }),
  })
  const { token } = (await login.json()) as Json
  const ask = async (method: string, path: string, body?: string): Promise<Json> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'text/csv' }) }
    return (await fetch(`${server.url}/api/v1/${path}`, { method, headers, ...(body && { body }) })).json()
  }
  const count = async (): Promise<number> => (await ask('GET', 'soils?total=true&limit=1')).total
  const before = await count()
  const rows = Array.from({ length: 4000 }, (_, at) => [`Soil of field ${at}`])
  const { id } = await ask('POST', 'imports?entity=soil&name=soils.csv', writeCsv([['Soil Name'], ...rows]))
  await ask('POST', `imports/${id}/check`)
  while ((await ask('GET', `imports/${id}`)).progress) await new Promise((resolve) => setTimeout(resolve, 20))
  await ask('POST', `imports/${id}/run`)
  while ((await count()) === before) await new Promise((resolve) => setTimeout(resolve, 2))
  await server.stop('SIGKILL')
  server = await startServer({ DATA_DIR: dataDir })
  const job = await ask('GET', `imports/${id}`)
  expect(job).toMatchObject({ state: 'failed', batchId: null, progress: null })
  expect(job.failure).toContain('The server was stopped during the import')
  expect(await count()).toBe(before)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('rehearsal-'))).toEqual([])
  // The import can be started again.
  await ask('POST', `imports/${id}/run`)
  while ((await ask('GET', `imports/${id}`)).progress) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await ask('GET', `imports/${id}`)).toMatchObject({ state: 'done', report: { created: 4000 } })
  await server.stop('SIGKILL')
})
