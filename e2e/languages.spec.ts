import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { catalogueOf, englishTexts, type Catalogue } from './english-texts.ts'
import { fieldPassword, makeFieldAccount } from './field-phone.ts'
import { expect, navigateInApp, test, whenLoaded } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** The sum of the layout shifts of a page. */
declare let shift: number

const expectTranslated = async (page: Page, code: string, catalogue: Catalogue): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', code)
  await whenLoaded(page)
  await expect.poll(() => englishTexts(page, catalogue)).toEqual([])
}

async function logIn(page: Page, catalogue: Catalogue, email: string): Promise<void> {
  await page.getByLabel(catalogue['Email']!, { exact: true }).fill(email)
  await page.getByLabel(catalogue['Password']!, { exact: true }).fill(fieldPassword)
  await page.getByRole('button', { name: catalogue['Login']!, exact: true }).click()
}

test(
  'a field user works in Gujarati from the log-in on, also after a reload and without a network',
  { tag: '@phone' },
  async ({ page, context, request, browser, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    const gujarati = catalogueOf('gu')
    const account = await makeFieldAccount(request, token, ['ક્રિષ્ના Farm'])
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill('typed@example.in')
    await page.getByLabel('Language').selectOption('gu')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(gujarati['Login']!)
    await expect(page).toHaveTitle(`${gujarati['Login']!} · AgriDesk`)
    const reloaded = await page.request.get('/login')
    expect(await reloaded.text()).toContain('<html lang="gu">')
    // What was typed stays.
    await expect(page.getByLabel(gujarati['Email']!, { exact: true })).toHaveValue('typed@example.in')
    await expectTranslated(page, 'gu', gujarati)
    expect(await axeViolations(page)).toEqual([])

    const isSaved = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/v1/me/language') && answer.status() === 200,
    )
    await logIn(page, gujarati, account.email)
    await expect(page).toHaveURL(/\/today$/)
    await isSaved
    const { Customer_Code: code } = account.customers[0]!
    const id = String(new Map<string, unknown>(Object.entries(account.customers[0]!)).get('id'))
    for (const path of ['/today', '/find', '/near', '/outbox', `/customers/${code}`, '/get', '/account']) {
      if (path !== '/today') await navigateInApp(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectTranslated(page, 'gu', gujarati)
    }
    await navigateInApp(page, `/record/${id}`)
    await expectTranslated(page, 'gu', gujarati)

    await page.goto('/today')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await expect
      .poll(() =>
        page.evaluate(() =>
          caches
            .match(
              performance
                .getEntriesByType('resource')
                .map(({ name }) => name)
                .find((name) => name.includes('translations_gu-field')) ?? '',
            )
            .then(Boolean),
        ),
      )
      .toBe(true)
    await context.setOffline(true)
    await page.goto('/today')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(gujarati['Today']!)
    await expectTranslated(page, 'gu', gujarati)
    await context.setOffline(false)

    // Another device, whose browser is English, shows the language of the account.
    const other = await (await browser.newContext({ locale: 'en-IN' })).newPage()
    await other.goto(new URL('/login', page.url()).href)
    await logIn(other, { Email: 'Email', Password: 'Password', Login: 'Login' }, account.email)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(gujarati['Today']!)

    // After another language is chosen, also the pages that the device keeps are in it.
    await navigateInApp(page, '/account')
    await page.locator('main').getByLabel(gujarati['Language']!, { exact: true }).selectOption('hi')
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    const lastPage = (): Promise<string> =>
      page.evaluate(async () => {
        const pages = await caches.open('pages')
        const keys = (await pages.keys()).filter(({ url }) => url.includes('/offline'))
        return (await (keys[0] && pages.match(keys[0], { ignoreVary: true })))?.text() ?? ''
      })
    await expect.poll(lastPage).toContain('<html lang="hi">')
    const failed: string[] = []
    page.on('requestfailed', (each) => void (each.resourceType() === 'stylesheet' && failed.push(each.url())))
    await context.setOffline(true)
    const kept = await page.goto('/today')
    expect(await kept!.text()).toContain('<html lang="hi">')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogueOf('hi')['Today']!)
    expect(failed).toEqual([])
  },
)

