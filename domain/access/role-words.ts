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

/** `isDefault`: the role has its default rights. */
export function describeRole(role: string, isDefault: boolean): string {
  return isBuiltIn(role) && isDefault
    ? t(rights[role])
    : t('Can do what an administrator allowed for this role.')
}
