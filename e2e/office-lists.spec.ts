import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ isSharedSample: true })

test(
  'exports the full lists of visits, balances and assignments, without bulk editing',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
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
      for (const [button, ending] of [
        ['Export CSV', /\.csv$/],
        ['Export Excel', /\.xlsx$/],
      ] as const) {
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
  },
)

test(
  'creates, changes and deletes services on a form, and updates the public page',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/admin/tools')
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
    await page.goto('/services')
    await expect(page.getByText('Moisture sensors')).toBeVisible()
    await expect(page.getByText('₹990 a month')).toBeVisible()
    await navigateInApp(page, '/admin/services')
    await row.getByRole('button', { name: /^Delete/ }).click()
    await expect(row).toBeHidden()
    await page.goto('/services')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Moisture sensors')).toHaveCount(0)
  },
)