// All texts are messages: e2e/messages.spec.ts. All messages have translations: scripts/translations.
test(
  'log-in, register and today are in the language of the browser',
  { tag: '@phone' },
  async ({ browser, server, request, asAdministrator: { token } }) => {
    const hindi = catalogueOf('hi')
    const account = await makeFieldAccount(request, token, ['Farm'])
    const page = await (await browser.newContext({ locale: 'hi-IN', baseURL: server.url })).newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
    // A font that the machine does not have arrives late, and moves nothing.
    await page.route(/\.woff2$/, async (route) => {
      await sleep(1000)
      await route.continue()
    })
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const paths = ['/about', '/register', '/', '/services', '/contact', '/no-such-page', '/login']
    for (const path of paths) {
      for (const code of ['gu', 'mr']) {
        const other = await request.get(path, { headers: { 'accept-language': `${code}-IN` } })
        expect(await other.text(), path).toContain(`<html lang="${code}">`)
      }
      const sent = await page.goto(path)
      // Prerendered in the language, so that English is never shown, and hydrated as it is.
      expect(await sent!.text(), path).toContain('<html lang="hi">')
      await page.waitForLoadState('networkidle')
      await expectTranslated(page, 'hi', hindi)
      expect(await page.evaluate(() => shift), path).toBeLessThan(0.02)
    }
    expect(await axeViolations(page), 'the log-in').toEqual([])
    // The prerendered log-in is shown in the frame of the page, and hydrated as well.
    await page.goto('/today')
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL('/login?to=%2Ftoday')
    await expectTranslated(page, 'hi', hindi)
    expect(problems.filter((each) => !/404/.test(each))).toEqual([])
    await expect(page.getByRole('combobox', { name: hindi['Language']! })).toHaveValue('hi')
    // The machine of the test may have no font for the script.
    await expect(page.locator('html')).toHaveAttribute('data-fonts', 'hi')
    expect(await page.evaluate(() => document.fonts.check('600 1em indian-scripts', 'ह'))).toBe(true)
    await logIn(page, hindi, account.email)
    await expect(page).toHaveURL(/\/today$/)
    await expectTranslated(page, 'hi', hindi)
  },
)

test(
  'a browser without scripts shows the pages and the notice in its language',
  { tag: '@phone' },
  async ({ browser, server }) => {
    const page = await (
      await browser.newContext({ locale: 'gu-IN', baseURL: server.url, javaScriptEnabled: false })
    ).newPage()
    await page.goto('/login')
    await expect(page.locator('.no-script')).toContainText('JavaScript જરૂરી છે')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogueOf('gu')['Login']!)
    await page.goto('/offline')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogueOf('gu')['No network']!)
    await expect(page.locator('html')).toHaveAttribute('lang', 'gu')
  },
)

test(
  'a language whose translations do not load shows English, and can be tried again',
  { tag: '@phone' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED|Failed to fetch|Failed to load/)
    await page.route(/translations_mr-field/, (route) => route.abort())
    // The language is chosen before the code of the page is there, as on a slow network.
    await page.route(/assets\/index-.*\.js$/, async (route) => {
      await sleep(1000)
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Language').selectOption('mr')
    await expect(page.getByText('Could not load this language')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.unroute(/translations_mr-field/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogueOf('mr')['Login']!)
    // Browsers may drop the cookie earlier than the rest: the page is sent in English then, and the choice stays.
    await page.context().clearCookies()
    await page.reload({ waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogueOf('mr')['Login']!)
    await expect(page.getByLabel(catalogueOf('mr')['Language']!)).toHaveValue('mr')
  },
)

test.describe('the office', () => {
  test.use({ isSharedSample: true })
  test(
    'the screens of the office are in Marathi',
    { tag: '@desktop' },
    async ({ page, asAdministrator: _ }) => {
      const marathi = catalogueOf('mr')
      await page.evaluate(() => localStorage.setItem('language', 'mr'))
      await page.goto('/get')
      for (const path of [
        '/',
        '/lists/customers',
        '/contact24',
        '/imports',
        '/admin/health',
        '/admin/roles',
        // With seasons, which are stored in English.
        '/admin',
        '/visits',
      ]) {
        await navigateInApp(page, path)
        await expectTranslated(page, 'mr', marathi)
      }
      expect(await axeViolations(page), 'the visits').toEqual([])
    },
  )
})
