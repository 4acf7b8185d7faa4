import { publicPages } from '#domain/screens/public-pages.ts'
import { apiClient } from './api-client.ts'
import { expect, fill, refusal, test, whenHydrated, withServer } from './fixtures.ts'

const headings: Record<(typeof publicPages)[number], string> = {
  '/': 'Good seasons are planned in the field',
  '/about': 'About',
  '/services': 'Services',
  '/contact': 'Contact us',
  '/login': 'Login',
  '/register': 'Register',
}

const hostile = {
  provider: 'Dharti <b>Labs</b> & "Co"',
  service: 'Soil <script>document.title = "taken over"</script>',
  price: '₹450 </li></ul><img src=x onerror=alert(1)>',
  description: '</script><script>alert(1)</script> {{site}} <!-- $& \u2028 end',
}

test(
  'leads a visitor from the home page to the contact form, scrolls back on Back, and sends a message',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/')
    for (const figure of ['10+', '100+', '50+', '24/7'])
      await expect(page.getByText(figure, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Learn more' }).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(100)
    await page.getByRole('link', { name: 'Learn more' }).click()
    await expect(page).toHaveURL('/services')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Learn more' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY), 'where it was before').toBe(before)
    await page.getByRole('link', { name: 'Connect now' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(page.locator('[name=message]')).toHaveAttribute('rows', '6')
    await fill(page, {
      username: 'Meena',
      email: 'meena@example.in',
      material: 'Urea',
      quantity: '2 tonnes',
      date: 'next week',
      message: 'Do you deliver to Anand?',
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Message sent successfully', { exact: true })).toBeVisible()
    await expect(page.locator('[name=username]')).toBeFocused()
    await expect(page.locator('[name=message]')).toHaveValue('')
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows every public page and its links', { tag: '@desktop' }, async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(404))
    for (const path of publicPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(headings[path])
      await expect(page.getByRole('contentinfo')).toContainText('©')
      const nav = page.getByRole('navigation', { name: 'Main' })
      for (const name of ['Home', 'About', 'Services', 'Register', 'Login'])
        await expect(nav.getByRole('link', { name, exact: true }), `${name} on ${path}`).toBeVisible()
      await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible()
      await expect(page.getByText('Sending a message needs JavaScript')).toHaveCount(
        path === '/contact' ? 1 : 0,
      )
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expect(page.getByText('needs JavaScript')).toHaveCount(0)
    await page.getByRole('link', { name: 'Learn more' }).click()
    await expect(page).toHaveURL('/services')
    await page.goto('/contact3')
    await expect(page.getByText('This screen needs JavaScript')).toBeVisible()
    expect((await page.goto('/no-such-page'))?.status()).toBe(404)
    await expect(page.getByText('Sorry! Page not found', { exact: true })).toBeVisible()
  })
})

// The page without services, and every kind of hostile text: server/http/web-pages.test.ts.
test(
  'shows services rendered on the server, and hostile text stays text',
  { tag: '@desktop' },
  async ({ page, browser, server, request, asAdministrator: { token } }) => {
    const { id } = await apiClient(request, token).save('service', hostile)
    const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: server.url })
    for (const each of [plain, page]) {
      await each.goto('/services')
      const card = each.getByRole('main').getByRole('listitem').filter({ hasText: hostile.price })
      await expect(card).toHaveCount(1)
      for (const text of Object.values(hostile)) await expect(card).toContainText(text)
      await expect(each).toHaveTitle('Services · AgriDesk')
      await expect(card.locator('script, img, b')).toHaveCount(0)
    }
    await plain.close()
    const list = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(list ?? '')).toMatchObject({
      mainEntity: {
        itemListElement: expect.arrayContaining([
          expect.objectContaining({
            item: expect.objectContaining({
              name: hostile.service,
              provider: expect.objectContaining({ name: hostile.provider }),
            }),
          }),
        ]),
      },
    })
    const headers = { authorization: `Bearer ${token}` }
    expect((await request.delete(`/api/v1/services/${String(id)}`, { headers })).ok()).toBe(true)
  },
)

test(
  'has title, description, canonical URL and structured data on each page',
  { tag: '@desktop' },
  async ({ request, server }) => {
    const seen = new Set<string>()
    for (const path of publicPages) {
      const html = await (await request.get(path)).text()
      const content = (name: string): string => new RegExp(`${name}" content="([^"]+)"`).exec(html)?.[1] ?? ''
      const title = /<title>(.+)<\/title>/.exec(html)?.[1] ?? ''
      expect(title).toContain('AgriDesk')
      expect(content('name="description').length, path).toBeGreaterThan(40)
      for (const text of [title, content('name="description')]) {
        expect(seen, 'each page has its own').not.toContain(text)
        seen.add(text)
      }
      expect(content('og:title')).toBe(title)
      expect(content('og:url')).toBe(server.url + path)
      expect(html).toContain(`<link rel="canonical" href="${server.url}${path}"`)
      expect(content('twitter:card')).toBe('summary_large_image')
      expect(html).not.toContain('noindex')
      const about = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
      expect(JSON.parse(about)).toMatchObject({ '@context': 'https://schema.org' })
      const picture = await request.get(content('og:image'))
      expect(picture.headers()['content-type']).toBe('image/png')
    }
    expect(await (await request.get('/contact24')).text()).toContain('<meta name="robots" content="noindex"')
    const robots = await (await request.get('/robots.txt')).text()
    for (const path of ['/admin', '/contact1', '/get', '/api/'])
      expect(robots.split('\n')).toContain(`Disallow: ${path}`)
    expect(robots).not.toMatch(/^Disallow: \/(contact|about|services)?$/m)
    expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`)
    const sitemap = await (await request.get('/sitemap.xml')).text()
    expect([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])).toEqual(
      publicPages.map((path) => server.url + path),
    )
  },
)

test(
  'hydrates prerendered pages without replacing their elements, and sends no requests to other hosts',
  { tag: '@desktop' },
  async ({ page, server, asAdministrator: _ }) => {
    // The map of the contact page, the only exception, has its own test.
    await page.route(/openstreetmap/, (route) => route.fulfill({ body: '' }))
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    // A difference on the other pages is an error in the console of the tests that load them.
    for (const path of ['/', '/services', '/contact', '/login']) {
      await page.goto(path)
      // Prerendered without an account: the heading stays the same element after the session is read.
      const heading = await page.getByRole('heading', { level: 1 }).elementHandle()
      await expect(page.locator('.nav-account')).toContainText('Logout')
      expect(await heading?.evaluate((element) => element.isConnected), path).toBe(true)
      await expect(page.locator('title')).toHaveCount(1)
    }
    await page.goto('/contact3')
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
    hosts.delete('www.openstreetmap.org')
    expect([...hosts]).toEqual([new URL(server.url).host])
  },
)

test('keeps what is typed before hydration', { tag: '@desktop' }, async ({ page }) => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/entity-route/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.locator('[name=username]').fill('Meena')
  await page.locator('[name=message]').fill('Two tonnes, please')
  release()
  await page.locator('[name=email]').fill('meena')
  await page.waitForFunction(() => sessionStorage.getItem('draft visitor contactMessage')?.includes('tonnes'))
  await page.locator('[name=quantity]').fill('2')
  await expect(page.locator('[name=username]')).toHaveValue('Meena')
  await page.reload()
  await expect(page.locator('[name=message]'), 'the draft').toHaveValue('Two tonnes, please')
})

test('shows the map on the contact page, in the only allowed frame', { tag: '@phone' }, async ({ page }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.route(/openstreetmap/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The map</p>' }),
  )
  const response = await page.goto('/contact')
  expect(response?.headers()['content-security-policy']).toContain('frame-src https://www.openstreetmap.org')
  const frame = page.getByTitle('Map of where we are')
  await expect(frame).toHaveAttribute('height', '450')
  await expect(frame).toHaveAttribute('loading', 'lazy')
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  await frame.scrollIntoViewIfNeeded()
  await expect(frame.contentFrame().getByText('The map')).toBeVisible()
  expect((await frame.boundingBox())?.height).toBe(450)
  await expect(page.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\//,
  )
  expect([...hosts].toSorted()).toEqual([new URL(page.url()).host, 'www.openstreetmap.org'])
})

test(
  'shows the contact page without a map when none is configured',
  { tag: '@desktop' },
  async ({ page }) => {
    await withServer('new', { MAP_EMBED_URL: '' }, async (server) => {
      await page.goto(`${server.url}/contact`)
      await fill(page, { username: 'Meena' })
      await page.waitForFunction(() =>
        sessionStorage.getItem('draft visitor contactMessage')?.includes('Meena'),
      )
      await expect(page.getByText('Write to us, and we come to your field.')).toBeVisible()
      await expect(page.locator('iframe')).toHaveCount(0)
    })
  },
)

test(
  'keeps the contact page usable when the map fails to load, and shows when it is offline',
  { tag: '@phone' },
  async ({ page, context, expectedErrors }) => {
    expectedErrors.push(/ERR_/)
    await page.route(/openstreetmap/, (route) => route.abort())
    await page.goto('/contact')
    await expect(page.getByRole('link', { name: 'Open it in a new tab' })).toBeVisible()
    await fill(page, { username: 'Meena' })
    await whenHydrated(page)
    const bar = page.getByRole('status').filter({ hasText: 'You are offline.' })
    await expect(bar).toBeHidden()
    const button = page.getByRole('button', { name: 'Submit' })
    const position = await button.boundingBox()
    await context.setOffline(true)
    await expect(bar).toContainText('What you type is saved')
    await expect(bar).toBeInViewport()
    // A click that begins while the bar appears or disappears must not miss its button.
    expect(await button.boundingBox()).toEqual(position)
    await expect(page.locator('[name=username]')).toHaveValue('Meena')
    await context.setOffline(false)
    await expect(bar).toBeHidden()
  },
)

test('shows a page with links for an unknown URL', { tag: '@desktop' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(refusal(404))
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Sorry! Page not found', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'report problem' })).toHaveAttribute('href', '/contact')
  await page.getByRole('link', { name: 'return home' }).click()
  await expect(page).toHaveURL('/')
})

test(
  'shows an error and a link home when a page throws',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/TypeError/)
    await page.route('/api/data/service', (route) => route.fulfill({ json: { msg: [null] } }))
    await page.goto('/')
    // Before, the link would load the page that the server has rendered.
    await whenHydrated(page)
    await page.getByRole('link', { name: 'Learn more' }).click()
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'return home' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('©')
  },
)

test(
  'navigates to another page before the code of the first one has loaded',
  { tag: '@phone' },
  async ({ page }) => {
    const { promise: isLate, resolve: send } = Promise.withResolvers<void>()
    await page.route(/about-page-[^/]*\.js$/, async (route) => {
      await isLate
      await route.continue()
    })
    // The app loads the services when it starts; before that nothing listens to popstate.
    const isStarted = page.waitForRequest('**/api/data/service')
    await page.goto('/about', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    await isStarted
    await page.evaluate(() => {
      history.pushState(null, '', '/services')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    send()
    await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  },
)
