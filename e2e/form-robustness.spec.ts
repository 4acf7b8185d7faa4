import type { APIRequestContext, Page } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { make as makeRecord } from '#testing/build-record.ts'
import { administrator, expect, fill, navigateInApp, refusal, test, whenHydrated } from './fixtures.ts'
import { showQuery } from './show-query.ts'

/** Typed values survive errors, concurrent changes and reloads, and no action runs twice. */

async function save(
  request: APIRequestContext,
  token: string,
  name: string,
  data: object,
): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await request.post(`/api/v1/${entityNamed(name).path}`, { data, headers })
  expect([201, 409], await response.text()).toContain(response.status())
  return (await response.json()) as { id: string }
}

const unique = (prefix: string): string =>
  `${prefix}${Date.now().toString(36)}${Math.floor(Math.random() * 1e6)}`

test(
  'keeps typed values, and runs each action once, whatever happens meanwhile',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(404), refusal(409), /ERR_INTERNET_DISCONNECTED/)
    await page.goto('/contact20')
    await test.step('the code of a screen that fails to load is loaded later', () => loadsCodeAgain(page))
    await test.step('a response that is not from the server is an error', () => keepsForm(page))
    await test.step('the focus stays while a record is deleted or saved', () =>
      keepsFocus(page, request, token))
    await test.step('the changes of another user in other fields are kept', () =>
      keepsOtherFields(page, request, token))
    await test.step('a form for a new record follows the deleted one', () =>
      showsNewForm(page, request, token))
    await test.step('a nested dialog has the current values of the form', () =>
      fillsDialog(page, request, token))
    await test.step('a double click deletes one record', () => deletesOnce(page, request, token))
    await test.step('another tab logs in, and asks before it logs out', () => followsOtherTab(page))
    await test.step('the draft of a visitor is restored after a reload', () => restoresDraft(page))
    await test.step('a password submitted before hydration is not put into the URL', () =>
      keepsPasswordOutOfUrl(page))
  },
)

async function keepsForm(page: Page): Promise<void> {
  await fill(page, { Soil_Name: 'Red loam' })
  await page.route('**/api/form/Contact20', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }),
  )
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
  await expect(page.locator('[name=Soil_Name]')).toHaveValue('Red loam')
  await page.unroute('**/api/form/Contact20')
  await page.getByRole('button', { name: 'Clear' }).click()
}

async function keepsFocus(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const [first, second] = [unique('A'), unique('B')]
  await save(request, token, 'currency', { Currency_Code: first, Currency_Name: first })
  /** Delays the next request to the path until the returned function is called. */
  const hold = async (path: string): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(path, (route) => promise.then(() => route.continue()), { times: 1 })
    return resolve
  }
  await navigateInApp(page, `/contact16?q=${first}`)
  const finishDelete = await hold('**/api/v1/currencies/*')
  await page.getByRole('button', { name: `Delete Currency ${first}` }).click()
  await page.locator('[name=Currency_Name]').click()
  await page.keyboard.type('Gold coin')
  finishDelete()
  await expect(page.getByText(`Currency ${first} is deleted`, { exact: true })).toBeVisible()
  // A space would press Undo if it had the focus.
  await page.keyboard.type(' of old')
  await expect(page.locator('[name=Currency_Name]')).toHaveValue('Gold coin of old')
  await expect(page.getByText(/is restored/)).toHaveCount(0)

  await page.locator('[name=Currency_Code]').fill(second)
  const finishSave = await hold('**/api/form/Contact16')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.locator('[name=Currency_Name]').fill('The next one')
  finishSave()
  await expect(page.getByText(`Currency ${second} is saved`, { exact: true })).toBeVisible()
  await expect(page.locator('[name=Currency_Code]')).toHaveValue('')
  await expect(page.locator('[name=Currency_Name]')).toHaveValue('The next one')
}

async function keepsOtherFields(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const paymentTermCode = unique('T')
  const created = { paymentTermCode, paymentTermName: 'Thirty', paymentTermDays: '30' }
  const { id } = await save(request, token, 'paymentTerm', created)
  await navigateInApp(page, `/contact23?edit=${id}`)
  await page.locator('[name=paymentTermName]').fill('Thirty days')
  const headers = { authorization: `Bearer ${token}` }
  await request.patch(`/api/v1/payment-terms/${id}`, {
    data: { paymentTermDays: '31', version: 1 },
    headers,
  })
  await page.reload()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.locator('[name=paymentTermDays]')).toHaveValue('31')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Message sent successfully', { exact: true })).toBeVisible()
  const stored = (await (await request.get(`/api/v1/payment-terms/${id}`, { headers })).json()) as object
  expect(stored).toMatchObject({ paymentTermName: 'Thirty days', paymentTermDays: '31' })
}

