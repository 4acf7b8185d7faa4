import { addDays } from '#domain/dates/dates.ts'
import type { Page } from '@playwright/test'
import { apiClient } from './api-client.ts'
import { axeViolations } from './axe.ts'
import {
  countStored,
  killPhone,
  logInOnPhone,
  makeFieldAccount,
  openPhone,
  whenReadyForOffline,
  type Phone,
} from './field-phone.ts'
import { expect, test } from './fixtures.ts'

// A whole day without a network: what the phone recorded arrives, each once.

const strip = (page: Page) => page.locator('.page > .sync-strip')
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format()

/** A red square. */
const photo = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
    'base64',
  ),
}

async function openCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Field' }).getByRole('link', { name: 'Find' }).click()
  await page.getByRole('searchbox', { name: 'Find a customer' }).fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Saves the open form of a visit, with a photo. */
async function saveVisit(page: Page, feedback: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('img', { name: 'Taken for this visit' })).toBeVisible()
  await page.getByRole('textbox', { name: /Feedback/ }).fill(feedback)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved on this phone/)).toBeVisible()
}

async function recordVisit(page: Page, name: string): Promise<void> {
  await openCustomer(page, name)
  await page
    .getByRole('link', { name: /^Record/ })
    .first()
    .click()
  await saveVisit(page, `Seen ${name}`)
}

async function planVisit(page: Page, name: string): Promise<void> {
  await openCustomer(page, name)
  await page.getByText('Plan a visit').first().click()
  await page.locator('.field-changes .tap').nth(1).click()
  await expect(page.getByText(/^Saved on this phone/)).toBeVisible()
}

test(
  'a day without a network, closed, killed, logged out and in: everything arrives once',
  { tag: '@phone' },
  async ({ request, server, asAdministrator: { token }, launchOptions }) => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
    const field = await makeFieldAccount(request, token, names)
    const [first, ...others] = field.customers.map(({ Customer_Name }) => Customer_Name)
    const moment = `${today} 10:00`
    await apiClient(request, field.token).send('/api/plan-visit', {
      Customer_Code: field.customers[0]!.Customer_Code,
      Planned_Date: moment,
      Planned_Time: moment,
    })
    const reopen = async ({ folder }: Phone): Promise<Phone> => {
      const opened = await openPhone({ url: server.url, launchOptions, folder, isOffline: true })
      await opened.page.goto('/today')
      return opened
    }

    let phone = await openPhone({ url: server.url, launchOptions })
    await phone.page.goto('/login')
    await logInOnPhone(phone.page, field.email)
    await expect(phone.page).toHaveURL(/\/today$/)
    await expect(phone.page.getByRole('heading', { name: first!, level: 2 })).toBeVisible()
    await whenReadyForOffline(phone.page)
    await phone.context.close()

    // The morning, without a network.
    phone = await reopen(phone)
    await expect(phone.page.getByRole('heading', { name: first!, level: 2 })).toBeVisible()
    await expect(strip(phone.page)).toContainText('No network')
    await phone.page
      .getByRole('link', { name: /^Record/ })
      .first()
      .click()
    await saveVisit(phone.page, `Seen ${first}`)
    for (const name of others.slice(0, 2)) await recordVisit(phone.page, name)
    await planVisit(phone.page, others[5]!)
    await phone.context.close()

    phone = await reopen(phone)
    for (const name of others.slice(2, 5)) await recordVisit(phone.page, name)
    for (const name of others.slice(6)) await planVisit(phone.page, name)
    await phone.page.goto('/record/new')
    await phone.page.getByLabel('Customer Name').fill('Navi Khedut')
    await phone.page.getByLabel('City').selectOption({ index: 1 })
    await phone.page.getByRole('button', { name: 'Save only' }).click()
    await expect(phone.page.getByText(/^Saved on this phone/)).toBeVisible()
    await killPhone(phone)

    phone = await reopen(phone)
    const { page } = phone
    await page.getByRole('link', { name: 'Outbox' }).click()
    await expect(strip(page)).toContainText('16 waiting')
    await page.goto('/logout')
    await expect(page.getByText(/10 entries are not sent yet\. They stay/)).toBeVisible()
    expect(await axeViolations(page), 'the question before a log-out').toEqual([])
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    expect(await countStored(page, 'customers')).toBe(0)

    // Without a network only the right password opens what is on the phone, and no customers.
    await logInOnPhone(page, field.email, 'wrong-password')
    await expect(page.getByText('The e-mail address or the password is wrong. Check both.')).toBeVisible()
    await logInOnPhone(page, field.email)
    await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
    await expect(strip(page)).toContainText('16 waiting')
    await expect(page.getByText(first!).first()).toBeVisible()
    expect(await axeViolations(page), 'the outbox after a log-in without a network').toEqual([])
    await page.goto('/today')
    await expect(page.getByText(/^Your customers were removed from this phone/)).toBeVisible()

    const office = apiClient(request, token)
    const visitsOf = async (code: string) => (await office.read(`/api/v1/visits?Customer_Code=${code}`)).items
    await phone.context.setOffline(false)
    await expect.poll(async () => visitsOf(field.customers[8]!.Customer_Code)).toHaveLength(1)
    await expect(strip(page)).toContainText('Log in to see your customers')
    await expect(strip(page)).not.toContainText('waiting')

    // The office sees each of them once.
    for (const [at, { Customer_Code, Customer_Name }] of field.customers.entries()) {
      const visits = await visitsOf(Customer_Code)
      const expected =
        at < 6
          ? { Status: 'visited', Feedback: `Seen ${Customer_Name}`, Photo_ID: expect.any(String) }
          : { Status: 'planned', Planned_At: expect.stringContaining(addDays(today, 1)) }
      expect(visits, Customer_Name).toMatchObject([expected])
    }
    const proposals = (await office.read('/api/v1/field/proposals')).items
    expect(JSON.stringify(proposals).match(/Navi Khedut/g), JSON.stringify(proposals)).toHaveLength(1)

    // With a log-in the customers return, and nothing of the account is left after the next log-out.
    await strip(page).getByRole('link', { name: 'Log in to see your customers' }).click()
    await logInOnPhone(page, field.email)
    await expect(page.getByText(/6 of 6 stops done/)).toBeVisible()
    await page.goto('/logout')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    for (const store of ['customers', 'outbox', 'photos', 'verifiers'])
      expect(await countStored(page, store), store).toBe(0)
    await phone.context.close()
  },
)
