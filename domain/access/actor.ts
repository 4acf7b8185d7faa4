import type { Closed, OwnWork, Rights, Scope } from './rights.ts'

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
      access: Access
    }
  /** A program of the firm, which stands for nobody. */
  | { kind: 'token'; id: string; name: string; access: Access }
  | { kind: 'system'; reason: string }

/** What the masters say about an account at this moment. */
export interface Access {
  /** The own role, and those of the User Role Combinations of the person. */
  roles: readonly string[]
  rights: Rights
  scope: Scope
  /** What is seen beside the places of `scope`; absent where it is everything, or no employee is known. */
  ownWork?: OwnWork
  /** What the roles give and only those have who see everything; absent where that is nothing. */
  unseen?: Rights
  /** What screens that are closed to the person's functions took from `rights`; absent where none did. */
  closed?: Closed
}

export const noAccess: Access = { roles: [], rights: {}, scope: [] }

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
  if ('name' in actor) return actor.name
  return actor.kind === 'system' ? `system: ${actor.reason}` : 'a visitor'
}

/** The account or the API token; nothing of the system and of strangers. */
export const idOfActor = (actor: Actor): string | null => ('id' in actor ? actor.id : null)

/** Only what lies in these places; undefined where there is no limit. Strangers see nothing of it. */
export function placesOf(actor: Actor): Exclude<Scope, 'everything'> | undefined {
  if (actor.kind === 'system') return undefined
  if (actor.kind === 'anonymous') return []
  return actor.access.scope === 'everything' ? undefined : actor.access.scope
}

/** Whose assigned and planned customers are seen beside those places. */
export const ownWorkOf = (actor: Actor): OwnWork | undefined =>
  'access' in actor && actor.access.scope !== 'everything' ? actor.access.ownWork : undefined
