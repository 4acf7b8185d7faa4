import type { APIRequestContext } from '@playwright/test'
import { expect, refusal, test } from './fixtures.ts'
import { findingsOf } from './findings.ts'
import { firmOf, type Values } from './firm.ts'

/** An active account; its token is that of its first log-in. */
async function newPerson(
  request: APIRequestContext,
  token: string,
  person: { username: string; email: string; role: string },
): Promise<{ id: string; token: string }> {
  const { role, ...data } = person
  const password = 'groundnut-in-june'
  const answer = await request.post('/api/auth/register', { data: { ...data, password } })
  const { account } = (await answer.json()) as { account: { id: string } }
  await request.patch(`/api/admin/users/${account.id}`, {
    data: { status: 'active', role, version: 1 },
    headers: { authorization: `Bearer ${token}` },
  })
  const login = await request.post('/api/auth/login', { data: { email: person.email, password } })
  return { id: account.id, token: ((await login.json()) as { token: string }).token }
}

const placeOf = (customer: Values): Values => ({
  countryCode: customer['Country_Code'],
  zoneCode: customer['Zone_Code'],
  stateCode: customer['State_Code'],
  poolCode: customer['Pool_Code'],
  stationCode: customer['Station_Code'],
  cityCode: customer['City_Code'],
})

