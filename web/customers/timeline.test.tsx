import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CustomerPage, Timeline as Visits } from '#domain/api/visits/customer-page.ts'
import { localeAndScriptOf } from '#domain/messages/language-names.ts'
import { english, setLanguage } from '#domain/messages/t.ts'
import { Timeline } from './timeline.tsx'

const content = {
  plan: { Customer_Code: 'C-1' },
  today: '2026-11-15',
  timeZone: 'Asia/Kolkata',
} as unknown as CustomerPage

const pageWith = (id: string, crop: string, local: string, next: string | null): Visits =>
  ({
    items: [
      {
        id,
        Visit_ID: id,
        Status: 'visited',
        Visited_On: '2026-11-02',
        Season_Recommendation: 'Rabi',
        New_Recommended_Crops: [crop],
      },
    ],
    names: { Season_Recommendation: { Rabi: 'રવિ' }, New_Recommended_Crops: { [crop]: local } },
    next,
  }) as unknown as Visits

afterEach(() => setLanguage(() => english))

it('shows the second names of what was advised, of all loaded pages', async () => {
  setLanguage(() => ({ ...localeAndScriptOf('gu'), translations: {} }))
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(pageWith('V1', 'Gram', 'ચણા', null))),
  )
  const screen = await render(<Timeline content={content} visits={pageWith('V2', 'Wheat', 'ઘઉં', 'more')} />, {
    wrapper: MemoryRouter,
  })
  await expect.element(screen.getByText('રવિ · Rabi')).toBeVisible()
  await screen.getByRole('button', { name: 'Show older visits' }).click()
  await expect.element(screen.getByText('ચણા · Gram')).toBeVisible()
  await expect.element(screen.getByText('ઘઉં · Wheat')).toBeVisible()
})
