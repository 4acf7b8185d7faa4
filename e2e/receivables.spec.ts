import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { axeViolations } from './axe.ts'

test.use({ isSharedSample: true })

const rupees = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''))

test(
  'lists the largest overdue amounts first, with totals that add up',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/receivables')
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
    expect(await axeViolations(page), 'the filters').toEqual([])
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
    await expect(page.locator('.receivables tbody tr')).not.toHaveCount(1)
    await page.locator('.receivables').getByRole('link').nth(2).click()
    await page.waitForURL('**/customers/*?tab=money')
  },
)
