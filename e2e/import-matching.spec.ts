import type { Page } from '@playwright/test'
import { writeCsv } from '#domain/csv.ts'
import { makeWorkbook } from '#testing/files/make-zip.ts'
import { rowsOf, tallyCustomers } from '#testing/files/messy-files.ts'
import { apiClient } from './api-client.ts'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'

test(
  'matches a messy file of customers without help, and imports and undoes a workbook of several masters',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const api = apiClient(request, token)
    await test.step('a file of customers', () => matchesMessyFile(page, api))
    await navigateInApp(page, '/imports')
    await test.step('a workbook', () => importsWorkbook(page))
  },
)

/** And accepts close values at once. */
async function matchesMessyFile(page: Page, api: ReturnType<typeof apiClient>): Promise<void> {
  await api.make('station', {
    Station_Code: 'IMG-S',
    Station_Name: 'Imgondal Station',
    Pool_Code: (await api.make('pool', { Pool_Code: 'IMG-P', Pool_Name: 'Imrajkot Pool' }))['Pool_Code'],
  })
  // Names of its own, because other tests have cities too; two of them are misspelt in the file.
  const cities = ['Imgondal', 'Imrajkot', 'Imjetpur', 'Immorbi', 'Imdhoraji']
  for (const name of cities) await api.make('city', { City_Code: `IM-${name.slice(2, 5)}`, City_Name: name })
  const misspelt: Record<string, string> = { Jetpur: 'Imjetpoor', Dhoraji: 'Imdhorajee' }
  const [headings, ...rows] = rowsOf(tallyCustomers, 200)
  const at = headings!.indexOf('City')
  const messy = rows.map((row) => row.with(at, misspelt[row[at]!] ?? `Im${row[at]!.toLowerCase()}`))
  await page.goto('/imports?entity=customers')
  await page.locator('input[type=file]').setInputFiles({
    name: 'Sundry Debtors.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(writeCsv([headings!, ...messy])),
  })
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await expect(page.getByText('24 of 24 columns are matched.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Field for the column Mobile No.' })).toHaveValue(
    'Customer_Phone',
  )
  await expect(page.getByRole('row').filter({ hasText: 'E-mail' })).toContainText('name and values')
  // A column that is left out, and the same value for all rows instead.
  await page.getByRole('combobox', { name: 'Field for the column Tally Code' }).selectOption('')
  await page.getByRole('combobox', { name: 'Field without a column' }).selectOption('Erp Code')
  await page.getByRole('textbox', { name: 'Erp Code of all rows' }).fill('TALLY')
  await page.getByRole('button', { name: 'Use for all rows' }).click()
  await expect(page.getByRole('button', { name: 'Remove Erp Code' })).toBeVisible()
  expect(await axeViolations(page), 'the columns').toEqual([])
  await page.getByRole('button', { name: 'Check' }).last().click()
  await page.getByRole('button', { name: 'Accept all 2' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Imjetpoor' })).toContainText('means IM-jet')
}

async function importsWorkbook(page: Page): Promise<void> {
  const book = makeWorkbook({
    Zones: [
      ['Zone', 'Zone Code', 'Country'],
      ['Imw West', 'IMW', 'Imw Land'],
    ],
    Countries: [
      ['Code', 'Country', 'Postal Code', 'ISO Code', 'ISO Code 3 Char', 'EU Country', 'Short Name'],
      ['IMW', 'Imw Land', '1', 'IW', 'IMW', 'No', 'Imw'],
    ],
    Notes: [['Task'], ['Call']],
  })
  await page.locator('[name=entity]').selectOption('Recognise from the file, one master per sheet')
  await page.locator('input[type=file]').setInputFiles({
    name: 'masters.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: book,
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Import of several masters' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Master of the sheet Zones' })).toHaveValue('zone')
  await expect(page.getByRole('combobox', { name: 'Master of the sheet Countries' })).toHaveValue('country')
  await expect(page.getByRole('combobox', { name: 'Master of the sheet Notes' })).toHaveValue('')
  await page.getByRole('button', { name: 'Show Countries' }).click()
  await expect(page.getByText('7 of 7 columns are matched.')).toBeVisible()
  expect(await axeViolations(page), 'the sheets').toEqual([])
  await page.getByRole('button', { name: 'Check' }).last().click()
  await expect(page.getByText('2 would be created').first()).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Import all 2 rows of records' }).click()
  await expect(page.getByText('2 were created').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('2 records were undone')).toBeVisible()
}
