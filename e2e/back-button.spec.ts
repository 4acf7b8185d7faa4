import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { expect, fill, navigateInApp, test, whenHydrated } from './fixtures.ts'
import { apiClient } from './api-client.ts'

/** Back closes the top dialog, and saving a visit returns to the page that opened it. */

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test(
  'closes a dialog, stays on the page and keeps the typed values',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const name = unique('Back Farm')
    await apiClient(request, token).make('customer', { Customer_Name: name })
    const dialog = page.getByRole('dialog')
    const plan = page.getByRole('button', { name: `Plan Visit: ${name}` })
    await page.goto('/')
    await page.goto(`/get?q=${encodeURIComponent(name)}`)
    await plan.tap()
    await dialog.locator('[name=Remarks]').fill('Bring samples')
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/get\?q=/)
    await plan.tap()
    await expect(dialog.locator('[name=Remarks]')).toHaveValue('Bring samples')
    // A dialog closed by a button leaves no history entry: one Back is one page.
    await dialog.getByRole('button', { name: 'Cancel' }).tap()
    await expect(dialog).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await page.goForward()
    await expect(page).toHaveURL(/\/get\?q=/)
    await expect(heading(page, 'Visit Planner')).toBeVisible()

    // A reload with an open dialog shows the page, and Back leaves it.
    await plan.tap()
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(plan).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
  },
)

test(
  'closes nested dialogs of all kinds one by one',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const soil = unique('Back soil')
    const api = apiClient(request, token)
    const { id } = await api.save('soil', { Soil_Name: soil })
    const company = await api.make('company')
    const dialog = page.getByRole('dialog')
    await page.goto('/about')
    await whenHydrated(page)
    await page.getByRole('link', { name: 'Visit Planner' }).click()
    await expect(heading(page, 'Visit Planner')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/get')
    await page.goBack()
    await expect(page).toHaveURL('/about')

    // After opening a screen from the palette, one Back returns to the page where the palette was open.
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill('visit entry')
    await expect(dialog.getByRole('option').first()).toContainText('Visit Entry')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/visitentry')
    await page.goBack()
    await expect(page).toHaveURL('/about')
    await expect(heading(page, /./)).toBeVisible()

    // Nested dialogs: the branch within the form, the company within the branch.
    await navigateInApp(page, '/contact10')
    await fill(page, { Company_Code: String(company['Company_Code']) })
    await page.locator('main [name=Branch_Code]').focus()
    await page.keyboard.press('Alt+c')
    await expect(dialog).toHaveCount(1)
    await dialog.locator('[name=Company_Code]').focus()
    await page.keyboard.press('Alt+c')
    await expect(dialog).toHaveCount(2)
    await page.goBack()
    await expect(dialog).toHaveCount(1)
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/contact10')

    await navigateInApp(page, `/records/soils/${String(id)}`)
    for (const name of ['Merge…', 'What may I do?']) {
      await page.getByRole('button', { name }).click()
      await expect(dialog).toHaveCount(1)
      await page.goBack()
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(/\/records\/soils\//)
    }
  },
)

test(
  'returns to the day route, the calendar or the customer after a visit recorded from there',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { make, send } = apiClient(request, token)
    const names = ['One', 'Two', 'Three'].map((word) => unique(`Route ${word}`))
    const day = addDays(today, 40)
    const codes: string[] = []
    for (const [at, Customer_Name] of names.entries()) {
      const { Customer_Code } = await make('customer', {
        Customer_Name,
        Last_Visited: null,
        Last_Visit_ID: null,
      })
      const moment = `${day} 0${at + 7}:00`
      await send('/api/plan-visit', { Customer_Code, Planned_Date: moment, Planned_Time: moment })
      codes.push(String(Customer_Code))
    }
    const dialog = page.getByRole('dialog')
    const record = async (): Promise<void> => {
      await dialog.locator('[name=Feedback]').fill('All well')
      await dialog.getByRole('button', { name: 'Save' }).tap()
      await expect(page.getByText(saved, { exact: true })).toBeVisible()
      await expect(dialog).toHaveCount(0)
    }
    const first = page.locator('.round-stop').first()
    const route = `/round?day=${day}&employee=all`
    await page.goto(route)
    await expect(page.locator('.round-stop')).toHaveCount(3)
    const next = await page.locator('.round-stop h2 a').nth(1).textContent()
    await first.getByRole('link', { name: /^Visit Detail/ }).tap()
    await record()
    await expect(page).toHaveURL(route)
    await expect(page.locator('.round-stop')).toHaveCount(2)
    await expect(first).toContainText(next!)
    // Leaving without saving returns as well, by Back or by the button.
    await first.getByRole('link', { name: /^Visit Detail/ }).tap()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(route)
    await expect(dialog).toHaveCount(0)

    const calendar = `/calendar?view=week&day=${day}&employee=all`
    const shown = page.getByRole('button', { name: next! })
    await navigateInApp(page, calendar)
    await shown.first().tap()
    await dialog.getByRole('link', { name: 'Visit Detail' }).tap()
    await expect(dialog.getByRole('heading', { name: /^Visit Detail/ })).toBeVisible()
    await record()
    await expect(page).toHaveURL(calendar)
    await expect(page.getByRole('heading', { level: 1, name: /Calendar/ })).toBeVisible()

    await navigateInApp(page, `/customers/${codes[2]}`)
    await page.getByRole('link', { name: 'Visit Detail' }).first().tap()
    await record()
    await expect(heading(page, names[2]!)).toBeVisible()
    await expect(page.getByText(formatDate(today)).first()).toBeVisible()
  },
)

