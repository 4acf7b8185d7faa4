import { expect, test } from './fixtures.ts'

test.use({ isSharedSample: true })

test('fits the page of a customer into 320 px', { tag: '@phone' }, async ({ page, asAdministrator: _ }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const code of ['C1001', 'C1008', 'C1020']) {
    await page.goto(`/customers/${code}`)
    await expect(page.getByRole('link', { name: 'Plan Visit' })).toBeVisible()
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width(), code).toBe(320)
    for (const [name, part] of [
      ['Money', 'Balance'],
      ['Data', 'Used by'],
      ['History', 'Comments'],
    ] as const) {
      await page
        .getByRole('navigation', { name: /^About / })
        .getByRole('link', { name })
        .click()
      await expect(page.getByRole('region', { name: part })).toBeVisible()
      expect(await width(), `${code} ${name}`).toBe(320)
    }
  }
})

test(
  'shows a badge in another colour than the hovered row',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/admin/users')
      const row = page
        .getByRole('row')
        .filter({ has: page.locator('.badge') })
        .first()
      await row.hover()
      const colourOf = (target: typeof row): Promise<string> =>
        target.evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(await colourOf(row.locator('.badge'))).not.toBe(await colourOf(row))
    }
  },
)

test('suggests the next working time for a plan opened late in the day', async ({
  page,
  asAdministrator: _,
}) => {
  // Monday, 16/11/2026 in India, which is also the day of the server's responses.
  const at = async (now: string): Promise<string[]> => {
    await page.clock.setFixedTime(new Date(now))
    await page.goto('/get')
    await page
      .getByRole('button', { name: /^Plan Visit/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const values = ['Planned_Date', 'Planned_Time'].map((name) =>
      dialog.locator(`[name=${name}]`).inputValue(),
    )
    return Promise.all(values)
  }
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' }),
  )
  expect((await at(`${today}T09:00:00+05:30`))[1]).toBe('10:00')
  expect((await at(`${today}T14:10:00+05:30`))[1]).toMatch(/^(14:30|10:00)$/)
  expect((await at(`${today}T21:10:00+05:30`))[1]).toBe('10:00')
})
