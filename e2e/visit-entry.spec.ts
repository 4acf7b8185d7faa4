import type { Locator, Page } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { weekdayOf } from '#domain/visits/working-days.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'
import { axeViolations } from './axe.ts'
import { apiClient, type Values } from './api-client.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'

type Api = ReturnType<typeof apiClient>

const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const inDialog = (page: Page, name: string): Locator => dialogOf(page).locator(`[name=${name}]`)
const tapIn = (page: Page, name: string): Promise<void> =>
  dialogOf(page).getByRole('button', { name, exact: true }).tap()

/** Uploads a picture larger than what is sent, like one of a camera. */
async function takePhoto(page: Page): Promise<void> {
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1200
    canvas.getContext('2d')!.fillRect(200, 200, 900, 600)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  const file = { name: 'field.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
  await inDialog(page, 'Photo_ID').setInputFiles(file)
}

test(
  'loads the dialog again, records a missed visit and a call, shows advice, sends a photo, and undoes a visit',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED|dynamically imported module/, refusal(403))
    const api = apiClient(request, token)
    await test.step('advice of the mappings, a photo, the location, and undo', () =>
      recordsAdvised(page, api))
    await test.step('a missed visit, a past phone call, and a visit without its failed photo', () =>
      recordsMissed(page, api))
  },
)

async function recordsMissed(page: Page, api: Api): Promise<void> {
  const name = 'Mohan Missed'
  const { Customer_Code } = await api.make('customer', {
    Customer_Name: name,
    Last_Visited: null,
    Last_Visit_ID: null,
  })
  const newest = async (): Promise<Values | undefined> =>
    (await api.read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}&sort=-Visit_ID`)).items[0]
  await api.send('/api/plan-visit', { Customer_Code, Planned_Date: today, Planned_Time: '09:00' })
  await navigateInApp(page, `/visitentry?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('group', { name: 'New Recommended Crops' })).toBeVisible()
  await dialog.getByText('Cancelled', { exact: true }).tap()
  await tapIn(page, 'Save')
  await expect(inDialog(page, 'Reason')).toHaveAccessibleDescription(
    'Reason is required when a visit is cancelled',
  )
  await dialog.getByText('Missed', { exact: true }).tap()
  await expect(inDialog(page, 'Feedback')).toHaveCount(0)
  await tapIn(page, 'Customer was away')
  await expect(inDialog(page, 'Reason')).toHaveValue('Customer was away')
  expect(await axeViolations(page)).toEqual([])
  await tapIn(page, 'Save')
  await expect(page.getByText(`The visit to ${name} is recorded as missed`)).toBeVisible()
  expect(await newest()).toMatchObject({ Status: 'missed', Reason: 'Customer was away', Visited_On: null })
  await expect(page.locator('td[data-label="Last Visited"]')).toHaveText('Never visited')

  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  await expect(dialog.getByText('This visit was not planned.')).toBeVisible()
  await expect(dialog.getByText('Missed', { exact: true })).toHaveCount(0)
  await inDialog(page, 'Feedback').fill('Spoke about prices')
  await inDialog(page, 'Visited_On').fill(formatDate(addDays(today, 1)))
  await tapIn(page, 'Save')
  await expect(inDialog(page, 'Visited_On')).toHaveAccessibleDescription(
    'Visited On should not be later than today',
  )
  await expect(inDialog(page, 'Visited_On')).toBeInViewport()
  await expect(dialog.getByText('Visited On should not be later than today')).toBeInViewport()
  await inDialog(page, 'Visited_On').fill(formatDate(addDays(today, -2)))
  await expect(dialog.getByText('Failed to submit the form.')).toHaveCount(0)
  await expect(inDialog(page, 'Visited_On')).toHaveAccessibleDescription('2 days ago')
  await dialog.getByText('By phone instead').tap()
  await expect(dialog.getByRole('button', { name: 'Use my location' })).toHaveCount(0)

  await page.route('/api/v1/photos', (route) => route.abort())
  await takePhoto(page)
  await expect(
    dialog.getByText(/^Could not upload the photo\. .+ save the visit without it\.$/),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Skip the photo' })).toBeVisible()
  await tapIn(page, 'Try again')
  await expect(dialog.getByText(/^Could not upload the photo/)).toBeVisible()
  await tapIn(page, 'Save')
  await expect(page.getByText(`The call to ${name} is recorded, without the photo`)).toBeVisible()
  expect(await newest()).toMatchObject({
    Status: 'visited',
    Contact_Mode: 'by phone',
    Visited_On: addDays(today, -2),
    Photo_ID: null,
  })
  await expect(page.locator('td[data-label="Last Visited"]')).toHaveText(formatDate(addDays(today, -2)))

  // A denied location shows a message, and the form continues without it.
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  // The lists are above the button and move it when they are loaded.
  await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  await page.context().clearPermissions()
  await page.evaluate(() => {
    const deny: Geolocation['getCurrentPosition'] = (_, refuse) =>
      refuse?.({ code: 1, message: '' } as GeolocationPositionError)
    navigator.geolocation.getCurrentPosition = deny
  })
  await tapIn(page, 'Use my location')
  await expect(dialog.getByText(/^This device does not share its location/)).toBeVisible()
}

