import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, test, whenLoaded } from './fixtures.ts'
import { showQuery } from './show-query.ts'

test.use({ isSharedSample: true })
test.setTimeout(180_000)

const rows = (page: Page): Locator => page.locator('.list-table tbody tr')
const headings = (page: Page): Promise<string[]> =>
  page
    .locator('.list-table thead th:not(.list-tick)')
    .evaluateAll((all) =>
      all.map((each) => each.querySelector('a')?.firstChild?.textContent ?? each.textContent),
    )
const heading = (page: Page, label: string): Locator => page.locator('.table-sort', { hasText: label })
const column = async (page: Page, label: string): Promise<string[]> =>
  page.locator(`.list-table tbody td[data-label="${label}"]`).allInnerTexts()

test(
  'filters a list, saves it as a view, exports it, and edits cells and many records with undo',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(/409 \(Conflict\)/)
    await test.step('filters', () => filters(page))
    await test.step('selects columns, sorts, saves a view and exports what is shown', () => exportsView(page))
    await test.step('edits and deletes many records by keyboard, with a preview and undo', () =>
      editsMany(page))
    await test.step('edits a cell in place, shows a problem beside it, and undoes the change', () =>
      editsCell(page))
  },
)

async function filters(page: Page): Promise<void> {
  await page.goto('/lists/customers?q=agro&Type=business')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers')
  await expect.poll(() => headings(page)).toContain('Customer Name')

  await page.getByRole('button', { name: 'Filter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Country, Zone/ }).click()
  await dialog.getByLabel('Level').selectOption('Zone')
  await dialog.getByLabel('Which zone').fill('W')
  await dialog.getByRole('button', { name: 'Condition', exact: true }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toContainText('Enter a value for Customer Code, or remove this condition')
  const second = dialog.locator('.filter-parts > li').nth(1)
  await second.getByLabel('Field').selectOption('Last Visited')
  await second.getByLabel('Which day for Last Visited').selectOption('today')
  await second.getByLabel(/^How many days/).fill('60')
  await dialog.getByRole('button', { name: 'Group' }).click()
  const group = dialog.locator('.filter-group')
  await group.getByLabel('Field').first().selectOption('Visit In Days')
  await group.getByLabel('Value for Visit In Days').fill('15')
  await group.getByLabel('Field').nth(1).selectOption('City Code')
  await group.getByLabel('Value for City Code').fill('unjha')
  await expect(group.locator('.combobox-option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(group.locator('.chip')).toHaveText('GJ-UNJ-Unjha')
  expect(await axeViolations(page), 'the filter dialog').toEqual([])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).toHaveText([
    'In zone W',
    'Type is business',
    'Last Visited from today − 60 days',
    'Visit In Days is at least 15, or City Code is GJ-UNJ',
    'Clear all',
  ])
  await expect(page.locator('.list-table[aria-busy=false]')).toBeVisible()
}

async function exportsView(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const off of ['Customer Phone', 'Type', 'Primary Contact', 'Currency Name', 'Last Visited'])
    await dialog.getByLabel(off, { exact: true }).uncheck()
  await dialog.getByRole('button', { name: 'Move Visit In Days up' }).click()
  await dialog.getByLabel('City Code', { exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const chosen = ['Customer Code', 'City Code', 'Customer Name', 'Visit In Days']
  await expect.poll(() => headings(page)).toEqual(chosen)

  await heading(page, 'Visit In Days').click()
  await expect(page).toHaveURL(/sort=Visit_In_Days$/)
  await heading(page, 'Customer Name').click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/sort=Visit_In_Days%2CCustomer_Name$/)
  await heading(page, 'Customer Name').click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/sort=Visit_In_Days%2C-Customer_Name$/)
  await expect(page.locator('.list-table[aria-busy=false]')).toBeVisible()
  const shown = await rows(page).allInnerTexts()
  expect(shown.length).toBeGreaterThan(3)
  const days = (await column(page, 'Visit In Days')).map(Number)
  expect(days).toEqual(days.toSorted((one, other) => one - other))

  await page.getByRole('button', { name: 'Views' }).click()
  await dialog.getByLabel('Save this view as').fill('Business in the west')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('is saved')
  await page.keyboard.press('Escape')
  await showQuery(page, '/lists/customers')
  await expect(page.getByText(/^1–50 of \d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await dialog.getByRole('link', { name: 'Business in the west' }).click()
  await expect.poll(() => headings(page)).toEqual(chosen)
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(shown)

  // The export contains the shown values: codes, without the names the screen shows beside them.
  const cells = await rows(page).evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td:not(.list-tick)')]
        .map((cell) =>
          cell.textContent.replace(cell.querySelector('.cell-title')?.textContent ?? '', '').trim(),
        )
        .join(','),
    ),
  )
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/customers.*\.csv$/i)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([chosen.join(','), ...cells])
  await expect(page.locator('.notices').first()).toContainText(`${file.suggestedFilename()} is saved`)
}

async function editsMany(page: Page): Promise<void> {
  await showQuery(page, '/lists/customers?q=kr&columns=Customer_Code,Visit_In_Days')
  await expect.poll(() => headings(page)).toEqual(['Customer Code', 'Visit In Days'])
  await whenLoaded(page)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(rows(page).nth(2).getByRole('link')).toBeFocused()
  await rows(page)
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('5 customers selected')
  const before = await column(page, 'Visit In Days')

  await bar.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Field').selectOption('Visit In Days')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog).toContainText('Visit In Days is required')
  const same = before.slice(0, 5).filter((days) => days === before[0]).length
  await dialog.getByLabel('New Visit In Days').fill(before[0]!)
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(`${5 - same} will change, ${same} unchanged.`)
  await expect(preview.getByRole('table'), 'the old and new values').toHaveCount(5 - same)
  await expect(preview.locator('ins').first()).toHaveText(before[0]!)
  expect(await axeViolations(page), 'the preview').toEqual([])
  await dialog.getByRole('button', { name: `Change ${5 - same}` }).click()
  await expect(page.locator('.notices').first()).toContainText(
    `Visit In Days of ${5 - same} customers changed`,
  )
  await expect
    .poll(async () => (await column(page, 'Visit In Days')).slice(0, 5))
    .toEqual(Array(5).fill(before[0]))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.notices').first()).toContainText('records undone')
  await expect.poll(() => column(page, 'Visit In Days')).toEqual(before)

  // Payment terms in use stay; the others are deleted, and restored from the page of changes.
  await navigateInApp(page, '/lists/payment-terms')
  await page.getByLabel('Select page').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const previewed = dialog.getByRole('region', { name: 'Preview' })
  await expect(previewed).toContainText(/\d+ will be deleted, \d+ cannot:/)
  const count = Number(/\d+/.exec(await previewed.innerText())![0])
  await dialog.getByRole('button', { name: `Delete ${count}` }).click()
  await expect(page.locator('.notices').first()).toContainText(`${count} payment terms are deleted`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Changes' }).click()
  const deleted = page.getByRole('article', { name: `${count} payment terms deleted`, exact: true })
  await deleted.getByText('Records').click()
  await expect(deleted.getByRole('listitem').first()).toContainText('deleted')
  expect(await axeViolations(page), 'the changes').toEqual([])
  await deleted.getByRole('button', { name: /^Undo/ }).click()
  await expect(deleted).toContainText('undone')
}

async function editsCell(page: Page): Promise<void> {
  await navigateInApp(
    page,
    '/lists/customers?q=agro&columns=Customer_Code,Customer_Name,City_Code,Visit_In_Days,Last_Visited',
  )
  const row = rows(page).nth(2)
  await expect(row).toBeVisible()
  await whenLoaded(page)
  const cell = (label: string): Locator => row.locator(`td[data-label="${label}"]`)
  const editor = page.locator('.cell-editor')
  const [city, days, code] = await Promise.all(
    ['City Code', 'Visit In Days', 'Customer Code'].map((label) => cell(label).innerText()),
  )

  await cell('Visit In Days').dblclick()
  await editor.getByLabel('Visit In Days').fill('')
  await page.keyboard.press('Enter')
  await expect(editor).toContainText('Visit In Days is required')
  expect(await axeViolations(page), 'the editor of a cell').toEqual([])
  await editor.getByLabel('Visit In Days').fill('11')
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expect(cell('Visit In Days')).toHaveText('11')
  await expect(cell('Visit In Days')).toBeFocused()
  await expect(page.locator('.notice')).toContainText(`Visit In Days of Customer ${code} changed`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell('Visit In Days')).toHaveText(days!)

  // By keyboard: a place, whose levels above follow.
  await row.locator('.row-link').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cell('City Code')).toBeFocused()
  await page.keyboard.press('F2')
  await editor.getByRole('combobox').fill('unjha')
  await expect(editor.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('combobox')).toHaveValue('GJ-UNJ')
  await page.keyboard.press('Enter')
  await expect(cell('City Code')).toHaveText('GJ-UNJ Unjha')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell('City Code')).toHaveText(city!)

  // Escape keeps the value; what someone else changed meanwhile is not overwritten.
  await cell('Visit In Days').dblclick()
  await editor.getByLabel('Visit In Days').fill('99')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(cell('Visit In Days')).toHaveText(days!)
  await cell('Visit In Days').dblclick()
  await page.evaluate(async (customer) => {
    const token = localStorage.getItem('token') ?? ''
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const found = await (await fetch(`/api/v1/customers/${customer}`, { headers })).json()
    const body = JSON.stringify({ version: found.version, Street: `${found.Street ?? ''} x` })
    await fetch(`/api/v1/customers/${customer}`, { method: 'PATCH', headers, body })
  }, code)
  await editor.getByLabel('Visit In Days').fill('98')
  await page.keyboard.press('Enter')
  await expect(editor).toContainText('was changed by someone else meanwhile. Nothing was overwritten')
  await page.keyboard.press('Escape')
  await expect(cell('Customer Code').locator('a')).toBeVisible()
}
