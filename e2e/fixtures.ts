import { rmSync } from 'node:fs'
import { test as base, expect, type APIResponse, type Page } from '@playwright/test'
import { passingFolder } from '#testing/passing-folder.ts'
import { startServer, type ServerProcess } from '#testing/server-process.ts'

export const administrator = { email: 'anita@agridesk.in', password: 'marigold-and-monsoon' }

interface Fixtures {
  /** For a journey that begins where nobody has been: a server and a database of its own. */
  isFresh: boolean
  /** For a journey through a firm at work: a server of its own with the sample firm. */
  isSample: boolean
  server: ServerProcess
  /** Patterns of console errors that this test brings about on purpose. */
  expectedErrors: RegExp[]
  watched: void
  /** The administrator is logged in on the page. */
  asAdministrator: { token: string }
  /** On a server of its own, somebody registers first, and so is the administrator. */
  asFirst: { token: string }
}

interface WorkerFixtures {
  /** Starting takes seconds on a busy machine: tests that do not mind each other's records share one. */
  sharedServer: ServerProcess
}

async function withServer(
  settings: Record<string, string>,
  work: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  const dataDir = passingFolder('agridesk-journey-')
  try {
    const server = await startServer({ DATA_DIR: dataDir, ...settings })
    await work(server)
    // Nothing it holds is wanted afterwards, and a stop with grace takes most of a second.
    await server.stop('SIGKILL')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const withAdministrator = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }

/** Every test fails on anything the browser complains about. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  isFresh: [false, { option: true }],
  isSample: [false, { option: true }],
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, provide) => {
      await withServer(withAdministrator, provide)
    },
    { scope: 'worker' },
  ],
  server: ({ isFresh, isSample, sharedServer }, provide) => {
    if (isSample) return withServer({ ...withAdministrator, SAMPLE_DATA: 'true' }, provide)
    return isFresh ? withServer({}, provide) : provide(sharedServer)
  },
  baseURL: ({ server }, provide) => provide(server.url),
  // oxlint-disable-next-line no-empty-pattern -- as above
  expectedErrors: async ({}, provide) => provide([]),
  watched: [
    async ({ page, expectedErrors }, provide) => {
      const complaints: string[] = []
      // A break of the content policy is a console error, too.
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
      await provide()
      const unexpected = complaints.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))
      expect(unexpected, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  asAdministrator: async ({ page, request }, provide) => {
    const answer = await request.post('/api/auth/login', { data: administrator })
    await provide(await logIn(page, answer))
  },
  asFirst: async ({ page, request }, provide) => {
    const answer = await request.post('/api/auth/register', { data: { username: 'anita', ...administrator } })
    await provide(await logIn(page, answer))
  },
})

async function logIn(page: Page, answer: APIResponse): Promise<{ token: string }> {
  const { token } = (await answer.json()) as { token: string }
  await page.goto('/healthz')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  return { token }
}

/**
 * To another screen from the one that is open, as Back and Forward do, until it stands there: the same screen as after
 * loading its address (which other journeys do), for a third of the work.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const main = document.querySelector<HTMLElement>('#main')!
    main.blur()
    // The layout hands the keyboard to whatever page has come.
    const hasCome = new Promise((resolve) => main.addEventListener('focus', resolve, { once: true }))
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return hasCome
  }, path)
}

/** The browser reports every refused request as an error; a test that provokes a refusal names its status. */
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
