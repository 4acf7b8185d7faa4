import { apiClient } from './api-client.ts'
import { countStored, logInOnPhone, makeFieldAccount, openPhone, whenReadyForOffline } from './field-phone.ts'
import { expect, navigateInApp, test } from './fixtures.ts'
import { loseResponse } from './lose-response.ts'

test(
  'records a meeting once and shows it on the timeline of each customer',
  { tag: '@desktop' },
  async ({ page, request, expectedErrors, asAdministrator: { token } }) => {
    expectedErrors.push(/ERR_FAILED/)
    const { make, read } = apiClient(request, token)
    const blank = { Last_Visited: null, Last_Visit_ID: null }
    const customers = [
      await make('customer', { Customer_Name: 'Meeting Jivraj', ...blank }),
      await make('customer', { Customer_Name: 'Meeting Kanta', ...blank }),
    ]
    await page.goto('/visits')
    await page.getByRole('button', { name: 'Group visit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[name=Group_Title]').fill('Castor wilt meeting')
    await dialog.locator('button[type=submit]').click()
    await expect(dialog).toContainText('A group visit has at least two customers')
    for (const { Customer_Code, Customer_Name } of customers) {
      // By name: a code that is typed in full and matches nothing else is chosen without a click.
      await dialog.locator('[name=customers]').fill(String(Customer_Name))
      await dialog.locator('.combobox-option', { hasText: String(Customer_Code) }).click()
    }
    await expect(dialog.locator('.chip')).toHaveCount(2)
    await dialog.locator('[name=Attendees]').fill('45')
    await loseResponse(page, '**/api/v1/group-visits')
    await dialog.locator('button[type=submit]').click()
    await expect(page.getByText('The group visit was not recorded')).toBeVisible()
    await dialog.locator('button[type=submit]').click()
    await expect(page.getByText('Recorded for 2 customers')).toBeVisible()
    for (const { Customer_Code } of customers) {
      await navigateInApp(page, `/customers/${String(Customer_Code)}`)
      await expect(page.locator('.timeline')).toContainText('Castor wilt meeting, farmer meeting')
      expect((await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)).items).toHaveLength(1)
    }
  },
)

test(
  'a phone records a farmer meeting with a colleague without a network; it arrives once for each customer',
  { tag: '@phone' },
  async ({ request, server, asAdministrator: { token }, launchOptions }) => {
    const office = apiClient(request, token)
    const field = await makeFieldAccount(request, token, ['Arjan', 'Bhikha', 'Chela'])
    const [first] = field.customers
    const place = (await office.read(`/api/v1/customers?Customer_Code=${first!.Customer_Code}`)).items[0]!
    const levels = ['country', 'zone', 'state', 'pool', 'station', 'city']
    const colleague = await office.make('employee', {
      name: 'Kokila Colleague',
      ...Object.fromEntries(
        levels.map((level) => [`${level}Code`, place[`${level[0]!.toUpperCase()}${level.slice(1)}_Code`]]),
      ),
    })
    const phone = await openPhone({ url: server.url, launchOptions })
    const { page, context } = phone
    await page.goto('/login')
    await logInOnPhone(page, field.email)
    await expect(page).toHaveURL(/\/today$/)
    await expect.poll(() => countStored(page, 'customers')).toBe(3)
    await whenReadyForOffline(page)

    await context.setOffline(true)
    await page.goto('/today')
    await page.getByRole('link', { name: 'Record a group visit' }).click()
    await page.locator('[name=Group_Title]').fill('Castor wilt')
    for (const { Customer_Name } of field.customers.slice(0, 2)) {
      await page.locator('[name=customers]').fill(Customer_Name)
      await page.getByRole('option', { name: Customer_Name }).click()
    }
    await page.locator('[name=Attendees]').fill('30')
    await page.locator('[name=Joined_By]').fill('Kokila')
    await page.getByRole('option', { name: 'Kokila Colleague' }).click()
    await page.locator('[name=Feedback]').fill('Wilt in two fields')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/^Saved on this phone/)).toBeVisible()
    await expect(page.getByText(/2 of 2 stops done|2 customers done today/).first()).toBeVisible()

    // The first answer is lost: the events are sent again.
    await loseResponse(page, '**/api/v1/field/events')
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Outbox' }).click()
    await expect(page.getByText('Group visit: Castor wilt').first()).toBeVisible()
    const visitsOf = async (code: string) => (await office.read(`/api/v1/visits?Customer_Code=${code}`)).items
    await expect.poll(async () => (await visitsOf(first!.Customer_Code)).length, { timeout: 60_000 }).toBe(1)
    await expect(page.locator('.page > .sync-strip')).toContainText(/All sent/, { timeout: 60_000 })
    const groups = new Set()
    for (const { Customer_Code } of field.customers.slice(0, 2)) {
      const visits = await visitsOf(Customer_Code)
      expect(visits).toMatchObject([
        {
          Status: 'visited',
          Group_Title: 'Castor wilt',
          Group_Kind: 'farmer meeting',
          Attendees: 30,
          Joined_By: [colleague['employeeNumber']],
          Feedback: 'Wilt in two fields',
        },
      ])
      groups.add(visits[0]!['Group_ID'])
    }
    expect(groups.size).toBe(1)
    expect(await visitsOf(field.customers[2]!.Customer_Code)).toEqual([])
    await context.close()
  },
)
