import { t } from '../messages/t.ts'

/** The rights a role can have on a subject. */
export const grants = ['read', 'create', 'update', 'delete', 'import', 'export', 'approve'] as const
export type Grant = (typeof grants)[number]

/** The actions a request can ask for. */
export const actions = [
  'read',
  'create',
  'update',
  'delete',
  'restore',
  'history',
  'import',
  'export',
  'approve',
] as const
export type Action = (typeof actions)[number]

/** The name of an entity, or something else that needs a decision. */
export type Subject = string

/** The grants on each subject. Anything else is denied. */
export type Rights = Readonly<Record<Subject, readonly Grant[]>>

/** The levels of the territory, the widest first. A city belongs to a state, not to a pool. */
export const levels = ['zone', 'state', 'pool', 'station', 'city'] as const
export type Level = (typeof levels)[number]

/** The data scope of a role: everything, or the account's own zone, state, pool, station or city. */
export const dataScopes = ['everything', ...levels] as const
export type DataScope = (typeof dataScopes)[number]

export interface TerritoryNode {
  level: Level
  code: string
}

/** "station Pune (PUN)" */
export interface NamedTerritoryNode extends TerritoryNode {
  name: string
}

export const formatTerritory = ({ level, code, name }: NamedTerritoryNode): string =>
  t(
    '{level, select, zone {zone {place}} state {state {place}} pool {pool {place}} station {station {place}} other {city {place}}}',
    { level, place: name === code ? code : `${name} (${code})` },
  )

/** Which customers and employees are visible, with their records: all, or those in any of these parts of the territory. */
export type Scope = 'everything' | readonly TerritoryNode[]

/**
 * Customers that are visible outside the scope: those assigned to these employees today, and those with an open plan of
 * theirs. Undefined when everything is visible.
 */
export interface OwnWork {
  /** Employee numbers: the account's own, and those of its direct and indirect reports. */
  employees: readonly string[]
  /** Their accounts: a plan without an employee belongs to the account that created it. */
  accounts: readonly string[]
}

/** A screen that is closed to the account's functions, and the rights that this removes. */
export interface ClosedSubject {
  screen: string
  /** The names of the functions that open it; empty when the account may not know them. */
  openTo: readonly string[]
  /** Rights of the roles that the closed screen removes. */
  taken: readonly Grant[]
}

export interface ClosedAccess {
  /** The names of the account's own functions. */
  functions: readonly string[]
  on: Readonly<Record<Subject, ClosedSubject>>
}

/** The widest data scope of several roles. */
export const widestScope = (all: readonly DataScope[]): DataScope =>
  (['everything', ...levels] as const).find((scope) => all.includes(scope)) ?? 'city'
