import type { Page } from '@playwright/test'
import { administrator, expect, fill, navigateInApp, test, whenLoaded } from './fixtures.ts'

/** Login, logout, drafts of the account, and reloading after connection errors. */

const drafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await fill(page, { email, password })
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
}

test(
  'shows on the login page who is logged in, with links',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/login?to=%2Fvisits')
    const session = page.getByRole('region', { name: 'Your session' })
    await expect(session).toContainText(`(${administrator.email})`)
    await expect(page.getByRole('heading', { name: 'Log in with another account' })).toBeVisible()
    await session.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/visits')
    await navigateInApp(page, '/login')
    await session.getByRole('link', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
    await expect(session).toHaveCount(0)

    // A link that is clicked while the response is awaited is followed, and the session starts.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/login', (route) => released.then(() => route.continue()), { times: 1 })
    await page.fill('[name=email]', administrator.email)
    await page.fill('[name=password]', administrator.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click()
    await expect(page).toHaveURL('/about')
    release()
    await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()
    await expect(page.locator('.person-chip')).toBeVisible()
    await whenLoaded(page)
    await expect(page).toHaveURL('/about')
  },
)

test(
  'ends the session of the device when logging out without a network',
  { tag: '@desktop' },
  async ({ page, context, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    const codeOf = async (name: RegExp): Promise<string> => (await page.waitForRequest(name)).url()
    const preloading = [codeOf(/\/office-routes-[^/]*\.js$/), codeOf(/\/logout-page-[^/]*\.js$/)]
    await page.goto('/about')
    // Resolves when the app has loaded them with everything they import.
    for (const url of preloading) await page.evaluate((code) => import(code), await url)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await context.setOffline(false)
  },
)

test(
  'aborts pending requests on logout, so that none of them fails',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    const { promise: isLoggedOut, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/api/v1/me/new-devices', async (route) => {
      await isLoggedOut
      // An aborted request cannot be sent any more.
      await route.continue().catch(() => undefined)
    })
    const begun = page.waitForRequest('**/api/v1/me/new-devices')
    await page.goto('/visits')
    const ended = (await begun).response().then(
      (response) => response?.status() ?? 'aborted',
      () => 'aborted',
    )
    await page.evaluate(() => {
      history.pushState(null, '', '/logout')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page).toHaveURL('/login')
    send()
    expect(await ended).toBe('aborted')
  },
)

// That other accounts do not see them: web/api/drafts/drafts.test.ts.
test(
  'keeps drafts after closing the tab and logging out',
  { tag: '@desktop' },
  async ({ page, context, asAdministrator: _ }) => {
    await page.goto('/contact20')
    await fill(page, { Soil_Name: 'Laterite of the hills' })
    await expect.poll(() => drafts(page)).toHaveLength(1)
    await page.close()
    const second = await context.newPage()
    await second.goto('/contact20')
    await expect(second.locator('[name=Soil_Name]')).toHaveValue('Laterite of the hills')

    await second.getByRole('link', { name: 'Logout' }).click()
    await expect(second.getByText('1 form is not sent yet. Log out anyway?')).toBeVisible()
    await second.getByRole('button', { name: 'Stay logged in' }).click()
    await expect(second).toHaveURL('/contact20')
    await second.getByRole('link', { name: 'Logout' }).click()
    await second.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(second).toHaveURL('/login')
    await logIn(second, administrator.email, administrator.password)
    await navigateInApp(second, '/contact20')
    await expect(second.locator('[name=Soil_Name]')).toHaveValue('Laterite of the hills')
    await second.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => drafts(second)).toEqual([])
  },
)

test(
  'lists screens in the palette of a public page as soon as the rights are loaded',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/v1/me', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/about')
    await page.getByRole('button', { name: 'Find or create' }).click()
    await page.getByRole('combobox').fill('calendar')
    await expect(page.getByRole('option', { name: /^Calendar/ })).toHaveCount(0)
    release()
    await expect(page.getByRole('option', { name: /^Calendar/ })).toBeVisible()
  },
)

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'shows what is saved offline, and loads a failed page when the connection returns',
    { tag: '@phone' },
    async ({ page, context, asAdministrator: _, expectedErrors }) => {
      expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
      await page.goto('/visitentry')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visit Entry')
      await context.setOffline(true)
      await expect(page.getByText(/Visits and forms you fill in are saved on this device/)).toBeVisible()
      await page.getByRole('navigation', { name: 'Visits' }).getByRole('link', { name: 'Planner' }).tap()
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: 'Visit Planner' })).toBeVisible()

      // With a network but no server, it retries at intervals.
      let isDown = true
      await page.route('**/api/v1/visit-plans*', (route) => (isDown ? route.abort() : route.fallback()))
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
      isDown = false
      await expect(page.getByRole('heading', { level: 1, name: 'Visit Planner' })).toBeVisible({
        timeout: 15_000,
      })
    },
  )
})
