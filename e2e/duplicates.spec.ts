import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { apiCaller, apiClient } from './api-client.ts'
import { expect, fill, navigateInApp, test } from './fixtures.ts'
import { showQuery } from './show-query.ts'

test.describe('likely duplicates', () => {
  test.use({ isSample: true })

  test(
    'are merged or marked as not the same with undo, and offered beside the name in the form of a customer',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token } }) => {
      await test.step('the queue, by pointer and by keyboard', () => decides(page, apiCaller(request, token)))
      await test.step('the form checks a field when it is left, and offers to open, copy or merge', () =>
        offersDuplicate(page, apiClient(request, token)))
    },
  )
})

async function decides(page: Page, api: ReturnType<typeof apiCaller>): Promise<void> {
  const original = await api('get', '/api/v1/customers/C1003')
  const { id: _, version: __, createdAt: ___, updatedAt: ____, ...values } = original
  const copy = { ...values, PAN: null, Last_Visited: null, Last_Visit_ID: null }
  await api('post', '/api/v1/customers', {
    ...copy,
    Customer_Code: 'D1',
    Customer_Name: 'ખોડલ એગ્રો સેન્ટર',
    Customer_Email: 'd1@example.in',
  })
  await api('post', '/api/v1/customers', {
    ...copy,
    Customer_Code: 'D2',
    Customer_Name: 'M/s. Khodal Agri Ctr',
    Customer_Email: 'd2@example.in',
    Customer_Phone: '9111111112',
    Primary_Contact: 'Manager',
  })
  await page.goto('/duplicates')
  await page.getByRole('button', { name: 'Compare again' }).click()
  const all = page.getByRole('link', { name: 'All (3)' })
  await expect(all).toBeVisible()
  const first = page.getByRole('article').first()
  await expect(first).toContainText('same phone, similar name, same city')
  await expect(first).toContainText('Khodal Agro Centre')
  await expect(first).toContainText('ખોડલ એગ્રો સેન્ટર')
  expect(await axeViolations(page)).toEqual([])

  // Not the same, by keyboard, and undone.
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('n')
  await expect(
    page.getByText('Khodal Agro Centre (C1003) and ખોડલ એગ્રો સેન્ટર (D1) are not the same'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'All (2)' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(all).toBeVisible()

  // Marked again, and found under its filter.
  await page.getByRole('button', { name: /^Not the same: Khodal Agro Centre \(C1003\) and ખોડલ/ }).click()
  await page.getByRole('link', { name: 'Not the same (1)' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Marked by')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Undo: Khodal/ }).click()
  await expect(page.getByText('No customers are marked as not the same.')).toBeVisible()
  await page.getByRole('link', { name: 'All (3)' }).click()

  // Merged: the customer with visits is kept.
  await page.getByRole('link', { name: 'Same phone (1)' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    /Customer C1003 Khodal Agro Centre is kept\. Customer D1 .+ goes to the bin/,
  )
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Customer D1 merged into Customer C1003')).toBeVisible()
  await expect(page.getByText('No likely duplicates with these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
}

async function offersDuplicate(page: Page, { make }: ReturnType<typeof apiClient>): Promise<void> {
  const existing = await make('customer', { Customer_Name: 'Hasmukhbhai Solanki' })
  const copy = await make('customer', { Customer_Name: 'Umiya Krushi Kendra' })
  await make('customer', { Customer_Name: 'રમેશભાઈ પટેલ' })
  await navigateInApp(page, '/contact24?q=hasmukh')
  const field = (name: string) => page.locator(`[name=${name}]`)
  // A field that was only passed is no problem yet.
  await field('Customer_Code').focus()
  await page.keyboard.press('Tab')
  await expect(page.locator('.field-problem:not(:empty)')).toHaveCount(0)
  await field('Customer_Email').fill('not an address')
  await field('Street').focus()
  await expect(field('Customer_Email')).toHaveAccessibleDescription(/Customer Email/)
  await field('Customer_Email').fill('office@example.in')
  await expect(field('Customer_Email')).toHaveAccessibleDescription('')
  await field('PAN').fill('abcpk1234l')
  await field('Street').focus()
  await expect(field('PAN')).toHaveValue('ABCPK1234L')
  await expect(field('Pin_Code')).toHaveAttribute('inputmode', 'numeric')
  await expect(field('Customer_Phone')).toHaveAttribute('inputmode', 'tel')

  // Nothing while typing; beside the name once it is left.
  await field('Customer_Name').pressSequentially('Hasmukh Solanki')
  const hint = page.locator('.field', { has: field('Customer_Name') }).locator('.duplicate-hint')
  await page.waitForTimeout(600)
  await expect(hint).toHaveCount(0)
  await field('Street').focus()
  await expect(hint).toContainText('Already there?')
  await expect(hint).toContainText('similar name')
  await expect(hint.getByRole('link', { name: /^Merge/ })).toHaveCount(0)
  expect(await axeViolations(page), 'the hint').toEqual([])

  // A button that is pressed does not move away from the pointer.
  await field('Customer_Name').fill('Hasmukhbhai Solankee')
  let lookups = 0
  page.on('request', (sent) => (lookups += Number(sent.url().includes('/api/v1/duplicates/'))))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.locator('.field-problem:not(:empty)').first()).toBeVisible()
  expect(lookups).toBe(0)

  // A stored customer can be merged with the duplicate.
  await showQuery(page, `/contact24?q=hasmukh&edit=${copy['id']}`)
  await expect(field('Customer_Name')).toHaveValue('Umiya Krushi Kendra')
  await field('Customer_Name').fill('Hasmukh Solanki')
  await field('Street').focus()
  await hint.getByRole('link', { name: /^Merge with/ }).click()
  await expect(page.getByRole('dialog')).toContainText(
    new RegExp(`Customer ${existing['Customer_Code']} .+ goes to the bin`),
  )
  await page.keyboard.press('Escape')
  await copiesAsNew(page)
}

/** A name in another script is found, and nothing is refused. */
async function copiesAsNew(page: Page): Promise<void> {
  await navigateInApp(page, '/contact24?q=hasmukh')
  await page.getByRole('button', { name: 'Clear' }).click()
  await fill(page, { Customer_Name: 'Ramesh Patel' })
  await page.locator('[name=Customer_Email]').focus()
  const found = page.locator('.duplicate-hint li', { hasText: 'રમેશભાઈ પટેલ' })
  await expect(found).toContainText('similar name')
  await found.getByRole('link', { name: /^Open/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('રમેશભાઈ પટેલ')
  await page.getByRole('button', { name: 'Copy as new' }).click()
  await page.getByRole('button', { name: 'Keep the unsaved content' }).click()
  await expect(page.locator('[name=Customer_Name]')).toHaveValue('Ramesh Patel')
  await page.goBack()
  await page.getByRole('button', { name: 'Copy as new' }).click()
  await page.getByRole('button', { name: 'Replace with the copy' }).click()
  await expect(page.locator('[name=Customer_Name]')).toHaveValue('રમેશભાઈ પટેલ')
  await expect(page.locator('[name=Customer_Code]')).toHaveValue('')
}
