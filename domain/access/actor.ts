import type { LanguageCode } from '../messages/languages.ts'
import type { ClosedAccess, OwnWork, Rights, Scope } from './rights.ts'

/** The actor of a request. Background work runs as a system actor with a reason; there is no implicit superuser. */
export type Actor =
  | { kind: 'anonymous'; address: string }
  | {
      kind: 'account'
      id: string
      name: string
      email: string
      status: AccountStatus
      /** A Role_Code of the Role master; null until one is assigned. */
      role: string | null
      /** Of the messages that no request asks for in another; null until one is chosen. */
      language: LanguageCode | null
      sessionId: string
      /** The phone, if its key was sent instead of the token of a session. */
      deviceId?: string
      access: Access
    }
  /** A program with an API token; it acts for no account. */
  | { kind: 'token'; id: string; name: string; access: Access }
  | { kind: 'system'; reason: string }

/** The current rights and scope of an account, computed from the masters. */
export interface Access {
  /** The account's role, and those of its User Role Combinations. */
  roles: readonly string[]
  rights: Rights
  scope: Scope
  /** What is visible in addition to `scope`; absent when the scope is everything or no employee is linked. */
  ownWork?: OwnWork
  /** Rights of the roles that take effect only with the scope "everything"; absent when there are none. */
  unseen?: Rights
  /** Rights removed because Applications close their screens to the account's functions; absent when there are none. */
  closed?: ClosedAccess
  /** Whether one of the roles requires a second factor, and whether the account still lacks it; absent when none does. */
  secondFactor?: 'required' | 'missing'
}

export const noAccess: Access = { roles: [], rights: {}, scope: [] }

export type AccountStatus = 'pending' | 'active' | 'disabled'

export const system = (reason: string): Actor => ({ kind: 'system', reason })

/** The built-in roles; every new database has them as ordinary rows of the Role master. */
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

/** The id of the account or API token; null for the system and for anonymous requests. */
export const idOfActor = (actor: Actor): string | null => ('id' in actor ? actor.id : null)

/** The territory the actor is limited to; undefined: no limit. Anonymous actors get an empty list and see nothing. */
export function territoryOf(actor: Actor): Exclude<Scope, 'everything'> | undefined {
  if (actor.kind === 'system') return undefined
  if (actor.kind === 'anonymous') return []
  return actor.access.scope === 'everything' ? undefined : actor.access.scope
}

/** The employees and accounts whose assigned and planned customers are visible in addition to that territory. */
export const ownWorkOf = (actor: Actor): OwnWork | undefined =>
  'access' in actor && actor.access.scope !== 'everything' ? actor.access.ownWork : undefined
