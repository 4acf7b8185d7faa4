import type { Grant, NamedPlace, Rights, Sight, Subject } from './rights.ts'

/** A role as the grid shows it. */
export interface RoleRow {
  role: string
  name: string
  /** Built-in roles begin with something; the administrator's cannot be changed. */
  isBuiltIn: boolean
  isFixed: boolean
  rights: Rights
  sees: Sight
  /** What it would be if nobody had decided otherwise. */
  usual: { rights: Rights; sees: Sight }
  /** Zero while nobody decided anything about it. */
  version: number
  /** How many active accounts hold it. */
  holders: number
}

export interface RoleGrid {
  roles: RoleRow[]
  /** The cells: what can be given on each subject, in the order they are shown. */
  subjects: {
    subject: Subject
    label: string
    grants: readonly Grant[]
    administratorsOnly: readonly Grant[]
  }[]
  closedScreens: ClosedScreen[]
}

/** A screen that Applications open to some functions and close to everybody else. */
export interface ClosedScreen {
  /** Its name in the Process Code of an Application. */
  screen: string
  label: string
  /** What the functions are called. */
  openTo: string[]
  /** How many active accounts have one of them. */
  people: number
  by: { id: string; name: string }[]
}

/** What a change of a role would do to one person. */
export interface RoleEffect {
  account: string
  name: string
  /** In words: "read customers". */
  gains: string[]
  loses: string[]
  customersBefore: number
  customersAfter: number
}

export interface RolePreview {
  people: RoleEffect[]
  /** One sentence: what it hides from how many. */
  summary: string
}

/** Why somebody may or may not do something. */
export interface Explanation {
  allowed: boolean
  because: string
  roles: { role: string; name: string; allows: boolean }[]
  /** All that may be done, not only what was asked about. */
  rights: Rights
  sees: 'everything' | readonly NamedPlace[]
  /** Whose assigned and planned customers are seen beside these places, in words; empty where no employee is known. */
  seesWorkOf: string
  /** About one record: whether it is seen and, where not everything is, for what reasons. */
  record?: { name: string | null; isSeen: boolean; reasons: readonly string[] }
}