async function showsNewForm(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const Industry_Code = unique('I')
  const { id } = await save(request, token, 'industry', { Industry_Code, Industry_Name: 'Seed' })
  await navigateInApp(page, `/contact11?edit=${id}`)
  await page.getByRole('button', { name: `Delete Industry ${Industry_Code}` }).click()
  await expect(page.getByText(`Industry ${Industry_Code} is deleted`, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'New industry' })).toBeVisible()
  // A link to a deleted record shows a message and an empty form.
  await showQuery(page, `/contact11?edit=${id}`)
  await expect(page.getByText(/^There is no industry/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
}

async function fillsDialog(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const companies = [unique('C'), unique('D')]
  const headers = { authorization: `Bearer ${token}` }
  const make = async (name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const response = await request.post(`/api/v1/${entityNamed(name).path}`, { data: input, headers })
    expect(response.status(), await response.text()).toBe(201)
    return (await response.json()) as Record<string, unknown>
  }
  for (const Company_Code of companies) await makeRecord(make, 'company', { Company_Code })
  await navigateInApp(page, '/contact10')
  const dialog = page.getByRole('dialog', { name: 'New branch' })
  for (const code of companies) {
    await fill(page, { Company_Code: code })
    await page.locator('main [name=Branch_Code]').focus()
    await page.keyboard.press('Alt+c')
    await expect(dialog.locator('[name=Company_Code]')).toHaveValue(code)
    await expect(dialog.locator('[name=Company_Code]'), 'the first field, not the close button').toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.locator('main [name=Branch_Code]')).toBeFocused()
  }
}

async function deletesOnce(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const prefix = unique('G')
  for (const at of [1, 2, 3])
    await save(request, token, 'gst', { GST_Code: `${prefix}${at}`, GST_Name: `${prefix} ${at}` })
  await navigateInApp(page, `/contact17?q=${prefix}`)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(3)
  const deleted: string[] = []
  page.on('request', (sent) => sent.method() === 'DELETE' && deleted.push(sent.url()))
  await page.getByRole('button', { name: `Delete GST ${prefix}1` }).dblclick({ delay: 30 })
  await expect(page.getByText(`GST ${prefix}1 is deleted`, { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(2)
  expect(deleted, 'the second click sends nothing').toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
}

async function restoresDraft(page: Page): Promise<void> {
  await page.goto('/contact')
  await whenHydrated(page)
  await fill(page, { username: 'Meena' })
  await page.waitForFunction(() => sessionStorage.getItem('draft visitor contactMessage')?.includes('Meena'))
  await page.reload()
  await expect(page.locator('[name=username]')).toHaveValue('Meena')
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.locator('[name=username]')).toHaveValue('')
}

async function keepsPasswordOutOfUrl(page: Page): Promise<void> {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/vendor-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('[name=email]').fill(administrator.email)
  await page.locator('[name=password]').fill(administrator.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled()
  expect(page.url()).toMatch(/\/login$/)
  release()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
}

async function loadsCodeAgain(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Visit Planner' }).click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.context().setOffline(false)
  // It loads without a click, and other screens still work.
  await expect(page.getByRole('heading', { name: 'Visit Planner' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Visit Entry' }).click()
  await expect(page.getByRole('heading', { name: 'Visit Entry' })).toBeVisible()
  await menu.getByRole('link', { name: 'Visit Planner' }).click()
  await expect(page.getByRole('heading', { name: 'Visit Planner' })).toBeVisible()
  await navigateInApp(page, '/contact20')
}

/** And it asks before it logs out. */
async function followsOtherTab(page: Page): Promise<void> {
  await navigateInApp(page, '/contact20')
  const other = await page.context().newPage()
  await fill(page, { Soil_Name: 'Laterite' })
  await other.goto('/login')
  await fill(other, administrator)
  await other.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(other).toHaveURL('/')
  await expect(page.locator('[name=Soil_Name]')).toHaveValue('Laterite')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await navigateInApp(other, '/logout')
  // This one, a currency and a branch.
  await expect(other.getByText('3 forms are not sent yet. Log out anyway?')).toBeVisible()
  await other.getByRole('button', { name: 'Delete them and log out' }).click()
  await expect(page).toHaveURL('/login?to=%2Fcontact20')
  const typed = (): Promise<string[]> =>
    page.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.startsWith('draft')),
    )
  await expect.poll(typed).toEqual([])
}
