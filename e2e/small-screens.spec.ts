import { formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { weekdayOf } from '#domain/visits/working-days.ts'
import { apiClient } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ isSharedSample: true })

test('fits the page of a customer into 320 px', { tag: '@phone' }, async ({ page, asAdministrator: _ }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const code of ['C1001', 'C1020']) {
    await (code === 'C1001' ? page.goto(`/customers/${code}`) : navigateInApp(page, `/customers/${code}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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
    await page.goto('/admin/users')
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('.badge') })
      .first()
    const colourOf = (target: typeof row): Promise<string> =>
      target.evaluate((element) => getComputedStyle(element).backgroundColor)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await row.hover()
      expect(await colourOf(row.locator('.badge'))).not.toBe(await colourOf(row))
    }
  },
)

test(
  'suggests the next working time for a plan opened late in the day',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const today = dayIn(new Date(), 'Asia/Kolkata')
    const holidays = await apiClient(request, token).read('/api/v1/holidays?limit=200')
    // A holiday of another state does not change the suggestion.
    const isOff =
      weekdayOf(today) === 'sunday' || holidays.items.some(({ Holiday_Date }) => Holiday_Date === today)
    const dialog = page.getByRole('dialog')
    await page.goto('/get?due=overdue')
    for (const [now, time, isToday] of [
      ['09:00', '10:00', !isOff],
      ['14:10', isOff ? /^(14:30|10:00)$/ : '14:30', !isOff],
      ['21:10', '10:00', false],
    ] as const) {
      await page.clock.setFixedTime(new Date(`${today}T${now}:00+05:30`))
      await page
        .getByRole('button', { name: /^Plan Visit/ })
        .first()
        .tap()
      const [day, hour] = [dialog.locator('[name=Planned_Date]'), dialog.locator('[name=Planned_Time]')]
      await expect(hour).toHaveValue(time)
      if (isToday) await expect(day).toHaveValue(formatDate(today))
      else if (!isOff) await expect(day).not.toHaveValue(formatDate(today))
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  },
)
