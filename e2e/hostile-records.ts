import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { makeOneOfEach } from './make-records.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

/** Markup, three scripts of which one is written from right to left, and a word that does not fit in a line. */
export const hostile = `"><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>{{7*7}}\u0935\u0930 \u0645\u0631\u062d\u0628\u0627 \u0ab0\u0aae\u0ac7\u0ab6${'W'.repeat(60)}`

/** Labels of texts that are checked by more than the kind of their field. */
const checkedOnSave = new Set(['Start Time', 'End Time', 'Days Off', 'Plan ID'])

/** Creates a record of every entity with hostile text in each free-text field, and a plan; returns the code of its customer. */
export async function makeHostileRecords(request: APIRequestContext, token: string): Promise<string> {
  const created = await makeOneOfEach(request, token, (field, value) => {
    const text = [...hostile].slice(0, field.typedIn.maxLength).join('')
    const isFree =
      ['text', 'long-text'].includes(field.typedIn.as) &&
      !checkedOnSave.has(field.label) &&
      'value' in readField(field, text)
    return isFree ? text : value
  })
  const customer = String(created.get('customer')!['Customer_Code'])
  const data = { Customer_Code: customer, Planned_Date: '2026-12-01 09:30', Remarks: hostile }
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.post('/api/plan-visit', { data, headers })).status()).toBe(201)
  return customer
}

/** The text is shown as text: it executed nothing, created no element, and the page is not wider than the screen. */
export async function expectHarmless(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt), screen).toBeUndefined()
  expect(await page.locator('main img, main script:not([type])').count(), screen).toBe(0)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(excess, screen).toBeLessThanOrEqual(0)
}
