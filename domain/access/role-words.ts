import { builtInRoles } from './actor.ts'

/** What the policy allows each role, as one would tell a colleague. */
const rights: Record<keyof typeof builtInRoles, string> = {
  ADMIN: 'May do everything, and looks after the accounts of others.',
  OFFICE: 'Keeps every master except those that give rights, and reads messages.',
  FIELD: 'Reads the masters, plans and records visits.',
  VIEWER: 'Reads the masters and the visits, and changes nothing.',
}

const isBuiltIn = (role: string): role is keyof typeof builtInRoles => Object.hasOwn(builtInRoles, role)

export function nameOfRole(role: string | null): string {
  if (role === null) return 'No role yet'
  return isBuiltIn(role) ? builtInRoles[role] : role
}

/** `isUsual`: nobody decided otherwise about it. */
export function rightsOfRole(role: string, isUsual: boolean): string {
  return isBuiltIn(role) && isUsual ? rights[role] : 'May do what an administrator gave this role.'
}
