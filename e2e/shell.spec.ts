import type { APIRequestContext, Page } from '@playwright/test'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { decide } from '#domain/access/allowances.ts'
import type { Actor } from '#domain/access/actor.ts'
import { railGroups, railScreens } from '#domain/screens/rail.ts'
import { mayOpen } from '#domain/screens/screen.ts'
import { screens, type ScreenEntry } from '#domain/screens/screens.ts'
import { axeViolations, axeViolationsAsShown } from './axe.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'

test.use({ isSharedSample: true })

interface Person {
  token: string
  /** The screens behind the log-in that the account may open. */
  open: readonly ScreenEntry[]
}

/** The places of a field account. */
const station = 'Gondal'

async function stationCode(request: APIRequestContext, headers: Record<string, string>): Promise<string> {
  const response = await request.get(`/api/v1/stations?q=${station}`, { headers })
  const { items } = (await response.json()) as { items: { Station_Code: string }[] }
  return items[0]!.Station_Code
}

/** Creates an account with a role, or takes the administrator's. */
async function personWith(
  request: APIRequestContext,
  administrator: string,
  role: string,
  isLimited = role === 'FIELD',
): Promise<Person> {
  let token = administrator
  if (role !== 'ADMIN') {
    const login = { email: `${role}.${Date.now()}@agridesk.in`, password: 'groundnut-in-june' }
    const registered = await request.post('/api/auth/register', {
      data: { username: `Person ${role}`, ...login },
    })
    const { account } = (await registered.json()) as { account: { id: string } }
    const own = { authorization: `Bearer ${administrator}` }
    const places = [{ level: 'station', code: await stationCode(request, own) }]
    const approved = await request.patch(`/api/admin/users/${account.id}`, {
      data: { status: 'active', role, version: 1, ...(isLimited && { places }) },
      headers: own,
    })
    expect(approved.ok(), await approved.text()).toBe(true)
    const loggedIn = await request.post('/api/auth/login', { data: login })
    token = ((await loggedIn.json()) as { token: string }).token
  }
  const headers = { authorization: `Bearer ${token}` }
  const account = (await (await request.get('/api/v1/me', { headers })).json()) as OwnAccountView
  const { username: name, ...rest } = account
  const actor: Actor = { kind: 'account', name, sessionId: '', ...rest }
  const may = (...[action, subject]: Parameters<typeof decide> extends [unknown, ...infer R] ? R : never) =>
    decide(actor, action, subject).allowed
  const seesWholeFirm = account.access.scope === 'everything'
  return {
    token,
    open: screens.filter(
      (screen) =>
        ['office', 'admin', 'field', 'account'].includes(screen.area) &&
        !screen.path.includes(':') &&
        mayOpen(screen, may, seesWholeFirm),
    ),
  }
}

async function logIn(page: Page, { token }: Person): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate((value) => {
    localStorage.clear()
    localStorage.setItem('token', value)
  }, token)
}

const rail = (page: Page) => page.getByRole('navigation', { name: 'All screens' })

const pathsIn = (page: Page): Promise<string[]> =>
  page
    .locator('a:visible')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))

const roles: readonly [role: string, isLimited: boolean][] = [
  ['ADMIN', false],
  ['OFFICE', false],
  ['VIEWER', true],
  ['FIELD', true],
]

test(
  'leads every role from the home page to each of its screens in two clicks, and shows no other screen',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    test.slow()
    for (const [role, isLimited] of roles) {
      const person = await personWith(request, token, role, isLimited)
      await logIn(page, person)
      await page.goto('/')
      await expect(rail(page).getByRole('link', { name: 'Planner' })).toBeVisible()
      // One click, or one more after opening a group or a menu.
      const reached = new Set<string>()
      const collect = async (): Promise<void> => (await pathsIn(page)).forEach((path) => reached.add(path))
      await collect()
      const closed = rail(page).getByRole('button', { expanded: false })
      for (let left = await closed.count(); left > 0; left--) {
        await closed.first().click()
        await expect(closed).toHaveCount(left - 1)
        await collect()
      }
      const shown = await rail(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
      await page.locator('.person-chip').click()
      await collect()
      await page.keyboard.press('Escape')
      // The screens of the field app are in the bar of the day.
      if (shown.includes('/today')) {
        await rail(page).getByRole('link', { name: 'Today' }).click()
        await expect(page.getByRole('navigation', { name: 'Field' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'Record a group visit' })).toBeVisible()
        await collect()
      }
      const allowed = person.open.map(({ path }) => path)
      // A form for a customer that the search did not find.
      const missing = allowed.filter((path) => !reached.has(path) && path !== '/record/new')
      expect(missing, `${role} reaches`).toEqual([])
      expect(
        shown.filter((path) => path !== '/' && !allowed.includes(path)),
        `${role} may not open`,
      ).toEqual([])
    }
  },
)

