import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { apiClient } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const today = dayIn(new Date(), 'Asia/Kolkata')
const ago = (days: number): string => addDays(today, -days)

test(
  'records a payment and a promise without a network, and the next balances say whether it was kept',
  { tag: '@phone' },
  async ({ page, context, request, expectedErrors, asAdministrator: { token } }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    const api = apiClient(request, token)
    const name = `Promise Agro ${Math.random().toString(36).slice(2, 8)}`
    const { Customer_Code: code, id } = await api.make('customer', {
      Customer_Name: name,
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const upload = (day: string, Receivable: number): Promise<unknown> =>
      api.send('/api/v1/balances/upload', {
        rows: [{ Customer_Code: code, As_Of: day, Receivable, Overdue: 100 }],
      })
    await upload(ago(5), 50_000)

    await page.goto('/find')
    await page.getByRole('searchbox').first().fill(name)
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await context.setOffline(true)
    await navigateInApp(page, `/record/${String(id)}`)
    await page.getByText('Payment or promise to pay').click()
    await page.locator('[name=Visited_On]').fill(formatDate(ago(3)))
    await page.locator('[name=Collected_Amount]').fill('five')
    await page.locator('.field-save button').click()
    await expect(page.locator('[name=Collected_Amount]')).toHaveAccessibleDescription(/should be an amount/)
    await page.locator('[name=Collected_Amount]').fill('5,000.50')
    await page.getByRole('button', { name: 'UPI' }).click()
    await page.locator('[name=Collected_Reference]').fill('UTR 778')
    await page.locator('[name=Promised_Amount]').fill('20,000')
    await page.locator('[name=Promised_On]').fill(formatDate(ago(4)))
    await page.locator('.field-save button').click()
    await expect(page.locator('[name=Promised_On]')).toHaveAccessibleDescription(
      /should not be before the visit/,
    )
    await page.locator('[name=Promised_On]').fill(formatDate(ago(1)))
    await page.locator('.field-save button').click()
    await expect(page.getByText(/^Saved on this phone/)).toBeVisible()
    await context.setOffline(false)
    const visits = async (): Promise<unknown> =>
      (await api.read(`/api/v1/visits?Customer_Code=${String(code)}&Status=visited`)).items
    await expect.poll(visits, { timeout: 30_000 }).toMatchObject([
      {
        Collected_Amount: 5000.5,
        Collected_Way: 'UPI',
        Collected_Reference: 'UTR 778',
        Promised_Amount: 20_000,
        Promised_On: ago(1),
        Promise_State: 'open',
      },
    ])

    // The balances of the day before yesterday do not judge it, those of today do.
    const row = page.locator('.collections tbody tr', { hasText: name })
    await upload(ago(2), 45_000)
    await page.goto(`/collections?q=${encodeURIComponent(name)}`)
    await expect(row).toContainText('₹5,000.50')
    await expect(row).toContainText('open')
    await upload(today, 25_000)
    await page.getByRole('link', { name: 'Kept', exact: true }).click()
    await expect(row).toContainText('₹20,000')
    await expect(row).toContainText('kept')
    await navigateInApp(page, `/customers/${String(code)}`)
    await expect(page.getByText('Promised to pay')).toBeVisible()
    await expect(page.locator('.badge', { hasText: 'kept' })).toBeVisible()
  },
)
