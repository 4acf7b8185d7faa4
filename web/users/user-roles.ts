import { formatTerritory, widestScope, type DataScope } from '#domain/access/rights.ts'
import { nameOfRole } from '#domain/access/role-words.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { formatList } from '#domain/text.ts'
import { t } from '#domain/messages/t.ts'

type AssignedRoles = Pick<UserView, 'role' | 'roles'>

export const otherRoles = ({ role, roles = [] }: AssignedRoles): readonly string[] =>
  roles.filter((each) => each !== role)

/** The widest scope of the role and of the roles by User Role Combinations. */
export function scopeWith(account: UserView, role: string | null, roles: readonly RoleRow[]): DataScope {
  const held = [role, ...otherRoles(account)]
  return widestScope(roles.filter((each) => held.includes(each.role)).map(({ sees }) => sees))
}

/** The name of the role in the Role master, marked when it is retired. */
export function roleName(role: string | null, roles: readonly RoleRow[]): string {
  const row = roles.find((each) => each.role === role)
  return row ? withRetired(row.name, row) : nameOfRole(role)
}

/** The name of a role or an employee; a retired one is marked. */
export const withRetired = (name: string, { retiredOn }: { retiredOn: string | null }): string =>
  retiredOn === null ? name : t('{name} (retired)', { name })

/** The roles that an account can have: a retired one only if it has it already. */
export const offeredRoles = (roles: readonly RoleRow[], held: string | null): RoleRow[] =>
  roles.filter(({ role, retiredOn }) => retiredOn === null || role === held)

/** Describes the roles that come from the User Role Combinations. */
export function describeOtherRoles(account: AssignedRoles, roles: readonly RoleRow[]): string {
  const others = otherRoles(account).map((code) => roleName(code, roles))
  return others.length === 0
    ? ''
    : t('Also {roles}, by the User Role Combination master.', { roles: formatList(others) })
}

/** Whether one of the roles requires a second factor that the account does not have. */
export const lacksFactor = ({ roles: held, secondFactor }: UserView, roles: readonly RoleRow[]): boolean =>
  !secondFactor && roles.some(({ role, requiresFactor }) => requiresFactor && held.includes(role))

/** Describes which records an account sees. */
export function scopeLabel(account: UserView, roles: readonly RoleRow[]): string {
  const { places, employee } = account
  const sees = scopeWith(account, account.role, roles)
  const isAdministrator = [account.role, ...otherRoles(account)].includes('ADMIN')
  if (isAdministrator || places === 'everything') return t('Sees everything')
  const name = employee ? withRetired(employee.name, employee) : ''
  if (places?.length === 0)
    return employee
      ? t('Sees the customers assigned to or planned for {name}; its places are deleted', { name })
      : t('Sees no customers: its places are deleted')
  if (places) {
    const values = { places: places.map(formatTerritory).join(', '), name }
    return employee
      ? t('Sees {places}, and the customers assigned to or planned for {name}', values)
      : t('Sees {places}', values)
  }
  if (sees === 'everything') return t('Sees everything')
  if (!employee) return t('Sees no customers yet')
  return t('Sees the {level} of {name}, and the customers assigned to or planned for them', {
    level: t(sees),
    name,
  })
}
