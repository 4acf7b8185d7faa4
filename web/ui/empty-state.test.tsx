import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { searchPicture } from './empty-pictures.ts'
import { EmptyState } from './empty-state.tsx'

it('shows a small picture, hidden from screen readers, above why there is nothing', async () => {
  const { container } = await render(<EmptyState picture={searchPicture}>No matches.</EmptyState>)
  const picture = container.querySelector('svg')!
  expect(picture.getAttribute('aria-hidden')).toBe('true')
  expect(picture.outerHTML.length).toBeLessThanOrEqual(1024)
  expect(container.textContent).toBe('No matches.')
})
