import { axeViolations } from './axe.ts'
import { expect, refusal, test } from './fixtures.ts'

test(
  'changes, reverts, comments on, deletes and restores a record',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(404))
    const headers = { authorization: `Bearer ${token}` }
    const Soil_Name = `Loam ${Date.now()}`
    const created = await request.post('/api/v1/soils', { data: { Soil_Name }, headers })
    const { id, Soil_Code } = (await created.json()) as { id: string; Soil_Code: string }
    const changed = { Soil_Name: `${Soil_Name} changed`, version: 1 }
    await request.patch(`/api/v1/soils/${id}`, { data: changed, headers })

    await page.goto(`/records/soils/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(changed.Soil_Name)
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('row', { name: 'Soil Name' })).toContainText(changed.Soil_Name)
    await expect(page.getByRole('region', { name: 'Used by' })).toContainText('No record refers to this one.')
    await history.getByRole('button', { name: 'Revert to this version 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revert to version 1' })
    await expect(dialog.getByRole('cell', { name: Soil_Name, exact: true })).toBeVisible()
    expect(await axeViolations(page), 'the difference').toEqual([])
    await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(Soil_Name)

    const comments = page.getByRole('region', { name: 'Comments' })
    await comments.getByLabel('Comment').fill('<b>Seen</b> at https://example.in/a?b=1.')
    await comments.getByRole('button', { name: 'Add comment' }).click()
    await expect(comments.getByRole('link', { name: 'https://example.in/a?b=1' })).toBeVisible()
    await expect(comments).toContainText('<b>Seen</b>')
    expect(await axeViolations(page), 'the page of a record').toEqual([])
    await comments.getByRole('button', { name: 'Edit' }).click()
    await comments.getByLabel('Change the comment').fill('Seen twice')
    await comments.getByRole('button', { name: 'Save' }).click()
    await expect(comments).toContainText('Seen twice')

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText(`Soil ${Soil_Code} was deleted by anita`)).toBeVisible()
    await page.getByRole('link', { name: 'Open the bin' }).click()
    await page.getByRole('searchbox', { name: 'Search the bin' }).fill(Soil_Code)
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: Soil_Name })
    await expect(row).toContainText('by anita')
    expect(await axeViolations(page), 'the bin').toEqual([])
    await row.getByRole('button', { name: `Restore Soil ${Soil_Code}` }).click()
    await expect(page.getByText(`Soil ${Soil_Code} restored`)).toBeVisible()
  },
)
