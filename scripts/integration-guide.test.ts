import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { freePort, startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import type { Json } from '#testing/test-app.ts'

const guide = readFileSync(new URL('../docs/integration.md', import.meta.url), 'utf8')

/** The block of the guide with this name: "sh nightly". */
function block(name: string): string {
  const [, content] = guide.split(`\`\`\`${name}\n`)
  if (content === undefined) throw new Error(`The guide has no block ${name}`)
  return content.split('```')[0]!
}

const account = { email: 'boss@example.in', password: 'harvest moon rises' }
let home: TestDatabase
let server: ServerProcess
let receiver: ChildProcess | undefined
const folder = tempFolder('agridesk-integration-')
let session = ''
const settings: Record<string, string> = { PATH: process.env['PATH'] ?? '' }

const request = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const content = (await answer.json()) as Json
  expect(answer.ok, JSON.stringify(content)).toBe(true)
  return content
}
const run = async (name: string): Promise<string> =>
  (await promisify(execFile)('sh', ['-ec', block(`sh ${name}`)], { cwd: folder, env: settings })).stdout
const file = (name: string): string =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
const write = (name: string): void =>
  writeFileSync(join(folder, name), block(`${name.split('.').at(-1)!.replace('mjs', 'js')} ${name}`))

/** Creates a record with everything it refers to. */
async function make(name: string, overrides: Record<string, unknown>): Promise<Json> {
  const { make: build } = await import('#testing/build-record.ts')
  const { entityNamed } = await import('#domain/catalogue/catalogue.ts')
  return build(
    (entity, input) => request('POST', `/api/v1/${entityNamed(entity).path}`, input),
    name,
    overrides,
  )
}

beforeAll(async () => {
  home = await newDatabase('sqlite', { isReady: true })
  server = await startServer({
    DATA_DIR: home.dataDir,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1',
  })
  session = (await request('POST', '/api/auth/login', account)).token
  const expiresOn = new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10)
  const token = { name: 'ERP', role: 'OFFICE', places: 'everything', expiresOn }
  settings['SITE'] = server.url
  settings['TOKEN'] = (await request('POST', '/api/v1/api-tokens', token)).token
}, 60_000)
afterAll(async () => {
  receiver?.kill()
  await server.stop()
  await home.drop()
  rmSync(folder, { recursive: true, force: true })
})

it('the exchange of the guide works as it is written', { timeout: 60_000 }, async () => {
  // The guide exports these two settings.
  for (const name of ['SITE', 'TOKEN']) expect(block('sh settings')).toContain(`export ${name}=`)
  const first = await make('customer', { Customer_Code: 'C-100', Customer_Name: 'Umiya Traders' })
  await run('first')
  expect(file('customers.csv')).toContain('Umiya Traders')

  await make('customer', { Customer_Code: 'C-200', Customer_Name: 'Shah Seeds' })
  const change = { Customer_Name: 'Umiya Agro', version: first.version }
  await request('PATCH', `/api/v1/customers/${first.id}`, change)
  write('nightly.mjs')
  await run('nightly')
  expect(file('changes.txt')).toBe('create C-200 Shah Seeds\nupdate C-100 Umiya Agro\n')
  await run('nightly')
  expect(file('changes.txt').split('\n')).toHaveLength(3)

  const port = String(await freePort())
  const events = ['collection.recorded', 'promise.kept', 'promise.broken', 'promise.made']
  const url = `http://127.0.0.1:${port}/`
  const { secret, id } = await request('POST', '/api/v1/webhooks', { name: 'ERP', url, events })
  write('receiver.mjs')
  receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { ...settings, SECRET: secret, PORT: port },
    stdio: 'inherit',
  })
  await expect
    .poll(
      () =>
        fetch(url, { method: 'POST', body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(401)
  const today = new Date().toISOString().slice(0, 10)
  const visit = {
    Customer_Code: 'C-100',
    Visited_On: today,
    Collected_Amount: 1500,
    Collected_Way: 'cash',
    Promised_Amount: 500,
    Promised_On: today,
  }
  await request('POST', '/api/v1/visits', visit)
  write('balances.csv')
  expect(JSON.parse(await run('balances'))).toMatchObject({ counts: { new: 1 } })
  await run('collections')
  expect(file('collections.csv')).toContain('1500')
  await expect.poll(() => file('events.txt'), { timeout: 15_000 }).toContain('"type":"collection.recorded"')
  await request('POST', `/api/v1/webhooks/${id}/test`)
  await expect.poll(() => file('events.txt'), { timeout: 15_000 }).toContain('"type":"webhook.test"')
  expect(file('events.txt')).toContain('"type":"promise.made"')
})
