import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { OwnHome } from './own-home.tsx'

it('shows the home page of an account that is approved while it waits', async () => {
  let isWaiting = true
  const answer = (path: string): object =>
    path.endsWith('/api/v1/home')
      ? { today: '2026-11-18', timeZone: 'Asia/Kolkata', isWaiting, isNewFirm: false }
      : { id: '1', username: 'Meena', status: isWaiting ? 'pending' : 'active', access: { rights: {} } }
  vi.stubGlobal('fetch', async (path: string) => Response.json(answer(path)))
  const { getByText } = await render(<OwnHome />, { wrapper: MemoryRouter })
  await expect.element(getByText(/^Waiting for approval/)).toBeVisible()
  isWaiting = false
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(getByText(/Meena\. Wednesday 18\/11\/2026/)).toBeVisible()
})
