import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { apiClient, type Values } from './api-client.ts'

/** A phone: a browser with a profile of its own, which survives that it is closed or killed. */
export interface Phone {
  /** The profile. */
  folder: string
  context: BrowserContext
  page: Page
}

export interface PhoneOptions {
  url: string
  /** Of the project: the browser and its flags. */
  launchOptions: object
  folder?: string
  isOffline?: boolean
}

export async function openPhone({
  url,
  launchOptions,
  folder,
  isOffline = false,
}: PhoneOptions): Promise<Phone> {
  const profile = folder ?? mkdtempSync(join(tempFolder('agridesk-phone-'), 'profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL: url,
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  await context.setOffline(isOffline)
  context.setDefaultTimeout(15_000)
  return { folder: profile, context, page: context.pages()[0] ?? (await context.newPage()) }
}

/** Ends the processes of the browser at once, as the system does when it needs memory. */
export async function killPhone({ folder, context }: Phone): Promise<void> {
  const isClosed = context.waitForEvent('close')
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = commandOf(id)
    if (command.includes(`--user-data-dir=${folder}\0`)) process.kill(Number(id), 'SIGKILL')
  }
  await isClosed
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

export const fieldPassword = 'groundnut-in-june'

export interface FieldAccount {
  email: string
  token: string
  customers: readonly { Customer_Code: string; Customer_Name: string }[]
}

/** Creates an employee, the account with its e-mail, and customers in its city. */
export async function makeFieldAccount(
  request: APIRequestContext,
  token: string,
  names: readonly string[],
): Promise<FieldAccount> {
  const api = apiClient(request, token)
  const mark = Math.random().toString(36).slice(2, 8)
  const visited = { Last_Visited: null, Last_Visit_ID: null, Visit_In_Days: 7 }
  const customers: Values[] = []
  let territory: Values = {}
  for (const name of names) {
    const values = { ...territory, ...visited, Customer_Name: `${name} ${mark}` }
    const customer = await api.make('customer', values)
    territory = Object.fromEntries(levels.map((level) => [`${level}_Code`, customer[`${level}_Code`]]))
    customers.push(customer)
  }
  const email = `field-${mark}@agridesk.in`
  const places = levels.map((level) => [`${level.toLowerCase()}Code`, territory[`${level}_Code`]])
  await api.make('employee', { name: `Meena ${mark}`, email, ...Object.fromEntries(places) })
  const registration = { username: `Meena ${mark}`, email, password: fieldPassword }
  const response = await request.post('/api/auth/register', { data: registration })
  expect(response.ok(), await response.text()).toBe(true)
  const { account } = (await response.json()) as { account: { id: string } }
  await request.patch(`/api/admin/users/${account.id}`, {
    data: { status: 'active', role: 'FIELD', version: 1 },
    headers: { authorization: `Bearer ${token}` },
  })
  const login = await request.post('/api/auth/login', { data: { email, password: fieldPassword } })
  const { token: own } = (await login.json()) as { token: string }
  return { email, token: own, customers: customers as never }
}

const levels = ['Country', 'Zone', 'State', 'Pool', 'Station', 'City']

export async function logInOnPhone(page: Page, email: string, password = fieldPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Waits until the field screens start without a network, and the phone can log in without one. */
export async function whenReadyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => countStored(page, 'verifiers')).toBe(1)
}

/** The number of records in a store of the phone. */
export const countStored = (page: Page, store: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('agridesk')
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const count = database.transaction(name).objectStore(name).count()
          count.addEventListener('success', () => {
            database.close()
            resolve(count.result)
          })
        })
      }),
    store,
  )
