import type { Page } from '@playwright/test'
import { axeViolations, axeViolationsAsShown } from './axe.ts'
import { apiCaller } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.describe('the office', () => {
  test.use({ isSample: true })

  test(
    'decides proposals with the keyboard, looks at marked arrivals, and revokes a phone',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token } }) => {
      const api = apiCaller(request, token)
      await test.step('on the width of a phone, one proposal at a time', () => showsOneAtATime(page))
      await test.step('uses an existing customer, and undoes an approval', () => decides(page, api))
      await test.step('arrivals and phones', () => revokesPhone(page, api))
    },
  )
})

type Api = ReturnType<typeof apiCaller>

async function showsOneAtATime(page: Page): Promise<void> {
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/proposals')
  const inQueue = page.getByRole('link', { name: /Khodal Agro Centre/ })
  await expect(inQueue).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(await axeViolationsAsShown(page)).toEqual([])
  await inQueue.click()
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the queue' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await navigateInApp(page, '/arrivals')
  await expect(page.getByRole('button', { name: /^Mark/ }).first()).toBeVisible()
  expect(await axeViolationsAsShown(page)).toEqual([])
  await navigateInApp(page, '/admin/phones')
  await expect(page.getByText('No phones yet.')).toBeVisible()
  await page.setViewportSize(size)
}

async function decides(page: Page, api: Api): Promise<void> {
  await navigateInApp(page, '/admin')
  await expect(page.getByRole('list', { name: 'Overview' })).toContainText('3 proposals to decide')
  await page.getByRole('link', { name: '3 proposals to decide' }).click()
  await expect(page.getByRole('link', { name: 'Open (3)' })).toBeVisible()
  const detail = page.getByRole('article')
  await expect(detail.getByRole('heading', { name: 'Khodal Agro Center' })).toBeVisible()
  await expect(detail).toContainText('same phone')
  await expect(detail.getByLabel('Customer Name')).toHaveValue('Khodal Agro Center')
  expect(await axeViolations(page)).toEqual([])

  await page.keyboard.press('j')
  await expect(detail.getByRole('heading', { name: 'Godavari Drip and Seeds' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(detail.getByRole('heading', { name: 'Khodal Agro Center' })).toBeVisible()
  await page.getByRole('button', { name: 'Use this customer: Khodal Agro Centre' }).click()
  await expect(page.getByText('The proposal for Khodal Agro Centre is approved')).toBeVisible()
  await expect(detail.getByRole('heading', { name: 'Godavari Drip and Seeds' })).toBeVisible()

  // A missing value is marked; what was typed stays.
  await page.locator('body').press('a')
  await expect(page.getByText('The proposal was not approved')).toBeVisible()
  await expect(detail.getByLabel('Customer Code')).toBeFocused()
  await page.keyboard.type('C9001')
  await detail.getByLabel('Customer Email').fill('sachin@godavari.example')
  await detail.getByRole('button', { name: 'Approve as a new customer' }).click()
  await expect(page.getByText('The proposal for Godavari Drip and Seeds is approved')).toBeVisible()
  const stored = await api('get', '/api/v1/customers/C9001')
  expect(stored).toMatchObject({ Customer_Name: 'Godavari Drip and Seeds', Street: 'Makhmalabad Road' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 records undone')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open (2)' })).toBeVisible()

  // The correction shows what is stored and what the phone showed.
  await page
    .getByRole('link', { name: /Khodal Agro Centre/ })
    .first()
    .click()
  await expect(detail.getByRole('heading', { name: 'Khodal Agro Centre' })).toBeVisible()
  await expect(detail).toContainText('The phone showedBhojrajpara')
  await detail.getByLabel('Save Street').uncheck()
  await page.locator('body').press('a')
  await expect(page.getByText('The proposal for Khodal Agro Centre is approved')).toBeVisible()
  expect(await api('get', '/api/v1/customers/C1003')).toMatchObject({
    Customer_Phone: '+91 55500 17002',
    Street: 'Bhojrajpara Main Road',
  })

  await page.locator('body').press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog).toContainText('Write why, so that Anita Pawar can act on it')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('They buy from a dealer')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('The proposal for Godavari Drip and Seeds is refused')).toBeVisible()
  await expect(page.getByText('No open proposals. When a representative')).toBeVisible()
  await page.getByRole('link', { name: 'Decided' }).click()
  await page.getByRole('link', { name: /Godavari Drip and Seeds/ }).click()
  await expect(detail).toContainText('They buy from a dealer')
  expect(await axeViolations(page)).toEqual([])
}

async function revokesPhone(page: Page, api: Api): Promise<void> {
  const phone = { id: '01a1e788-4b5d-70c8-8a26-666d13953138', label: 'Chrome on Android' }
  await api('post', '/api/v1/field/devices', phone)
  await navigateInApp(page, '/arrivals')
  await expect(page.getByRole('link', { name: 'To review (3)' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Rakesh Solanki' })).toContainText(
    'It arrived 4 days after it was recorded',
  )
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Mark/ }).first().click()
  await expect(page.getByRole('link', { name: 'To review (2)' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'To review (3)' })).toBeVisible()
  await page.getByLabel('Reason').selectOption('Wrong clock')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Reason').selectOption('Customer merged')
  await expect(page.getByText('No marked arrivals match.')).toBeVisible()

  await navigateInApp(page, '/admin/phones')
  await expect(page.getByRole('row').nth(1)).toContainText('Chrome on Android')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Revoke the phone of/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing was unsent at the last contact')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke phone' }).click()
  await expect(page.getByText(/^The phone of .* is revoked$/)).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Revoked by')
}
