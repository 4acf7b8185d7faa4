import type { APIRequestContext } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { administrator, expect, fill, refusal, test } from './fixtures.ts'

/** Nothing typed is lost, nothing is done that nobody asked for: what a busy day brings. */

async function save(
  request: APIRequestContext,
  token: string,
  name: string,
  data: object,
): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.post(`/api/v1/${entityNamed(name).path}`, { data, headers })
  expect([201, 409], await answer.text()).toContain(answer.status())
  return (await answer.json()) as { id: string }
}

const unique = (prefix: string): string =>
  `${prefix}${Date.now().toString(36)}${Math.floor(Math.random() * 1e6)}`

test(
  'a yes from somebody who is not the server saves nothing and loses nothing',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/contact20')
    await fill(page, { Soil_Name: 'Red loam' })
    await page.route('**/api/form/Contact20', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }),
    )
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
    await expect(page.locator('[name=Soil_Name]')).toHaveValue('Red loam')
  },
)

test(
  'a visitor who comes back finds what was typed, and the page is taken over whole',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/contact')
    await page.waitForFunction(() => document.querySelector('#root')?.hasAttribute('data-drawn'))
    await fill(page, { username: 'Meena' })
    await page.waitForFunction(() =>
      sessionStorage.getItem('draft visitor contactMessage')?.includes('Meena'),
    )
    await page.reload()
    await expect(page.locator('[name=username]')).toHaveValue('Meena')
    await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page.locator('[name=username]')).toHaveValue('')
  },
)

test(
  'whoever types on while something is deleted or saved goes on typing',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const [first, second] = [unique('A'), unique('B')]
    await save(request, token, 'currency', { Currency_Code: first, Currency_Name: first })
    const slow = async (route: { continue: () => Promise<void> }): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    }
    await page.goto(`/contact16?q=${first}`)
    await page.route('**/api/v1/currencies/*', slow)
    await page.getByRole('button', { name: `Delete Currency ${first}` }).click()
    await page.locator('[name=Currency_Name]').click()
    await page.keyboard.type('Gold coin of old', { delay: 60 })
    await expect(page.getByText(`Currency ${first} is deleted`, { exact: true })).toBeVisible()
    await expect(page.locator('[name=Currency_Name]')).toHaveValue('Gold coin of old')
    await expect(page.getByText(/is back/)).toHaveCount(0)

    await page.locator('[name=Currency_Code]').fill(second)
    await page.route('**/api/form/Contact16', slow)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.locator('[name=Currency_Name]').fill('The next one')
    await expect(page.getByText(`Currency ${second} is saved`, { exact: true })).toBeVisible()
    await expect(page.locator('[name=Currency_Code]')).toHaveValue('')
    await expect(page.locator('[name=Currency_Name]')).toHaveValue('The next one')
  },
)

test(
  'keeping what I typed keeps what others changed elsewhere in the record',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(409))
    const paymentTermCode = unique('T')
    const made = { paymentTermCode, paymentTermName: 'Thirty', paymentTermDays: '30' }
    const { id } = await save(request, token, 'paymentTerm', made)
    await page.goto(`/contact23?edit=${id}`)
    await page.locator('[name=paymentTermName]').fill('Thirty days')
    const headers = { authorization: `Bearer ${token}` }
    await request.patch(`/api/v1/payment-terms/${id}`, {
      data: { paymentTermDays: '31', version: 1 },
      headers,
    })
    await page.reload()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Keep what I typed' }).click()
    await expect(page.locator('[name=paymentTermDays]')).toHaveValue('31')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Message sent successfully', { exact: true })).toBeVisible()
    const stored = (await (await request.get(`/api/v1/payment-terms/${id}`, { headers })).json()) as object
    expect(stored).toMatchObject({ paymentTermName: 'Thirty days', paymentTermDays: '31' })
  },
)

test(
  'deleting the record in the form leaves a form for a new one',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(404))
    const Industry_Code = unique('I')
    const { id } = await save(request, token, 'industry', { Industry_Code, Industry_Name: 'Seed' })
    await page.goto(`/contact11?edit=${id}`)
    await page.getByRole('button', { name: `Delete Industry ${Industry_Code}` }).click()
    await expect(page.getByText(`Industry ${Industry_Code} is deleted`, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'New industry' })).toBeVisible()
    // A link to what is gone says so, and is no dead end.
    await page.goto(`/contact11?edit=${id}`)
    await expect(page.getByText(/^There is no industry/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  },
)

test(
  'a dialog within a form begins with what the form says now',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const headers = { authorization: `Bearer ${token}` }
    const list = await (await request.get('/api/v1/countries?limit=1', { headers })).json()
    if ((list as { items: object[] }).items.length === 0) {
      const fields = Object.keys(entityNamed('country').fields).map((name) => [name, 'IN'])
      await save(request, token, 'country', Object.fromEntries(fields) as object)
    }
    const [one, other] = [unique('C'), unique('D')]
    for (const code of [one, other]) {
      const fields = Object.keys(entityNamed('country').fields).map((name) => [name, code])
      await save(request, token, 'country', Object.fromEntries(fields) as object)
    }
    await page.goto('/contact6')
    const dialog = page.getByRole('dialog', { name: 'New zone' })
    for (const code of [one, other]) {
      await fill(page, { Country_Code: code })
      await page.locator('[name=State_Code]').focus()
      await page.keyboard.press('Alt+c')
      const state = page.getByRole('dialog', { name: 'New state' })
      await state.getByRole('button', { name: 'New zone for Zone Code' }).click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await state.getByRole('button', { name: 'Cancel' }).click()
    }
  },
)

test(
  'logging in or out in another tab counts here, and costs nothing that was typed',
  { tag: '@desktop' },
  async ({ page, context, asAdministrator: _ }) => {
    await page.goto('/contact20')
    await fill(page, { Soil_Name: 'Laterite' })
    const other = await context.newPage()
    await other.goto('/login')
    await fill(other, administrator)
    await other.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(other).toHaveURL('/')
    await expect(page.locator('[name=Soil_Name]')).toHaveValue('Laterite')
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
    await other.goto('/logout')
    await expect(page).toHaveURL('/login?to=%2Fcontact20')
  },
)
