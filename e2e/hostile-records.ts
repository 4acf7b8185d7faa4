import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { makeOneOfEach } from './make-records.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

export const hostile = `"><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>{{7*7}}\u0935\u0930`

/** Creates a record of every entity with hostile text in each free-text field, and a plan; returns the code of its customer. */
export async function makeHostileRecords(request: APIRequestContext, token: string): Promise<string> {
  const created = await makeOneOfEach(request, token, (field, value) => {
    const text = [...hostile].slice(0, field.typedIn.maxLength).join('')
    const isFree = ['text', 'long-text'].includes(field.typedIn.as) && 'value' in readField(field, text)
    return isFree ? text : value
  })
  const customer = String(created.get('customer')!['Customer_Code'])
  const data = { Customer_Code: customer, Planned_Date: '2026-12-01 09:30', Remarks: hostile }
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.post('/api/plan-visit', { data, headers })).status()).toBe(201)
  return customer
}

/** The text is shown as text: it executed nothing and created no element. */
export async function expectHarmless(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt), screen).toBeUndefined()
  expect(await page.locator('main img, main script:not([type])').count(), screen).toBe(0)
}
