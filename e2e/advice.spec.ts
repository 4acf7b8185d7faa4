import { apiClient } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'advises without a network: a dose, a warning, a reason, and a slip in the language of the farmer',
  { tag: '@phone' },
  async ({ page, context, request, expectedErrors, asAdministrator: { token } }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    const { make, save, read } = apiClient(request, token)
    const mark = Math.random().toString(36).slice(2, 8)
    const [name, crop, material] = [`Dose Farm ${mark}`, `Mustard ${mark}`, `Aphid Stop ${mark}`]
    const customer = await make('customer', { Customer_Name: name, Last_Visited: null, Last_Visit_ID: null })
    const grown = await make('crop', { Crop_Name: crop, Local_Name: 'રાઈ' })
    const sold = await make('material', { materialName: material })
    const soilName = encodeURIComponent(String(customer['Soil_Name']))
    const [soil] = (await read(`/api/v1/soils?Soil_Name=${soilName}`)).items
    const [season] = (await read('/api/v1/seasons')).items
    await save('cropSoilSeasonMapping', {
      Crop_Code: grown['Crop_Code'],
      Soil_Code: soil?.['Soil_Code'],
      Season_Code: season?.['Season_Code'],
    })
    await save('cropMaterialMapping', {
      Crop_Code: grown['Crop_Code'],
      Material_Code: sold['materialCode'],
      Dose: 0.5,
      Dose_Unit: 'ml per litre of water',
      Timing: 'At flowering <b>only</b>',
      Waiting_Days: 21,
    })
    const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const { Crop_Type1, Crop_Type2, Crop_Type3, Crop_Grade, Crop_Quality } = grown
    await save('cropLot', {
      Crop_Name: crop,
      Crop_Type1,
      Crop_Type2,
      Crop_Type3,
      Crop_Grade,
      Crop_Quality,
      Crop_Lot_Number: `LOT-${mark}`,
      Date_Of_Reaping: inFiveDays,
      Customer_Code: customer['Customer_Code'],
    })
    await page.goto('/find')
    await page.getByRole('searchbox').first().fill(name)
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })

    await context.setOffline(true)
    await navigateInApp(page, `/record/${String(customer['id'])}`)
    await page.locator('button[name=New_Recommended_Crops]', { hasText: crop }).click()
    await page.locator('button[name=New_Recommended_Materials]', { hasText: material }).click()
    const doses = page.locator('.doses')
    await expect(doses).toContainText('0.5 ml per litre of water')
    await expect(doses.locator('.dose-warnings')).toContainText('21 waiting days')
    const saving = page.locator('.field-save button')
    await saving.click()
    await expect(page.locator('[name=Advice_Reason]')).toBeFocused()
    await page.locator('[name=Advice_Reason]').fill('Reaping moves to next month')
    await saving.click()

    // The slip is on the phone, in any language, before anything is sent.
    await page.locator('.notice').getByRole('button').first().click()
    const slip = page.locator('.slip')
    await expect(slip).toContainText('0.5 ml per litre of water')
    await expect(slip).toContainText('At flowering <b>only</b>')
    await page.locator('select[name=language]').selectOption('gu')
    await expect(slip).toContainText('0.5 મિલી પ્રતિ લિટર પાણી')
    await expect(slip).toContainText(`રાઈ · ${crop}`)
    const reference = (await slip.locator('dd').last().textContent()) ?? ''

    await context.setOffline(false)
    await expect
      .poll(async () => (await read(`/api/v1/visits?q=${reference}`))['items'], { timeout: 30_000 })
      .toMatchObject([{ Reference: reference, Advice_Reason: 'Reaping moves to next month' }])
  },
)
