import { expect, test } from './fixtures.ts'

test.use({ isSample: true })

/** The main screens behind the log-in; the layout of each is watched from the first paint on. */
const screens = [
  '/get',
  '/visitentry',
  '/calendar',
  '/round',
  '/visits',
  '/contact2',
  '/contact24',
  '/lists',
  '/lists/customers',
  '/customers/C1001',
  '/imports',
  '/account',
  '/admin',
  '/admin/users',
  '/admin/health',
]

interface Watched {
  shift: number
  moved: string[]
}

test('no screen behind the log-in jumps while it loads', async ({ page, asAdministrator: _ }) => {
  test.slow()
  await page.route(/openstreetmap/, (route) => route.fulfill({ body: '' }))
  await page.addInitScript(() => {
    const watched: Watched = { shift: 0, moved: [] }
    Object.assign(window, { watched })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Element | null }[]
      })[]) {
        watched.shift += entry.value
        watched.moved.push(
          ...entry.sources.map(
            ({ node }) => `${entry.value.toFixed(3)} ${node?.className || node?.nodeName}`,
          ),
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const jumps: Record<string, Watched> = {}
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
    await page.waitForLoadState('networkidle')
    const watched = await page.evaluate(() => (window as unknown as { watched: Watched }).watched)
    if (watched.shift >= 0.02) jumps[path] = watched
  }
  expect(jumps).toEqual({})
})
