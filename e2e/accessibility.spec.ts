import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

async function findingsOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

test.beforeEach(({ page }, info) =>
  // One theme on each viewport: four combinations would find the same things twice.
  page.emulateMedia({ colorScheme: info.project.name === 'phone' ? 'dark' : 'light' }),
)

test('nothing on the public pages shuts anybody out', async ({ page }) => {
  for (const path of ['/', '/login', '/register']) expect(await findingsOn(page, path)).toEqual([])
})

test('nothing on the pages of staff shuts anybody out', async ({ page, asAdministrator: _ }) => {
  for (const path of ['/contact1', '/contact24', '/admin/users'])
    expect(await findingsOn(page, path)).toEqual([])
})
