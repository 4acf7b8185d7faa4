import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.describe('the trees', () => {
  // It undoes what it changes.
  test.use({ isSharedSample: true })

  test(
    'move the focus with the keyboard, move a state with undo, and search, add, rename, merge and delete',
    { tag: '@desktop' },
    async ({ page, asAdministrator: _ }) => {
      await page.goto('/trees/territory')
      await test.step('keyboard, and a move after a preview', () => movesState(page))
      await test.step('search, add, rename, merge and delete', () => changesStation(page))
    },
  )
})

async function movesState(page: Page): Promise<void> {
  const tree = page.getByRole('tree', { name: 'Territory' })
  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.type('india')
  await expect(tree.getByRole('treeitem', { name: /^India/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /^West/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('*')
  await expect(tree.getByRole('treeitem', { name: /^Gujarat/ })).toBeVisible()
  const gujarat = tree.getByRole('treeitem', { name: /^Gujarat/ })
  await page.keyboard.press('End')
  // Letters more than a second apart do not form a word.
  await expect(async () => {
    await page.keyboard.press('Home')
    await page.keyboard.type('guj')
    await expect(gujarat).toBeFocused({ timeout: 1000 })
  }).toPass()
  await expect(gujarat).toHaveAttribute('aria-level', '3')

  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Gujarat' })
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('link', { name: '33 customers' })).toHaveAttribute(
    'href',
    '/lists/customers?below=state%3AGJ',
  )
  await panel.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move State GJ' })
  await dialog.getByRole('combobox', { name: 'New zone' }).fill('N')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('33 customers, 9 employees and 11 plans')).toBeVisible()
  expect(await axeViolations(page), 'the preview').toEqual([])
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('State GJ moved to Zone Code N', { exact: true })).toBeVisible()
  const levels = tree.getByRole('treeitem', { name: /Zone [NW]\b|State GJ/ })
  await expect(levels).toHaveText([/^North/, /^Gujarat/, /^West/])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(levels).toHaveText([/^North/, /^West/, /^Gujarat/])
}

async function changesStation(page: Page): Promise<void> {
  const tree = page.getByRole('tree', { name: 'Territory' })
  await page.getByLabel('Search the tree').fill('P-AND')
  const anand = tree.getByRole('treeitem', { name: /Pool P-AND/ })
  await anand.click()
  expect(await axeViolations(page), 'the tree').toEqual([])
  const panel = page.getByRole('complementary', { name: 'Anand' })
  await panel.getByRole('button', { name: 'Add station' }).click()
  const form = page.getByRole('dialog', { name: 'New station' })
  await expect(form.locator('[name=Pool_Code]')).toHaveValue('P-AND')
  await form.locator('[name=Station_Code]').fill('S-NEW')
  await form.locator('[name=Station_Name]').fill('Newtown')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Station S-NEW is added', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Rename' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename Pool P-AND' })
  await renaming.getByLabel('Pool Code').fill('P-ANAND')
  await renaming.getByRole('button', { name: 'Preview changes' }).click()
  await expect(renaming.getByText(/stations.*4 customers/)).toBeVisible()
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Pool P-AND renamed: Pool Code P-ANAND', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()

  await page.getByLabel('Search the tree').fill('S-NEW')
  await tree.getByRole('treeitem', { name: /Station S-NEW/ }).click()
  const added = page.getByRole('complementary', { name: 'Newtown' })
  await added.getByRole('button', { name: 'Merge' }).click()
  const merging = page.getByRole('dialog', { name: 'Merge Station S-NEW' })
  await merging.getByRole('combobox').fill('S-')
  await merging.getByRole('option', { name: /^S-/ }).first().click()
  await expect(merging.getByText('goes to the bin')).toBeVisible()
  await merging.getByRole('button', { name: 'Preview changes' }).click()
  await expect(merging.getByText('Moves to the bin: 1 station.')).toBeVisible()
  expect(await axeViolations(page), 'the merge').toEqual([])
  await page.keyboard.press('Escape')
  await added.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Station S-NEW is deleted', { exact: true })).toBeVisible()
  await expect(tree).toBeHidden()
}
