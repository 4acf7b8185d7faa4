/** Who asks. Work without a person is done by a named system actor with a reason; there is no "nobody may do all". */
export type Actor =
  | { kind: 'anonymous'; address: string }
  | {
      kind: 'account'
      id: string
      name: string
      email: string
      status: AccountStatus
      /** A Role_Code of the Role master; null while none is given. */
      role: string | null
      sessionId: string
    }
  | { kind: 'system'; reason: string }

export type AccountStatus = 'pending' | 'active' | 'disabled'

export const system = (reason: string): Actor => ({ kind: 'system', reason })

/** The built-in roles, which every new database holds as ordinary rows of the Role master. */
export const builtInRoles = {
  ADMIN: 'Administrator',
  OFFICE: 'Office',
  FIELD: 'Field',
  VIEWER: 'Viewer',
} as const

export function nameOfActor(actor: Actor): string {
  if (actor.kind === 'account') return actor.name
  return actor.kind === 'system' ? `system: ${actor.reason}` : 'a visitor'
}