test(
  'is used with the keyboard, remembers how it was left, and is not printed',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/visits')
    const home = rail(page).getByRole('link', { name: 'Home' })
    await expect(rail(page).getByRole('link', { name: 'Visits' })).toBeVisible()
    await rail(page).getByRole('button', { name: 'Find or create' }).focus()
    await page.keyboard.press('Tab')
    await expect(home).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const work = rail(page).getByRole('button', { name: 'Work' })
    await expect(work).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(work).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowDown')
    await expect(rail(page).getByRole('button', { name: 'Customers' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/lists/customers')

    await rail(page).getByRole('button', { name: 'Show icons only' }).press('Enter')
    const heading = page.getByRole('heading', { level: 1 })
    const left = async (): Promise<number> => (await heading.boundingBox())!.x
    await expect.poll(left).toBeLessThan(120)
    await page.reload()
    await expect(heading).toBeVisible()
    expect(await left(), 'before the rail is loaded').toBeLessThan(120)
    await expect(rail(page).getByRole('link', { name: 'Customers' })).toBeVisible()
    // A short screen, because axe checks all of it.
    await navigateInApp(page, '/account')
    expect(await axeViolations(page), 'icons only').toEqual([])
    await navigateInApp(page, '/lists/customers')
    await rail(page)
      .getByRole('button', { name: /^Show (icons only|the labels)$/ })
      .press('Enter')
    await expect(work, 'a closed group stays closed').toHaveAttribute('aria-expanded', 'false')
    await expect(rail(page).getByRole('link', { name: 'Customers' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(rail(page)).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeHidden()
    expect(await left()).toBeLessThan(60)

    // On white paper, also in the dark theme.
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    for (const path of ['/receivables', '/account']) {
      await (path === '/account' ? navigateInApp(page, path) : page.goto(path))
      await expect(heading).toBeVisible()
      const brightness = await heading.evaluate((element) =>
        [...getComputedStyle(element).color.matchAll(/[\d.]+/g)]
          .slice(0, 3)
          .reduce((sum, [part]) => sum + Number(part), 0),
      )
      expect(brightness, path).toBeLessThan(150)
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    }
  },
)

test(
  'aligns logo, headings and tables on every width, leads back from a customer, and keeps old addresses',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(refusal(404))
    const edges = (selector: string): Promise<number> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().left)
    await page.goto('/account')
    const paths = ['/get', '/lists/customers', '/contact24', '/admin/users', '/customers/C1001']
    for (const [nth, path] of paths.entries()) {
      await navigateInApp(page, path)
      // Each screen begins with the width of the last one.
      for (const width of nth === 0 ? [1280, 1440, 1920] : nth % 2 === 0 ? [1280, 1920] : [1920, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(rail(page).getByRole('link', { name: 'Planner' })).toBeVisible()
        const at = `${path} at ${width} px`
        expect(await edges('.brand'), `${at}: logo and entries`).toBe(
          await edges('.rail-screens .screen-entry .icon'),
        )
        const edge = await edges('h1')
        expect(edge).toBe(264)
        for (const selector of ['.table-frame', '.crumbs ol', '.tab-links', '.visit-tabs', 'form.card'])
          if ((await page.locator(`#main ${selector}, .crumbs:not([hidden]) ol`).count()) > 0) {
            const found = page.locator(selector).first()
            if ((await found.count()) > 0 && (await found.isVisible()))
              expect(await edges(selector), `${at}: ${selector}`).toBeGreaterThanOrEqual(edge)
          }
        const right = await page
          .locator('.person-chip')
          .evaluate((element) => element.getBoundingClientRect().right)
        expect(right, at).toBe(
          await page.locator('.page').evaluate((element) => {
            const { right: end } = element.getBoundingClientRect()
            return end - Number.parseFloat(getComputedStyle(element).paddingRight)
          }),
        )
      }
    }
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs).toHaveText(/^Customers\s*C1001 Shree Umiya/)
    await crumbs.getByRole('link').click()
    await expect(page).toHaveURL('/lists/customers')

    await navigateInApp(page, '/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Tools' }).click()
    await expect(page).toHaveURL('/admin/tools')
    const tools = page.getByRole('navigation', { name: 'Office' })
    await expect(tools.getByRole('heading', { level: 2 })).toHaveText([
      'Work',
      'Customers',
      'Masters',
      'Data',
      'Office',
    ])
    await tools.getByRole('link', { name: 'Data quality' }).click()
    await expect(page).toHaveURL('/admin/health')
  },
)

test(
  'shows who is logged in, and what concerns only them',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/)
    await logIn(page, await personWith(request, token, 'FIELD'))
    await page.goto('/about')
    const chip = page.locator('.person-chip')
    await expect(chip).toHaveAccessibleName('Person FIELD Field · station Gondal')
    await chip.press('Enter')
    const menu = page.locator('#person-menu')
    await expect(menu).toContainText('@agridesk.in')
    await expect(menu.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/account')
    expect(await axeViolations(page), 'the menu').toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    const paper = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = await paper()
    await menu.getByRole('radio', { name: 'Dark' }).check()
    expect(await paper()).not.toBe(light)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(chip).toBeFocused()
    // Even without the scripts of the app, which load later.
    await page.route(/index-[^/]*\.js$/, (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    expect(await paper(), 'from the first paint on').not.toBe(light)
    await page.unroute(/index-[^/]*\.js$/)
    await page.reload()
    await chip.click()
    await menu.getByRole('radio', { name: 'System' }).check()
    expect(await paper()).toBe(light)
    await menu.getByRole('button', { name: 'What may I do?' }).click()
    await expect(page.getByRole('dialog', { name: 'What may I do?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await chip.click()
    await menu.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog')).toContainText('Ctrl K')
    await page.keyboard.press('Escape')
    await chip.click()
    await menu.getByRole('link', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
    await expect(chip).toHaveCount(0)
    await expect(rail(page)).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Register')
  },
)

test(
  'leads to every screen on a phone: by the bar, or by its menu; field accounts have one bar',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    for (const [role, isLimited] of roles.filter(([name]) => ['ADMIN', 'VIEWER'].includes(name))) {
      const person = await personWith(request, token, role, isLimited)
      await logIn(page, person)
      await page.goto('/')
      const bar = page.getByRole('navigation', { name: 'Most used' })
      await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
      await bar.getByRole('button', { name: 'More' }).tap()
      await expect(rail(page).getByRole('link', { name: 'Planner' })).toBeVisible()
      const shown = await pathsIn(page)
      const expected = railGroups
        .flatMap(railScreens)
        .map(({ path }) => path)
        .filter((path) => person.open.some((screen) => screen.path === path))
      expect(
        expected.filter((path) => !shown.includes(path)),
        role,
      ).toEqual([])
      if (role !== 'ADMIN') continue
      expect(await axeViolations(page), 'the menu').toEqual([])
      await rail(page).getByRole('link', { name: 'Bin', exact: true }).tap()
      await expect(page).toHaveURL('/bin')
      await expect(rail(page)).toHaveCount(0)
      await bar.getByRole('link', { name: 'Visits' }).tap()
      await expect(page).toHaveURL('/visits')
      await expect(bar.getByRole('link', { name: 'Visits' })).toHaveAttribute('aria-current', 'page')
      await bar.getByRole('button', { name: 'Find' }).tap()
      await expect(page.getByRole('combobox', { name: 'Find or create' })).toBeFocused()
      await page.keyboard.press('Escape')
      const footer = page.getByRole('contentinfo')
      await footer.scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const [end, top] = [await footer.boundingBox(), await bar.boundingBox()]
      expect(end!.y + end!.height, 'the bar covers nothing').toBeLessThanOrEqual(top!.y + 1)
    }

    await logIn(page, await personWith(request, token, 'FIELD'))
    for (const path of ['/', '/get', '/today', '/account']) {
      await (path === '/' ? page.goto(path) : navigateInApp(page, path))
      const bar = page.getByRole('navigation', { name: 'Field' })
      await expect(bar, path).toHaveCount(1)
      await expect(bar.getByRole('link', { name: 'Today' }), path).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Most used' }), path).toHaveCount(0)
    }
    expect(await axeViolationsAsShown(page), 'the bar').toEqual([])
    await page.getByRole('navigation', { name: 'Field' }).getByRole('link', { name: 'Find' }).tap()
    await expect(page).toHaveURL('/find')
  },
)
