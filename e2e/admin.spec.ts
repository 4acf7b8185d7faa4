import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { administrator, expect, fill, navigateInApp, refusal, test } from './fixtures.ts'
import { axeViolations } from './axe.ts'

const password = 'groundnut-in-june'

async function register(
  request: APIRequestContext,
  username: string,
): Promise<{ id: string; email: string }> {
  const email = `${username.toLowerCase().replaceAll(' ', '.')}@agridesk.in`
  const response = await request.post('/api/auth/register', {
    data: { username, email, phone: '09825054321', password },
  })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { account: { id: string; email: string } }).account
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await fill(page, { email, password })
  await page.getByRole('button', { name: 'Login' }).click()
}

const open = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog')
}
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const columnsOf = (page: Page): Locator => page.getByRole('columnheader')

test(
  'approves a registered user with a role, disables and enables the account',
  { tag: '@desktop' },
  async ({ page, browser, server, request, asAdministrator: _ }) => {
    const { email } = await register(request, 'Ravi Patel')
    const context = await browser.newContext({ baseURL: server.url })
    const ravi = await context.newPage()
    await logIn(ravi, email)
    await expect(
      ravi.getByText(/You can start as soon as an administrator approves your account/).first(),
    ).toBeVisible()
    await navigateInApp(ravi, '/contact1')
    await expect(ravi.getByText('This account is waiting for an administrator to approve it')).toBeVisible()
    await expect(ravi.locator('[name=Country_Code]')).toHaveCount(0)

    await page.goto('/admin/users')
    await expect(columnsOf(page)).toHaveText([
      'Name',
      'Email',
      'Phone',
      'Status',
      'Role',
      'Scope',
      'Last log-in',
      'Update',
      'Delete',
    ])
    await expect(page.getByText(/waiting for approval\./)).toBeVisible()
    await expect(rowOf(page, 'Ravi Patel')).toContainText('+91 98250 54321')
    await expect(rowOf(page, 'Ravi Patel')).toContainText('Waiting')
    await page.getByRole('button', { name: 'Approve Ravi Patel' }).click()
    let dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('Office')
    await expect(dialog.getByLabel('Role')).toHaveAccessibleDescription(/^Edits every master/)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Ravi Patel is approved', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Update Ravi Patel' })).toBeFocused()
    await expect(rowOf(page, 'Ravi Patel')).toContainText('Office')
    await expect(rowOf(page, 'Ravi Patel')).toContainText('Active')

    // The session of the waiting account continues, with the rights of the role.
    await ravi.goto('/contact1')
    await expect(ravi.locator('[name=Country_Code]')).toBeVisible()
    // Office may read roles but not write them, and sees its own part of the admin area.
    await navigateInApp(ravi, '/contact13')
    await expect(ravi.getByRole('row').filter({ hasText: 'Administrator' })).toBeVisible()
    await expect(ravi.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await navigateInApp(ravi, '/admin/users')
    await expect(ravi.getByText('The role Office may not read the accounts of others')).toBeVisible()
    const tabs = ravi.getByRole('navigation', { name: 'Admin' }).getByRole('link')
    await expect(tabs).toHaveText(['Contacts', 'Contact1', 'Overview', 'Tools'])
    await navigateInApp(ravi, '/admin')
    const counts = ravi.getByRole('list', { name: 'Overview' })
    await expect(counts.getByRole('listitem')).toHaveCount(4)

    dialog = await open(page, 'Update Ravi Patel')
    await dialog.getByLabel('User Name').fill('Ravi K. Patel')
    await dialog.getByLabel('Phone').fill('+91 98250 54321')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Ravi K. Patel is saved', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'Ravi K. Patel')).toContainText('+91 98250 54321')

    await page.getByRole('button', { name: 'Disable Ravi K. Patel' }).click()
    await expect(page.getByText('Ravi K. Patel is disabled', { exact: true })).toBeVisible()
    await ravi.goto('/contact13')
    await expect(ravi).toHaveURL('/login?to=%2Fcontact13')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Ravi K. Patel is enabled', { exact: true })).toBeVisible()
    dialog = await open(page, 'Update Ravi K. Patel')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await expect(rowOf(page, 'Ravi K. Patel')).toContainText('Disabled')
    await page.getByRole('button', { name: 'Enable Ravi K. Patel' }).click()
    await expect(page.getByText('Ravi K. Patel is enabled', { exact: true })).toBeVisible()
    await context.close()
  },
)

