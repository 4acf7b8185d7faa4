import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { newDatabase } from '#testing/databases.ts'
import { startServer } from '#testing/processes/server-process.ts'
import type { Json } from '#testing/test-app.ts'
import { readLanguages } from '../core/language.ts'

const administrator = { ADMIN_EMAIL: 'boss@example.in', ADMIN_PASSWORD: 'harvest moon rises' }

/** More than two chunks. */
const rowCount = 600
/** The import cannot get past its last row: inserting it counts numbers without end. */
const neverEnds = `
  create view endless as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n;
  create trigger never_ends after insert on soil when new.soil_name = 'Soil of field ${rowCount - 1}'
  begin select count(*) from endless; end`

// On PostgreSQL an import is one transaction, which a killed process never commits; on SQLite it is many.
it('undoes an import after its process was killed, and reports it', { timeout: 240_000 }, async () => {
  const { dataDir, drop } = await newDatabase('sqlite', { isReady: true })
  let server = await startServer({ DATA_DIR: dataDir, ...administrator })
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD }),
  })
  const { token } = (await login.json()) as Json
  const ask = async (method: string, path: string, body?: string): Promise<Json> => {
    const type = body?.startsWith('{') ? 'application/json' : 'text/csv'
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) }
    return (await fetch(`${server.url}/api/v1/${path}`, { method, headers, ...(body && { body }) })).json()
  }
  const ended = async (id: string): Promise<Json> => {
    for (;;) {
      const job = await ask('GET', `imports/${id}`)
      if (job.progress === null) return job
      await sleep(20)
    }
  }
  await ask('PUT', 'me/language', JSON.stringify({ language: 'gu' }))
  const rows = Array.from({ length: rowCount }, (_, at) => [`Soil of field ${at}`])
  const { id } = await ask('POST', 'imports?entity=soil&name=soils.csv', writeCsv([['Soil Name'], ...rows]))
  await ask('POST', `imports/${id}/check`)
  expect(await ended(id)).toMatchObject({ state: 'rehearsed' })

  const file = new DatabaseSync(join(dataDir, 'agridesk.sqlite'), { timeout: 5000 })
  const count = (): unknown => file.prepare('select count(*) as soils from soil').get()!['soils']
  file.exec(neverEnds)
  const before = count()
  await ask('POST', `imports/${id}/run`)
  while (count() === before) await sleep(2)
  await server.stop('SIGKILL')
  expect(count()).not.toBe(before)
  file.exec('drop trigger never_ends; drop view endless')
  file.close()

  server = await startServer({ DATA_DIR: dataDir })
  const job = await ask('GET', `imports/${id}`)
  expect(job).toMatchObject({ state: 'failed', batchId: null, progress: null })
  // In the language of the account, although no request asked for it.
  const gujarati = readLanguages().find(({ locale }) => locale.startsWith('gu'))!.translations
  expect(job.failure).toContain(gujarati['The server was stopped during the import'])
  expect((await ask('GET', 'soils?total=true&limit=1')).total).toBe(before)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('rehearsal-'))).toEqual([])
  // The import can be started again.
  await ask('POST', `imports/${id}/run`)
  expect(await ended(id)).toMatchObject({ state: 'done', report: { created: rowCount } })
  // As Ctrl-C in a terminal.
  expect(await server.stop('SIGINT')).toBe(0)
  await drop()
})
