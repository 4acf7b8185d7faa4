import { expect, type Page } from '@playwright/test'
import { parentOf, placeAt, railPlaceAt } from '#domain/screens/rail.ts'

/** The rail marks the entry of the screen, and the breadcrumbs lead to the one it is below, if there is one. */
export async function expectCurrentPlace(page: Page, path: string): Promise<void> {
  const current = page.getByRole('navigation', { name: 'All screens' }).locator('[aria-current=page]')
  const entry = railPlaceAt(path)
  await expect(current, path).toHaveCount(entry ? 1 : 0)
  if (entry) await expect(current, path).toHaveAttribute('href', entry.path)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  const parent = parentOf(placeAt(path)!)
  if (!parent || parent.screen.area === 'field') return expect(crumbs, path).toHaveCount(0)
  await expect(crumbs.getByRole('link'), path).toHaveAttribute('href', parent.path)
  await expect(crumbs.locator('[aria-current=page]'), path).toContainText(
    (await page.getByRole('heading', { level: 1 }).textContent())!,
  )
}
