import { forms } from '#domain/contract/forms.ts'
import { guardedPages } from '#domain/screens/pages.ts'
import { expect, test } from './fixtures.ts'

// With animations, which may move the elements around them.
test.use({ isSharedSample: true, contextOptions: { reducedMotion: 'no-preference' } })

/** Measured on request, because it takes four minutes. */
const everyScreen = process.env['MEASURE']
  ? guardedPages.filter((path) => path !== '/logout' && !forms.some(({ route }) => route === path))
  : []

/**
 * The main screens, on the device they are used on, and the home page and a customer on both, because their layout differs;
 * layout shifts are recorded from the first paint on.
 */
const screens: Record<string, string[]> = {
  phone: [
    '/',
    '/get',
    '/round',
    '/contact24',
    '/customers/C1001',
    '/services',
    '/account',
    '/collections',
    '/today',
    ...everyScreen,
  ],
  desktop: [
    '/',
    '/contact',
    '/login',
    '/contact2',
    '/calendar',
    '/visits',
    '/lists/customers',
    '/customers/C1001?tab=history',
    '/trees/territory',
    '/imports',
    '/receivables',
    '/work-plans',
    '/duplicates',
    '/admin',
    '/admin/users',
    '/admin/health',
    ...everyScreen,
  ],
}

interface LayoutShifts {
  shift: number
  moved: string[]
}

test('has no layout shift while a screen loads for a user who is logged in', async ({
  page,
  asAdministrator: _,
}, info) => {
  test.slow()
  await page.route(/openstreetmap/, (route) => route.fulfill({ body: '' }))
  await page.addInitScript(() => {
    const layoutShifts: LayoutShifts = { shift: 0, moved: [] }
    Object.assign(window, { layoutShifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Element | null }[]
      })[]) {
        layoutShifts.shift += entry.value
        layoutShifts.moved.push(
          ...entry.sources.map(
            ({ node }) => `${entry.value.toFixed(3)} ${node?.className || node?.nodeName}`,
          ),
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const unstableScreens: Record<string, LayoutShifts> = {}
  for (const path of screens[info.project.name]!) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
    await page.waitForLoadState('networkidle')
    const layoutShifts = await page.evaluate(
      () => (window as unknown as { layoutShifts: LayoutShifts }).layoutShifts,
    )
    if (layoutShifts.shift >= 0.02) unstableScreens[path] = layoutShifts
  }
  expect(unstableScreens).toEqual({})
})
