import { axeViolations } from './axe.ts'
import { administrator, expect, navigateInApp, refusal, test } from './fixtures.ts'
import { showQuery } from './show-query.ts'

test.describe('the administrator', () => {
  test(
    'creates an API token, finds its changes in the audit log with old and new values, and revokes it',
    { tag: '@desktop' },
    async ({ page, request, expectedErrors, asAdministrator: _ }) => {
      expectedErrors.push(refusal(422))
      const name = `Tally ${Date.now()}`
      await page.goto('/admin/tools')
      await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'API tokens' }).click()
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByLabel('Last day', { exact: true }).fill('01/01/2020')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Name is required')).toBeVisible()
      await expect(page.getByText('Last day should be between today and a year from now')).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Role').selectOption('Office')
      const soon = new Date(Date.now() + 10 * 24 * 3600 * 1000).toISOString().slice(0, 10)
      await page.getByLabel('Last day', { exact: true }).fill(soon.split('-').toReversed().join('/'))
      await page.keyboard.press('Enter')
      const box = page.getByRole('textbox', { name: 'Token' })
      await expect(box).toHaveValue(/^agk_[\w-]{43}$/)
      expect(await axeViolations(page)).toEqual([])
      const headers = { authorization: `Bearer ${await box.inputValue()}` }
      await page.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Never')

      const soil = { Soil_Name: 'Black' }
      const created = await request.post('/api/v1/soils', { data: soil, headers })
      expect(created.status()).toBe(201)
      const { id, version } = (await created.json()) as { id: string; version: number }
      const change = { Soil_Name: 'Black cotton', version }
      expect((await request.patch(`/api/v1/soils/${id}`, { data: change, headers })).status()).toBe(200)

      await navigateInApp(page, '/admin/audit')
      await page.getByLabel('Code', { exact: true }).fill('Black')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Subject', { exact: true })).toHaveAccessibleDescription(
        'Choose what the code belongs to',
      )
      await page.getByLabel('Code', { exact: true }).fill('')
      await page.getByLabel('Who', { exact: true }).fill(name)
      await page.getByLabel('What', { exact: true }).selectOption('Changed')
      await page.getByLabel('Subject', { exact: true }).selectOption('Soils')
      await page.getByLabel('Changed field').selectOption('Soil Name')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/who=Tally.*&action=update&entity=soil&field=Soil_Name/)
      const row = page.getByRole('row').nth(1)
      await expect(row).toContainText(name)
      await row.getByText('Soil Name').first().click()
      await expect(row.getByText('Black', { exact: true })).toBeVisible()
      await expect(row.getByText('Black cotton', { exact: true })).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export as CSV' }).click()
      expect((await saving).suggestedFilename()).toMatch(/^audit-.*\.csv$/)
      await row.getByRole('link').click()
      await expect(page).toHaveURL(new RegExp(`/records/soils/${id}`))

      // The dialog asks about the tokens of an account only when the account is disabled.
      await navigateInApp(page, `/admin/users?q=${administrator.email}`)
      await page.getByRole('button', { name: 'Update anita' }).click()
      const revoking = page.getByRole('checkbox', { name: 'Revoke it too' })
      await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
      await expect(revoking).toHaveCount(0)
      await page.getByRole('button', { name: 'Disable' }).click()
      await expect(revoking).toBeFocused()
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')

      await navigateInApp(page, '/admin/tokens')
      await page.getByRole('button', { name: `Revoke ${name}` }).click()
      await page.getByRole('button', { name: 'Revoke token' }).click()
      await expect(page.getByText(`${name} is revoked`)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Close this message' })).toBeFocused()
      expect((await request.get('/api/v1/soils', { headers })).status()).toBe(401)
      await navigateInApp(page, '/admin/audit?action=token+used')
      await expect(page.getByRole('row').nth(1)).toContainText('API token used')
      await showQuery(page, '/admin/audit?since=nonsense')
      await expect(page.getByText('from should be a day')).toBeVisible()
      await expect(page).toHaveURL(/\/admin\/audit$/)
    },
  )
})
