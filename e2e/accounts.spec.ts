import { administrator, expect, fill, navigateInApp, refusal, test } from './fixtures.ts'

test(
  'redirects to the login, shows its problem beside the field, and returns to the requested page',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(401))
    await page.goto('/contact1?q=ind')
    await expect(page).toHaveURL('/login?to=%2Fcontact1%3Fq%3Dind')
    await fill(page, { ...administrator, password: 'not-the-password' })
    const password = page.getByLabel('Password')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('invalid credentials', { exact: true })).toBeVisible()
    await expect(password).toHaveAccessibleDescription(/Check both/)
    await expect(password).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue(administrator.email)
    await password.press('a')
    await expect(password).toHaveAccessibleDescription('')
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await expect(page.getByText('Ask an administrator for a link to choose a new password.')).toBeFocused()
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/contact1?q=ind')
    await expect(page.getByRole('heading', { name: 'Country', exact: true })).toBeVisible()

    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    // The login does not redirect to another site.
    await page.goto('/login?to=//evil.example/contact1')
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
  },
)

test(
  'shows the log-in of a page that needs a session before the code of the app is loaded',
  { tag: '@phone' },
  async ({ page }) => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.route(/vendor-.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/about', { waitUntil: 'commit' })
    await page.goto('/contact1?q=ind', { waitUntil: 'commit' })
    await expect(page.getByText('Please log in to continue.')).toBeVisible()
    await expect(page).toHaveURL('/login?to=%2Fcontact1%3Fq%3Dind')
    await expect(page).toHaveTitle(/^Login/)
    await page.locator('[name=email]').fill(administrator.email)
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled()
    expect(loaded.filter((path) => path.includes('form-route'))).toEqual([])
    release()
    await page.locator('[name=password]').fill(administrator.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/contact1?q=ind')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  },
)

test(
  'keeps the page and the typed values when the session ends while a form is filled in',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(401))
    await page.goto('/contact20')
    await fill(page, { Soil_Name: 'Red loam' })
    // The session ends with the submit, because requests sent while typing would notice it earlier.
    await page.route('/api/form/Contact20', async (route) => {
      await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/login?to=%2Fcontact20')
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/contact20')
    await expect(page.locator('[name=Soil_Name]')).toHaveValue('Red loam')
  },
)

test(
  'sends a phone number as typed, shows problems beside the fields, and keeps the form over a reload',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    await page.goto('/register')
    const phone = page.locator('[name=phone]')
    await phone.pressSequentially('07912')
    await phone.press('ArrowUp')
    await phone.hover()
    await page.mouse.wheel(0, 100)
    await phone.pressSequentially('345')
    await expect(phone).toHaveValue('07912345')
    await fill(page, { username: 'Kavita', email: 'kavita@example.in', password: 'short' })
    const sent = page.waitForRequest('**/api/auth/register')
    await page.getByRole('button', { name: 'Register' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ phone: '07912345' })
    await expect(
      page.getByText(/^Registration failed: Password should have at least 8 characters/),
    ).toBeVisible()
    await expect(page.locator('[name=password]')).toBeFocused()
    await page.reload()
    await expect(page.locator('[name=username]')).toHaveValue('Kavita')
    await expect(phone).toHaveValue('07912345')
    await expect(page.locator('[name=password]')).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('short')
  },
)

test(
  'shows a user that the account waits for approval, no screens, and the account page',
  { tag: '@desktop' },
  async ({ page, request, expectedErrors }) => {
    expectedErrors.push(refusal(403))
    const waiting = { email: `waits${Date.now()}@agridesk.in`, password: 'groundnut-in-june' }
    await request.post('/api/auth/register', { data: { username: 'Leela Waits', ...waiting } })
    await page.goto('/account')
    await expect(page).toHaveURL('/login?to=%2Faccount')
    await fill(page, waiting)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/account')
    await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()
    await expect(page.locator('.notice-detail')).toHaveText(/^Waiting for approval/)
    await expect(page.getByText('No role yet')).toBeVisible()
    await expect(page.locator('.person-chip')).toHaveAccessibleName('Leela Waits Waiting for approval')
    await expect(page.getByRole('navigation', { name: 'All screens' }).getByRole('link')).toHaveText(['Home'])
    await navigateInApp(page, '/admin')
    await expect(page.getByText('This account is waiting for an administrator to approve it')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'My account' }).click()
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  },
)

test(
  'lists the sessions, ends one, and changes the password without ending the current session',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token: adminToken }, expectedErrors }) => {
    const ravi = { email: `sessions${Date.now()}@agridesk.in`, password: 'groundnut-in-june' }
    const registered = await request.post('/api/auth/register', {
      data: { username: 'Ravi Sessions', ...ravi },
    })
    const { account } = (await registered.json()) as { account: { id: string } }
    await request.patch(`/api/admin/users/${account.id}`, {
      data: { status: 'active', role: 'FIELD', version: 1 },
      headers: { authorization: `Bearer ${adminToken}` },
    })
    const tokenFrom = async (device: string): Promise<string> => {
      const headers = { 'user-agent': device }
      const response = await request.post('/api/auth/login', { data: ravi, headers })
      return ((await response.json()) as { token: string }).token
    }
    const statusAs = async (token: string): Promise<number> =>
      (await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })).status()
    const phone = await tokenFrom('Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36')
    const office = await tokenFrom('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0')

    await page.goto('/logout')
    await fill(page, ravi)
    await page.getByRole('button', { name: 'Login' }).click()
    // The log-in opens the first screen of the account.
    await expect(page).toHaveURL('/today')
    await page.getByRole('contentinfo').getByRole('link', { name: 'My account' }).click()
    await expect(page.getByText('Reads the masters, plans and records visits.')).toBeVisible()
    const sessions = page.getByRole('region', { name: 'My sessions' }).getByRole('listitem')
    // With the one of the registration.
    await expect(sessions).toHaveCount(4)
    await expect(sessions.filter({ hasText: 'this device' })).toHaveCount(1)
    await page.getByRole('button', { name: 'End the session on Chrome on Android' }).click()
    await expect(page.getByText('The session on Chrome on Android has ended')).toBeVisible()
    await expect(sessions).toHaveCount(3)
    expect(await statusAs(phone)).toBe(401)
    expect(await statusAs(office)).toBe(200)

    expectedErrors.push(refusal(422))
    await fill(page, { current: 'not this one', password: 'castor-after-cotton' })
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Current password is wrong')
    await expect(page.getByLabel('New password')).toHaveValue('castor-after-cotton')
    await fill(page, { current: ravi.password })
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
    await expect(sessions).toHaveCount(1)
    expect(await statusAs(office)).toBe(401)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  },
)
