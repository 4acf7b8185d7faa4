import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { localeAndScriptOf } from '#domain/messages/language-names.ts'
import { english, setLanguage } from '#domain/messages/t.ts'
import { CustomerHead } from './customer-head.tsx'

const contentWith = (customer: object): CustomerPage =>
  ({
    customer: { id: '1', Customer_Code: 'C-1', Primary_Contact: 'Asha', ...customer },
    names: {},
    plan: { Customer_Code: 'C-1' },
    today: '2026-11-15',
    timeZone: 'Asia/Kolkata',
  }) as unknown as CustomerPage

afterEach(() => setLanguage(() => english))

it.each([{ Customer_Phone: null }, {}])('shows a customer with %j', async (customer) => {
  const { container } = await render(<CustomerHead content={contentWith(customer)} />, {
    wrapper: MemoryRouter,
  })
  expect(container.textContent).toContain('No phone number (Asha)')
})

it('links the phone number', async () => {
  const content = contentWith({ Customer_Phone: '+91 (555) 00-111' })
  const { getByRole } = await render(<CustomerHead content={content} />, {
    wrapper: MemoryRouter,
  })
  await expect
    .element(getByRole('link', { name: '+91 (555) 00-111' }))
    .toHaveAttribute('href', 'tel:+9155500111')
})

it('searches maps for the usual names of an address', async () => {
  setLanguage(() => ({ ...localeAndScriptOf('gu'), translations: {} }))
  const content = contentWith({ Street: 'Station Road', Pin_Code: '388001' })
  const names = { City_Code: 'આણંદ · Anand', State_Code: 'ગુજરાત · Gujarat' }
  const { container } = await render(<CustomerHead content={{ ...content, names }} />, {
    wrapper: MemoryRouter,
  })
  const query = encodeURIComponent('Station Road, Anand, 388001, Gujarat')
  expect(container.querySelector(`a[href$="query=${query}"]`)).not.toBeNull()
})
