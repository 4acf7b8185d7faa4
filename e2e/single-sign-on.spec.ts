import { client, openRealProvider } from '#testing/processes/sign-on-providers.ts'
import { freePort } from '#testing/processes/server-process.ts'
import { administrator, expect, refusal, test, withServer } from './fixtures.ts'

test(
  'logs in and out at the provider of the firm, and says why when it was cancelled',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(403))
    // The pages of the provider load a font from the internet.
    await page.route(/fonts\.googleapis\.com/, (route) =>
      route.fulfill({ contentType: 'text/css', body: '' }),
    )
    const port = await freePort()
    const site = `http://127.0.0.1:${port}`
    const people = { anita: { email: administrator.email, email_verified: true } }
    const provider = await openRealProvider(people, `${site}/api/auth/oidc/callback`)
    const settings = {
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      PORT: String(port),
      SITE_URL: site,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_LABEL: 'Firm ID',
    }
    await withServer('new', settings, async () => {
      const logIn = page.getByRole('link', { name: 'Log in with Firm ID' })
      await page.goto(`${site}/login?to=%2Faccount`)
      await logIn.press('Enter')
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expect(page.getByText('You cancelled the log-in at Firm ID.')).toBeVisible()
      expect(page.url()).toBe(`${site}/login?to=%2Faccount`)

      await logIn.press('Enter')
      await page.locator('[name=login]').fill('anita')
      await page.locator('[name=password]').fill('any')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`${site}/account`)
      await expect(page.getByText('Login Successful')).toBeVisible()
      await expect(page.locator('#main').getByText(administrator.email).first()).toBeVisible()

      await page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await page.waitForURL(`${site}/login`)
      await logIn.click()
      await expect(page.locator('[name=login]')).toBeVisible()
    })
    await provider.close()
  },
)
