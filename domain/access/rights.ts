/** What a role can be given on a subject. */
export const grants = ['read', 'create', 'update', 'delete', 'import', 'export', 'approve'] as const
export type Grant = (typeof grants)[number]

/** What can be asked for. */
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

/** An entity by its name, or something else that needs a decision. */
export type Subject = string

/** What somebody may do: what is given on each subject. What is not in it is denied. */
export type Rights = Readonly<Record<Subject, readonly Grant[]>>

/** The levels of the territory, the widest first. A city lies in a state, beside its pools. */
export const levels = ['zone', 'state', 'pool', 'station', 'city'] as const
export type Level = (typeof levels)[number]

/** How far a role sees: everything, or what lies in the place of its holder at a level. */
export type Sight = 'everything' | Level

export interface Place {
  level: Level
  code: string
}

/** A place as people call it: "station Pune (PUN)". */
export interface NamedPlace extends Place {
  name: string
}

export const placeInWords = ({ level, code, name }: NamedPlace): string =>
  `${level} ${name === code ? code : `${name} (${code})`}`

/** Which customers and people somebody sees, with all that hangs on them: everything, or what lies in any of these places. */
export type Scope = 'everything' | readonly Place[]

/**
 * Whose customers somebody sees wherever they lie: those assigned to these employees today, and those with an open plan of
 * theirs. Undefined of whoever sees everything.
 */
export interface OwnWork {
  /** Employee numbers: the own one, and those of the people who report to them. */
  employees: readonly string[]
  /** Their accounts: a plan that names no employee belongs to the account that made it. */
  accounts: readonly string[]
}

/** A screen that is open to functions somebody does not have, and what that takes from them. */
export interface Closing {
  screen: string
  /** What the functions are called that open it; none where the person may not know. */
  openTo: readonly string[]
  /** What the roles give and the closed screen takes away. */
  taken: readonly Grant[]
}

export interface Closed {
  /** What the person's own functions are called. */
  functions: readonly string[]
  on: Readonly<Record<Subject, Closing>>
}
