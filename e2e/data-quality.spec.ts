import { axeViolations } from './axe.ts'
import { expect, fill, navigateInApp, test } from './fixtures.ts'
import { showQuery } from './show-query.ts'

test.describe('data quality', () => {
  // It expects certain codes, so no other test may create records in parallel.
  test.use({ isFresh: true })

  test(
    'fixes a finding with one click, marks another as correct, and changes the format of a code',
    { tag: '@desktop' },
    async ({ page, request, asFirstUser: { token } }) => {
      const headers = { authorization: `Bearer ${token}` }
      const save = async (path: string, data: object): Promise<void> =>
        expect((await request.post(`/api/v1/${path}`, { data, headers })).status()).toBe(201)
      await save('countries', {
        Country_Code: 'IN',
        Country_Name: 'India',
        Postal_Code: '999999',
        Iso_Code: 'IN',
        Iso_Code_3char: 'IND',
        Eu_Country: 'No',
        Country_Shortname: 'India',
      })
      await save('zones', { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' })
      const state = { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'W', Ext_Code: 42 }
      await save('states', state)

      await page.goto('/admin/tools')
      await page
        .getByRole('navigation', { name: 'Office' })
        .getByRole('link', { name: 'Data quality' })
        .click()
      await page.getByRole('button', { name: 'Check again' }).click()
      await page.getByRole('link', { name: 'State with an Ext Code that is not its GST code' }).click()
      await expect(page.getByRole('row').nth(1)).toContainText('Gujarat has the GST code 24, not 42')

      await page.getByRole('link', { name: 'Open Gujarat (GJ)' }).click()
      await expect(page.locator('[name=Ext_Code]')).toBeFocused()
      await page.goBack()
      // Edited in place, with the checks of the form; the way back is in the notice.
      await page.getByRole('button', { name: 'Edit Ext Code of Gujarat (GJ)' }).click()
      const input = page.getByRole('textbox', { name: 'Ext Code' })
      await expect(input).toBeFocused()
      expect(await axeViolations(page), 'the editor of a finding').toEqual([])
      await input.fill('24')
      await page.keyboard.press('Enter')
      await expect(page.getByText('No findings.')).toBeVisible()
      await expect(page.getByText('Ext Code of State GJ changed', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.getByText('State GJ is as it was before', { exact: true })).toBeVisible()
      await showQuery(page, '/admin/health')
      await page.getByRole('button', { name: 'Check again' }).click()
      await page.getByRole('link', { name: 'State with an Ext Code that is not its GST code' }).click()
      await page.getByRole('button', { name: 'Set Ext Code to 24' }).click()
      await expect(page.getByText('Done. Gujarat (GJ): Set Ext Code to 24', { exact: true })).toBeVisible()
      await expect(page.getByText('No findings.')).toBeVisible()
      const saved = await request.get('/api/v1/states/GJ', { headers })
      expect(await saved.json()).toMatchObject({ Ext_Code: '24', version: 4 })

      await showQuery(page, '/admin/health?rule=place-empty')
      await page.getByRole('button', { name: 'Mark as correct: Gujarat (GJ)' }).click()
      await page.getByLabel('Why is it correct?').fill('Pools come next month')
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(page.getByText('No findings.')).toBeVisible()
      await page.getByText('1 marked as correct').click()
      await page.getByRole('button', { name: 'Undo: Gujarat (GJ)' }).click()
      await expect(page.getByRole('button', { name: 'Mark as correct: Gujarat (GJ)' })).toBeVisible()
      await page.getByRole('button', { name: 'Delete GJ: Gujarat (GJ)' }).click()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.getByText('Restored', { exact: true })).toBeVisible()
      expect((await request.get('/api/v1/states/GJ', { headers })).status()).toBe(200)

      await navigateInApp(page, '/admin/series')
      await page.getByRole('button', { name: 'Change Crop Code' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Prefix').fill('CR1')
      await expect(dialog.getByText(/Prefix should not end in a digit/)).toBeVisible()
      await dialog.getByLabel('Prefix').fill('KH-')
      await dialog.getByLabel('Digits').fill('3')
      await expect(dialog.getByText('KH-003, KH-004 then KH-005')).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(page.getByText('The next Crop Code is KH-003', { exact: true })).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await navigateInApp(page, '/contact18')
      await expect(page.locator('[name=Crop_Code]')).toHaveValue('KH-003')
      await fill(page, {
        Crop_Name: 'Groundnut',
        Crop_Type1: 'Oilseed',
        Crop_Type2: 'Legume',
        Crop_Type3: 'Kharif',
        Crop_Grade: 'A',
        Crop_Quality: 'FAQ',
      })
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('Crop KH-003 is saved', { exact: true })).toBeVisible()
      await expect(page.locator('[name=Crop_Code]')).toHaveValue('KH-004')

      await navigateInApp(page, '/admin/reference')
      const rates = page.getByRole('region', { name: 'GST rates' })
      await rates.getByText('To add (7)').click()
      await expect(rates.getByText('GST 18% (GST18)')).toBeVisible()
      await rates.getByRole('button', { name: 'Add 7 rates' }).click()
      await expect(rates.getByText('Complete.')).toBeVisible()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page.getByText('7 undone')).toBeVisible()
      await expect(rates.getByText('7 are missing.')).toBeVisible()
    },
  )
})