test(
  'creates a reset link, which sets a new password once',
  { tag: '@desktop' },
  async ({ page, browser, server, request, asAdministrator: _ }) => {
    const { email } = await register(request, 'Meena Shah')
    await page.goto('/admin/users')
    const dialog = await open(page, 'Update Meena Shah')
    await dialog.getByRole('button', { name: 'Create reset link' }).click()
    const link = await dialog.getByLabel('Reset link').inputValue()
    expect(await axeViolations(page), 'the dialog of an account').toEqual([])
    expect(link).toMatch(new RegExp(`^${server.url}/reset#[\\w-]{43}$`))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(dialog.getByText('Link copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

    const context = await browser.newContext({ baseURL: server.url })
    const meena = await context.newPage()
    const addresses: string[] = []
    meena.on('request', (each) => addresses.push(each.url()))
    await meena.goto(link)
    await fill(meena, { password: 'short' })
    await meena.getByRole('button', { name: 'Save' }).click()
    await expect(meena.getByLabel('New password')).toHaveAccessibleDescription(/at least 8 characters/)
    await fill(meena, { password: 'castor-after-cotton' })
    await meena.getByRole('button', { name: 'Save' }).click()
    await expect(meena).toHaveURL('/login')
    await expect(meena.getByText('Password changed', { exact: true })).toBeVisible()
    expect(addresses.filter((each) => each.includes(link.split('#')[1]!) && !each.includes('#'))).toEqual([])
    await fill(meena, { email, password: 'castor-after-cotton' })
    await meena.getByRole('button', { name: 'Login' }).click()
    await expect(meena.getByText('Login Successful', { exact: true })).toBeVisible()

    await meena.goto(link)
    await fill(meena, { password: 'a-third-password' })
    await meena.getByRole('button', { name: 'Save' }).click()
    await expect(
      meena.getByText(/^This link has been used or has expired\. Ask an administrator/),
    ).toBeVisible()
    await meena.goto('/reset')
    await expect(meena.getByText(/^This link is incomplete/)).toBeVisible()
    await context.close()
    for (const secret of [link.split('#')[1]!, email, 'castor-after-cotton'])
      expect(server.output()).not.toContain(secret)
  },
)

test(
  'shows problems beside their fields, does not overwrite a concurrent change, and deletes an account',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422), refusal(409))
    const { id } = await register(request, 'Sunil Kadam')
    await register(request, 'Farida Khan')
    await page.goto('/admin/users')
    let dialog = await open(page, 'Update Sunil Kadam')
    await dialog.getByLabel('Phone').fill('call me')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByLabel('Role')).toHaveAccessibleDescription(
      'Role is required for an active account',
    )
    await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription('Phone should be a phone number')
    await expect(dialog.getByLabel('Phone')).toHaveValue('call me')

    const headers = { authorization: `Bearer ${token}` }
    await request.patch(`/api/admin/users/${id}`, {
      data: { username: 'Sunil M. Kadam', version: 1 },
      headers,
    })
    await dialog.getByLabel('Phone').fill('')
    await dialog.getByLabel('Role').selectOption('Field')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByText('This account was changed by someone else meanwhile.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Load the current values' }).click()
    await expect(dialog.getByLabel('User Name')).toHaveValue('Sunil M. Kadam')
    await dialog.getByLabel('Role').selectOption('Field')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Sunil M. Kadam is approved', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    // After a confirmation, but not the last administrator.
    dialog = await open(page, 'Update Farida Khan')
    await dialog.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByText('Farida Khan is refused', { exact: true })).toBeVisible()
    dialog = await open(page, 'Delete Farida Khan')
    await expect(dialog).toContainText('all its sessions end at once')
    expect(await axeViolations(page), 'the confirmation').toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, 'Farida Khan')).toHaveCount(1)
    dialog = await open(page, 'Delete Farida Khan')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByText('Farida Khan is deleted', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'Farida Khan')).toHaveCount(0)

    const last = 'This is the last administrator. Make someone else administrator first'
    await expect(rowOf(page, administrator.email)).toContainText('Active · you')
    dialog = await open(page, 'Delete anita')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByText(last)).toBeVisible()
    await page.keyboard.press('Escape')
    dialog = await open(page, 'Update anita')
    await expect(dialog).toContainText('This is your own account')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await expect(dialog.getByText(last)).toBeVisible()
    await dialog.getByLabel('Role').selectOption('Viewer')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('anita was not saved', { exact: true })).toBeVisible()
    await expect(dialog.getByText(last)).toBeVisible()
  },
)

