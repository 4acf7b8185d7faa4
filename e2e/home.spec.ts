import { expect, navigateInApp, test } from './fixtures.ts'
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

interface Registered {
  id: string
  email: string
}

async function registered(request: APIRequestContext, username: string, email: string): Promise<Registered> {
  const response = await request.post('/api/auth/register', { data: { username, email, password } })
  return ((await response.json()) as { account: Registered }).account
}

/** Shows the home page of another account in the same browser. */
async function openAs(page: Page, request: APIRequestContext, { email }: Registered): Promise<void> {
  const response = await request.post('/api/auth/login', { data: { email, password } })
  const { token } = (await response.json()) as { token: string }
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto('/')
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
    await expect(other.getByText('Registration successful', { exact: true })).toBeVisible()
    const session = other.getByRole('region', { name: 'Your session' })
    await expect(session).toContainText('You are logged in as Rakesh Solanki (rakesh.solanki@')
    await expect(session).toContainText('Waiting for approval.')
    const waiting = await other.context().newPage()
    await waiting.goto('/login')
    await expect(waiting.getByRole('link', { name: 'Your account' })).toBeVisible()
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
    await waiting.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(waiting.getByRole('link', { name: 'Continue' })).toBeVisible()
    await waiting.close()
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
  async ({ page, request, asAdministrator: _ }) => {
    const vikram = await registered(request, 'Vikram', 'vikram@manager.example')
    await page.goto('/')
    await card(page, 'Accounts to approve').getByRole('button', { name: 'Approve Vikram' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('VIEWER')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Vikram is approved')).toBeVisible()
    await expect(page.getByText('No accounts are waiting for approval.')).toBeVisible()

    await openAs(page, request, vikram)
    await expect(page.getByRole('link', { name: /Visited on time/ })).toBeVisible()
    await expect(card(page, 'People behind plan').getByRole('listitem').first()).toBeVisible()
    await expect(page.getByText('Accounts to approve')).toHaveCount(0)
    await card(page, 'Largest overdue amounts').getByRole('link').first().click()
    await page.waitForURL('**/customers/*?tab=money')
  },
)

test(
  'a clerk enters a record in one line and finds it among the last records',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const meena = await registered(request, 'Meena', 'meena@clerk.example')
    const approved = await request.patch(`/api/admin/users/${meena.id}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { status: 'active', role: 'OFFICE', version: 1 },
    })
    expect(approved.ok()).toBe(true)
    await openAs(page, request, meena)
    const entry = card(page, 'Enter a record')
    const line = entry.getByRole('textbox', { name: 'New record in one line' })
    await line.fill('Pune')
    await line.press('Enter')
    await expect(entry.getByText(/Begin with the kind of record/)).toBeVisible()
    await line.fill('soil Red loam')
    await expect(entry.getByRole('region', { name: 'New soil' })).toContainText('Red loam')
    await line.press('Enter')
    await expect(entry.getByText(/is saved/)).toBeVisible()
    const recent = card(page, 'Your last records')
    await expect(recent.getByRole('link', { name: 'Red loam' })).toBeVisible()
    await page.reload()
    await recent.getByRole('link', { name: 'Red loam' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Red loam')
  },
)

test(
  'is accessible, light and dark, keeps the heroes below, and says which part fails',
  { tag: '@phone' },
  async ({ page, asAdministrator: _ }) => {
    const problems: string[] = []
    await page.route('**/api/v1/home', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      const [problem] = problems
      await route.fulfill({ response, json: problem ? { ...json, phones: { problem } } : json })
    })
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Visited on time/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Connect now' })).toHaveAttribute('href', '/contact')
    await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/services')
    expect(await axeViolations(page)).toEqual([])
    problems.push('Phones are on holiday.')
    await navigateInApp(page, '/about')
    await navigateInApp(page, '/')
    await expect(card(page, 'Phones')).toContainText('Phones are on holiday.')
    await expect(card(page, 'Server')).toContainText('The first backup is restored as a drill tonight.')
  },
)
