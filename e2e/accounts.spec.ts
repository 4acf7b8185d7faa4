import { administrator, expect, fill, refusal, test } from './fixtures.ts'

const person = { email: 'ravi@agridesk.in', password: 'groundnut-in-june' }

test(
  'the server says what a registration lacks, beside its fields',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    await page.goto('/register')
    await fill(page, { username: 'Ravi', email: 'ravi@example.in', password: 'short' })
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(
      page.getByText(/^Registration failed: Password should have at least 8 characters/),
    ).toBeVisible()
    await expect(page.locator('[name=password]')).toBeFocused()
    await expect(page.locator('[name=username]')).toHaveValue('Ravi')
  },
)

test(
  'pages that need an account ask for it and come back',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(401))
    await page.goto('/contact1?q=ind')
    await expect(page).toHaveURL('/login?to=%2Fcontact1%3Fq%3Dind')
    await fill(page, { ...administrator, password: 'not-the-password' })
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('invalid credentials', { exact: true })).toBeVisible()
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/contact1?q=ind')
    await expect(page.getByRole('heading', { name: 'Country', exact: true })).toBeVisible()

    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    // A link to a stranger's site does not take anybody there.
    await page.goto('/login?to=//evil.example/contact1')
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
  },
)

test(
  'a session that ends while a form is filled in costs neither the way nor the words',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(401))
    await page.goto('/contact20')
    await fill(page, { Soil_Name: 'Red loam' })
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/login?to=%2Fcontact20')
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/contact20')
    await expect(page.locator('[name=Soil_Name]')).toHaveValue('Red loam')
  },
)

test(
  'a second person waits for approval and then works with the role given',
  { tag: '@desktop' },
  async ({ page, browser, server, asAdministrator: _ }) => {
    const context = await browser.newContext({ baseURL: server.url })
    const ravi = await context.newPage()
    await ravi.goto('/register')
    await fill(ravi, { username: 'Ravi Patel', phone: '9825054321', ...person })
    await ravi.getByRole('button', { name: 'Register' }).click()
    await expect(ravi.getByText('Registration successful', { exact: true })).toBeVisible()
    await expect(ravi.getByText(/An administrator has to approve/)).toBeVisible()
    await ravi.goto('/contact1')
    await expect(ravi.getByText('This account is waiting for an administrator to approve it')).toBeVisible()
    await expect(ravi.locator('[name=Country_Code]')).toHaveCount(0)

    await page.goto('/admin/users')
    await expect(page.getByText('One account waits for approval.')).toBeVisible()
    await page.getByLabel('Role of Ravi Patel').selectOption('Office')
    await page.getByRole('button', { name: 'Approve Ravi Patel' }).click()
    await expect(page.getByText('Ravi Patel is approved', { exact: true })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Ravi Patel' })).toContainText('active')

    // The session of the waiting account ended with its approval; a new one has the rights of the role.
    await ravi.goto('/contact1')
    await expect(ravi).toHaveURL('/login?to=%2Fcontact1')
    await fill(ravi, person)
    await ravi.getByRole('button', { name: 'Login' }).click()
    await expect(ravi).toHaveURL('/contact1')
    await expect(ravi.locator('[name=Country_Code]')).toBeVisible()
    // Office may read roles but not write them.
    await ravi.goto('/contact13')
    await expect(ravi.getByRole('row').filter({ hasText: 'Administrator' })).toBeVisible()
    await expect(ravi.getByRole('button', { name: 'Submit' })).toHaveCount(0)

    await page.getByRole('button', { name: 'Disable Ravi Patel' }).click()
    await expect(page.getByText('Ravi Patel is disabled', { exact: true })).toBeVisible()
    await ravi.reload()
    await expect(ravi).toHaveURL('/login?to=%2Fcontact13')
    await context.close()
  },
)

test(
  'the last administrator cannot shut the door behind them',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(refusal(409))
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Disable anita' }).click()
    await expect(page.getByText('anita is not disabled', { exact: true })).toBeVisible()
  },
)
