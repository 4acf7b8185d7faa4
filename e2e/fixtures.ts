import { test as base, expect, type APIResponse, type Page } from '@playwright/test'
import { startInHost, type HostedServer } from '#testing/processes/server-host.ts'
import { copyPreparedData, type InitialData } from './prepared-data.ts'

export const administrator = { email: 'anita@agridesk.in', password: 'marigold-and-monsoon' }

interface Fixtures {
  /** The test has its own server with a new database. */
  isFresh: boolean
  /** The test has its own server with the sample firm. */
  isSample: boolean
  /** The test changes no records of the sample firm, and shares a server with other such tests. */
  isSharedSample: boolean
  server: HostedServer
  /** Patterns of console errors that the test provokes. */
  expectedErrors: RegExp[]
  failOnConsoleErrors: void
  attachOutput: void
  /** The administrator is logged in on the page. */
  asAdministrator: { token: string }
  /** The first user who registers on a new server, who becomes its administrator. */
  asFirstUser: { token: string }
}

interface WorkerFixtures {
  /** Tests that tolerate each other's records share a server. */
  sharedServer: (initialData: InitialData) => Promise<HostedServer>
}

/** Runs the work with a server of its own. */
export async function withServer(
  initialData: InitialData,
  settings: Record<string, string>,
  work: (server: HostedServer) => Promise<void>,
): Promise<void> {
  const server = await startInHost({ DATA_DIR: copyPreparedData(initialData), ...settings })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

/** Starts each server when the first test needs it, and stops it with the worker. */
async function withServersOnDemand(
  work: (getServer: (initialData: InitialData) => Promise<HostedServer>) => Promise<void>,
): Promise<void> {
  const started = new Map<InitialData, Promise<HostedServer>>()
  const running: Promise<void>[] = []
  let end = (): void => {}
  const isDone = new Promise<void>((resolve) => (end = resolve))
  const start = (initialData: InitialData): Promise<HostedServer> =>
    new Promise((resolve, reject) => {
      const run = withServer(initialData, withAdministrator, (server) => {
        resolve(server)
        return isDone
      })
      running.push(run.catch(reject))
    })
  await work((initialData) => {
    const server = started.get(initialData) ?? start(initialData)
    started.set(initialData, server)
    return server
  })
  end()
  await Promise.all(running)
}

const withAdministrator = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }

/** Logged by the browser when a test takes the network away while the service worker is being registered. */
const unregisteredWorker = /^An unknown error occurred when fetching the script/

/** Every test fails on console errors that it does not expect. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  isFresh: [false, { option: true }],
  isSample: [false, { option: true }],
  isSharedSample: [false, { option: true }],
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, provide) => {
      await withServersOnDemand(provide)
    },
    { scope: 'worker' },
  ],
  server: async ({ isFresh, isSample, isSharedSample, sharedServer }, provide) => {
    if (isSample) return withServer('sample', withAdministrator, provide)
    if (isFresh) return withServer('new', {}, provide)
    return provide(await sharedServer(isSharedSample ? 'sample' : 'new'))
  },
  baseURL: ({ server }, provide) => provide(server.url),
  // oxlint-disable-next-line no-empty-pattern -- as above
  expectedErrors: async ({}, provide) => provide([]),
  failOnConsoleErrors: [
    async ({ page, expectedErrors }, provide) => {
      const consoleErrors: string[] = []
      // A violation of the content security policy is a console error, too.
      page.on('console', (message) => {
        if (message.type() === 'error') consoleErrors.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => consoleErrors.push(error.stack ?? error.message))
      await provide()
      const expected = [...expectedErrors, unregisteredWorker]
      const unexpected = consoleErrors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      expect(unexpected, 'unexpected console errors').toEqual([])
    },
    { auto: true },
  ],
  attachOutput: [
    async ({ server }, provide, info) => {
      await provide()
      if (info.status !== info.expectedStatus)
        await info.attach('output of the server', { body: server.output(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
  asAdministrator: async ({ page, request }, provide) => {
    const response = await request.post('/api/auth/login', { data: administrator })
    await provide(await logIn(page, response))
  },
  asFirstUser: async ({ page, request }, provide) => {
    const response = await request.post('/api/auth/register', {
      data: { username: 'anita', ...administrator },
    })
    await provide(await logIn(page, response))
  },
})

async function logIn(page: Page, response: APIResponse): Promise<{ token: string }> {
  expect(response.ok(), await response.text()).toBe(true)
  const { token } = (await response.json()) as { token: string }
  await page.goto('/healthz')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  return { token }
}

/** Waits until a prerendered page handles keys and clicks. */
export async function whenHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
}

/** Waits until nothing that the page reads is missing or being read again. */
export const whenLoaded = (page: Page): Promise<void> =>
  expect(page.locator('.loading, .skeleton, [aria-busy=true], .progress:not([data-state=idle])')).toHaveCount(
    0,
  )

/**
 * Goes to another screen without loading the page again, as Back and Forward do, and waits until it is shown; it takes
 * a third of the time of a load, which other tests cover.
 */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await whenHydrated(page)
  await page.evaluate((to) => {
    const main = document.querySelector<HTMLElement>('#main')!
    if (new URL(to, location.href).pathname === location.pathname)
      throw new Error(`${to} is another address of this screen: use showQuery`)
    main.blur()
    // The layout moves the focus to the main element when the new screen is shown.
    const isShown = new Promise((resolve) => main.addEventListener('focus', resolve, { once: true }))
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return isShown
  }, path)
}

/** The browser logs every failed request as an error; a test that provokes one names its status. */
export const refusal = (status: number): RegExp => new RegExp(`status of ${status}\\b`)

/** Fills in a form by the names of its fields. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = page.locator(`main [name="${name}"]`)
    const isSelect = await control.evaluate((element) => element instanceof HTMLSelectElement)
    await (isSelect ? control.selectOption(value) : control.fill(value))
  }
}

export { expect }
