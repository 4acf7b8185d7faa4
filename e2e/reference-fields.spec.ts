import type { APIRequestContext, Page } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { expect, fill, navigateInApp, refusal, test } from './fixtures.ts'

/** Creates records through the API, so that the test begins with the screen it is about. */
async function createAll(
  request: APIRequestContext,
  token: string,
  name: string,
  records: object[],
): Promise<void> {
  for (const data of records) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await request.post(`/api/v1/${entityNamed(name).path}`, { data, headers })
    expect([201, 409], await response.text()).toContain(response.status())
  }
}

const country = (Country_Code: string, Country_Name: string): object => ({
  Country_Code,
  Country_Name,
  Postal_Code: '1',
  Iso_Code: Country_Code,
  Iso_Code_3char: Country_Code,
  Eu_Country: 'No',
  Country_Shortname: Country_Name,
})

async function createTerritory(request: APIRequestContext, token: string): Promise<void> {
  const records: [string, object[]][] = [
    ['country', [country('QA', 'Qarland'), country('QB', 'Qbeland')]],
    [
      'zone',
      [
        { Zone_Code: 'QW', Zone_Name: 'West', Country_Code: 'QA' },
        { Zone_Code: 'QE', Zone_Name: 'East', Country_Code: 'QB' },
      ],
    ],
    [
      'state',
      [
        { State_Code: 'QGJ', State_Name: 'Gujarat', Zone_Code: 'QW', Ext_Code: 24 },
        { State_Code: 'QMH', State_Name: 'Maharashtra', Zone_Code: 'QW', Ext_Code: 27 },
        { State_Code: 'QBG', State_Name: 'Bengal', Zone_Code: 'QE', Ext_Code: 19 },
      ],
    ],
    [
      'pool',
      [
        { Pool_Code: 'QP1', Pool_Name: 'Ahmedabad', State_Code: 'QGJ' },
        { Pool_Code: 'QP2', Pool_Name: 'Pune', State_Code: 'QMH' },
      ],
    ],
    [
      'station',
      [
        { Station_Code: 'QS1', Station_Name: 'Anand', Pool_Code: 'QP1' },
        { Station_Code: 'QS2', Station_Name: 'Baramati', Pool_Code: 'QP2' },
      ],
    ],
    [
      'city',
      [
        { City_Code: 'QAN', City_Name: 'Anand', Country_Code: 'QA', State_Code: 'QGJ' },
        { City_Code: 'QPU', City_Name: 'Pune', Country_Code: 'QA', State_Code: 'QMH' },
      ],
    ],
  ]
  for (const [name, list] of records) await createAll(request, token, name, list)
}

const optionsOf = (page: Page, name: string): Promise<string[]> =>
  page
    .locator(`[name=${name}] option`)
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))

const levels = ['countryCode', 'zoneCode', 'stateCode', 'poolCode', 'stationCode', 'cityCode']
const selectedLevels = (page: Page): Promise<string[]> =>
  Promise.all(levels.map((name) => page.locator(`[name=${name}]`).inputValue()))

test.describe('reference fields', () => {
  test.use({ isFresh: true })

  // One test, because all of it needs a database without other places.
  test(
    'load a list again, create missing records in nested dialogs, fill the levels above, and search a long list by keyboard',
    { tag: '@desktop' },
    async ({ page, request, asFirstUser: { token }, expectedErrors }) => {
      await createAll(request, token, 'country', [country('IN', 'India')])
      expectedErrors.push(/ERR_FAILED|503/, refusal(422))
      await loadsListAgain(page)
      await navigateInApp(page, '/contact4')
      await createsInNestedDialogs(page)
      await createTerritory(request, token)
      await fillsLevelsAbove(page)
      const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXY']
      await createAll(
        request,
        token,
        'country',
        letters.map((letter) => country(`${letter}X`, `${letter}land`)),
      )
      await searchesLongList(page)
    },
  )
})

/** The form stays usable when its list fails to load. */
async function loadsListAgain(page: Page): Promise<void> {
  const Zone_Code = 'FAILED'
  await page.route('**/api/v1/options/**', (route) => route.abort())
  await page.goto('/contact2')
  await expect(page.getByText('Could not load the list.')).toBeVisible()
  await fill(page, { Zone_Code, Zone_Name: 'West' })
  await page.unroute('**/api/v1/options/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Could not load the list.')).toHaveCount(0)
  await fill(page, { Country_Code: 'IN' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(`Zone ${Zone_Code} is saved`, { exact: true })).toBeVisible()
}

