import type { APIRequestContext, Page } from '@playwright/test'
import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ isSharedSample: true })

test(
  'exports visits, balances and assignments without bulk editing, and updates the public page of services',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: _ }) => {
    await test.step('full lists', () => exportsLists(page))
    await test.step('creates, changes and deletes a service', () => changesServices(page, request))
  },
)

async function exportsLists(page: Page): Promise<void> {
  await page.goto('/lists')
  for (const name of ['Visits', 'Balances', 'Assignments'])
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
  for (const [path, label, leadsTo] of [
    ['visits', 'Visits', /\/records\/visits\//],
    ['balances', 'Balances', /\/customers\/C\d+/],
    ['assignments', 'Assignments', /\/customers\/C\d+/],
  ] as const) {
    await navigateInApp(page, `/lists/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
    const table = page.getByRole('table', { name: label })
    await expect(table.locator('tbody tr').first()).toBeVisible()
    await expect(table.getByRole('checkbox'), 'no bulk editing').toHaveCount(0)
    await expect(table).not.toContainText(/\d{4}-\d\d-\d\dT/)
    const [csv, excel] = [['Export CSV', /\.csv$/] as const, ['Export Excel', /\.xlsx$/] as const]
    for (const [button, ending] of path === 'visits' ? [csv, excel] : [csv]) {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: button }).click()
      expect((await saving).suggestedFilename()).toMatch(ending)
    }
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await table.locator('tbody .row-link').first().click()
    await expect(page).toHaveURL(leadsTo)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
}

async function changesServices(page: Page, request: APIRequestContext): Promise<void> {
  await navigateInApp(page, '/admin/tools')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Services/ })
    .click()
  await expect(page).toHaveURL('/admin/services')
  for (const [name, value] of Object.entries({
    service: 'Moisture sensors',
    provider: 'Dhartisetu',
    price: '₹950 a month',
    description: 'Sensors in the field, read on the phone.',
  }))
    await page.locator(`main [name=${name}]`).fill(value)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Service saved', { exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Moisture sensors' })
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: /^Edit/ }).click()
  await expect(page.locator('main [name=price]')).toHaveValue('₹950 a month')
  await page.locator('main [name=price]').fill('₹990 a month')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('₹990 a month')
  // Rendered on the server, as public-pages.spec.ts shows.
  const publicPage = async (): Promise<string> => (await request.get('/services')).text()
  expect(await publicPage()).toContain('Moisture sensors')
  expect(await publicPage()).toContain('₹990 a month')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(row).toBeHidden()
  expect(await publicPage()).not.toContain('Moisture sensors')
}
