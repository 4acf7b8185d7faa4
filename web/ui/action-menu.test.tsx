import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ActionMenu } from './action-menu.tsx'

const Menu = ({ run }: { run: () => void }): ReactNode => (
  <>
    <ActionMenu
      label="More"
      entries={[
        { label: 'Print', run },
        { label: 'Bin', to: '/bin' },
      ]}
    />
    <button type="button">After</button>
  </>
)

const button = page.getByRole('button', { name: 'More' })
const print = page.getByRole('menuitem', { name: 'Print' })
const bin = page.getByRole('menuitem', { name: 'Bin' })

async function renderMenu() {
  const run = vi.fn()
  const router = createMemoryRouter([{ path: '*', element: <Menu run={run} /> }])
  await render(<RouterProvider router={router} />)
  return { run, router }
}

it('opens with the focus on its first entry, and moves it with the arrow keys', async () => {
  await renderMenu()
  await button.click()
  await expect.element(print).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(bin).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(print).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(bin).toHaveFocus()
})

it('closes on Escape and returns the focus', async () => {
  await renderMenu()
  await button.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(print).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(print).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
  await expect.element(print).not.toBeInTheDocument()
})

it('runs an action once, and follows a link', async () => {
  const { run, router } = await renderMenu()
  await button.click()
  await print.click()
  expect(run).toHaveBeenCalledOnce()
  await expect.element(button).toHaveFocus()
  await button.click()
  await bin.click()
  expect(router.state.location.pathname).toBe('/bin')
  await expect.element(bin).not.toBeInTheDocument()
})
