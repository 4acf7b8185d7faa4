import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'
import { apiClient, type Values } from './api-client.ts'

/** Each test has a state of its own. */
async function newState(request: APIRequestContext, token: string, code: string): Promise<Values> {
  const api = apiClient(request, token)
  const state = await api.make('state', { State_Code: code, State_Name: `${code} Pradesh` })
  const zone = (await api.read(`/api/v1/zones?Zone_Code=${String(state['Zone_Code'])}`)).items[0]!
  return { ...state, Country_Code: zone['Country_Code'] }
}

const sheetOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join('\t')}\r\n`).join('')

/** Simulates Ctrl+V without the system clipboard, which other tests use at the same time. */
const paste = (into: Locator, text: string): Promise<void> =>
  into.evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const step = (page: Page): Locator => page.locator('h2#step')

async function citiesNamed(request: APIRequestContext, token: string, q: string): Promise<Values[]> {
  return (await apiClient(request, token).read(`/api/v1/cities?q=${encodeURIComponent(q)}&sort=City_Code`))
    .items
}

test(
  'imports pasted rows with fixes, skips likely duplicates, and uploads a file after a lost connection',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, refusal(409), refusal(422))
    await page.goto('/imports')
    await test.step('uploads a file after a lost connection, and two tabs do not overwrite each other', () =>
      uploadsFile(page, request, token))
    await navigateInApp(page, '/imports?entity=customers')
    await test.step('skips rows that look like existing customers', () =>
      skipsDuplicates(page, request, token))
    await navigateInApp(page, '/imports?entity=cities')
    await test.step('maps, fixes, checks, imports and undoes a pasted block', () =>
      importsPastedBlock(page, request, token))
  },
)

async function importsPastedBlock(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const state = await newState(request, token, 'IMPA')
  const country = String(state['Country_Code'])
  const hostile = '<img src=x onerror=alert(1)>'
  await expect(button(page, 'Continue')).toBeVisible()
  await paste(
    page.locator('body'),
    sheetOf([
      ['City Code', 'City Name', 'State', 'Country Code'],
      ['IMPA-1', 'Impa Bardoli', 'IMPA', country],
      ['IMPA-2', 'Impa Vyara', 'IMPA Pradsh', country],
      ['IMPA-3', 'Impa Navsari', 'IMPA Pradsh', country],
      ['IMPA-4', '', 'IMPA', country],
      ['IMPA-5', `Impa ${hostile}`, 'IMPA', country],
      ['IMPA-6', 'Impa Valsad', 'impa pradesh', country],
      ['IMPA-7', 'Impa Surat', 'Impa Prdsh', country],
    ]),
  )
  await expect(button(page, 'Continue with 7 rows of cities')).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(step(page)).toHaveText('Match columns')
  const stateColumn = page.getByRole('combobox', { name: 'Field for the column State' })
  await stateColumn.selectOption('')
  await expect(page.getByText('No column for State Code')).toBeVisible()
  await stateColumn.selectOption('State Code (required)')
  await expect(page.getByText('No column for State Code')).toBeHidden()
  await button(page, 'Check').last().click()

  await expect(page.getByText('3 would be created, 4 have problems')).toBeVisible()
  const unknown = page.getByRole('listitem').filter({ hasText: 'State Code IMPA Pradsh: 2 rows' })
  await unknown.getByRole('button', { name: 'IMPA' }).click()
  await expect(unknown).toContainText('means IMPA')
  await expect(button(page, 'Check again')).toBeEnabled()
  await removesChosenMeaning(page)
  for (const value of [
    unknown,
    page.getByRole('listitem').filter({ hasText: 'State Code Impa Prdsh: 1 row' }),
  ]) {
    await value.getByRole('button', { name: 'IMPA' }).click()
    await expect(value).toContainText('means IMPA')
  }
  await button(page, 'Check again').click()
  await expect(page.getByText('6 would be created, 1 has a problem')).toBeVisible()

  await button(page, 'Fix 1 row').click()
  const cell = page.getByRole('gridcell').filter({ hasText: 'City Name is required' })
  await cell.click()
  await page.keyboard.type('Impa Pune')
  expect(await axeViolations(page), 'the sheet').toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 cell changed and saved')).toBeVisible()
  // A block is pasted from the active cell on.
  await page.keyboard.press('ArrowLeft')
  await paste(page.locator(':focus'), 'IMPA-44\tImpa Poona\r\n')
  await expect(page.getByText('2 cells changed and saved')).toBeVisible()
  await button(page, 'Check again').click()
  await expect(page.getByText('7 would be created')).toBeVisible()
  expect(await citiesNamed(request, token, 'impa'), 'a dry run writes nothing').toHaveLength(0)

  await button(page, 'Continue').click()
  await button(page, 'Import all 7 rows of cities').click()
  await expect(page.getByText('7 were created')).toBeVisible()
  await expect(step(page)).toHaveText('Imported')
  const loaded = await citiesNamed(request, token, 'impa')
  expect(loaded.map((city) => [city['City_Code'], city['City_Name'], city['State_Code']])).toEqual([
    ['IMPA-1', 'Impa Bardoli', 'IMPA'],
    ['IMPA-2', 'Impa Vyara', 'IMPA'],
    ['IMPA-3', 'Impa Navsari', 'IMPA'],
    ['IMPA-44', 'Impa Poona', 'IMPA'],
    ['IMPA-5', `Impa ${hostile}`, 'IMPA'],
    ['IMPA-6', 'Impa Valsad', 'IMPA'],
    ['IMPA-7', 'Impa Surat', 'IMPA'],
  ])
  await expect(page.getByRole('link', { name: 'See the cities' })).toHaveAttribute('href', '/lists/cities')

  await apiClient(request, token).send('/api/v1/cities', {
    City_Code: 'IMPA-X',
    City_Name: 'Impa, entered by hand',
    State_Code: 'IMPA',
    Country_Code: country,
  })
  await button(page, 'Undo this import').click()
  expect(await axeViolations(page), 'the confirmation').toEqual([])
  await button(page, 'Undo import').click()
  await expect(page.getByText('7 records were undone')).toBeVisible()
  expect((await citiesNamed(request, token, 'impa')).map((city) => city['City_Code'])).toEqual(['IMPA-X'])
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Pasted rows' }).first()).toContainText('undone')
}

/** It is listed among the remembered values, and an import opens at its last step. */
async function removesChosenMeaning(page: Page): Promise<void> {
  const address = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'All imports' }).click()
  const remembered = page.getByRole('row').filter({ hasText: 'IMPA Pradsh' })
  await expect(remembered).toContainText('IMPA')
  expect(await axeViolations(page), 'remembered values').toEqual([])
  await page.locator(`a[href="${address}"]`).click()
  await expect(step(page)).toHaveText('Check results')
  await expect(page.getByText('Before your last changes: 3 would be created, 4 have problems')).toBeVisible()
  const mapped = page.getByRole('region', { name: 'Values with a chosen meaning' })
  await expect(mapped).toContainText('State Code IMPA Pradsh: 2 rows')
  await expect(mapped).toContainText('means IMPA IMPA Pradesh')
  await expect(page.getByText('Impa Prdsh', { exact: true })).toBeVisible()
  expect(await axeViolations(page), 'the report with a mapped value').toEqual([])
  await mapped.getByRole('button', { name: 'Remove' }).click()
  await expect(mapped).toBeHidden()
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('heading', { name: 'Remembered values' })).toBeVisible()
  await expect(remembered).toHaveCount(0)
  await page.locator(`a[href="${address}"]`).click()
}

async function skipsDuplicates(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const api = apiClient(request, token)
  const known = await api.make('customer', {
    Customer_Code: 'DUP-1',
    Customer_Name: 'Dupla Krishi Kendra',
  })
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...like } = known
  const names = Object.keys(like).filter((name) => like[name] !== null)
  const row = (code: string, name: string, phone: string): string[] => {
    const own: Values = { Customer_Code: code, Customer_Name: name, Customer_Phone: phone }
    own['Customer_Email'] = `${code}@example.in`
    own['PAN'] = ''
    return names.map((each) => String(own[each] ?? like[each]))
  }
  await expect(button(page, 'Continue')).toBeVisible()
  await paste(
    page.locator('body'),
    sheetOf([
      names,
      row('DUP-2', 'DUPLA KRISHI KENDRA', '9111111112'),
      row('DUP-3', 'Somebody Else', '9111111113'),
    ]),
  )
  await expect(button(page, /^Continue with/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(step(page)).toHaveText('Match columns')
  await button(page, 'Check').last().click()
  await expect(page.getByText('2 would be created')).toBeVisible()
  const section = page.getByRole('region', { name: 'One row looks like a customer that already exists' })
  await expect(section.getByRole('row').filter({ hasText: 'DUPLA KRISHI KENDRA' })).toContainText(
    'Dupla Krishi Kendra, Customer DUP-1',
  )
  await expect(section).toContainText('same name and place')
  expect(await axeViolations(page), 'duplicates').toEqual([])
  await section.getByRole('radio', { name: 'Skip them' }).check()
  await button(page, 'Check again').click()
  await expect(page.getByText('1 would be created, 1 skipped')).toBeVisible()
  await expect(section.getByRole('radio', { name: 'Skip them' })).toBeChecked()
  await button(page, 'Continue').click()
  await expect(page.getByText('One row looks like a customer that already exists.')).toBeVisible()
  await button(page, /^Import/).click()
  await expect(page.getByText('1 was created, 1 skipped')).toBeVisible()
  const found = await api.read('/api/v1/customers?q=dupla')
  expect(found.items.map((each) => each['Customer_Code'])).toEqual(['DUP-1'])
}

async function uploadsFile(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const state = await newState(request, token, 'IMPB')
  const context = page.context()
  const choose = page.locator('input[type=file]')
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose.setInputFiles(file('empty.csv', 'City Code,City Name\r\n'))
  await button(page, 'Continue').click()
  await expect(page.locator('[name=entity]')).toBeFocused()
  await page.locator('[name=entity]').selectOption('Cities')
  await button(page, /^Continue with/).click()
  await expect(page.getByText('The file has headings but no rows below them')).toBeVisible()
  // When reading takes longer, the page of the import shows the problem.
  const another = page.getByRole('link', { name: 'Upload another file' })
  await expect(button(page, 'Try again').or(another)).toBeVisible()
  if (await another.isVisible()) await another.click()

  const country = String(state['Country_Code'])
  await choose.setInputFiles(
    file('cities.csv', `City Code,Column B,State Code,Country Code\r\nIMPB-1,Impb One,IMPB,${country}\r\n`),
  )
  await context.setOffline(true)
  await button(page, /^(?:Continue with|Try again)/).click()
  await expect(page.getByText('The file is uploaded as soon as the server answers')).toBeVisible()
  await context.setOffline(false)
  await expect(step(page)).toHaveText('Match columns')

  const other = await context.newPage()
  await other.goto(page.url())
  await other
    .getByRole('combobox', { name: 'Field for the column Column B' })
    .selectOption('City Name (required)')
  await expect(other.getByText('No column for')).toBeHidden()
  await page.getByRole('radio', { name: 'Update existing cities and add new ones' }).check()
  await expect(page.getByText('This import was changed elsewhere meanwhile')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Field for the column Column B' })).toHaveValue('City_Name')
  await expect(page.getByRole('radio', { name: /add new ones/ })).toBeChecked()
  await other.close()

  await context.setOffline(true)
  await page.getByRole('combobox', { name: 'Field for the column Column B' }).selectOption('')
  await expect(page.getByText('Your changes are not lost')).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Field for the column Column B' })
    .selectOption('City Name (required)')
  await context.setOffline(false)
  await expect(page.getByText('Your changes are not lost')).toBeHidden()
  await button(page, 'Check').last().click()
  await expect(page.getByText('1 would be created')).toBeVisible()
}

test('imports rows on a phone', { tag: '@phone' }, async ({ page, request, asAdministrator: { token } }) => {
  const state = await newState(request, token, 'IMPC')
  const country = String(state['Country_Code'])
  await page.goto('/imports?entity=city')
  await page.getByText('Or paste rows into a box').tap()
  await page.locator('[name=rows]').fill(
    sheetOf([
      ['City Code', 'City Name', 'State Code', 'Country Code'],
      ['IMPC-1', 'Impc One', 'IMPC', country],
      ['IMPC-2', '', 'IMPC', country],
      ['IMPC-3', '', 'IMPC', country],
    ]),
  )
  await button(page, 'Continue with 3 rows of cities').tap()
  await button(page, 'Check').last().tap()
  await expect(page.getByText('1 would be created, 2 have problems')).toBeVisible()
  await button(page, 'Fix 2 rows').tap()
  await page.getByRole('gridcell').filter({ hasText: 'City Name is required' }).first().tap()
  await page.getByRole('textbox', { name: 'City Name, row 3' }).fill('Impc Two')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 cell changed and saved')).toBeVisible()
  expect(await axeViolations(page), 'the sheet').toEqual([])
  await button(page, 'Check again').tap()
  await button(page, 'Continue with the 2 good rows').tap()
  await button(page, 'Import the 2 good rows, leave 1').tap()
  await expect(step(page)).toHaveText('Imported, 1 left')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'nothing is wider than the screen').toBe(390)
  const downloading = page.waitForEvent('download')
  await button(page, 'Download the row not imported').tap()
  expect((await downloading).suggestedFilename()).toBe('Pasted rows - not imported.csv')
  expect(await citiesNamed(request, token, 'impc')).toHaveLength(2)
})
