import { builtInRoles } from './actor.ts'
import { t } from '../messages/t.ts'

/** A short description of each built-in role. */
const rights: Record<keyof typeof builtInRoles, string> = {
  ADMIN: 'Can do everything, including managing other accounts.',
  OFFICE: 'Edits every master except those that give rights, and reads messages.',
  FIELD: 'Reads the masters, plans and records visits.',
  VIEWER: 'Reads the masters and the visits, and changes nothing.',
}

const isBuiltIn = (role: string): role is keyof typeof builtInRoles => Object.hasOwn(builtInRoles, role)

export function nameOfRole(role: string | null): string {
  if (role === null) return t('No role yet')
  return isBuiltIn(role) ? t(builtInRoles[role]) : role
}

/** A name of the Role master: that of a built-in role is translated, unless the firm has changed it. */
export const shownRoleName = (role: string, name: string): string =>
  isBuiltIn(role) && builtInRoles[role] === name ? t(name) : name

/** `isDefault`: the role has its default rights. */
export function describeRole(role: string, isDefault: boolean): string {
  return isBuiltIn(role) && isDefault
    ? t(rights[role])
    : t('Can do what an administrator allowed for this role.')
}
