// Takes the screenshots of the README with the sample data: `node scripts/run.mjs scripts/pictures.ts`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../testing/find-tools.ts'
import { startServer } from '../testing/processes/server-process.ts'
import { buildWebIfChanged } from './build-web.ts'

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const administrator = { email: 'anita@agridesk.in', password: 'marigold-and-monsoon' }
const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
]

/** The steps to each screenshot. */
const scenes: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Accounts to approve' }).waitFor()
  },
  master: async (page) => {
    await page.goto('/contact5')
    await page.getByRole('row').nth(3).waitFor()
    await page.locator('[name=Station_Code]').fill('S-AND-12')
    await page.locator('[name=Station_Name]').fill('Karamsad')
    await page.locator('[name=Pool_Code]').pressSequentially('an')
    await page.getByRole('option').first().waitFor()
  },
  planner: async (page) => {
    await page.goto('/get')
    await page.getByRole('row').nth(3).waitFor()
  },
  visit: async (page) => {
    await page.goto('/visitentry')
    await page
      .getByRole('button', { name: /Visit Detail/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  },
  list: async (page) => {
    await page.goto('/lists/customers')
    await page.getByRole('row').nth(5).waitFor()
  },
  tree: async (page) => {
    await page.goto('/trees/territory')
    await page.getByRole('treeitem').first().waitFor()
  },
  admin: async (page) => {
    await page.goto('/admin')
    await page.getByRole('listitem').nth(3).waitFor()
  },
}

/** The field screens, which a representative sees on a phone. */
const fieldScenes: typeof scenes = {
  today: async (page) => {
    await page.goto('/today')
    const plan = page.getByRole('button', { name: /^Plan for today/ })
    await plan.first().waitFor()
    for (let left = await plan.count(); left > 0; left--) await plan.first().click()
    await page
      .getByRole('link', { name: /^Record/ })
      .first()
      .waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await page.reload()
    await page
      .getByRole('link', { name: /^Record/ })
      .first()
      .waitFor()
  },
  record: async (page) => {
    await page
      .getByRole('link', { name: /^Record/ })
      .first()
      .click()
    await page.getByRole('group', { name: 'Outcome' }).waitFor()
  },
  gujarati: async (page) => {
    await page.evaluate(() => localStorage.setItem('language', 'gu'))
    await page.goto('/today')
    await page.locator('html[lang=gu]').waitFor()
    await page.locator('a[href^="/record/"]').first().waitFor()
  },
}

/** Creates the account of a representative of the sample firm. */
async function addRepresentative(url: string): Promise<typeof administrator> {
  const ask = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
  const { token } = await ask<{ token: string }>('POST', '/api/auth/login', administrator)
  const search = '/api/v1/employees?q=Rakesh+Solanki'
  const { items } = await ask<{ items: { name: string; email: string }[] }>('GET', search, undefined, token)
  const { name, email } = items[0]!
  const login = { email, password: 'groundnut-in-june' }
  const registration = { username: name, ...login }
  const { account } = await ask<{ account: { id: string } }>('POST', '/api/auth/register', registration)
  await ask('PATCH', `/api/admin/users/${account.id}`, { status: 'active', role: 'FIELD', version: 1 }, token)
  return login
}

await buildWebIfChanged()
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-pictures-'))
const server = await startServer({
  DATA_DIR: dataDir,
  SAMPLE_DATA: 'true',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
})
const executablePath = findChromium()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath && { executablePath }),
})
const representative = await addRepresentative(server.url)
const [desktop, phone] = screens
for (const { screen, login, shown } of [
  { screen: desktop!, login: administrator, shown: scenes },
  { screen: phone!, login: administrator, shown: scenes },
  { screen: phone!, login: representative, shown: fieldScenes },
]) {
  const { name, ...device } = screen
  const context = await browser.newContext({ ...device, baseURL: server.url, locale: 'en-IN' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('[name=email]').fill(login.email)
  await page.locator('[name=password]').fill(login.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  for (const [scene, go] of Object.entries(shown)) {
    await go(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${scene}-${name}.png`), animations: 'disabled' })
  }
  await context.close()
}
await browser.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
