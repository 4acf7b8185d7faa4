import type { Page } from '@playwright/test'
import { administrator, expect, test } from './fixtures.ts'

// web/first-files.js requests the account and the first rows while the code of a page is loading, and the page takes the responses.

test.use({ isSharedSample: true })

/** The addresses that the page requests from the API, with their queries. */
function requestsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/v1\/(?:me|customers|states)$/.test(pathname)) sent.push(pathname + search)
  })
  return sent
}

const own = '/api/v1/me'
const rows = '/api/v1/customers?limit=50&total=quick&names=true'

test(
  'a list requests the account and its rows once, before its code is loaded',
  {
    tag: '@desktop',
  },
  async ({ page, asAdministrator: _ }) => {
    const sent = requestsOf(page)
    let release = (): void => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto('/lists/customers', { waitUntil: 'commit' })
    await expect.poll(() => sent).toEqual([own, rows])
    release()
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible()
    expect(sent).toEqual([own, rows])
  },
)

test(
  'other addresses of lists request the rows once, too',
  {
    tag: '@desktop',
  },
  async ({ page, asAdministrator: _ }) => {
    const sent = requestsOf(page)
    await page.goto('/lists/states')
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible()
    expect(sent).toEqual([own, '/api/v1/states?limit=50&total=true&names=true'])
    sent.length = 0
    await page.goto('/lists/customers?q=agro')
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible()
    expect(sent).toEqual([own, '/api/v1/customers?q=agro&limit=50&total=quick&names=true'])
  },
)

test(
  'responses for an account that has logged out meanwhile are not shown',
  {
    tag: '@desktop',
  },
  async ({ page, asAdministrator: { token }, request, expectedErrors }) => {
    expectedErrors.push(/401 \(Unauthorized\)/)
    // A second session, which ends while the page is loading.
    const { token: other } = await (await request.post('/api/auth/login', { data: administrator })).json()
    const sent = requestsOf(page)
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await expect.poll(() => sent).toEqual([own, rows])
      await page.evaluate((value) => localStorage.setItem('token', value), other)
      await route.continue()
    })
    expect(other).not.toBe(token)
    await page.goto('/lists/customers')
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible()
    // For the account that is logged in now.
    expect(sent).toEqual([own, rows, own, rows])
  },
)

test(
  'a session that has ended leads to the log-in',
  {
    tag: '@desktop',
  },
  async ({ page, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(/401 \(Unauthorized\)/)
    await page.evaluate(() => localStorage.setItem('token', 'agd_ended'))
    const sent = requestsOf(page)
    await page.goto('/lists/customers')
    await expect(page).toHaveURL(/\/login/)
    expect(sent.filter((path) => path === own)).toHaveLength(1)
  },
)
