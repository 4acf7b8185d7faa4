import { expect, test } from './fixtures.ts'
import { axeViolations } from './axe.ts'
import type { APIRequestContext, Page } from '@playwright/test'

test.use({ isSample: true })

const password = 'marigold-and-monsoon'

async function register(page: Page, username: string, email: string): Promise<void> {
  await page.goto('/register')
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=phone]').fill('9876543210')
  await page.locator('[name=password]').fill(password)
  await page.locator('main').getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('**/login')
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('main').getByRole('button', { name: 'Login' }).click()
}

/** As the administrator, on the server of the page. */
async function approve(
  request: APIRequestContext,
  base: string,
  token: string,
  email: string,
  role: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const users = (await (await request.get(`${base}/api/admin/users`, { headers })).json()) as {
    id: string
    email: string
    version: number
  }[]
  const { id, version } = users.find((user) => user.email === email)!
  const data = { status: 'active', role, version }
  expect((await request.patch(`${base}/api/admin/users/${id}`, { headers, data })).ok()).toBe(true)
}

const card = (page: Page, name: string) =>
  page.locator('.home-card').filter({ has: page.getByRole('heading', { name, exact: true }) })

test(
  'a newcomer waits, is approved in place by the administrator and starts the day',
  { tag: '@phone' },
  async ({ page, browser, server, asAdministrator: _ }) => {
    test.slow()
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await register(other, 'Rakesh Solanki', 'rakesh.solanki@dhartisetu.example')
    await other.goto('/')
    await expect(
      other.getByText(
        'Waiting for approval. You can start as soon as an administrator approves your account.',
      ),
    ).toBeVisible()
    await expect(other.locator('.home-card')).toHaveCount(0)
    await expect(other.getByRole('link', { name: 'Connect now' })).toBeAttached()

    await page.goto('/')
    const accounts = card(page, 'Accounts to approve')
    await accounts.getByRole('button', { name: 'Approve Rakesh Solanki as Field' }).click()
    await expect(accounts.getByText('Approved as Field.')).toBeVisible()
    await accounts.getByRole('button', { name: 'Undo' }).click()
    await accounts.getByRole('button', { name: 'Approve Rakesh Solanki as Field' }).click()
    await expect(accounts.getByText('Approved as Field.')).toBeVisible()

    await logIn(other, 'rakesh.solanki@dhartisetu.example')
    await other.waitForURL('**/today')
    await other.goto('/')
    const today = card(other, 'Today')
    await expect(today.getByText(/stops? (?:today|are planned)/)).toBeVisible()
    await expect(other.getByText('Largest overdue amounts')).toHaveCount(0)
    await today.getByRole('link', { name: /due this week/ }).click()
    await other.waitForURL('**/get?due=week')
  },
)

test(
  'an account without a proposal is approved in the dialog',
  { tag: '@desktop' },
  async ({ page, browser, server, asAdministrator: _ }) => {
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await register(other, 'Vikram', 'vikram@manager.example')
    await page.goto('/')
    await card(page, 'Accounts to approve').getByRole('button', { name: 'Approve Vikram' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('VIEWER')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Vikram is approved')).toBeVisible()
    await expect(page.getByText('No accounts are waiting for approval.')).toBeVisible()

    await logIn(other, 'vikram@manager.example')
    await expect(other.getByRole('link', { name: /Visited on time/ })).toBeVisible()
    await expect(card(other, 'People behind plan').getByRole('listitem').first()).toBeVisible()
    await expect(other.getByText('Accounts to approve')).toHaveCount(0)
    await card(other, 'Largest overdue amounts').getByRole('link').first().click()
    await other.waitForURL('**/customers/*?tab=money')
  },
)

test(
  'a clerk enters a record in one line and finds it among the last records',
  { tag: '@desktop' },
  async ({ page, browser, server, request, asAdministrator: { token } }) => {
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await register(other, 'Meena', 'meena@clerk.example')
    await approve(request, server.url, token, 'meena@clerk.example', 'OFFICE')
    await page.goto('/')
    await logIn(other, 'meena@clerk.example')
    const entry = card(other, 'Enter a record')
    const line = entry.getByRole('textbox', { name: 'New record in one line' })
    await line.fill('Pune')
    await line.press('Enter')
    await expect(entry.getByText(/Begin with the kind of record/)).toBeVisible()
    await line.fill('soil Red loam')
    await expect(entry.getByRole('region', { name: 'New soil' })).toContainText('Red loam')
    await line.press('Enter')
    await expect(entry.getByText(/is saved/)).toBeVisible()
    await other.reload()
    const recent = card(other, 'Your last records')
    await expect(recent.getByRole('link', { name: 'Red loam' })).toBeVisible()
    await recent.getByRole('link', { name: 'Red loam' }).click()
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Red loam')
  },
)

test(
  'is accessible, light and dark, and keeps the heroes below',
  { tag: '@phone' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Visited on time/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Connect now' })).toHaveAttribute('href', '/contact')
    await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/services')
    expect(await axeViolations(page)).toEqual([])
  },
)

test(
  'a part that fails says so, and the others are shown',
  { tag: '@phone' },
  async ({ page, asAdministrator: _ }) => {
    await page.route('**/api/v1/home', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, phones: { problem: 'Phones are on holiday.' } } })
    })
    await page.goto('/')
    await expect(card(page, 'Phones')).toContainText('Phones are on holiday.')
    await expect(card(page, 'Server')).toContainText('No backup is configured.')
  },
)
