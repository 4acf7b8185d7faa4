import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import '../../../styles/main.css'
import { Page } from '../../../ui/page.tsx'
import { Crumbs } from './crumbs.tsx'
import { PersonMenu } from './person-menu.tsx'
import { initialsOf, roleWords } from './person-words.ts'
import { chooseTheme } from './theme.ts'

const account = {
  id: 'a',
  username: 'ravi solanki',
  email: 'ravi@agridesk.in',
  phone: null,
  status: 'active',
  language: null,
  role: 'FIELD',
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  access: { roles: ['FIELD'], rights: {}, scope: [{ level: 'station', code: 'GON' }] },
  sees: [{ level: 'station', code: 'GON', name: 'Gondal' }],
} satisfies OwnAccountView

const show = (element: ReactNode, at: string): Promise<unknown> => {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  return render(<RouterProvider router={router} />)
}

afterEach(() => chooseTheme('system'))

const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })

it.each([
  ['/customers/C1001', 'Shree Umiya', 'Customers', '/lists/customers', 'C1001 Shree Umiya'],
  ['/customers/C%2F1', '<b>Umiya</b>', 'Customers', '/lists/customers', 'C/1 <b>Umiya</b>'],
  ['/records/zones/1', 'West', 'Zones', '/lists/zones', 'West'],
  ['/lists/zones', 'Zones', 'Lists', '/lists', 'Zones'],
  ['/imports/4', 'Import of Zones', 'Imports', '/imports', 'Import of Zones'],
  ['/admin/roles', 'Roles and rights', 'Admin', '/admin', 'Roles and rights'],
])('shows at %s what %s is below', async (path, heading, parent, to, current) => {
  await show(
    <>
      <Crumbs />
      <Page heading={heading} />
    </>,
    path,
  )
  await expect.element(crumbs.getByRole('link', { name: parent })).toHaveAttribute('href', to)
  await expect.element(crumbs.getByText(current, { exact: true })).toHaveAttribute('aria-current', 'page')
})

it.each(['/get', '/trees/places', '/no-such/page', '/customers/%E0%A4%A'])(
  'shows no wrong breadcrumbs at %s',
  async (path) => {
    await show(<Crumbs />, path)
    const links = [...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(path.startsWith('/customers') ? ['/lists/customers'] : [])
  },
)

it('says who is logged in, with role and places', () => {
  expect(initialsOf('ravi solanki')).toBe('RS')
  expect(initialsOf('રમેશ')).toBe('ર')
  expect(initialsOf('  ')).toBe('')
  expect(roleWords(account)).toBe('Field · station Gondal')
  const several = [...account.sees, { level: 'zone', code: 'W', name: 'West' }] as const
  expect(roleWords({ ...account, sees: several })).toBe('Field · station Gondal and 1 more')
  expect(roleWords({ ...account, sees: [] })).toBe('Field · Own customers')
  expect(roleWords({ ...account, role: 'ADMIN', sees: 'everything' })).toBe('Administrator · Everything')
  expect(roleWords({ ...account, status: 'pending', role: null })).toBe('Waiting for approval')
})

it('opens the menu of the person, and applies and remembers a theme', async () => {
  await show(<PersonMenu account={account} />, '/')
  const chip = page.getByRole('button', { name: /^ravi solanki/ })
  await expect.element(page.getByText('ravi@agridesk.in')).not.toBeVisible()
  await chip.click()
  await expect.element(page.getByText('ravi@agridesk.in')).toBeVisible()
  for (const name of ['My account', 'Log out'])
    await expect.element(page.getByRole('link', { name })).toBeVisible()
  await page.getByRole('radio', { name: 'Dark' }).click()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await page.getByRole('radio', { name: 'System' }).click()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('ravi@agridesk.in')).not.toBeVisible()
})
