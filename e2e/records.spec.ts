import type { APIRequestContext, Page } from '@playwright/test'
import { expect, fill, navigateInApp, refusal, test } from './fixtures.ts'

test.describe('the list beside the form', () => {
  test(
    'edits a record, shows its history, discards a cancelled edit, and gives a crop the next code',
    { tag: '@phone' },
    async ({ page, asAdministrator: _ }) => {
      const Role_Code = `EDIT${Date.now()}`
      await page.goto('/contact13')
      await fill(page, { Role_Code, Role_Name: 'Agronomist' })
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(`Role ${Role_Code} is saved`, { exact: true })).toBeVisible()

      await page.getByRole('link', { name: `Edit Role ${Role_Code}` }).click()
      const form = page.getByRole('region', { name: `Edit role ${Role_Code}` })
      await expect(form.locator('[name=Role_Code]')).toBeFocused()
      await expect(form.locator('[name=Role_Code]')).toHaveValue(Role_Code)
      await form.locator('[name=Role_Name]').fill('Soil scientist')
      await page.reload()
      await expect(form.locator('[name=Role_Name]'), 'a draft of a change').toHaveValue('Soil scientist')
      await form.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Message sent successfully', { exact: true })).toBeVisible()
      await expect(page.getByRole('region', { name: 'New role' }).locator('[name=Role_Code]')).toHaveValue('')
      await expect(page.getByRole('row').filter({ hasText: Role_Code })).toContainText('Soil scientist')

      await page.getByRole('button', { name: `History of Role ${Role_Code}` }).click()
      const history = page.getByRole('dialog', { name: `History of Role ${Role_Code}` })
      await expect(history.getByRole('listitem').first()).toContainText('changed by anita')
      await expect(history.getByText('Role Name: Agronomist Soil scientist')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(history).toBeHidden()

      await page.getByRole('link', { name: `Edit Role ${Role_Code}` }).click()
      await form.locator('[name=Role_Name]').fill('Discarded')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await expect(form).toBeHidden()
      await page.getByRole('link', { name: `Edit Role ${Role_Code}` }).click()
      await expect(form.locator('[name=Role_Name]')).toHaveValue('Soil scientist')
      await givesNextCode(page)
    },
  )

  test(
    'searches and pages records, shows a concurrent change, and names an existing record',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
      expectedErrors.push(refusal(409))
      await test.step('searches, sorts, filters and pages, and stores this in the URL', () =>
        searches(page, request, token))
      await test.step('shows both versions, and saves the chosen one', () =>
        resolvesConflict(page, request, token))
      await test.step('names an existing record beside the field, and opens it', () => opensExisting(page))
    },
  )
})

async function searches(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  for (let n = 0; n <= 50; n++) {
    const data = {
      materialType: n % 2 ? 'pesticides' : 'fertilizers',
      materialName: `Lot-${String(n).padStart(2, '0')}`,
    }
    expect((await request.post('/api/v1/materials', { data, headers })).status()).toBe(201)
  }
  await page.goto('/contact22')
  const rows = page.getByRole('row').filter({ hasText: /MT\d/ })
  await expect(rows).toHaveCount(50)
  const pages = page.getByRole('navigation', { name: 'Pages of materials' })
  await expect(pages).toContainText(/1–50 of \d+/)
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(pages).toContainText('51–')
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect(rows).toHaveCount(50)

  const byName = page.getByRole('columnheader', { name: 'Material Name' })
  await byName.getByRole('link').click()
  await expect(byName).toHaveAttribute('aria-sort', 'ascending')
  await byName.getByRole('link').click()
  await expect(byName).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('searchbox', { name: 'Search materials' }).fill('lot-0')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('Lot-09')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.locator('[name="only materialType"]').selectOption('pesticides')
  await expect(rows).toHaveCount(5)
  await expect(page.getByRole('link', { name: 'Open as full list' })).toHaveAttribute(
    'href',
    '/lists/materials?sort=-materialName&q=lot-0&materialType=pesticides',
  )
  await page.reload()
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Remove filter Material Type pesticides' }).click()
  await expect(rows).toHaveCount(10)
  await page.getByRole('searchbox').fill('no such thing')
  await page.getByRole('link', { name: 'Show all materials' }).click()
  await expect(rows).toHaveCount(50)
}

async function resolvesConflict(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const Industry_Code = `I${Date.now()}`
  const created = await request.post('/api/v1/industries', {
    data: { Industry_Code, Industry_Name: 'Seed' },
    headers,
  })
  const { id } = (await created.json()) as { id: string }
  await navigateInApp(page, `/contact11?edit=${id}`)
  await page.locator('[name=Industry_Name]').fill('Seeds of mine')
  await request.patch(`/api/v1/industries/${id}`, {
    data: { Industry_Name: 'Seeds of theirs', version: 1 },
    headers,
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const conflict = page.getByRole('region', { name: 'Conflicting changes' })
  await expect(conflict.getByLabel('saved: Seeds of theirs')).not.toBeChecked()
  await expect(conflict.getByLabel('yours: Seeds of mine')).toBeChecked()
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('row').filter({ hasText: Industry_Code })).toContainText('Seeds of mine')
}

async function opensExisting(page: Page): Promise<void> {
  await navigateInApp(page, '/contact13')
  await fill(page, { Role_Code: 'office', Role_Name: 'Another office' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Role Code OFFICE exists already', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Open Role OFFICE' }).click()
  await expect(
    page.getByRole('region', { name: 'Edit role OFFICE' }).locator('[name=Role_Name]'),
  ).toHaveValue('Office')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('[name=Role_Name]'), 'the draft of the new record').toHaveValue('Another office')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.locator('[name=Role_Name]')).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[name=Role_Name]')).toHaveValue('Another office')
}

/** And deletes and restores the crop. */
async function givesNextCode(page: Page): Promise<void> {
  await navigateInApp(page, '/contact18')
  await expect(page.locator('[name=Crop_Code]')).toHaveValue(/^CR\d{4}$/)
  // The tests before this one on the same server may have created crops; none runs at the same time.
  const code = await page.locator('[name=Crop_Code]').inputValue()
  const next = `CR${String(Number(code.slice(2)) + 1).padStart(4, '0')}`
  const name = `Groundnut ${code}`
  await expect(page.locator('[name=Crop_Code]')).not.toBeEditable()
  await fill(page, {
    Crop_Name: name,
    Crop_Type1: 'Oilseed',
    Crop_Type2: 'Legume',
    Crop_Type3: 'Kharif',
    Crop_Grade: 'A',
    Crop_Quality: 'FAQ',
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Message sent successfully', { exact: true })).toBeVisible()
  await expect(page.getByText(`Crop ${code} is saved`, { exact: true })).toBeVisible()
  await expect(page.locator('[name=Crop_Name]')).toBeFocused()
  await expect(page.locator('[name=Crop_Code]')).toHaveValue(next)

  const row = page.getByRole('row').filter({ hasText: name })
  await page.getByRole('searchbox').fill(name.toLowerCase())
  await expect(page.getByRole('row').filter({ hasText: 'Wheat' })).toHaveCount(0)
  await page.getByRole('button', { name: `Delete Crop ${code}` }).click()
  await expect(page.getByText(`Crop ${code} is deleted`, { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Crop ${code} is restored`, { exact: true })).toBeVisible()
  await expect(row).toBeVisible()
}
