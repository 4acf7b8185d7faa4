import { catalogue } from '../catalogue/catalogue.ts'
import { builtInRoles, type Actor } from './actor.ts'

export const actions = [
  'read',
  'create',
  'update',
  'delete',
  'restore',
  'history',
  'import',
  'export',
] as const
export type Action = (typeof actions)[number]

/** What is not an entity and still needs a decision. */
export const otherSubjects = [
  'site', // the pages and files of the web app
  'health', // whether the process and its database answer
  'apiDescription',
  'session', // logging in
  'registration',
  'passwordReset', // choosing a password with a link that an administrator made
  'ownProfile', // one's own account: see it, change its password, end its sessions
  'calendarFeed', // the visits of a person as a calendar: whoever knows its secret address
  'account', // everybody's accounts
  'savedView', // names for what a screen shows: one's own, and those that are shared
  'savedViewOfOthers', // those that somebody else shares
  'batch', // what was changed at once: an import, a bulk edit, a merge; each entity in it is asked about as well
  'importJob', // files on their way in; each needs the right to import into its entity as well
  'comment', // what people write beside a record they may read
  'commentOfOthers',
  'series', // how generated codes look
  'dataHealth', // what looks wrong in the data
  'referenceData', // countries, currencies, states and rates, ready to load
] as const

export type Subject = string

type Audience = 'anyone' | 'anyone with an account' | keyof typeof builtInRoles

interface Allowance {
  who: Audience
  may: readonly Action[]
  on: readonly Subject[]
}

const everyEntity = catalogue.map((each) => each.name)
const except = (...names: string[]): string[] => everyEntity.filter((name) => !names.includes(name))
const everything: readonly Action[] = actions

/** Masters through which rights are given: a clerk who could write them could make himself administrator. */
const rightsMasters = ['role', 'staffUser', 'userRole', 'application']

const roles = Object.keys(builtInRoles) as (keyof typeof builtInRoles)[]

/** The whole of it. What no line allows is denied. */
const allowances: readonly Allowance[] = [
  { who: 'anyone', may: ['read'], on: ['site', 'health', 'apiDescription', 'service', 'calendarFeed'] },
  { who: 'anyone', may: ['create'], on: ['contactMessage', 'session', 'registration', 'passwordReset'] },
  { who: 'anyone with an account', may: ['read', 'update', 'delete'], on: ['ownProfile'] },
  { who: 'ADMIN', may: everything, on: [...everyEntity, 'account'] },
  { who: 'OFFICE', may: ['read', 'history', 'export'], on: everyEntity },
  { who: 'OFFICE', may: everything, on: except(...rightsMasters) },
  { who: 'FIELD', may: ['read', 'history'], on: except('contactMessage') },
  { who: 'FIELD', may: ['create'], on: ['visit'] },
  { who: 'VIEWER', may: ['read', 'history'], on: except('contactMessage') },
  ...roles.map((who) => ({ who, may: ['read', 'create', 'delete'], on: ['savedView'] }) as const),
  { who: 'ADMIN', may: ['delete'], on: ['savedViewOfOthers', 'commentOfOthers'] },
  ...roles.map((who) => ({ who, may: ['read', 'create', 'update', 'delete'], on: ['comment'] }) as const),
  ...(['ADMIN', 'OFFICE'] as const).flatMap((who) => [
    { who, may: ['read', 'create', 'update', 'delete'], on: ['batch', 'importJob'] } as const,
    { who, may: ['read', 'update'], on: ['dataHealth'] } as const,
    { who, may: ['read'], on: ['series', 'referenceData'] } as const,
  ]),
  { who: 'ADMIN', may: ['update'], on: ['series'] },
  { who: 'ADMIN', may: ['create'], on: ['referenceData'] },
]

const table = new Map<string, true>()
for (const { who, may, on } of allowances) {
  for (const action of may) for (const subject of on) table.set(`${who} ${action} ${subject}`, true)
}

/** Why something is allowed or not; the sentence for it is policy.ts's to find. */
export type Ground =
  | 'the system'
  | 'anyone'
  | 'one’s own'
  | 'the role'
  | 'not logged in'
  | 'disabled'
  | 'pending'
  | 'without role'
  | 'not the role'

export interface Verdict {
  allowed: boolean
  ground: Ground
}

const yes = (ground: Ground): Verdict => ({ allowed: true, ground })
const no = (ground: Ground): Verdict => ({ allowed: false, ground })

/** The only decider. It denies by default and knows its ground. */
export function judge(actor: Actor, action: Action, subject: Subject): Verdict {
  if (actor.kind === 'system') return yes('the system')
  if (table.has(`anyone ${action} ${subject}`)) return yes('anyone')
  if (actor.kind === 'anonymous') return no('not logged in')
  if (actor.status === 'disabled') return no('disabled')
  if (table.has(`anyone with an account ${action} ${subject}`)) return yes('one’s own')
  if (actor.status === 'pending') return no('pending')
  if (actor.role === null) return no('without role')
  return table.has(`${actor.role} ${action} ${subject}`) ? yes('the role') : no('not the role')
}
