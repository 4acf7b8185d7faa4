import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { RoleField } from './role-field.tsx'

const row = (role: string, retiredOn: string | null): RoleRow => ({
  role,
  name: role.toLowerCase(),
  retiredOn,
  isBuiltIn: false,
  isFixed: false,
  rights: {},
  sees: 'everything',
  usual: { rights: {}, sees: 'everything' },
  version: 0,
  requiresFactor: false,
  withoutFactor: 0,
  holders: 1,
})
const roles = [row('DEPOT', '2026-11-01'), row('SALES', null)]

it.each([
  ['an account that has it', 'DEPOT', ['Choose…', 'depot (retired)', 'sales']],
  ['another account', 'SALES', ['Choose…', 'sales']],
  ['a new account', null, ['Choose…', 'sales']],
])('offers a retired role to nothing but the account that has it: %s', async (_, held, offered) => {
  await render(
    <RoleField roles={roles} role={held ?? ''} held={held} problem={undefined} onChange={() => {}} />,
  )
  const select = page.getByRole('combobox', { name: /^Role/ })
  await expect.element(select).toHaveValue(held ?? '')
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(offered)
})