test(
  'goes back exactly once from the dialog of a visit, also with slow responses',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { make, read } = apiClient(request, token)
    const { Customer_Code: code } = await make('customer', {
      Customer_Name: unique('Slow Farm'),
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const visits = async (): Promise<unknown[]> =>
      (await read(`/api/v1/visits?Customer_Code=${String(code)}&Status=visited`)).items
    const dialog = page.getByRole('dialog')
    const customer = `/customers/${String(code)}`
    /** Delays the next request to the path until the returned function is called. */
    const hold = async (path: string): Promise<() => void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(path, (route) => promise.then(() => route.fallback()), { times: 1 })
      return resolve
    }
    const open = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Visit Detail' }).first().tap()
      await dialog.locator('[name=Feedback]').fill('All well')
    }
    await page.goto('/about')
    await navigateInApp(page, customer)
    await open()
    const showSaved = await hold('**/api/v1/customers/*/page')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(dialog, 'closed, so that it cannot be saved twice').toHaveCount(0)
    showSaved()
    await expect(page).toHaveURL(customer)
    expect(await visits()).toHaveLength(1)

    await open()
    const showCancelled = await hold('**/api/v1/customers/*/page')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    showCancelled()
    await expect(page).toHaveURL(customer)

    await open()
    const save = await hold('**/api/v1/field/events')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await page.goBack()
    await expect(page).toHaveURL(customer)
    await expect(dialog).toHaveCount(0)
    save()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    await expect.poll(async () => (await visits()).length).toBe(2)
    await expect(page).toHaveURL(customer)
    await page.goBack()
    await expect(page).toHaveURL('/about')
  },
)

test(
  'skips a replaced URL and the page of a merged record',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const api = apiClient(request, token)
    const name = unique('Address Farm')
    const { Customer_Code: code } = await api.make('customer', { Customer_Name: name })
    const dialog = page.getByRole('dialog')
    await page.goto(`/visitentry?q=${encodeURIComponent(name)}&open=${encodeURIComponent(String(code))}`)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/visitentry\?q=[^&]*$/)
    await page.getByRole('button', { name: `Visit Detail: ${name}` }).click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page, 'a reload would open the dialog again').toHaveURL(/\/visitentry\?q=[^&]*$/)

    const [gone, kept] = [unique('Soil gone'), unique('Soil kept')]
    const { id, Soil_Code: goneCode } = await api.save('soil', { Soil_Name: gone })
    const { id: other, Soil_Code } = await api.save('soil', { Soil_Name: kept })
    await navigateInApp(page, '/lists/soils')
    await page
      .getByRole('link', { name: String(goneCode) })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/records/soils/${String(id)}`))
    await page.getByRole('button', { name: 'Merge…' }).click()
    await dialog.getByRole('combobox').pressSequentially(kept)
    await dialog.getByRole('option', { name: kept }).click()
    await dialog.getByRole('button', { name: `Keep ${String(Soil_Code)} instead` }).click()
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/records/soils/${String(other)}`))
    await page.goBack()
    await expect(page, 'not the merged record').toHaveURL('/lists/soils')
    await page.goForward()
    await expect(page).toHaveURL(new RegExp(`/records/soils/${String(other)}`))
    await expect(heading(page, /kept/)).toBeVisible()
  },
)
