import type { APIRequestContext } from '@playwright/test'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'
import { axeViolations } from './axe.ts'
import { apiClient, type Values } from './api-client.ts'

/** Creates an active account and logs it in once. */
async function createAccount(
  request: APIRequestContext,
  token: string,
  person: { username: string; email: string; role: string },
): Promise<{ id: string; token: string }> {
  const { role, ...data } = person
  const password = 'groundnut-in-june'
  const response = await request.post('/api/auth/register', { data: { ...data, password } })
  const { account } = (await response.json()) as { account: { id: string } }
  await request.patch(`/api/admin/users/${account.id}`, {
    data: { status: 'active', role, version: 1 },
    headers: { authorization: `Bearer ${token}` },
  })
  const login = await request.post('/api/auth/login', { data: { email: person.email, password } })
  return { id: account.id, token: ((await login.json()) as { token: string }).token }
}

const territoryOf = (customer: Values): Values => ({
  countryCode: customer['Country_Code'],
  zoneCode: customer['Zone_Code'],
  stateCode: customer['State_Code'],
  poolCode: customer['Pool_Code'],
  stationCode: customer['Station_Code'],
  cityCode: customer['City_Code'],
})

test(
  'previews and saves the rights of a role, and does not overwrite a concurrent change',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(409), refusal(403))
    const api = apiClient(request, token)
    const code = `WATCH${Date.now() % 100000}`
    await api.make('role', { Role_Code: code, Role_Name: 'Watcher' })
    await api.make('customer')
    const email = `${code.toLowerCase()}@agridesk.in`
    const watcher = await createAccount(request, token, { username: 'Wasim Watcher', email, role: code })
    const mayRead = async (path: string): Promise<number> =>
      (await request.get(path, { headers: { authorization: `Bearer ${watcher.token}` } })).status()
    expect(await mayRead('/api/v1/customers')).toBe(403)

    await page.goto('/admin/tools')
    await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Roles' }).click()
    await page.getByRole('link', { name: 'Administrator' }).click()
    await expect(page.getByText(/^The rights of Administrators cannot be changed/)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'read customers', exact: true })).toBeDisabled()
    await navigateInApp(page, '/admin')
    await navigateInApp(page, `/admin/roles?role=${code}`)
    await page.getByLabel('Search subjects').fill('custom')
    await page.getByRole('checkbox', { name: 'read customers', exact: true }).check()
    await page.getByLabel('Search subjects').fill('zones')
    await page.getByRole('checkbox', { name: 'all rights: zones' }).check()
    await expect(page.getByRole('checkbox', { name: /^export zones/ })).toBeChecked()
    await page.getByLabel('Search subjects').fill('role')
    await expect(page.getByRole('row').filter({ hasText: 'user role' })).toContainText('admins')
    await page.getByLabel('Sees').selectOption('Everything')
    await expect(page.getByText('8 unsaved changes')).toBeVisible()
    await page.reload()
    await expect(page.getByText('8 unsaved changes')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^read customers/ })).toBeChecked()
    await page.getByLabel('Search subjects').fill('role')
    expect(await axeViolations(page)).toEqual([])

    const other = await request.put(`/api/v1/role-rights/${code}`, {
      data: { rights: { crop: ['read'] }, sees: 'station', version: 0 },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(other.status()).toBe(200)
    await page.getByRole('checkbox', { name: 'export roles', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^This shows [\d,]+ customers? more to 1 person/)).toBeVisible()
    await expect(dialog.getByRole('row').filter({ hasText: 'Wasim Watcher' })).toContainText('read customers')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/changed by someone else meanwhile\. Nothing was overwritten/)).toBeVisible()
    await page.getByLabel('Search subjects').fill('')
    await expect(page.getByRole('checkbox', { name: /^read customers/ })).toBeChecked()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Rights of Watcher saved')).toBeVisible()
    await expect(page.getByText('Nothing to save')).toBeVisible()
    expect(await mayRead('/api/v1/customers')).toBe(200)
    expect(await mayRead('/api/v1/crops')).toBe(403)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Rights of Watcher restored')).toBeVisible()
    expect(await mayRead('/api/v1/crops')).toBe(200)

    // An Application record closes a screen to all accounts without its function.
    const headers = { authorization: `Bearer ${token}` }
    const rights = { rights: { industry: ['read'], jobFunction: ['read'] }, sees: 'everything', version: 3 }
    await request.put(`/api/v1/role-rights/${code}`, { data: rights, headers })
    expect(await mayRead('/api/v1/industries')).toBe(200)
    await navigateInApp(page, '/contact15')
    await page.getByLabel('Process Code').fill('Contact 11')
    await expect(page.getByText(/^This opens the screen Industry and its records only to/)).toBeVisible()
    const closing = await api.make('application', { Process_Code: 'Contact 11' })
    await navigateInApp(page, '/admin/roles')
    await page.getByRole('link', { name: 'Screens by function' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Industry' })
    await expect(row).toContainText('Administrators only')
    await expect(row.getByRole('link', { name: /› Contact 11$/ })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.evaluate((other) => localStorage.setItem('token', other), watcher.token)
    await page.goto('/contact11')
    const sentence =
      /^Industry is open to the function .*, and this account has no function in the User master/
    await expect(page.getByText(sentence)).toBeVisible()
    await page.getByRole('button', { name: 'Why?' }).click()
    await expect(page.getByRole('dialog').getByText(/^No\. Industry is open to the function/)).toBeVisible()
    await request.delete(`/api/v1/applications/${String(closing['id'])}`, { headers })
    expect(await mayRead('/api/v1/industries')).toBe(200)

    // A screen without a form shows why, and the palette explains it on any screen.
    await page.reload()
    await expect(page.getByText(/^The role \S+ may not create industries\./)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('why not')
    await expect(page.getByRole('option', { name: /^What may I do here\?/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const here = page.getByRole('dialog', { name: 'What may I do here?' })
    await expect(here.getByText('The role Watcher may not create industries.')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
  },
)

test(
  'shows the scope of an account and the reason, and lets an administrator view as it read-only',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(403), refusal(404))
    const api = apiClient(request, token)
    const [near, far] = [await api.make('customer'), await api.make('customer')]
    const email = `farhan${Date.now()}@agridesk.in`
    const employee = await api.make('employee', { name: 'Farhan Field', email, ...territoryOf(near) })
    const username = `Farhan ${Date.now()}`
    await createAccount(request, token, { username, email, role: 'FIELD' })

    await page.goto(`/admin/users?q=${email}`)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText(`Sees the station of ${String(employee['name'])}`)
    await page.getByRole('button', { name: `Update ${username}` }).click()
    const dialog = page.getByRole('dialog', { name: `Update ${username}` })
    await expect(dialog.getByRole('radio', { name: 'As the employee' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Chosen places' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Choose at least one place, or choose “As the employee”')).toBeVisible()
    await dialog.getByLabel('Level').selectOption('Zone')
    await dialog.getByRole('combobox', { name: 'Add a zone' }).fill(String(near['Zone_Code']))
    const zone = new RegExp(`zone .+ \\(${String(near['Zone_Code'])}\\)`)
    await expect(dialog.getByRole('list', { name: 'Chosen places' })).toContainText(zone)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText(zone)

    await page.getByRole('button', { name: `Update ${username}` }).click()
    await page.getByRole('button', { name: 'What may they do?' }).click()
    const why = page.getByRole('dialog', { name: `What may ${username} do?` })
    await expect(why.getByText('The role Field may.')).toBeVisible()
    await why.getByLabel('May they …').selectOption('delete')
    await expect(why.getByText('The role Field may not delete customers.')).toBeVisible()
    await expect(why.getByText(/^Records in zone /)).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: `View as ${username}` }).click()
    const banner = page.getByRole('region', { name: 'Viewing as another account' })
    await expect(banner).toContainText(`You are viewing as ${username}`)
    await page.goto(`/records/customers/${String(far['Customer_Code'])}`)
    await page.getByRole('button', { name: 'Why?' }).click()
    await expect(page.getByRole('dialog').getByText(/or it lies outside zone/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(`/customers/${String(far['Customer_Code'])}`)
    await expect(page.getByText(/may have been deleted, or it is outside your scope\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Why?' })).toBeVisible()
    await navigateInApp(page, `/records/customers/${String(near['Customer_Code'])}`)
    await expect(page.getByRole('region', { name: 'Values' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('textbox', { name: /comment/i }).fill('Seen')
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText('You cannot change anything while viewing as another user')).toBeVisible()
    await navigateInApp(page, '/admin')
    await expect(page.getByRole('navigation', { name: 'Territory' })).toHaveText('Everything you can see')
    await navigateInApp(page, '/admin/users')
    await expect(page.getByRole('heading', { name: "You don't have access" })).toBeVisible()
    await page.getByRole('button', { name: 'Why?' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/may not read the accounts of others\. Only administrators may do this\./),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await banner.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await expect(banner).toHaveCount(0)

    const stranger = { username: 'Nisha Nowhere', email: `nisha${Date.now()}@agridesk.in` }
    await createAccount(request, token, { ...stranger, role: 'FIELD' })
    await navigateInApp(page, '/admin')
    await navigateInApp(page, `/admin/users?q=${stranger.email}`)
    await expect(page.getByText('Sees no customers yet')).toBeVisible()
    await page.getByRole('button', { name: 'Update Nisha Nowhere' }).click()
    await page.getByRole('button', { name: 'View as Nisha Nowhere' }).click()
    await expect(banner).toBeVisible()
    await navigateInApp(page, '/admin')
    await expect(page.getByRole('heading', { name: 'You see no customers yet' })).toBeVisible()
    await expect(banner).toContainText('Nisha Nowhere')
    for (const path of ['/contact24', '/get']) {
      await navigateInApp(page, path)
      await expect(page.getByText('You see no customers yet.')).toBeVisible()
    }
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(banner).toHaveCount(0)
    const me = await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })
    expect(me.status()).toBe(401)
  },
)
