import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { apiClient } from './api-client.ts'
import { administrator, expect, navigateInApp, test } from './fixtures.ts'

test.use({ isSample: true })

const timeZone = 'Asia/Kolkata'

test(
  'asks what became of a plan without a result, and the mark goes with the answer',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const api = apiClient(request, token)
    const { employeeNumber } = await api.make('employee', { email: administrator.email })
    const names = ['Away Patel', 'Moved Shah']
    const days = [3, 2].map((ago) => addDays(dayIn(new Date(), timeZone), -ago))
    const codes: unknown[] = []
    for (const [at, name] of names.entries()) {
      const { Customer_Code } = await api.make('customer', { Customer_Name: name })
      codes.push(Customer_Code)
      await api.send('/api/v1/visits', {
        Customer_Code,
        Planned_Date: days[at],
        Planned_Time: '10:30',
        Remarks: '',
        Assigned_To: employeeNumber,
      })
    }
    await page.goto(`/calendar?view=month&day=${days[0]}&employee=mine`)
    const plan = page.locator('.plan', { hasText: 'Away Patel' }).first()
    await expect(plan).toContainText('not recorded')

    await page.locator('.bell').click()
    await page.waitForURL('**/notifications')
    await expect(page.getByText(/No notifications yet/)).toBeVisible()
    await navigateInApp(page, '/')
    const card = page.locator('.home-card', { has: page.locator('.plan-question') })
    await expect(card.getByRole('heading')).toHaveText('2 planned visits without a result: what happened?')
    await card.getByRole('button', { name: 'The visit to Away Patel did not happen' }).click()
    await card.getByRole('button', { name: 'Customer was away' }).click()
    await expect(page.getByText('The visit to Away Patel is recorded as missed')).toBeVisible()
    await card.getByRole('button', { name: 'Move the visit to Moved Shah to another day' }).click()
    await card.getByRole('button', { name: 'Today' }).click()
    await expect(page.locator('.home-card', { has: page.locator('.plan-question') })).toHaveCount(0)

    await expect
      .poll(async () => (await api.read(`/api/v1/visits?Customer_Code=${codes[0]}`)).items)
      .toMatchObject([{ Status: 'missed', Reason: 'Customer was away' }])
    await expect
      .poll(async () => (await api.read(`/api/v1/visits?Customer_Code=${codes[1]}`)).items[0]?.['version'])
      .toBe(2)
    await navigateInApp(page, `/calendar?view=month&day=${days[0]}&employee=mine`)
    await expect(plan).toContainText('missed')
    await expect(page.getByText('not recorded')).toHaveCount(0)
  },
)

test.describe('push messages', () => {
  test.use({
    serviceWorkers: 'allow',
    permissions: ['notifications'],
    expectedErrors: [/does not support the Push API in incognito mode/],
  })

  test(
    'are shown by the service worker, and a failed subscription is explained',
    { tag: '@desktop' },
    async ({ page, context, asAdministrator: _ }) => {
      await page.goto('/account')
      // The test browser has no push service: the answer is a sentence, and the button stays.
      await page.getByRole('button', { name: 'Send messages to this device' }).click()
      await expect(page.getByText('This device gets no messages')).toBeVisible()
      await expect(page.getByText('The push service of the browser could not be reached')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Send messages to this device' })).toBeEnabled()

      const message = {
        id: 'n1',
        title: 'Two visits today',
        body: 'Kisan Agro, Patel Seeds',
        to: '/calendar',
      }
      const [worker] = context.serviceWorkers()
      // The test browser allows a worker no notifications: what it would show is returned.
      const shown = await worker!.evaluate((data) => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
        const calls: unknown[] = []
        registration.showNotification = (title, options) => {
          calls.push({ title, body: options?.body, tag: options?.tag, data: options?.data as unknown })
          return Promise.resolve()
        }
        const push = (json: () => unknown): boolean =>
          globalThis.dispatchEvent(Object.assign(new Event('push'), { data: { json }, waitUntil() {} }))
        push(() => data)
        push(() => null)
        return calls
      }, message)
      expect(shown).toEqual([{ title: message.title, body: message.body, tag: message.id, data: message.to }])
    },
  )
})
