import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { apiClient } from './api-client.ts'
import { axeViolations } from './axe.ts'
import { expect, refusal, test } from './fixtures.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')

test(
  'adds a licence that expires soon, changes it, and deletes it with undo',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const { Customer_Code } = await apiClient(request, token).make('customer')
    await page.goto(`/customers/${String(Customer_Code)}?tab=data`)
    await expect(page.getByText('No licences yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a licence' }).click()
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.locator(`[name=${name}]`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(field('Licence_Number')).toHaveAccessibleDescription('Licence Number is required')
    await field('Kind').selectOption('pesticide')
    await field('Licence_Number').fill('GJ/PEST/2231')
    await field('Valid_From').fill(formatDate(today))
    await field('Valid_Until').fill(formatDate(addDays(today, -1)))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(field('Valid_Until')).toHaveAccessibleDescription(
      'Valid Until should not be earlier than Valid From',
    )
    expect(await axeViolations(page)).toEqual([])
    await field('Valid_Until').fill(formatDate(addDays(today, 20)))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Licence GJ/PEST/2231 is saved')).toBeVisible()
    const row = page.locator('.licence', { hasText: 'GJ/PEST/2231' })
    await expect(row).toContainText(`until ${formatDate(addDays(today, 20))}`)
    await expect(row).toContainText('expires soon')

    await page.getByRole('button', { name: 'Change licence GJ/PEST/2231' }).click()
    await field('Valid_Until').fill(formatDate(addDays(today, 400)))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText(`until ${formatDate(addDays(today, 400))}`)
    await expect(row).not.toContainText('expires soon')

    await page.getByRole('button', { name: 'Delete licence GJ/PEST/2231' }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
  },
)

test(
  'warns of a licence that has expired in the form of a visit',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { make } = apiClient(request, token)
    const { Customer_Code } = await make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const licence = { Customer_Code, Licence_Number: 'P-1', Valid_From: null }
    await make('customerLicence', { ...licence, Kind: 'pesticide', Valid_Until: addDays(today, -1) })
    await make('customerLicence', { ...licence, Kind: 'seed', Valid_Until: addDays(today, 400) })
    await page.goto(`/customers/${String(Customer_Code)}`)
    await expect(page.getByText('licence expired: pesticide')).toBeVisible()
    await page.goto(`/visitentry?q=${encodeURIComponent(String(Customer_Code))}`)
    await page.getByRole('button', { name: 'Visit Detail' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('licence expired: pesticide')).toBeVisible()
    await expect(dialog.getByText('licence', { exact: false })).toHaveCount(1)
  },
)
