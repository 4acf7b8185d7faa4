import type { APIRequestContext } from '@playwright/test'
import { build } from '#testing/build-record.ts'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'

/** Creates a country with two states, with names no other test uses. */
async function makePlaces(request: APIRequestContext, token: string): Promise<void> {
  const places = [
    ['countries', build('country', { Country_Code: 'XQ', Country_Name: 'Xanadu' })],
    ['zones', { Zone_Code: 'XQZ', Zone_Name: 'Xenial', Country_Code: 'XQ' }],
    ['states', { State_Code: 'XQA', State_Name: 'Xamaha', Zone_Code: 'XQZ', Ext_Code: 1 }],
    ['states', { State_Code: 'XQB', State_Name: 'Xamani', Zone_Code: 'XQZ', Ext_Code: 2 }],
  ] as const
  for (const [path, data] of places) {
    const headers = { authorization: `Bearer ${token}` }
    // 409: another test on the same server created it first.
    expect([201, 409]).toContain((await request.post(`/api/v1/${path}`, { data, headers })).status())
  }
}

test(
  'finds screens and records by touch and with the keyboard',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    await makePlaces(request, token)
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Find or create' }).tap()
    const line = page.getByRole('combobox', { name: 'Find or create' })
    await expect(line).toBeFocused()
    await expect(page.getByRole('option', { name: 'Zone(2)' })).toBeVisible()

    await page.keyboard.type('zone 2')
    await expect(page.getByRole('dialog').getByRole('option').first()).toHaveText('Zone(2)Form')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/contact2')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.keyboard.press('Control+k')
    await expect(
      page.getByRole('dialog').getByRole('option').first(),
      'recent screens come first',
    ).toHaveText('Zone(2)Form')
    await page.keyboard.type('xqa')
    const found = page.getByRole('group', { name: 'Records' }).getByRole('option')
    await expect(found.first()).toHaveText('XQA XamahaState')
    await expect(line).toHaveAttribute('aria-activedescendant', /./)
    expect(await axeViolations(page), 'with results').toEqual([])
    const [elsewhere] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Control+Enter'),
    ])
    await expect(elsewhere).toHaveURL(/\/records\/states\/[\w-]+$/)
    await elsewhere.close()
    await expect(line).toHaveValue('xqa')

    await line.fill('nothing of the kind')
    await expect(page.getByText(/^No matches/)).toBeVisible()
    await page.context().setOffline(true)
    await line.fill('calendar')
    await expect(page.getByText(/^No connection/).last()).toBeVisible()
    await expect(page.getByRole('option', { name: /^Calendar/ })).toBeVisible()
    await page.context().setOffline(false)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('recent'))).toBeNull()
    await expect(page.getByRole('button', { name: 'Find or create' })).toHaveCount(0)
  },
)

test(
  'creates a record from one line, fixes it, saves it and undoes it',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    await makePlaces(request, token)
    expectedErrors.push(refusal(422), refusal(409), /ERR_/)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Find or create' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('city ZZP Zpune in xama')
    const panel = page.getByRole('region', { name: 'New city' })
    await expect(panel.getByText('State Code is required')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('is saved')).toHaveCount(0)
    const choices = page.getByRole('group', { name: 'Which “xama”?' }).getByRole('option')
    await expect(choices.filter({ hasText: 'XQA Xamaha' })).toBeVisible()
    expect(await axeViolations(page), 'with an ambiguous value').toEqual([])
    await choices.filter({ hasText: 'XQA Xamaha' }).click()
    await expect(page.getByRole('combobox', { name: 'Find or create' })).toHaveValue('city ZZP Zpune in XQA')
    await expect(panel).toHaveText(
      /City CodeZZP ?City NameZpune ?Country CodeXQ +from State Code ?State CodeXQA Xamaha/,
    )
    await page.keyboard.press('Enter')
    await expect(page.getByText('City ZZP is saved', { exact: true })).toBeVisible()

    const next = page.getByRole('combobox', { name: 'New city' })
    await expect(next).toBeFocused()
    await page.keyboard.type('ZZP Again')
    await expect(panel.getByText('City ZZP already exists: Zpune')).toBeVisible()
    await next.fill('')
    await page.route('**/api/form/Contact6', (route) => route.abort(), { times: 1 })
    await page.keyboard.type('ZZQ "<img src=x onerror=alert(1)>"')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Not saved: ZZQ "<img.*cannot be reached/)).toBeVisible()
    expect(await axeViolations(page), 'with an unsaved line').toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('City ZZQ is saved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo City ZZQ' }).click()
    await expect(page.getByText('City ZZQ is deleted', { exact: true })).toBeVisible()

    await next.fill('')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('c X Y')
    await page.getByRole('option', { name: /^New currency: X Y/ }).click()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Currency X is saved', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await navigateInApp(page, '/contact6?q=ZZ')
    await expect(page.getByRole('row')).toHaveCount(2)
  },
)
