import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { startSession } from '../api/session-account.ts'
import { AuthProvider } from '../api/use-auth.tsx'
import { NewFirm } from './new-firm.tsx'

const mainButton = async (rights: Record<string, string[]>, hasCountries: boolean): Promise<string> => {
  const access = { roles: ['X'], rights, scope: 'everything' }
  startSession('token', { id: '1', status: 'active', access } as unknown as OwnAccountView)
  const { container, unmount } = await render(
    <MemoryRouter>
      <AuthProvider>
        <NewFirm hasCountries={hasCountries} />
      </AuthProvider>
    </MemoryRouter>,
  )
  const text = container.querySelector('.button-main')?.textContent ?? ''
  await unmount()
  return text
}

it('offers the next step of the account first', async () => {
  const administrator = { referenceData: ['read', 'create'], customer: ['read', 'create'] }
  const clerk = { referenceData: ['read'], customer: ['read', 'create'] }
  expect(await mainButton(administrator, false)).toBe('Load reference data')
  expect(await mainButton(administrator, true)).toBe('Add your first customer')
  expect(await mainButton(clerk, false)).toBe('Add your first customer')
})
