import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { findingsOf } from './findings.ts'
import { expect, refusal, test } from './fixtures.ts'
import { firmOf, type Values } from './firm.ts'

test.setTimeout(120_000)

/** A state of its own for each journey. */
async function newState(request: APIRequestContext, token: string, code: string): Promise<Values> {
  const firm = firmOf(request, token)
  const state = await firm.make('state', { State_Code: code, State_Name: `${code} Pradesh` })
  const zone = (await firm.read(`/api/v1/zones?Zone_Code=${String(state['Zone_Code'])}`)).items[0]!
  return { ...state, Country_Code: zone['Country_Code'] }
}

const sheetOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join('\t')}\r\n`).join('')

/** As Ctrl+V does, without the clipboard of the machine, which other journeys use as well. */
const paste = (into: Locator, text: string): Promise<void> =>
  into.evaluate((element, given) => {
    const data = new DataTransfer()
    data.setData('text/plain', given)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const step = (page: Page): Locator => page.locator('h2#step')

async function citiesNamed(request: APIRequestContext, token: string, q: string): Promise<Values[]> {
  return (await firmOf(request, token).read(`/api/v1/cities?q=${encodeURIComponent(q)}&sort=City_Code`)).items
}

test(
  'a pasted block is mapped, mended, rehearsed, imported and taken back',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const state = await newState(request, token, 'IMPA')
    const country = String(state['Country_Code'])
    const evil = '<img src=x onerror=alert(1)>'
    await page.goto('/imports?entity=cities')
    await expect(button(page, 'Go on')).toBeVisible()
    await paste(
      page.locator('body'),
      sheetOf([
        ['City Code', 'City Name', 'State', 'Country Code'],
        ['IMPA-1', 'Impa Bardoli', 'IMPA', country],
        ['IMPA-2', 'Impa Vyara', 'IMPA Pradsh', country],
        ['IMPA-3', 'Impa Navsari', 'IMPA Pradsh', country],
        ['IMPA-4', '', 'IMPA', country],
        ['IMPA-5', `Impa ${evil}`, 'IMPA', country],
        ['IMPA-6', 'Impa Valsad', 'impa pradesh', country],
      ]),
    )
    await expect(button(page, 'Go on with 6 rows of cities')).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(step(page)).toHaveText('What the columns are')
    const stateColumn = page.getByRole('combobox', { name: 'Field for the column State' })
    await stateColumn.selectOption('')
    await expect(page.getByText('No column for State Code')).toBeVisible()
    await stateColumn.selectOption('State Code (required)')
    await expect(page.getByText('No column for State Code')).toBeHidden()
    expect(await findingsOf(page), 'the columns').toEqual([])
    await button(page, 'Rehearse').last().click()

    await expect(page.getByText('3 would be created, 3 have problems')).toBeVisible()
    const unknown = page.getByRole('listitem').filter({ hasText: 'State Code IMPA Pradsh: 2 rows' })
    expect(await findingsOf(page), 'the report').toEqual([])
    await unknown.getByRole('button', { name: 'IMPA' }).click()
    await expect(unknown).toContainText('means IMPA')
    await button(page, 'Rehearse again').click()
    await expect(page.getByText('5 would be created, 1 has a problem')).toBeVisible()
    // On another device the file stands where it stood.
    await page.reload()
    await expect(page.getByText('5 would be created, 1 has a problem')).toBeVisible()

    await button(page, 'Fix 1 row').click()
    const cell = page.getByRole('gridcell').filter({ hasText: 'City Name is required' })
    await cell.click()
    await page.keyboard.type('Impa Pune')
    expect(await findingsOf(page), 'the sheet').toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 cell changed and saved')).toBeVisible()
    // A block goes over the cells from where one stands.
    await page.keyboard.press('ArrowLeft')
    await paste(page.locator(':focus'), 'IMPA-44\tImpa Poona\r\n')
    await expect(page.getByText('2 cells changed and saved')).toBeVisible()
    await button(page, 'Rehearse again').click()
    await expect(page.getByText('6 would be created')).toBeVisible()
    expect(await citiesNamed(request, token, 'impa'), 'a rehearsal leaves nothing').toHaveLength(0)

    await button(page, 'Go on').click()
    await button(page, 'Import all 6 rows of cities').click()
    await expect(page.getByText('6 were created')).toBeVisible()
    await expect(step(page)).toHaveText('Imported')
    const loaded = await citiesNamed(request, token, 'impa')
    expect(loaded.map((city) => [city['City_Code'], city['City_Name'], city['State_Code']])).toEqual([
      ['IMPA-1', 'Impa Bardoli', 'IMPA'],
      ['IMPA-2', 'Impa Vyara', 'IMPA'],
      ['IMPA-3', 'Impa Navsari', 'IMPA'],
      ['IMPA-44', 'Impa Poona', 'IMPA'],
      ['IMPA-5', `Impa ${evil}`, 'IMPA'],
      ['IMPA-6', 'Impa Valsad', 'IMPA'],
    ])
    await expect(page.getByRole('link', { name: 'See the cities' })).toHaveAttribute('href', '/lists/cities')

    await firmOf(request, token).send('/api/v1/cities', {
      City_Code: 'IMPA-X',
      City_Name: 'Impa, entered by hand',
      State_Code: 'IMPA',
      Country_Code: country,
    })
    await button(page, 'Take the import back').click()
    expect(await findingsOf(page), 'the question').toEqual([])
    await button(page, 'Take it back').click()
    await expect(page.getByText('6 records were taken back')).toBeVisible()
    expect((await citiesNamed(request, token, 'impa')).map((city) => city['City_Code'])).toEqual(['IMPA-X'])
    await page.getByRole('link', { name: 'All imports' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Pasted rows' }).first()).toContainText('taken back')
  },
)

test(
  'a file survives a lost connection, and two tabs do not overwrite each other',
  { tag: '@desktop' },
  async ({ page, context, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, refusal(409), refusal(422))
    const state = await newState(request, token, 'IMPB')
    await page.goto('/imports')
    const choose = page.locator('input[type=file]')
    const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose.setInputFiles(file('empty.csv', 'City Code,City Name\r\n'))
    await button(page, 'Go on').click()
    await expect(page.locator('[name=entity]')).toBeFocused()
    await page.locator('[name=entity]').selectOption('Cities')
    await button(page, /^Go on with/).click()
    await expect(page.getByText('The file has headings but no rows below them')).toBeVisible()
    await expect(button(page, 'Try again')).toBeVisible()

    const country = String(state['Country_Code'])
    await choose.setInputFiles(
      file('cities.csv', `City Code,Town,State Code,Country Code\r\nIMPB-1,Impb One,IMPB,${country}\r\n`),
    )
    await context.setOffline(true)
    await button(page, /^(?:Go on with|Try again)/).click()
    await expect(page.getByText('The file is kept and sent as soon as it answers')).toBeVisible()
    await context.setOffline(false)
    await expect(step(page)).toHaveText('What the columns are')

    const other = await context.newPage()
    await other.goto(page.url())
    await other
      .getByRole('combobox', { name: 'Field for the column Town' })
      .selectOption('City Name (required)')
    await expect(other.getByText('No column for')).toBeHidden()
    await page.getByRole('radio', { name: 'Change cities that are there, and add the others' }).check()
    await expect(page.getByText('This import was changed elsewhere meanwhile')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Field for the column Town' })).toHaveValue('City_Name')
    await expect(page.getByRole('radio', { name: /add the others/ })).toBeChecked()
    await other.close()

    await context.setOffline(true)
    await page.getByRole('combobox', { name: 'Field for the column Town' }).selectOption('')
    await expect(page.getByText('What you did here is kept')).toBeVisible()
    await page
      .getByRole('combobox', { name: 'Field for the column Town' })
      .selectOption('City Name (required)')
    await context.setOffline(false)
    await expect(page.getByText('What you did here is kept')).toBeHidden()
    await button(page, 'Rehearse').last().click()
    await expect(page.getByText('1 would be created')).toBeVisible()
  },
)

test(
  'rows are imported on a phone',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const state = await newState(request, token, 'IMPC')
    const country = String(state['Country_Code'])
    await page.goto('/imports?entity=city')
    await page.getByText('Or paste into a box').tap()
    await page.locator('[name=rows]').fill(
      sheetOf([
        ['City Code', 'City Name', 'State Code', 'Country Code'],
        ['IMPC-1', 'Impc One', 'IMPC', country],
        ['IMPC-2', '', 'IMPC', country],
        ['IMPC-3', '', 'IMPC', country],
      ]),
    )
    await button(page, 'Go on with 3 rows of cities').tap()
    await button(page, 'Rehearse').last().tap()
    await expect(page.getByText('1 would be created, 2 have problems')).toBeVisible()
    await button(page, 'Fix 2 rows').tap()
    await page.getByRole('gridcell').filter({ hasText: 'City Name is required' }).first().tap()
    await page.getByRole('textbox', { name: 'City Name, row 3' }).fill('Impc Two')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 cell changed and saved')).toBeVisible()
    expect(await findingsOf(page), 'the sheet').toEqual([])
    await button(page, 'Rehearse again').tap()
    await button(page, 'Go on with the 2 good rows').tap()
    await button(page, 'Import the 2 good rows, leave 1').tap()
    await expect(step(page)).toHaveText('Imported, 1 left')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'nothing is wider than the screen').toBe(390)
    const downloading = page.waitForEvent('download')
    await button(page, 'Download the row not imported').tap()
    expect((await downloading).suggestedFilename()).toBe('Pasted rows - not imported.csv')
    expect(await citiesNamed(request, token, 'impc')).toHaveLength(2)
  },
)

test(
  'a meaning stays in sight, is changed and forgotten, and the import opens where one was',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const state = await newState(request, token, 'IMPD')
    const country = String(state['Country_Code'])
    await page.goto('/imports?entity=cities')
    await expect(button(page, 'Go on')).toBeVisible()
    await paste(
      page.locator('body'),
      sheetOf([
        ['City Code', 'City Name', 'State Code', 'Country Code'],
        ['IMPD-1', 'Impd One', 'IMPD Pradsh', country],
        ['IMPD-2', 'Impd Two', 'Impd Prdsh', country],
      ]),
    )
    await expect(button(page, /^Go on with/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(step(page)).toHaveText('What the columns are')
    await button(page, 'Rehearse').last().click()
    const unknown = page.getByRole('listitem').filter({ hasText: 'State Code IMPD Pradsh: 1 row' })
    await unknown.getByRole('button', { name: 'IMPD' }).click()
    await expect(unknown).toContainText('means IMPD')
    await expect(button(page, 'Rehearse again')).toBeEnabled()
    const address = new URL(page.url()).pathname

    await page.getByRole('link', { name: 'All imports' }).click()
    const remembered = page.getByRole('row').filter({ hasText: 'IMPD Pradsh' })
    await expect(remembered).toContainText('IMPD')
    expect(await findingsOf(page), 'remembered values').toEqual([])
    await page.locator(`a[href="${address}"]`).click()
    await expect(step(page)).toHaveText('Rehearsal')
    await expect(page.getByText('Before your last changes: 2 have problems')).toBeVisible()
    const mapped = page.getByRole('region', { name: 'Values with a chosen meaning' })
    await expect(mapped).toContainText('State Code IMPD Pradsh: 1 row')
    await expect(mapped).toContainText('means IMPD IMPD Pradesh')
    await expect(page.getByText('Impd Prdsh', { exact: true })).toBeVisible()
    expect(await findingsOf(page), 'mapped values').toEqual([])
    await mapped.getByRole('button', { name: 'Remove' }).click()
    await expect(mapped).toBeHidden()

    await page.getByRole('link', { name: 'All imports' }).click()
    await expect(page.getByRole('heading', { name: 'Remembered values' })).toBeVisible()
    await expect(remembered).toHaveCount(0)
  },
)

test(
  'customers who exist already are named, and skipped when that is chosen',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const firm = firmOf(request, token)
    const known = await firm.make('customer', {
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
    await page.goto('/imports?entity=customers')
    await expect(button(page, 'Go on')).toBeVisible()
    await paste(
      page.locator('body'),
      sheetOf([
        names,
        row('DUP-2', 'DUPLA KRISHI KENDRA', '9111111112'),
        row('DUP-3', 'Somebody Else', '9111111113'),
      ]),
    )
    await expect(button(page, /^Go on with/)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(step(page)).toHaveText('What the columns are')
    await button(page, 'Rehearse').last().click()
    await expect(page.getByText('2 would be created')).toBeVisible()
    const section = page.getByRole('region', { name: 'One row looks like a customer that already exists' })
    await expect(section.getByRole('row').filter({ hasText: 'DUPLA KRISHI KENDRA' })).toContainText(
      'Dupla Krishi Kendra, Customer DUP-1',
    )
    await expect(section).toContainText('same name and place')
    expect(await findingsOf(page), 'duplicates').toEqual([])
    await section.getByRole('radio', { name: 'Skip them' }).check()
    await button(page, 'Rehearse again').click()
    await expect(page.getByText('1 would be created, 1 skipped')).toBeVisible()
    await expect(section.getByRole('radio', { name: 'Skip them' })).toBeChecked()
    await button(page, 'Go on').click()
    await expect(page.getByText('One row looks like a customer that already exists.')).toBeVisible()
    await button(page, /^Import/).click()
    await expect(page.getByText('1 was created, 1 skipped')).toBeVisible()
    const found = await firm.read('/api/v1/customers?q=dupla')
    expect(found.items.map((each) => each['Customer_Code'])).toEqual(['DUP-1'])
  },
)