/** The code of the dialog could not be loaded; the page stays, and it is loaded again. */
async function loadsDialogAgain(page: Page, name: string): Promise<void> {
  let isReachable = false
  await page.route(/detail-dialog-[^/]*\.js/, (route) => (isReachable ? route.continue() : route.abort()))
  await page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Visit Detail' }).tap()
  await expect(dialogOf(page)).toContainText('Could not load this part')
  isReachable = true
  await dialogOf(page).getByRole('button', { name: 'Try again' }).tap()
  await expect(dialogOf(page)).toContainText(name)
}

async function recordsAdvised(page: Page, api: Api): Promise<void> {
  const name = 'Meena Mapped'
  const customer = await api.make('customer', {
    Customer_Name: name,
    Visit_In_Days: 15,
    Last_Visited: null,
    Last_Visit_ID: null,
  })
  const { Customer_Code, Soil_Name } = customer
  const soils = await api.read(`/api/v1/soils?Soil_Name=${encodeURIComponent(String(Soil_Name))}`)
  const seasons = await api.read('/api/v1/seasons')
  const codeOf = (season: string): unknown =>
    seasons.items.find((each) => each['Season_Name'] === season)?.['Season_Code']
  const [lentil, ragi] = [
    await api.make('crop', { Crop_Name: 'Lentil' }),
    await api.make('crop', { Crop_Name: 'Ragi' }),
  ]
  for (const [crop, season] of [
    [lentil, 'Winter'],
    [ragi, 'Monsoon'],
  ] as const)
    await api.save('cropSoilSeasonMapping', {
      Crop_Code: crop['Crop_Code'],
      Season_Code: codeOf(season),
      Soil_Code: soils.items[0]!['Soil_Code'],
    })
  const gypsum = await api.make('material', { materialName: 'Gypsum' })
  await api.save('cropMaterialMapping', {
    Crop_Code: lentil['Crop_Code'],
    Material_Code: gypsum['materialCode'],
  })
  await api.save('balance', {
    Customer_Code,
    As_Of: addDays(today, -3),
    Receivable: 125_000.5,
    Overdue: 4000,
  })
  const yesterday = addDays(today, -1)
  await api.send('/api/plan-visit', {
    Customer_Code,
    Visited_On: yesterday,
    New_Recommended_Crops: ['Wheat'],
  })
  await api.send('/api/plan-visit', { Customer_Code, Planned_Date: today, Planned_Time: '09:00' })

  await loadsDialogAgain(page, name)
  await expect(dialogOf(page).getByRole('group', { name: 'New Recommended Crops' })).toBeVisible()
  const dialog = dialogOf(page)
  await expect(dialog.locator('dd').first()).toHaveText(
    `₹1,25,000.50as of ${formatDate(addDays(today, -3))}, 3 days ago`,
  )
  const crops = dialog.getByRole('group', { name: 'New Recommended Crops' })
  const crop = (each: string): Locator => crops.getByRole('checkbox', { name: each, exact: true })
  await inDialog(page, 'Season_Recommendation').selectOption('Winter')
  await expect(crop('Lentil')).toHaveAccessibleDescription(`${String(Soil_Name)} · Winter → Lentil`)
  await expect(crop('Ragi')).toBeHidden()
  await crops.getByText(/^Other crops \(\d+\)/).tap()
  await expect(crop('Ragi')).toHaveAccessibleDescription(`${String(Soil_Name)} · Monsoon → Ragi`)
  // A chosen crop stays chosen when the order changes.
  await crop('Ragi').tap()
  await inDialog(page, 'Season_Recommendation').selectOption('Monsoon')
  await expect(crop('Ragi')).toBeChecked()
  await expect(crop('Ragi')).toHaveAccessibleDescription(/Ragi No material is mapped to it yet$/)
  await expect(dialog.getByText('No material is mapped to Ragi yet.')).toBeVisible()
  await inDialog(page, 'Season_Recommendation').selectOption('Winter')
  await expect(crops.getByText(/chosen: Ragi$/)).toBeVisible()
  await crop('Ragi').uncheck()
  await crop('Lentil').tap()
  const materials = dialog.getByRole('group', { name: 'New Recommended Materials' })
  await expect(materials.getByRole('checkbox', { name: 'Gypsum' })).toHaveAccessibleDescription(
    'Lentil → Gypsum',
  )
  await dialog
    .getByRole('group', { name: /Crop advised last time/ })
    .getByText('Worked')
    .tap()
  // The suggestion is a working day.
  const due = addDays(today, 15)
  const isOff = weekdayOf(due) === 'sunday'
  await tapIn(
    page,
    isOff
      ? `in 16 days · ${formatShortDay(addDays(due, 1))} 10:00, Sunday is off`
      : `in 15 days · ${formatShortDay(due)} 10:00`,
  )

  // A joint visit names the others who took part.
  const { employeeNumber } = await api.make('employee', { name: 'Jaya Joint' })
  await dialog.getByText('Joint visit').tap()
  await inDialog(page, 'Joined_By').fill('Jaya Joint')
  await page.getByRole('option', { name: /Jaya Joint/ }).tap()
  await expect(dialog.getByRole('button', { name: 'Remove Jaya Joint' })).toBeVisible()

  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 22.5645, longitude: 72.9289, accuracy: 12 })
  // It is asked once whether it may be stored.
  await tapIn(page, 'Use my location')
  await tapIn(page, 'Not now')
  await tapIn(page, 'Use my location')
  await tapIn(page, 'Allow')
  await expect(dialog.getByText('22.5645, 72.9289, within 12 m')).toBeVisible()
  await inDialog(page, 'Keep_Customer_Place').check()
  const sent = page.waitForRequest('/api/v1/photos')
  await takePhoto(page)
  expect((await sent).headers()['content-type']).toBe('image/jpeg')
  await expect(dialog.getByText('The photo is uploaded.')).toBeVisible()
  await expect(dialog.getByRole('img')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await tapIn(page, 'Save')
  await expect(page.getByText(saved, { exact: true })).toBeVisible()

  // Undo restores the plan and the typed values.
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(page.getByRole('button', { name: `Visit Detail: ${name}` })).toBeFocused()
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  await expect(dialog.getByText('Planned for')).toBeVisible()
  await expect(crop('Lentil')).toBeChecked()
  await expect(dialog.getByText('The photo is uploaded.')).toBeVisible()
  // What the dialog shows is stored with the visit.
  await expect(dialog.getByRole('group', { name: /Crop advised last time/ })).toBeVisible()
  await inDialog(page, 'Feedback').fill('Will sow after the rain')
  await tapIn(page, 'Save')
  await expect(page.getByText(saved, { exact: true })).toBeVisible()
  const visits = await api.read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}&sort=Visit_ID`)
  expect(visits.items).toMatchObject([
    { Visited_On: yesterday, Planned_At: null },
    {
      Status: 'visited',
      Visited_On: today,
      Feedback: 'Will sow after the rain',
      Joined_By: [employeeNumber],
      New_Recommended_Crops: ['Lentil'],
      Amount_Receivables: '₹1,25,000.50',
      Overdue_Amount: '₹4,000',
      Balance_As_Of: addDays(today, -3),
      Fixed_Field: 'Wheat',
      Last_Crop_Result: 'worked',
      Check_In_Place: '22.5645,72.9289',
      Photo_ID: expect.any(String),
    },
    { Status: 'planned' },
  ])
  const places = await api.read(`/api/v1/customer-places?Customer_Code=${String(Customer_Code)}`)
  expect(places.items).toMatchObject([{ Place: '22.5645,72.9289' }])

  await navigateInApp(page, '/admin/gaps')
  await expect(page.getByRole('link', { name: 'Map a material to Ragi' })).toHaveAttribute(
    'href',
    `/crop-material-mapping?Crop_Code=${String(ragi['Crop_Code'])}`,
  )
  await expect(page.getByRole('link', { name: 'Map a material to Lentil' })).toHaveCount(0)
  expect(await axeViolations(page), 'the gaps').toEqual([])
}

const formatShortDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
