import { isSigned, openTarget } from '#testing/webhook-target.ts'
import { axeViolations } from './axe.ts'
import { administrator, expect, refusal, test, withServer } from './fixtures.ts'

test(
  'the administrator adds a webhook, tests it, sees why it fails, changes its secret and deletes it',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const target = await openTarget()
    const settings = {
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1',
    }
    await withServer('new', settings, async ({ url }) => {
      await page.goto(`${url}/login?next=%2Fadmin%2Fwebhooks`)
      await page.locator('[name=email]').fill(administrator.email)
      await page.locator('[name=password]').fill(administrator.password)
      await page.locator('form button[type=submit]').click()
      await page.waitForURL((address) => !address.pathname.includes('login'))
      await page.goto(`${url}/admin/webhooks`)
      await expect(page.getByText('No webhooks yet.')).toBeVisible()
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByLabel('URL').fill('https://10.0.0.1/hook')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Name is required')).toBeVisible()
      await page.getByLabel('Name', { exact: true }).fill('Tally')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/not on the public internet/)
      await page.getByLabel('URL').fill(target.url)
      await page.getByLabel('Events', { exact: true }).selectOption('Chosen events')
      await page.getByLabel('Collections').check()
      await page.getByLabel('Soils').check()
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Add webhook' }).click()
      const box = page.getByRole('textbox', { name: 'Secret' })
      await expect(box).toHaveValue(/^whsec_/)
      const secret = await box.inputValue()
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Done' }).click()

      const card = page.getByRole('listitem').filter({ hasText: target.url })
      await expect(card).toContainText('Collections, Soils')
      await expect(card).toContainText('Active')
      await card.getByRole('link', { name: 'Deliveries' }).click()
      await expect(page.getByText('Nothing was sent yet.')).toBeVisible()
      await card.getByRole('button', { name: 'Send test to Tally' }).click()
      const row = page.getByRole('row').filter({ hasText: 'webhook.test' })
      await expect(row).toContainText('Accepted', { timeout: 15_000 })
      expect(isSigned(target.received[0]!, secret)).toBe(true)
      await row.getByText('Message', { exact: true }).click()
      await expect(row.locator('pre').first()).toContainText('"type":"webhook.test"')
      expect(await axeViolations(page)).toEqual([])

      target.answer = (response) => response.writeHead(500).end('broken')
      await row.getByRole('button', { name: 'Send again: webhook.test' }).click()
      await expect(row).toContainText('Answered 500', { timeout: 15_000 })
      await expect(row).toContainText('Next try')
      await expect(card).toContainText('Not accepted since')

      await card.getByRole('button', { name: 'Pause Tally' }).click()
      await expect(card).toContainText('Paused')
      await expect(card.getByRole('button', { name: 'Send test to Tally' })).toBeHidden()
      await card.getByRole('button', { name: 'Resume Tally' }).click()
      await expect(card).toContainText('Active')

      await card.getByRole('button', { name: 'New secret of Tally' }).click()
      await page.getByRole('button', { name: 'Make new secret' }).click()
      await expect(box).toHaveValue(/^whsec_/)
      expect(await box.inputValue()).not.toBe(secret)
      await page.getByRole('button', { name: 'Done' }).click()

      await card.getByRole('button', { name: 'Delete Tally' }).click()
      await page.getByRole('button', { name: 'Delete webhook' }).click()
      await expect(page.getByText('No webhooks yet.')).toBeVisible()
    })
    await target.close()
  },
)
