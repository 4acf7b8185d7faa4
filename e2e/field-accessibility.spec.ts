import { axeViolations, axeViolationsAsShown } from './axe.ts'
import { apiClient } from './api-client.ts'
import { makeFieldAccount } from './field-phone.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

// The field screens with customers, a plan and events in every state, also without a network. The empty ones, and those of
// the office, are part of e2e/accessibility.spec.ts.

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format()

/**
 * Links, buttons and inputs that are too small for a thumb. Links inside a sentence are as high as its lines, and a button
 * inside an input as high as the input without its border.
 */
const smallTargets = (): string[] =>
  [...document.querySelectorAll('main :is(a, button, select, input, textarea, summary)')]
    .filter(
      (element) =>
        element.checkVisibility() &&
        !element.matches('p:not(.links) a, .for-readers, h2 a, output a, .control-button, [aria-hidden]'),
    )
    .filter(
      (element) => !element.matches('.field-card-name') && element.getBoundingClientRect().height < 43.5,
    )
    .map((element) => element.outerHTML.slice(0, 120))

test(
  'the field screens with data have no findings, in light and dark mode, and without a network',
  { tag: '@phone' },
  async ({ page, context, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    const names = ['One', 'Two', 'ખેડૂત સેવા કેન્દ્ર અને બીજ ભંડાર ગોંડલ તાલુકા સહકારી મંડળી', 'Four']
    const field = await makeFieldAccount(request, token, names)
    const moment = `${today} 10:00`
    for (const { Customer_Code } of field.customers.slice(0, 3))
      await apiClient(request, field.token).send('/api/plan-visit', {
        Customer_Code,
        Planned_Date: moment,
        Planned_Time: moment,
      })
    await page.goto('/healthz')
    await page.evaluate((value) => localStorage.setItem('token', value), field.token)
    await page.goto('/today')
    const record = page.getByRole('link', { name: /^Record/ }).first()
    await expect(record).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    const check = async (state: string): Promise<void> => {
      expect(await axeViolations(page), state).toEqual([])
      expect(await page.evaluate(smallTargets), `targets on ${state}`).toEqual([])
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(width, `${state} is not wider than the screen`).toBeLessThanOrEqual(0)
    }
    await check('/today')
    await context.setOffline(true)
    await expect(page.locator('.page > .sync-strip')).toContainText('No network')
    await check('/today without a network')
    await record.click()
    await expect(page.getByRole('textbox', { name: /Feedback/ })).toBeVisible()
    await check('/record/:id')
    await page.getByRole('textbox', { name: /Feedback/ }).fill('Two bags')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/^Saved on this phone/)).toBeVisible()
    await check('a saved visit')
    await navigateInApp(page, '/outbox')
    await expect(page.getByRole('heading', { name: /^Waiting/ })).toBeVisible()
    await check('/outbox with an event that waits')
    await page.evaluate(refuseAll)
    await page.goto('/outbox')
    await expect(page.getByRole('heading', { name: /^Needs you/ })).toBeVisible()
    await check('/outbox with a refused event')
    await navigateInApp(page, '/find?q=four')
    await expect(
      page.getByRole('link', { name: field.customers[3]!.Customer_Name, exact: true }),
    ).toBeVisible()
    await check('/find with results')
    await page.getByRole('link', { name: field.customers[3]!.Customer_Name, exact: true }).click()
    for (const summary of await page.locator('.field-changes summary').all()) await summary.click()
    await check('/field/customers/:id with its forms')
    await navigateInApp(page, '/record/new')
    await page.getByRole('button', { name: 'Save only' }).click()
    await expect(page.getByText('Enter the name')).toBeVisible()
    await check('/record/new with problems')
    await page.goto('/visits')
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    expect(await axeViolationsAsShown(page), 'the page without a network').toEqual([])
  },
)

/** Runs in the page: as if the office had refused every event. */
function refuseAll(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('agridesk')
    opening.addEventListener('success', () => {
      const database = opening.result
      const transaction = database.transaction('outbox', 'readwrite')
      const outbox = transaction.objectStore('outbox')
      outbox.getAll().addEventListener('success', ({ target }) => {
        for (const entry of (target as IDBRequest<object[]>).result)
          outbox.put({ ...entry, state: 'refused', message: 'The season is not known. Choose another' })
      })
      transaction.addEventListener('complete', () => {
        database.close()
        resolve()
      })
    })
  })
}
