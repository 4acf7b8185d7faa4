import type { APIRequestContext, Page } from '@playwright/test'
import { build } from '#testing/build-record.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

const names = [
  'Rajpur',
  'Bhavnagar',
  'Jamgarh',
  'Surgaon',
  'Nandwadi',
  'Gandpet',
  'Mahganj',
  'Vijabad',
  'Devoli',
]

test(
  'enters records with the keyboard alone: in lines, in a form with a pinned value, and with Enter',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }, info) => {
    await test.step('nine cities, one line each, and three more in the form with a pinned state', async () => {
      info.annotations.push({ type: 'keystrokes', description: await entersCities(page, request, token) })
    })
    await test.step('Enter fills in a form, and the focus moves to its first field after saving', () =>
      fillsInWithEnter(page))
    await test.step('Enter moves on while a field is missing, and submits when none is', () =>
      submitsWithEnter(page))
  },
)

/** Returns the keystrokes of the cities entered in lines. */
async function entersCities(page: Page, request: APIRequestContext, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  for (const [path, data] of [
    ['countries', build('country', { Country_Code: 'HC', Country_Name: 'Nine Cities' })],
    ['zones', { Zone_Code: 'HCZ', Zone_Name: 'Its zone', Country_Code: 'HC' }],
    ['states', { State_Code: 'HCS', State_Name: 'Its state', Zone_Code: 'HCZ', Ext_Code: 1 }],
  ] as const)
    expect((await request.post(`/api/v1/${path}`, { data, headers })).status()).toBe(201)

  let keystrokes = 0
  const type = async (text: string): Promise<void> => {
    keystrokes += text.length
    await page.keyboard.type(text)
  }
  const press = async (key: string): Promise<void> => {
    keystrokes++
    await page.keyboard.press(key)
  }
  const typeLine = async (text: string): Promise<void> => {
    await type(text)
    await press('Enter')
  }
  await page.goto('/contact6')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find or create' })).toBeVisible()
  await press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  for (const [at, name] of names.entries())
    await typeLine(at === 0 ? `city H${at} ${name} in HCS` : `H${at} ${name}`)
  await expect(page.getByText('9 saved here', { exact: true })).toBeVisible()
  const summary = `9 cities: ${keystrokes} keystrokes, ${keystrokes / names.length} per city`
  console.log(summary)
  await page.keyboard.press('Escape')

  keystrokes = 0
  const field = (name: string) => page.locator(`main [name=${name}]`)
  await field('City_Code').focus()
  await typeLine('F0')
  await typeLine('First by form')
  // The country is filled in from the state.
  await press('Tab')
  await type('HCS')
  await expect(field('Country_Code')).toHaveValue('HC')
  await press('Alt+p')
  const pin = page.getByRole('button', { name: 'Keep State Code for the next record' })
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await press('Enter')
  await expect(page.getByText('City F0 is saved', { exact: true })).toBeVisible()
  for (const at of [1, 2]) {
    await expect(field('City_Code')).toBeFocused()
    await expect(field('State_Code')).toHaveValue('HCS')
    await expect(
      page.getByRole('button', { name: 'Clear' }),
      'pinned values do not count as typed',
    ).toHaveCount(0)
    await typeLine(`F${at}`)
    await typeLine('By form')
    await expect(page.getByText(`City F${at} is saved`, { exact: true })).toBeVisible()
  }
  console.log(`3 cities by the form: ${keystrokes} keystrokes, ${keystrokes / 3} per city`)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await expect(field('State_Code')).toHaveValue('HCS')
  await pin.click()
  await page.getByRole('button', { name: 'Clear' }).click()
  for (const name of ['State_Code', 'Country_Code'])
    await expect(field(name), 'blank when nothing is pinned').toHaveValue('')

  const response = await request.get('/api/v1/cities?State_Code=HCS&limit=200', { headers })
  const { items } = (await response.json()) as { items: Record<string, string>[] }
  const saved = items.map((city) => `${city['City_Code']} ${city['City_Name']} ${city['Country_Code']}`)
  expect(saved).toHaveLength(12)
  for (const [at, name] of names.entries()) expect(saved).toContain(`H${at} ${name} HC`)
  return summary
}

async function fillsInWithEnter(page: Page): Promise<void> {
  await navigateInApp(page, '/contact22')
  await page.locator('[name=materialName]').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.locator('[name=materialType][value=fertilizers]')).toBeChecked()
  // Generated codes are not in the tab order.
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('[name=materialCode]')).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('[name=materialType][value=fertilizers]')).toBeFocused()
  await expect(page.getByText(/sold under a licence/)).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(/sold under a licence/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('[name=materialName]')).toBeFocused()
  await page.keyboard.type('Castor cake')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Material submitted successfully', { exact: true })).toBeVisible()
  await expect(page.locator('[name=materialType]').first()).toBeFocused()
  await expect(page.locator('[name=materialType]:checked')).toHaveCount(0)
}

async function submitsWithEnter(page: Page): Promise<void> {
  await navigateInApp(page, '/contact23')
  const code = `T${Date.now()}`
  await page.locator('[name=paymentTermCode]').focus()
  for (const word of [code, 'Thirty days', '30']) {
    await page.keyboard.type(word)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText(`Payment Term ${code} is saved`, { exact: true })).toBeVisible()
  await expect(page.locator('[name=paymentTermCode]')).toBeFocused()
}
