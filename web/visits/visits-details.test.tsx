import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { LoggedVisit } from '#domain/api/visits/dashboard.ts'
import { localeAndScriptOf } from '#domain/messages/language-names.ts'
import { english, setLanguage } from '#domain/messages/t.ts'
import { recommendedIn } from './visits-columns.tsx'
import { VisitDetails } from './visits-details.tsx'

const visit = {
  id: '1',
  Visit_ID: 'V000001',
  Status: 'visited',
  Customer_Code: 'C-1',
  Customer_Name: 'Umiya Agro',
  Local_Name: 'ઉમિયા એગ્રો',
  Season_Recommendation: 'Rabi',
  New_Recommended_Crops: ['Wheat', 'Gram'],
  New_Recommended_Materials: ['Urea'],
  Last_Crop_Result: 'did not work',
} as unknown as LoggedVisit
const names = {
  Season_Recommendation: { Rabi: 'રવિ' },
  New_Recommended_Crops: { Wheat: 'ઘઉં' },
  New_Recommended_Materials: { Urea: 'યુરિયા' },
}
const clock = { today: '2026-11-15', timeZone: 'Asia/Kolkata', names }

afterEach(() => setLanguage(() => english))

it('shows what was recommended with its second names, where there are some', async () => {
  setLanguage(() => ({
    ...localeAndScriptOf('gu'),
    translations: { 'did not work': 'કામ ન કર્યું' },
  }))
  expect(recommendedIn(visit, names)).toEqual(['રવિ · Rabi', 'ઘઉં · Wheat, Gram', 'યુરિયા · Urea'])
  const { getByRole } = await render(<VisitDetails visit={visit} clock={clock} onClose={() => undefined} />, {
    wrapper: MemoryRouter,
  })
  const { textContent } = getByRole('dialog').element()
  for (const text of [
    'ઉમિયા એગ્રો · Umiya Agro',
    'રવિ · Rabi',
    'ઘઉં · Wheat, Gram',
    'યુરિયા · Urea',
    'કામ ન કર્યું',
  ])
    expect(textContent).toContain(text)
})

it('shows the usual names to readers of English', () => {
  expect(recommendedIn(visit, {})).toEqual(['Rabi', 'Wheat, Gram', 'Urea'])
})
