import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { expect, fill, refusal, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'
import { loseResponse } from './lose-response.ts'

/** The server saves and its response is lost; sending again saves once. */

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const unreachable = 'Error submitting the form. Please try again.'
const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
})

test(
  'saves a visit once when its response is lost, and asks before changed values replace the saved one',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const { make, read } = apiClient(request, token)
    const name = unique('Lost Answer Farm')
    const { Customer_Code } = await make('customer', {
      Customer_Name: name,
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const visits = async (): Promise<unknown[]> =>
      (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}&sort=Visit_ID`)).items
    const dialog = page.getByRole('dialog')
    const feedback = dialog.locator('[name=Feedback]')
    const save = dialog.getByRole('button', { name: 'Save' })
    const detail = page.getByRole('button', { name: `Visit Detail: ${name}` })
    const load = (): Promise<unknown> => page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
    await load()
    await detail.tap()
    await feedback.fill('Two bags sold')
    await loseResponse(page, '**/api/plan-visit')
    await save.tap()
    await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
    await feedback.fill('Three bags sold')
    await save.tap()
    await expect(dialog.getByText(/^This was saved when you first sent it/)).toBeVisible()
    expect(await visits()).toMatchObject([{ Feedback: 'Two bags sold' }])
    // Without a decision, it asks again after a reload.
    await load()
    await detail.tap()
    await expect(feedback).toHaveValue('Three bags sold')
    await save.tap()
    await dialog.getByRole('button', { name: 'Replace with my changes' }).tap()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    expect(await visits()).toMatchObject([{ Feedback: 'Three bags sold' }])

    // The draft is deleted with the save, so the next visit is a new one.
    await detail.tap()
    await expect(feedback).toHaveValue('')
    await feedback.fill('Rust on the wheat')
    await loseResponse(page, '**/api/plan-visit')
    await save.tap()
    await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
    await load()
    await detail.tap()
    await expect(feedback).toHaveValue('Rust on the wheat')
    await save.tap()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    expect(await visits()).toMatchObject([{ Feedback: 'Three bags sold' }, { Feedback: 'Rust on the wheat' }])
  },
)

test(
  'saves a plan once when its response is lost, and applies later changes to it',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const { make, read } = apiClient(request, token)
    const name = unique('Lost Plan Farm')
    const { Customer_Code } = await make('customer', {
      Customer_Name: name,
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const plans = async (): Promise<unknown[]> =>
      (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)).items
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await page.goto(`/get?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Plan Visit: ${name}` }).click()
    await dialog.locator('[name=Planned_Date]').fill(formatDate(addDays(today, 3)))
    await dialog.locator('[name=Planned_Time]').fill('10:15')
    await dialog.locator('[name=Remarks]').fill('Bring samples')
    await loseResponse(page, '**/api/plan-visit')
    await submit.click()
    await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
    await dialog.locator('[name=Planned_Date]').fill(formatDate(addDays(today, 4)))
    await submit.click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    expect(await plans()).toMatchObject([{ Status: 'planned', Remarks: 'Bring samples' }])
    await expect(page.getByText(`planned ${formatDate(addDays(today, 4))}`)).toBeVisible()

    await page.getByRole('button', { name: `Plan Visit: ${name}` }).click()
    await dialog.locator('[name=Remarks]').fill('Bring more samples')
    await loseResponse(page, '**/api/plan-visit')
    await submit.click()
    await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: `Plan Visit: ${name}` }).click()
    await submit.click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    expect(await plans()).toMatchObject([{ Remarks: 'Bring more samples' }])
  },
)

test(
  'saves a master once when its response is lost, and applies later changes to it',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const { read } = apiClient(request, token)
    const soil = unique('Loam')
    const soils = async (): Promise<unknown[]> => (await read(`/api/v1/soils?q=${soil.split(' ')[1]}`)).items
    const submit = page.getByRole('button', { name: 'Submit' })
    await page.goto('/contact20')
    await fill(page, { Soil_Name: soil })
    await loseResponse(page, '**/api/form/Contact20')
    await submit.click()
    await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
    await expect.poll(async () => (await soils()).length).toBe(1)
    await page.reload()
    await expect(page.locator('[name=Soil_Name]')).toHaveValue(soil)
    await submit.click()
    await expect(page.getByText('Contact form 20 created successfully', { exact: true })).toBeVisible()
    expect(await soils()).toHaveLength(1)

    const second = unique('Clay')
    const clays = async (): Promise<unknown[]> =>
      (await read(`/api/v1/soils?q=${second.split(' ')[1]}`)).items
    await fill(page, { Soil_Name: second })
    await loseResponse(page, '**/api/form/Contact20')
    await submit.click()
    await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
    await fill(page, { Soil_Name: `${second} red` })
    await submit.click()
    await expect(page.getByText(/is saved already$/)).toBeVisible()
    await expect(page).toHaveURL(/edit=/)
    await expect(page.locator('[name=Soil_Name]')).toHaveValue(`${second} red`)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Contact form 20 created successfully', { exact: true })).toBeVisible()
    expect(await clays()).toMatchObject([{ Soil_Name: `${second} red` }])
  },
)
