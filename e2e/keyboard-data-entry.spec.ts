import { build } from '#testing/build-record.ts'
import { expect, test } from './fixtures.ts'

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
  'enters nine cities with the keyboard, one line each, and three more in the form with a pinned state',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }, info) => {
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
    info.annotations.push({ type: 'keystrokes', description: summary })
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
  },
)
