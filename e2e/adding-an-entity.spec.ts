import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { make } from '#testing/build-record.ts'
import { databaseNames, newDatabase } from '#testing/databases.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const administrator = { email: 'boss@example.in', password: 'harvest moon rises' }

/** Applies the steps of docs/adding-an-entity.md literally to a copy of the sources. */
function followTheGuide(copy: string): void {
  for (const part of [
    'domain',
    'server',
    'web',
    'scripts',
    'translations',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const guide = readFileSync(join(root, 'docs/adding-an-entity.md'), 'utf8')
  const block = (name: string): string => {
    const found = new RegExp(`\`\`\`ts ${name}\n([\\s\\S]*?)\`\`\``).exec(guide)
    if (!found) throw new Error(`The guide has no block "${name}"`)
    return found[1]!
  }
  const edit = (file: string, change: (text: string) => string): void => {
    const path = join(copy, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
  const intoList = (name: string, line: string) => (text: string) => {
    const start = text.search(new RegExp(`export const ${name}\\b`))
    const end = start + text.slice(start).search(/\n[\]}]/) + 1
    if (start < 0) throw new Error(`There is no list ${name}`)
    return text.slice(0, end) + line + text.slice(end)
  }
  writeFileSync(join(copy, 'domain/catalogue/entities/villages.ts'), block('declaration'))
  edit('domain/catalogue/entity-labels.ts', intoList('labels', block('labels')))
  edit('domain/catalogue/entities/masters.ts', intoList('masters', block('list')))
  edit('domain/catalogue/entities/masters.ts', (text) => block('import') + text)
  edit('domain/contract/forms.ts', intoList('forms', block('row')))
  edit('domain/contract/submit-paths.ts', intoList('submitPaths', block('path')))
  for (const [script, ...args] of [
    ['scripts/db-diff.ts', 'add-village'],
    ['scripts/build-web.ts'],
  ] as const) {
    execFileSync(process.execPath, [join(copy, script), ...args], { cwd: copy, stdio: 'pipe' })
  }
}

test.describe('an entity added by the guide @desktop', () => {
  test.describe.configure({ mode: 'serial' })
  let copy: string
  test.beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'agridesk-village-'))
    followTheGuide(copy)
  })
  test.afterAll(() => rmSync(copy, { recursive: true, force: true }))

  for (const database of databaseNames) {
    test(`has table, REST, checks, codes and description on ${database}, and its form`, async ({ page }) => {
      const home = await newDatabase(database)
      const server = await startServer(
        {
          DATA_DIR: home.dataDir,
          ...(home.databaseUrl && { DATABASE_URL: home.databaseUrl }),
          ADMIN_EMAIL: administrator.email,
          ADMIN_PASSWORD: administrator.password,
        },
        copy,
      )
      try {
        const token = await useResource(server)
        if (database === 'sqlite') await useForm(page, server, token)
      } finally {
        await server.stop()
        await home.drop()
      }
    })
  }
})

async function useResource({ url }: ServerProcess): Promise<string> {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    token = '',
  ): Promise<{ status: number; body: Answer }> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Answer }
  }
  const token = (await call('POST', '/api/auth/login', administrator)).body.token!
  const save = async (name: string, input: object): Promise<Record<string, unknown>> => {
    const { body } = await call('POST', `/api/v1/${entityNamed(name).path}`, input, token)
    return body as Record<string, unknown>
  }
  const city = String((await make(save, 'city'))['City_Code'])
  const wrong = await call(
    'POST',
    '/api/form/village',
    { Water: 'sea', City_Code: 'NOWHERE', Colour: 'red' },
    token,
  )
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors!.map((error) => error.message)).toEqual([
    'Water should be canal, well or rain',
    'Colour is not a field of Village',
    'There is no city NOWHERE (City Code)',
    'Village Name is required',
  ])
  const village = { Village_Name: 'Dharmaj', City_Code: city, Water: 'canal' }
  const saved = await call('POST', '/API/form/VILLAGE', village, token)
  expect(saved.status).toBe(201)
  expect(saved.body).toMatchObject({ ...village, Village_Code: 'VL0001', Households: null, version: 1 })
  expect((await call('POST', '/api/v1/villages', village, token)).body).toMatchObject({
    Village_Code: 'VL0002',
  })
  const found = await call('GET', '/api/v1/villages?q=dharm&total=true&sort=-Village_Code', undefined, token)
  expect(found.body).toMatchObject({
    total: 2,
    items: [{ Village_Code: 'VL0002' }, { Village_Code: 'VL0001' }],
  })
  expect((await call('DELETE', `/api/v1/cities/${city}`, undefined, token)).body.msg).toContain('2 villages')
  expect((await call('GET', '/api/v1/villages')).status).toBe(401)
  const description = (await call('GET', '/api/openapi.json')).body as unknown as Description
  expect(description.components.schemas['villageInput']).toMatchObject({
    required: ['Village_Name', 'City_Code', 'Water'],
  })
  expect(Object.keys(description.paths)).toContain('/api/v1/villages/{id}/history')
  return token
}

async function useForm(page: Page, { url }: ServerProcess, token: string): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto(`${url}/village`)
  await expect(page.getByRole('heading', { name: 'Village', exact: true })).toBeVisible()
  await page.locator('[name="Village_Name"]').fill('Karamsad')
  await page.locator('[name="City_Code"]').selectOption({ index: 1 })
  const choice = page.locator('[name="Water"]').first()
  const isSelect = await choice.evaluate((element) => element instanceof HTMLSelectElement)
  if (isSelect) await choice.selectOption('well')
  else await page.locator('[name="Water"][value="well"]').check()
  await page
    .getByRole('button', { name: /submit|save/i })
    .first()
    .click()
  await expect(page.getByText('Message sent successfully')).toBeVisible()
  await expect(page.getByText('VL0003').first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Karamsad' })).toBeVisible()
}

interface Answer {
  token?: string
  msg?: string
  errors?: { field: string; message: string }[]
  items?: Record<string, unknown>[]
}

interface Description {
  components: { schemas: Record<string, object> }
  paths: Record<string, object>
}