test(
  'what a role may do is ticked, told first and saved; a change by somebody else costs nothing',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(409), refusal(403))
    const firm = firmOf(request, token)
    const code = `WATCH${Date.now() % 100000}`
    await firm.make('role', { Role_Code: code, Role_Name: 'Watcher' })
    await firm.make('customer')
    const email = `${code.toLowerCase()}@agridesk.in`
    const watcher = await newPerson(request, token, { username: 'Wasim Watcher', email, role: code })
    const mayRead = async (path: string): Promise<number> =>
      (await request.get(path, { headers: { authorization: `Bearer ${watcher.token}` } })).status()
    expect(await mayRead('/api/v1/customers')).toBe(403)

    await page.goto('/admin')
    await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Roles' }).click()
    await page.getByRole('link', { name: 'Administrator' }).click()
    await expect(page.getByText(/^What Administrators may do cannot be changed/)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'read customers', exact: true })).toBeDisabled()
    await page.goto(`/admin/roles?role=${code}`)
    await page.getByLabel('Find a subject').fill('custom')
    await page.getByRole('checkbox', { name: 'read customers', exact: true }).check()
    await page.getByLabel('Find a subject').fill('zones')
    await page.getByRole('checkbox', { name: 'everything: zones' }).check()
    await expect(page.getByRole('checkbox', { name: /^export zones/ })).toBeChecked()
    await page.getByLabel('Find a subject').fill('role')
    await expect(page.getByRole('row').filter({ hasText: 'user role' })).toContainText('admins')
    await page.getByLabel('Sees').selectOption('Everything')
    await expect(page.getByText('8 changes are not saved')).toBeVisible()
    await page.reload()
    await expect(page.getByText('8 changes are not saved')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^read customers/ })).toBeChecked()
    await page.getByLabel('Find a subject').fill('role')
    expect(await findingsOf(page)).toEqual([])

    const other = await request.put(`/api/v1/role-rights/${code}`, {
      data: { rights: { crop: ['read'] }, sees: 'station', version: 0 },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(other.status()).toBe(200)
    await page.getByRole('checkbox', { name: 'export roles', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^This shows [\d,]+ customers? more to 1 person/)).toBeVisible()
    await expect(dialog.getByRole('row').filter({ hasText: 'Wasim Watcher' })).toContainText('read customers')
    expect(await findingsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/changed by someone else meanwhile\. Nothing was overwritten/)).toBeVisible()
    await page.getByLabel('Find a subject').fill('')
    await expect(page.getByRole('checkbox', { name: /^read customers/ })).toBeChecked()
    await page.getByRole('button', { name: 'Go on with mine' }).click()
    await page.getByRole('button', { name: 'What changes?' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('What Watcher may do is saved, and counts from now on')).toBeVisible()
    await expect(page.getByText('Nothing to save')).toBeVisible()
    expect(await mayRead('/api/v1/customers')).toBe(200)
    expect(await mayRead('/api/v1/crops')).toBe(403)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Watcher may do what it did before')).toBeVisible()
    expect(await mayRead('/api/v1/crops')).toBe(200)

    // An Application closes a screen to everybody without its function.
    const headers = { authorization: `Bearer ${token}` }
    const rights = { rights: { industry: ['read'], jobFunction: ['read'] }, sees: 'everything', version: 3 }
    await request.put(`/api/v1/role-rights/${code}`, { data: rights, headers })
    expect(await mayRead('/api/v1/industries')).toBe(200)
    await page.goto('/contact15')
    await page.getByLabel('Process Code').fill('Contact 11')
    await expect(page.getByText(/^This opens the screen Industry, and all it keeps, only to/)).toBeVisible()
    const closing = await firm.make('application', { Process_Code: 'Contact 11' })
    await page.goto('/admin/roles')
    await page.getByRole('link', { name: 'Screens by function' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Industry' })
    await expect(row).toContainText('Administrators only')
    await expect(row.getByRole('link', { name: /› Contact 11$/ })).toBeVisible()
    expect(await findingsOf(page)).toEqual([])
    await page.evaluate((other) => localStorage.setItem('token', other), watcher.token)
    await page.goto('/contact11')
    const sentence =
      /^Industry is open to the function .*, and this account has no function in the User master/
    await expect(page.getByText(sentence)).toBeVisible()
    await page.getByRole('button', { name: 'Why?' }).click()
    await expect(page.getByRole('dialog').getByText(/^No\. Industry is open to the function/)).toBeVisible()
    expect(await findingsOf(page)).toEqual([])
    await request.delete(`/api/v1/applications/${String(closing['id'])}`, { headers })
    expect(await mayRead('/api/v1/industries')).toBe(200)

    // Where no form is offered, the screen says why, and anywhere the palette does.
    await page.reload()
    await expect(page.getByText(/^The role \S+ may not create industries\./)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('why not')
    await expect(page.getByRole('option', { name: /^What may I do here\?/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const here = page.getByRole('dialog', { name: 'What may I do here?' })
    await expect(here.getByText('The role Watcher may not create industries.')).toBeVisible()
    expect(await findingsOf(page)).toEqual([])
  },
)

test(
  'an account sees the places it is given, is told why, and is looked as without changing anything',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(403), refusal(404))
    const firm = firmOf(request, token)
    const [near, far] = [await firm.make('customer'), await firm.make('customer')]
    const email = `farhan${Date.now()}@agridesk.in`
    const employee = await firm.make('employee', { name: 'Farhan Field', email, ...placeOf(near) })
    const username = `Farhan ${Date.now()}`
    await newPerson(request, token, { username, email, role: 'FIELD' })

    await page.goto(`/admin/users?q=${email}`)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText(`Sees the station of ${String(employee['name'])}`)
    await page.getByRole('button', { name: `Update ${username}` }).click()
    const dialog = page.getByRole('dialog', { name: `Update ${username}` })
    await expect(dialog.getByRole('radio', { name: 'As the employee' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Chosen places' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Choose at least one place, or let it see as the employee')).toBeVisible()
    await dialog.getByLabel('Level').selectOption('Zone')
    await dialog.getByRole('combobox', { name: 'Add a zone' }).fill(String(near['Zone_Code']))
    const zone = new RegExp(`zone .+ \\(${String(near['Zone_Code'])}\\)`)
    await expect(dialog.getByRole('list', { name: 'Chosen places' })).toContainText(zone)
    expect(await findingsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText(zone)

    await page.getByRole('button', { name: `Update ${username}` }).click()
    await page.getByRole('button', { name: 'What may they do?' }).click()
    const why = page.getByRole('dialog', { name: `What may ${username} do?` })
    await expect(why.getByText('The role Field may.')).toBeVisible()
    await why.getByLabel('May they …').selectOption('delete')
    await expect(why.getByText('The role Field may not delete customers.')).toBeVisible()
    await expect(why.getByText(/^What lies in zone /)).toBeVisible()
    expect(await findingsOf(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: `View as ${username}` }).click()
    const banner = page.getByRole('region', { name: 'View as somebody else' })
    await expect(banner).toContainText(`This is how ${username} sees it`)
    await page.goto(`/records/customers/${String(far['Customer_Code'])}`)
    await page.getByRole('button', { name: 'Why?' }).click()
    await expect(page.getByRole('dialog').getByText(/or it lies outside zone/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(`/customers/${String(far['Customer_Code'])}`)
    await expect(page.getByText(/was deleted, or lies outside what you see\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Why?' })).toBeVisible()
    await page.goto(`/records/customers/${String(near['Customer_Code'])}`)
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    await page.getByRole('textbox', { name: /comment/i }).fill('Seen')
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText('Nothing can be changed while looking as somebody else')).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('navigation', { name: 'Territory' })).toHaveText('All that you see')
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { name: 'Not open to you' })).toBeVisible()
    await page.getByRole('button', { name: 'Why?' }).click()
    await expect(
      page.getByRole('dialog').getByText(/may not read the accounts of others\. Only administrators may\./),
    ).toBeVisible()
    expect(await findingsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await banner.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await expect(banner).toHaveCount(0)

    const stranger = { username: 'Nisha Nowhere', email: `nisha${Date.now()}@agridesk.in` }
    await newPerson(request, token, { ...stranger, role: 'FIELD' })
    await page.goto(`/admin/users?q=${stranger.email}`)
    await expect(page.getByText('Sees no customers yet')).toBeVisible()
    await page.getByRole('button', { name: 'Update Nisha Nowhere' }).click()
    await page.getByRole('button', { name: 'View as Nisha Nowhere' }).click()
    await expect(banner).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'You see no customers yet' })).toBeVisible()
    await expect(banner).toContainText('Nisha Nowhere')
    for (const path of ['/contact24', '/get']) {
      await page.goto(path)
      await expect(page.getByText('You see no customers yet.')).toBeVisible()
    }
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(banner).toHaveCount(0)
    const me = await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })
    expect(me.status()).toBe(401)
  },
)
