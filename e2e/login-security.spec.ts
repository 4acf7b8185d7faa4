import type { Page } from '@playwright/test'
import { codeOfStep, stepAt } from '#server/accounts/sign-in/totp.ts'
import type { HostedServer } from '#testing/processes/server-host.ts'
import { freePort } from '#testing/processes/server-process.ts'
import { openSmtpServer } from '#testing/processes/smtp-server.ts'
import { axeViolations } from './axe.ts'
import { administrator, expect, fill, navigateInApp, refusal, test, withServer } from './fixtures.ts'

const password = 'groundnut-in-june'

test(
  'creates an account by invitation with a second factor, which an administrator switches off',
  { tag: '@desktop' },
  async ({ page, browser, server, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const email = 'nila.bhatt@agridesk.in'
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Invite a user' }).click()
    let dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('nila.bhatt')
    await dialog.getByRole('button', { name: 'Create invitation link' }).click()
    await expect(dialog.getByLabel('Role')).toHaveAccessibleDescription(/Role is required/)
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/should be an e-mail address/)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Role').selectOption('Field')
    await dialog.getByLabel('Chosen places').check()
    await dialog.getByRole('button', { name: 'Create invitation link' }).click()
    await expect(dialog.getByRole('group', { name: 'Sees' })).toHaveAccessibleDescription(
      /at least one place/,
    )
    await dialog.getByLabel('Everything').check()
    await expect(dialog.getByText(/^Will see everything: \d+ customers?\.$/)).toBeVisible()
    expect(await axeViolations(page), 'inviting').toEqual([])
    await dialog.getByRole('button', { name: 'Create invitation link' }).click()
    const link = await dialog.getByLabel('Invitation link').inputValue()
    expect(await axeViolations(page), 'invitation').toEqual([])
    await page.keyboard.press('Escape')
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Invited')

    const context = await browser.newContext({ baseURL: server.url })
    const nila = await context.newPage()
    await nila.goto(link)
    await expect(nila.getByText(`You are invited as ${email}.`)).toBeVisible()
    await fill(nila, { username: 'Nila Bhatt', password: 'short' })
    await nila.getByRole('button', { name: 'Create account' }).click()
    await expect(nila.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/at least 8/)
    await expect(nila.getByLabel('User Name')).toHaveValue('Nila Bhatt')
    await fill(nila, { password })
    await nila.getByRole('button', { name: 'Create account' }).click()
    await expect(nila.getByText('Your account is ready', { exact: true })).toBeVisible()

    await navigateInApp(nila, '/account')
    const card = nila.getByRole('region', { name: 'Second factor' })
    await card.getByRole('button', { name: 'Switch on' }).click()
    await card.getByLabel('Your password').fill(password)
    await nila.keyboard.press('Enter')
    const secret = (await card.locator('.secret-key').innerText()).replaceAll(/\s/g, '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    await expect(card.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
    await expect(card.getByRole('link')).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*${secret}`))
    await card.getByLabel('Code', { exact: true }).fill('12345')
    await nila.keyboard.press('Enter')
    await expect(card.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong/)
    await card.getByLabel('Code', { exact: true }).fill(codeOfStep(secret, stepAt(new Date())))
    await nila.keyboard.press('Enter')
    await expect(nila.getByText('The second factor is on', { exact: true })).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(10)
    const codes = await card.getByRole('listitem').allInnerTexts()
    expect(await axeViolations(nila), 'recovery codes').toEqual([])
    await card.getByRole('button', { name: 'I have saved them' }).click()
    await expect(card).toContainText('10 recovery codes left')
    await card.getByRole('button', { name: 'Renew recovery codes' }).click()
    await card.getByLabel('Your password').fill(password)
    await card.getByLabel('Code', { exact: true }).fill(codes[1]!)
    await nila.keyboard.press('Enter')
    await expect(nila.getByText('Recovery codes renewed', { exact: true })).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(10)
    const renewed = await card.getByRole('listitem').allInnerTexts()
    expect(new Set([...codes, ...renewed]).size).toBe(20)
    await card.getByRole('button', { name: 'I have saved them' }).click()

    await nila.goto('/logout')
    await fill(nila, { email, password })
    await nila.getByRole('button', { name: 'Login' }).click()
    await expect(nila.getByLabel('Code')).toBeFocused()
    await expect(nila.getByLabel('Password', { exact: true })).toHaveValue(password)
    await nila.getByLabel('Email').fill(email)
    await expect(nila.getByLabel('Code')).toHaveCount(0)
    await nila.keyboard.press('Enter')
    await nila.getByLabel('Code').fill('ABCD-EFGH')
    await nila.keyboard.press('Enter')
    await expect(nila.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/)
    await nila.getByLabel('Code').fill(renewed[0]!.toLowerCase())
    await nila.keyboard.press('Enter')
    await expect(nila.getByText('Login Successful', { exact: true })).toBeVisible()

    await page.reload()
    await expect(row).toContainText('Sees everything')
    await page.getByRole('button', { name: 'Update Nila Bhatt' }).click()
    dialog = page.getByRole('dialog')
    const sessions = dialog.getByRole('region', { name: 'Sessions' })
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await sessions.getByRole('button', { name: /^End the session on/ }).click()
    await expect(sessions).toContainText('Nila Bhatt is not logged in.')
    await expect(sessions.getByRole('heading')).toBeFocused()
    expect(await axeViolations(page), 'security').toEqual([])
    await dialog.getByRole('button', { name: 'Switch off the second factor' }).click()
    await expect(dialog.getByText('Second factor of Nila Bhatt switched off')).toBeVisible()
    await nila.goto('/login')
    await fill(nila, { email, password })
    await nila.getByRole('button', { name: 'Login' }).click()
    await expect(nila).toHaveURL('/')
    await context.close()
    for (const word of [secret, renewed[0]!, link.split('#')[1]!.split('~')[0]!])
      expect(server.output()).not.toContain(word)
  },
)

test(
  'leads an account that lacks the second factor of its role to switching it on, and then on',
  { tag: '@desktop' },
  async ({ page, browser, request, server, asAdministrator: _ }) => {
    const email = 'kiran.dave@agridesk.in'
    const login = await request.post('/api/auth/login', { data: administrator })
    const { token } = (await login.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    await request.post('/api/v1/roles', { data: { Role_Code: 'AUDITOR', Role_Name: 'Auditor' }, headers })
    await request.put('/api/v1/role-rights/AUDITOR', {
      data: { rights: { zone: ['read'] }, sees: 'everything', version: 0 },
      headers,
    })
    const registered = await request.post('/api/auth/register', {
      data: { username: 'Kiran Dave', email, password },
    })
    const { account } = (await registered.json()) as { account: { id: string; version: number } }
    await request.patch(`/api/admin/users/${account.id}`, {
      data: { status: 'active', role: 'AUDITOR', version: account.version },
      headers,
    })

    await page.goto('/admin/roles?role=AUDITOR')
    const required = page.getByLabel('Second factor required')
    await expect(required).toHaveAccessibleDescription(/1 person with this role has none/)
    await required.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Require', exact: true }).click()
    await expect(page.getByText('Auditor now requires a second factor')).toBeVisible()
    await expect(required).toBeChecked()
    expect(await axeViolations(page), 'role').toEqual([])
    await page.goto('/admin/users')
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('No second factor')

    const context = await browser.newContext({ baseURL: server.url })
    const kiran = await context.newPage()
    await kiran.goto('/login?to=/lists/zones')
    await fill(kiran, { email, password })
    await kiran.getByRole('button', { name: 'Login' }).click()
    await expect(kiran).toHaveURL('/account?to=%2Flists%2Fzones')
    await navigateInApp(kiran, '/visits')
    await expect(kiran).toHaveURL('/account?to=%2Fvisits')
    await navigateInApp(kiran, '/lists/zones')
    await expect(kiran).toHaveURL('/account?to=%2Flists%2Fzones')
    const card = kiran.getByRole('region', { name: 'Second factor' })
    expect(await axeViolations(kiran), 'required').toEqual([])
    await card.getByRole('button', { name: 'Switch on' }).click()
    await card.getByLabel('Your password').fill(password)
    await kiran.keyboard.press('Enter')
    const secret = (await card.locator('.secret-key').innerText()).replaceAll(/\s/g, '')
    await card.getByLabel('Code', { exact: true }).fill(codeOfStep(secret, stepAt(new Date())))
    await kiran.keyboard.press('Enter')
    await card.getByRole('button', { name: 'I have saved them' }).click()
    await expect(kiran).toHaveURL('/lists/zones')
    await navigateInApp(kiran, '/account')
    await expect(card).toContainText('Your role requires it.')
    await expect(card.getByRole('button', { name: 'Switch off' })).toHaveCount(0)
    await context.close()
  },
)

test(
  'notifies other sessions of a login from a new device, and ends it from there',
  { tag: '@desktop' },
  async ({ page, request, server }) => {
    const email = `tara.${Date.now()}@agridesk.in`
    const login = async (agent: string): Promise<string> => {
      const headers = { 'user-agent': agent }
      const response = await request.post('/api/auth/login', { data: { email, password }, headers })
      return ((await response.json()) as { token: string }).token
    }
    const headers = { 'user-agent': await userAgentOf(page, server.url) }
    const registered = await request.post('/api/auth/register', {
      data: { username: 'Tara', email, password },
      headers,
    })
    const { token } = (await registered.json()) as { token: string }
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    const attacker = await login('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/143.0')
    await page.goto('/about')
    await expect(page.getByText(/^A new device logged in on .*: Firefox on Windows\./)).toBeVisible()
    expect(await axeViolations(page), 'notice').toEqual([])
    await page.getByRole('link', { name: 'Was it you?' }).click()
    const card = page.getByRole('region', { name: 'Was it you?' })
    await expect(card).toContainText('Firefox on Windows')
    await card.getByRole('button', { name: 'Log out Firefox on Windows' }).click()
    await expect(page.getByText('The sessions on Firefox on Windows have ended')).toBeVisible()
    await expect(card).toHaveCount(0)
    const me = await request.get('/api/v1/me', { headers: { authorization: `Bearer ${attacker}` } })
    expect(me.status()).toBe(401)
    await navigateInApp(page, '/about')
    await expect(page.getByText(/^A new device logged in/)).toHaveCount(0)
  },
)

test(
  'resets a forgotten password by e-mail, and shows a link that cannot be sent',
  { tag: '@desktop' },
  async ({ page }) => {
    const [smtp, port] = [await openSmtpServer(), await freePort()]
    const site = `http://127.0.0.1:${port}`
    const settings = {
      PORT: String(port),
      SITE_URL: site,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none`,
      MAIL_FROM: 'desk@agridesk.in',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    }
    const useDesk = async (desk: HostedServer): Promise<void> => {
      await page.goto(`${site}/login`)
      await page.getByLabel('Email').fill(administrator.email)
      await page.getByRole('button', { name: 'Forgot your password?' }).click()
      const card = page.getByRole('region', { name: 'Reset your password' })
      await expect(card.getByLabel('Email of the account')).toBeFocused()
      await expect(card.getByLabel('Email of the account')).toHaveValue(administrator.email)
      expect(await axeViolations(page), 'forgot').toEqual([])
      await page.keyboard.press('Enter')
      await expect(card).toContainText('If an account has this address, a link is on its way.')
      const { to, text } = await smtp.mail(0)
      expect(to).toEqual([administrator.email])
      await page.goto(/\S+\/reset#\S+/.exec(text)![0])
      await fill(page, { password })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page).toHaveURL(`${site}/login`)
      await fill(page, { email: administrator.email, password })
      await page.keyboard.press('Enter')
      await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()

      await page.goto(`${site}/admin/users`)
      await page.getByRole('button', { name: 'Invite a user' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill('omkar@agridesk.in')
      await dialog.getByLabel('Role').selectOption('Viewer')
      smtp.manners.refuse = { command: 'RCPT', line: '550 nobody here' }
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await expect(dialog).toContainText('The mail was not sent: The mail server does not accept')
      await expect(dialog.getByLabel('Invitation link')).toHaveValue(/\/invite#[\w-]{43}~omkar/)
      await page.keyboard.press('Escape')
      await expect(page.getByText(/^Could not send an e-mail to omkar@agridesk.in/)).toBeVisible()
      delete smtp.manners.refuse
      await page.getByRole('button', { name: 'Update omkar' }).click()
      await dialog.getByRole('button', { name: 'Send it by e-mail' }).click()
      await expect(dialog.getByText(/^A link was sent to omkar@agridesk.in/)).toBeFocused()
      expect(await axeViolations(page), 'sent').toEqual([])
      const link = /\/invite#([\w-]{43})/.exec((await smtp.mail(1)).text)![1]!
      expect(desk.output()).not.toContain(link)
    }
    await withServer('new', settings, useDesk).finally(smtp.close)
  },
)

async function userAgentOf(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/healthz`)
  return page.evaluate(() => navigator.userAgent)
}
