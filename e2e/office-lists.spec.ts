import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, test, whenLoaded } from './fixtures.ts'

test.use({ isSharedSample: true })

test(
  'exports visits, balances, assignments and receivables, and updates the public page of services',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: _ }) => {
    await test.step('full lists', () => exportsLists(page))
    await test.step('receivables: the largest overdue amounts first, with totals that add up', () =>
      addsUpReceivables(page))
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
      await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
      await expect(page.getByRole('menu'), 'the menu stays closed').toHaveCount(0)
    }
    if (path === 'visits') {
      await page.getByRole('button', { name: 'Filter' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await table.locator('tbody .row-link').first().click()
    await expect(page).toHaveURL(leadsTo)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
}

const rupees = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''))

async function addsUpReceivables(page: Page): Promise<void> {
  await navigateInApp(page, '/receivables')
  const people = page.getByRole('table', { name: 'By person' })
  await expect(people).toBeVisible()
  const amounts = (await page.locator('.receivable-overdue').allInnerTexts()).map(rupees)
  expect(amounts.length).toBeGreaterThan(10)
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
  const cells = await people.locator('tbody td:nth-child(3)').allInnerTexts()
  const total = rupees(await people.locator('tfoot td').nth(1).innerText())
  expect(cells.map(rupees).reduce((sum, each) => sum + each, 0)).toBe(total)
  expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(total)

  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByLabel('Zone')).toBeVisible()
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axeViolations(page), 'the filters on the width of a phone').toEqual([])
  await page.setViewportSize(size)
  await page.getByRole('button', { name: 'Filter' }).click()

  // The filter of a person is in the address, and applies to the list, the totals and the file.
  const person = people.getByRole('link').first()
  const name = await person.innerText()
  await person.click()
  await page.waitForURL(/employee=/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(name)
  await expect(people.locator('tbody tr')).toHaveCount(1)
  const shown = await page.locator('.receivables tbody tr').count()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^receivables-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(shown + 1)

  await page.getByRole('button', { name: /Remove filter/ }).click()
  await expect(people.locator('tbody tr')).not.toHaveCount(1)

  // The search is in the address as well.
  const first = page.locator('.receivables tbody tr').first()
  const code = await first.locator('small').first().innerText()
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(code)
  await page.waitForURL(/q=/)
  await expect(page.locator('.receivables tbody tr')).toHaveCount(1)
  await expect(first).toContainText(code)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('nosuchname')
  await page.getByRole('link', { name: 'Show all receivables' }).click()
  await expect(page).toHaveURL('/receivables')
  await expect(page.locator('.receivables tbody tr').nth(1)).toBeVisible()
  await whenLoaded(page)
  await page.locator('.receivables tbody').getByRole('link').first().click()
  await page.waitForURL('**/customers/*?tab=money')
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
