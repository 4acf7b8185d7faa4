import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { clearSession } from '../api/session.ts'
import { startSession } from '../api/session-account.ts'
import './customer.css'
import { loadThumbnail } from './customers-api.ts'
import { Photo } from './photo.tsx'

async function picture(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg'))
}

it('loads the thumbnail when it is scrolled near, and the photo when it is opened', async () => {
  const image = await picture()
  const read: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    read.push(String(path))
    return new Response(image)
  })
  const { container } = await render(
    <div style={{ paddingTop: '400vh' }}>
      <Photo id="p1" name="Photo of today" />
    </div>,
  )
  const button = container.querySelector('button')!
  const { height } = button.getBoundingClientRect()
  expect(read).toEqual([])
  button.scrollIntoView()
  await expect.element(page.getByAltText('Photo of today')).toBeVisible()
  expect(read).toEqual(['/api/v1/photos/p1/thumbnail'])
  expect(button.getBoundingClientRect().height).toBe(height)
  await userEvent.click(page.getByRole('button', { name: 'Open: Photo of today' }))
  await expect.poll(() => read).toEqual(['/api/v1/photos/p1/thumbnail', '/api/v1/photos/p1'])
  await expect.element(page.getByRole('dialog').getByAltText('Photo of today')).toBeVisible()
})

it('keeps thumbnails in the memory of the tab until the session ends', async () => {
  const image = await picture()
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(image))
  const { signal } = new AbortController()
  for (const id of ['p2', 'p2', 'p3']) await loadThumbnail(id, signal)
  expect(fetched).toHaveBeenCalledTimes(2)
  startSession('token-of-a1-12345678', { id: 'a1' } as unknown as OwnAccountView)
  await loadThumbnail('p2', signal)
  expect(fetched).toHaveBeenCalledTimes(3)
  clearSession()
})

it('says that a photo could not be loaded', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ msg: 'No' }, { status: 404 }))
  await render(<Photo id="p4" name="Photo of today" />)
  await expect.element(page.getByText('Could not load the photo.')).toBeVisible()
})