const message = {
  username: 'Kiran Gavit',
  email: 'kiran@mail.example',
  material: 'Soil test',
  quantity: '3 samples',
  date: 'any day',
  message: 'Short and clear.',
}

test(
  'shows the counts of the overview, with links, and deletes and restores the messages of visitors',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: _ }) => {
    await register(request, 'Overview Person')
    const long = `${'Bollworm on forty acres of cotton near Rajkot. '.repeat(6)}The very end.`
    await request.post('/api/form/contact', { data: message })
    await request.post('/api/form/contact', { data: { ...message, username: 'Long Writer', message: long } })
    await page.goto('/admin')
    const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
    await expect(tabs).toHaveText(['Users', 'Contacts', 'Contact1', 'Overview', 'Tools'])
    const cards = page.getByRole('list', { name: 'Overview' }).getByRole('listitem')
    await expect(cards).toHaveCount(6)
    await expect(cards.nth(5)).toHaveText(/^\d+ customers?$/)
    await cards.filter({ hasText: 'for approval' }).getByRole('link').click()
    await expect(page).toHaveURL('/admin/users')
    await expect(rowOf(page, 'Overview Person')).toBeVisible()

    await tabs.filter({ hasText: 'Contacts' }).click()
    await expect(columnsOf(page)).toHaveText([
      'UserName',
      'Email',
      'Material',
      'Quantity',
      'Message',
      'Delete',
    ])
    await expect(page.getByRole('row').nth(1)).toContainText('Long Writer')
    await expect(page.getByText('The very end.')).toBeHidden()
    await rowOf(page, 'Long Writer').getByText('Read all').click()
    await expect(page.getByText('The very end.')).toBeVisible()

    await rowOf(page, 'Kiran Gavit').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Contact Message Kiran Gavit is deleted', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'Kiran Gavit')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Kiran Gavit')).toHaveCount(1)
    await page.getByLabel('Search contact messages').fill('nothing like it')
    await expect(page.getByText('No matches for “nothing like it”.')).toBeVisible()
  },
)

test(
  'refuses to delete a country in use and lists what uses it; deletes and restores an unused one',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(409))
    const headers = { authorization: `Bearer ${token}` }
    const country = (code: string, name: string): Promise<unknown> =>
      request.post('/api/form/contact1', {
        headers,
        data: {
          Country_Code: code,
          Country_Name: name,
          Postal_Code: '1000',
          Iso_Code: code,
          Iso_Code_3char: `${code}X`,
          Eu_Country: 'No',
          Country_Shortname: name,
        },
      })
    await country('QA', 'Qatar')
    await country('QB', 'Quebec')
    const zone = { Zone_Code: 'QZ', Zone_Name: 'Doha', Country_Code: 'QA' }
    expect((await request.post('/api/form/Contact2', { headers, data: zone })).status()).toBe(201)
    await page.goto('/admin/contact1?q=Q')
    await expect(columnsOf(page)).toHaveText([
      'Country Code',
      'Country Name',
      'Postal Code',
      'ISO Code',
      'ISO Code 3 Char',
      'EU Country',
      'Country Shortname',
      'Delete',
    ])
    const dialog = await open(page, 'Delete Country QA')
    await expect(dialog.getByRole('heading', { name: 'Country QA is in use' })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText(['1 zone through Country Code: Zone QZ (Doha)'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Country QB' }).click()
    await expect(page.getByText('Country QB is deleted', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Country QB is restored', { exact: true })).toBeVisible()
  },
)

test('searches and pages hundreds of accounts', { tag: '@desktop' }, async ({ page, asAdministrator: _ }) => {
  const accounts = Array.from({ length: 320 }, (_each, n) => ({
    id: `id-${n}`,
    username: `Person ${String(n).padStart(3, '0')}`,
    email: `p${n}@agridesk.in`,
    phone: null,
    status: n < 2 ? 'pending' : 'active',
    role: n < 2 ? null : 'VIEWER',
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
  }))
  await page.route('**/api/admin/users', (route) => route.fulfill({ json: accounts.toReversed() }))
  await page.goto('/admin/users')
  await expect(page.getByText('2 accounts are waiting for approval.')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Person 000')
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('51–100 of 320')).toBeVisible()
  await page.getByLabel('Search users').fill('P317@')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('Person 317')
  await page.getByLabel('Search users').fill('no such person')
  await expect(page.getByText('No users match “no such person”.')).toBeVisible()
})
