import { expect, fill, refusal, test } from './fixtures.ts'

test('a visitor finds the firm and writes to it', async ({ page }) => {
  await page.goto('/')
  for (const figure of ['10+', '100+', '50+', '24/7'])
    await expect(page.getByText(figure, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Learn more' }).click()
  await expect(page).toHaveURL('/services')
  await expect(page.getByText('No services available', { exact: true })).toBeVisible()
  await page.goBack()
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
})

test(
  'an unknown address says so and shows the way',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(404))
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('Sorry! Page not found', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'return home' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('link', { name: 'report problem' })).toHaveAttribute('href', '/contact')
  },
)

test('the description of the API is a page that reads well', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'AgriDesk API' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Crop Lots' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test(
  'a page that breaks says so and shows a way out',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/TypeError/)
    await page.route('/api/data/service', (route) => route.fulfill({ json: { msg: [null] } }))
    await page.goto('/services')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'return home' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('©')
  },
)
