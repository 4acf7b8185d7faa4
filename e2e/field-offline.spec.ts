import { createServer, request as forward } from 'node:http'
import type { APIRequestContext, Page } from '@playwright/test'
import { apiClient } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** The field screens without a network: started, used, closed and started again, then sent once. */

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
})

/** Waits until the field screens can be started without a network. */
async function install(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

const heldCustomers = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('agridesk')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('customers').objectStore('customers').count()
          count.addEventListener('success', () => {
            opening.result.close()
            resolve(count.result)
          })
        })
      }),
  )

const strip = (page: Page) => page.locator('.page > .sync-strip')
const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`

test(
  'records a visit without a network, sends it once, and keeps nothing of the account after the log-out',
  { tag: '@phone' },
  async ({ page, context, request, asAdministrator: { token } }) => {
    const { make, read } = apiClient(request, token)
    const name = unique('Field Farm')
    const customer = await make('customer', {
      Customer_Name: name,
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const { Customer_Code } = customer
    const find = page.getByRole('searchbox', { name: 'Find a customer' })
    await page.goto('/find')
    await find.fill(name)
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await install(page)

    await context.setOffline(true)
    await page.goto('/today')
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
    await expect(strip(page)).toContainText('No network')
    await navigateInApp(page, '/find')
    await find.fill(name)
    await page.getByRole('link', { name, exact: true }).click()
    await page
      .getByRole('link', { name: /Record/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: /Feedback/ }).fill('Two bags sold')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/^Saved on this phone/)).toBeVisible()

    // Another screen needs the network, and leads back.
    await page.goto('/visits')
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    await page.getByRole('link', { name: 'Outbox' }).click()
    await expect(strip(page)).toContainText('1 waiting')

    // A second tab, and then the network.
    const other = await context.newPage()
    await other.goto('/outbox')
    await expect(strip(other)).toContainText('1 waiting')
    await context.setOffline(false)
    for (const tab of [page, other]) await expect(strip(tab)).toContainText('All sent')
    const visits = await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)
    expect(visits.items).toMatchObject([{ Feedback: 'Two bags sold', Status: 'visited' }])
    await other.close()
    await test.step('the cache and the log-out', () => keepsNothing(page))
  },
)

/** Nothing of an account in the cache, and no customers after the log-out. */
async function keepsNothing(page: Page): Promise<void> {
  await expect.poll(() => heldCustomers(page)).toBeGreaterThan(0)
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached).toContain('/today')
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
  await navigateInApp(page, '/logout')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect(await heldCustomers(page)).toBe(0)
  // Without a session the field screens ask for a log-in, which says that it needs the network.
  await page.context().setOffline(true)
  await page.goto('/today')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByLabel('Email').fill('anita@agridesk.in')
  await page.getByRole('textbox', { name: 'Password' }).fill('marigold-and-monsoon')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(/There is no network to log in/).first()).toBeVisible()
}

/** Forwards to the server; after `release`, as if a new version were installed there, without the files of the old one. */
async function startReleases(target: string) {
  let isReleased = false
  const proxy = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (isReleased && path.startsWith('/assets/')) {
      outgoing.writeHead(404).end()
      return
    }
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const forwarded = forward(target + path, { method: incoming.method, headers }, (answer) => {
      const isWorker = path === '/sw.js' && isReleased
      const { 'content-length': length, ...others } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 500, isWorker || !length ? others : answer.headers)
      answer.pipe(outgoing, { end: !isWorker })
      if (isWorker) answer.on('end', () => outgoing.end('\n// the next version'))
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    release: () => {
      isReleased = true
    },
    stop: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

test(
  'is installable, and keeps the old version until the user updates, never on a page with unsaved input',
  { tag: '@phone' },
  async ({ page, request, server, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/404/)
    await isInstallable(request)
    const releases = await startReleases(server.url)
    await page.goto(`${releases.url}/healthz`)
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    await page.goto(`${releases.url}/find`)
    await expect(strip(page)).toBeVisible()
    await install(page)
    await page.reload()
    releases.release()
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    const update = page.getByRole('button', { name: 'Update' })
    await expect(update).toBeVisible()
    // The server has the old files no more; the phone has.
    await page.goto(`${releases.url}/outbox`)
    await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
    await navigateInApp(page, '/record/new')
    await expect(update).toBeVisible()
    await page.getByRole('textbox').first().fill('x')
    await expect(update).toBeHidden()
    await navigateInApp(page, '/outbox')
    const other = await page.context().newPage()
    await other.goto(`${releases.url}/today`)
    await update.click()
    await expect(page.getByText('Close the other tabs of AgriDesk first, then update')).toBeVisible()
    await other.close()
    // The worker counts a tab for a moment after it was closed; the user then updates again.
    await expect(async () => {
      // So that a failure shows whether the last attempt was refused as well.
      const closeMessage = page.getByRole('button', { name: 'Close this message' })
      if (await closeMessage.isVisible()) await closeMessage.click()
      await Promise.all([page.waitForEvent('load', { timeout: 10_000 }), update.click({ timeout: 10_000 })])
    }).toPass({ timeout: 60_000 })
    await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
    await expect(update).toBeHidden()
    releases.stop()
  },
)

async function isInstallable(request: APIRequestContext): Promise<void> {
  for (const path of ['/sw.js', '/manifest.webmanifest']) {
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    expect(response.headers()['cache-control']).toBe('no-cache')
  }
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'AgriDesk', start_url: '/today', display: 'standalone' })
  for (const { src } of manifest.icons)
    expect((await request.get(src)).headers()['content-type']).toBe('image/png')
}
