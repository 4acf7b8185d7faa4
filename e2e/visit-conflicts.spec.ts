import type { Locator, Page } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { apiClient } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const refused = 'Failed to submit the form. Please try again.'

const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const inDialog = (page: Page, name: string): Locator => dialogOf(page).locator(`[name=${name}]`)

async function open(page: Page, path: string, name: string, button: string): Promise<void> {
  const address = `${path}?q=${encodeURIComponent(name)}`
  await (page.url().endsWith('/healthz') ? page.goto(address) : navigateInApp(page, address))
  await page.getByRole('button', { name: `${button}: ${name}` }).click()
  await expect(dialogOf(page)).toBeVisible()
}

test(
  'shows what the server refuses beside the fields, and a plan that another user has changed',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const api = apiClient(request, token)
    const name = 'Jaya Refused'
    const { Customer_Code } = await api.make('customer', { Customer_Name: name, Last_Visited: null })
    const material = await api.make('material', { materialName: 'Bone Meal' })
    await open(page, '/visitentry', name, 'Visit Detail')
    const materials = dialogOf(page).getByRole('group', { name: 'New Recommended Materials' })
    await materials.getByRole('checkbox', { name: 'Bone Meal' }).check()
    await inDialog(page, 'Feedback').fill('Poor soil')
    const headers = { authorization: `Bearer ${token}` }
    const deleted = await request.delete(
      `/api/v1/materials/${String(material['id'])}?version=${String(material['version'])}`,
      { headers },
    )
    expect(deleted.status()).toBe(204)
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialogOf(page).getByText(refused, { exact: true })).toBeVisible()
    await expect(materials).toContainText('There is no material Bone Meal (New Recommended Materials)')
    await expect(page.locator('.sync-strip')).toHaveCount(0)
    await materials.getByRole('checkbox', { name: 'Bone Meal' }).uncheck()
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()

    await open(page, '/get', name, 'Plan Visit')
    await inDialog(page, 'Remarks').fill('After the harvest')
    const office = { email: 'office.plan@agridesk.in', password: 'sesame-in-a-silo' }
    const registered = await request.post('/api/auth/register', { data: { username: 'Office', ...office } })
    const { account } = (await registered.json()) as { account: { id: string; version: number } }
    const change = { status: 'active', role: 'OFFICE', version: account.version }
    expect((await request.patch(`/api/admin/users/${account.id}`, { data: change, headers })).ok()).toBe(true)
    const entered = (await (await request.post('/api/auth/login', { data: office })).json()) as {
      token: string
    }
    const moment = `${addDays(today, 2)} 09:00`
    await apiClient(request, entered.token).send('/api/plan-visit', {
      Customer_Code,
      Planned_Date: moment,
      Planned_Time: moment,
    })
    await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
    const when = formatDate(addDays(today, 2))
    await expect(
      dialogOf(page).getByText(`Another user planned this meanwhile, for ${when} 09:00. Nothing was changed`),
    ).toBeVisible()
    await expect(inDialog(page, 'Remarks')).toHaveValue('After the harvest')
    await expect(dialogOf(page).getByText(`Planned for ${when} 09:00. Submitting moves it.`)).toBeVisible()
    await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
  },
)
