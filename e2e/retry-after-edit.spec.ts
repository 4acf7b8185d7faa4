import { dayIn } from '#domain/dates/moments.ts'
import { expect, fill, refusal, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'
import { loseResponse } from './lose-response.ts'

/** Values changed after a lost response are not saved twice, and do not block the next record. */

const today = dayIn(new Date(), 'Asia/Kolkata')
const unreachable = 'Error submitting the form. Please try again.'
const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, refusal(422))
})

test(
  'leaves no draft after the lost response of a record created within a form',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { read } = apiClient(request, token)
    const [first, second] = [unique('A').replace(' ', ''), unique('B').replace(' ', '')]
    const countries = async (q: string): Promise<unknown[]> =>
      (await read(`/api/v1/countries?q=${encodeURIComponent(q)}`)).items
    const rest = {
      Postal_Code: '380001',
      Iso_Code: 'IN',
      Iso_Code_3char: 'IND',
      Eu_Country: 'No',
      Country_Shortname: 'India',
    }
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Submit' })
    const type = async (values: Record<string, string>): Promise<void> => {
      for (const [name, value] of Object.entries(values)) await dialog.locator(`[name=${name}]`).fill(value)
    }
    const open = async (): Promise<void> => {
      await page.locator('main [name=Country_Code]').focus()
      await page.keyboard.press('Alt+c')
      await expect(dialog.locator('[name=Country_Name]')).toBeVisible()
    }
    await page.goto('/contact2')
    await open()
    await type({ ...rest, Country_Code: first, Country_Name: 'Once' })
    await loseResponse(page, '**/api/form/contact1')
    await submit.click()
    // The form takes no changes until the response is known to be lost.
    await expect(dialog.locator('.notice')).toBeVisible()
    expect(await countries(first)).toHaveLength(1)
    await type({ Country_Name: 'Once, changed' })
    await submit.click()
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('main [name=Country_Code]')).toHaveValue(new RegExp(first))
    await fill(page, { Country_Code: '' })
    await open()
    await expect(dialog.locator('[name=Country_Name]')).toHaveValue('')
    await type({ ...rest, Country_Code: second, Country_Name: 'Another' })
    await submit.click()
    await expect(dialog).toHaveCount(0)
    expect(await countries(first)).toMatchObject([{ Country_Name: 'Once' }])
    expect(await countries(second)).toMatchObject([{ Country_Name: 'Another' }])
  },
)

test(
  'saves the same draft in two tabs as one record',
  { tag: '@desktop' },
  async ({ page, context, request, asAdministrator: { token } }) => {
    const { read } = apiClient(request, token)
    const word = unique('T').slice(2)
    const soils = async (): Promise<unknown[]> => (await read(`/api/v1/soils?q=${word}`)).items
    const saved = 'Contact form 20 created successfully'
    await page.goto('/contact20')
    await fill(page, { Soil_Name: `Silt ${word}` })
    const other = await context.newPage()
    await other.goto('/contact20')
    const typed = other.locator('[name=Soil_Name]')
    await expect(typed).toHaveValue(`Silt ${word}`)
    // Changed and reverted: the tab has its own copy of the draft.
    await typed.fill(`Silt ${word} x`)
    await typed.fill(`Silt ${word}`)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    await other.getByRole('button', { name: 'Submit' }).click()
    await expect(other.getByText(saved, { exact: true })).toBeVisible()
    expect(await soils()).toHaveLength(1)
    // The next record of each tab is a new one.
    for (const [at, tab] of [page, other].entries()) {
      await expect(tab.locator('[name=Soil_Name]')).toHaveValue('')
      await fill(tab, { Soil_Name: `Sand ${at} ${word}` })
      await tab.getByRole('button', { name: 'Submit' }).click()
      await expect.poll(async () => (await soils()).length).toBe(2 + at)
    }
    await other.close()
  },
)

test(
  'records a second visit after a lost response',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { make, read, send } = apiClient(request, token)
    const name = unique('Twice Farm')
    const { Customer_Code } = await make('customer', {
      Customer_Name: name,
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const moment = `${today} 09:00`
    await send('/api/plan-visit', { Customer_Code, Planned_Date: moment, Planned_Time: moment })
    const visits = async (): Promise<Record<string, unknown>[]> =>
      (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}&Status=visited`)).items as Record<
        string,
        unknown
      >[]
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Save' })
    await page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
    await dialog.locator('[name=Feedback]').fill('In the morning')
    await loseResponse(page, '**/api/plan-visit')
    await save.tap()
    await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
    await dialog.locator('[name=Feedback]').fill('In the evening')
    await save.tap()
    await expect(dialog.getByText(/^This was saved when you first sent it/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Record as another visit' }).tap()
    await expect(page.getByText('Form submitted successfully!', { exact: true })).toBeVisible()
    expect((await visits()).map((each) => each['Feedback']).toSorted()).toEqual([
      'In the evening',
      'In the morning',
    ])
  },
)

test(
  'updates bulk plans that were changed after a lost response',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { make, read } = apiClient(request, token)
    const name = unique('Moved Farm')
    const { Customer_Code } = await make('customer', { Customer_Name: name })
    const plans = async (): Promise<unknown[]> =>
      (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)).items
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await page.goto(`/get?q=${encodeURIComponent(name)}`)
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Plan visits…' }).click()
    await dialog.locator('[name=Remarks]').fill('Bring samples')
    await loseResponse(page, '**/api/v1/visit-plans')
    await submit.click()
    await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
    await dialog.locator('[name=Remarks]').fill('Bring more samples')
    await submit.click()
    await expect(page.getByText('Form submitted successfully!', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await plans()).toMatchObject([{ Status: 'planned', Remarks: 'Bring more samples' }])
  },
)

test(
  'adds a holiday that was changed after a lost response as another one',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    const [first, second] = [unique('Kite Day'), unique('Kite Evening')]
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await page.goto('/admin/holidays')
    await fill(page, { Holiday_Date: '14/01/2031', Holiday_Name: first })
    await loseResponse(page, '**/api/v1/holidays')
    await add.click()
    await expect(page.getByText('The holiday was not added', { exact: true })).toBeVisible()
    await fill(page, { Holiday_Date: '15/01/2031', Holiday_Name: second })
    await add.click()
    await expect(page.getByText(/Your first attempt was saved/)).toBeVisible()
    await expect(page.getByRole('cell', { name: first, exact: true })).toBeVisible()
    await add.click()
    await expect(page.getByText(`${second} is added`, { exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: second, exact: true })).toBeVisible()
  },
)

test(
  'keeps a photo in the draft that was still uploading when the visit was sent',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const name = unique('Photo Farm')
    await apiClient(request, token).make('customer', { Customer_Name: name })
    const dialog = page.getByRole('dialog')
    const open = async (): Promise<void> => {
      await page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
      await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('/api/v1/photos', (route) => promise.then(() => route.fallback()), { times: 1 })
    await page.route('/api/plan-visit', (route) => route.abort(), { times: 1 })
    await open()
    await dialog.locator('[name=Feedback]').fill('See the leaf')
    const picture = await page.screenshot({ type: 'jpeg' })
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: picture })
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeVisible()
    resolve()
    await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
    await open()
    await expect(dialog.locator('[name=Feedback]')).toHaveValue('See the leaf')
    await expect(dialog.getByText('The photo is uploaded.')).toBeVisible()
  },
)