async function createsInNestedDialogs(page: Page): Promise<void> {
  await fill(page, { Pool_Code: 'P-AHM', Pool_Name: 'Ahmedabad' })
  await expect(page.getByText('No states yet.')).toBeVisible()
  await page.locator('[name=State_Code]').focus()
  await page.keyboard.press('Alt+c')
  const state = page.getByRole('dialog', { name: 'New state' })
  for (const [name, value] of [
    ['State_Code', 'GJ'],
    ['State_Name', 'Gujarat'],
    ['Ext_Code', '24'],
  ] as const)
    await state.locator(`[name=${name}]`).fill(value)
  await state.getByRole('button', { name: 'New zone for Zone Code' }).click()
  const zone = page.getByRole('dialog', { name: 'New zone' })
  await zone.locator('[name=Zone_Code]').fill('W')
  await zone.getByRole('button', { name: 'Submit' }).click()
  await expect(zone.getByText('Zone Name is required', { exact: true })).toBeVisible()
  await expect(zone.getByText('Message not sent', { exact: true })).toBeVisible()
  await zone.locator('[name=Zone_Name]').fill('West')
  await zone.locator('[name=Country_Code]').selectOption('IN')
  await zone.getByRole('button', { name: 'Submit' }).click()
  await expect(zone).toBeHidden()
  await expect(state.locator('[name=Zone_Code]')).toHaveValue('W')
  await expect(state.locator('[name=Zone_Code]')).toBeFocused()
  await expect(state.locator('[name=State_Name]')).toHaveValue('Gujarat')
  await state.getByRole('button', { name: 'Submit' }).click()
  await expect(state).toBeHidden()
  await expect(page.locator('[name=State_Code]')).toHaveValue('GJ')
  await expect(page.locator('[name=Pool_Name]')).toHaveValue('Ahmedabad')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Pool P-AHM is saved', { exact: true })).toBeVisible()
}

/** Shows only matching options, and clears values that no longer match. */
async function fillsLevelsAbove(page: Page): Promise<void> {
  await page.goto('/contact2')
  const countries = page.locator('[name=Country_Code] option')
  await expect(countries).toHaveText(['Choose…', 'IN-India', 'QA-Qarland', 'QB-Qbeland'])
  await navigateInApp(page, '/employee')
  await expect(page.locator('[name=employeeNumber]')).toHaveValue('EMP0001')
  await page.locator('[name=stationCode]').selectOption('QS1')
  await expect.poll(() => selectedLevels(page)).toEqual(['QA', 'QW', 'QGJ', 'QP1', 'QS1', ''])
  await expect.poll(() => optionsOf(page, 'cityCode')).toEqual(['', 'QAN'])
  await expect.poll(() => optionsOf(page, 'poolCode')).toEqual(['', 'QP1'])
  await page.locator('[name=cityCode]').selectOption('QAN')

  await page.locator('[name=stateCode]').selectOption('QMH')
  await expect.poll(() => selectedLevels(page)).toEqual(['QA', 'QW', 'QMH', '', '', ''])
  await expect.poll(() => optionsOf(page, 'stationCode')).toEqual(['', 'QS2'])
  await page.locator('[name=countryCode]').selectOption('')
  await expect.poll(() => selectedLevels(page)).toEqual(['', '', '', '', '', ''])
  await expect.poll(() => optionsOf(page, 'stationCode')).toEqual(['', 'QS1', 'QS2'])
  await page.locator('[name=countryCode]').selectOption('QB')
  await expect.poll(() => optionsOf(page, 'stationCode')).toEqual([''])
  await expect(page.getByText('No stations that match the values above yet.')).toBeVisible()
}

/** With the keyboard alone; an exactly typed code is accepted. */
async function searchesLongList(page: Page): Promise<void> {
  await page.goto('/contact2')
  const box = page.locator('[name=Country_Code]')
  await expect(box).toHaveRole('combobox')
  await box.focus()
  await expect(box, 'Tab does not open the list').toHaveAttribute('aria-expanded', 'false')
  await box.pressSequentially('ind')
  const option = page.getByRole('option')
  await expect(option).toHaveText(['IN-India'])
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('IN-India')
  await expect(option).toHaveCount(0)

  await box.press('ArrowDown')
  await expect(option.first()).toHaveText('AX-Aland')
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('IN-India')
  // A code that is typed in full is selected even when the list has not opened.
  await box.fill('bx')
  await page.locator('[name=Zone_Code]').focus()
  await expect(box).toHaveValue('BX-Bland')
  await fill(page, { Zone_Code: 'LW', Zone_Name: 'West', Country_Code: 'Atlantis' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('There is no country Atlantis (Country Code)', { exact: true })).toBeVisible()
  await expect(box).toHaveValue('Atlantis')
  await expect(box).toBeFocused()
  await box.pressSequentially('india')
  await expect(option).toHaveText(['IN-India'])
  await page.keyboard.press('Tab')
  await expect(box).toHaveValue('IN-India')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Zone LW is saved', { exact: true })).toBeVisible()
}
