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

export interface Decision {
  allowed: boolean
  /** The sentence that explains it, for a person. */
  because: string
}

const wordsOfSubjects: Record<string, string> = {
  account: 'the accounts of others',
  ownProfile: 'the own account',
  savedView: 'saved views',
  savedViewOfOthers: 'the saved views of others',
  batch: 'what was changed at once',
  importJob: 'imports',
  comment: 'comments',
  commentOfOthers: 'the comments of others',
  series: 'the look of generated codes',
  dataHealth: 'the health of the data',
  referenceData: 'the reference data',
}

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

const inWords = (subject: Subject): string =>
  catalogue.find((each) => each.name === subject)?.plural.toLowerCase() ?? wordsOfSubjects[subject] ?? subject

const allowed = (because: string): Decision => ({ allowed: true, because })
const denied = (because: string): Decision => ({ allowed: false, because })

/** The only decider. It denies by default and can always say why. */
export function can(actor: Actor, action: Action, subject: Subject): Decision {
  if (actor.kind === 'system') return allowed(`The system may: ${actor.reason}`)
  if (table.has(`anyone ${action} ${subject}`)) return allowed('Anyone may')
  if (actor.kind === 'anonymous') return denied('Please log in to go on')
  if (actor.status === 'disabled') return denied('This account is disabled')
  if (table.has(`anyone with an account ${action} ${subject}`)) return allowed('Everyone may, for themselves')
  if (actor.status === 'pending') return denied('This account is waiting for an administrator to approve it')
  if (actor.role === null) return denied('This account has no role yet')
  const role = builtInRoles[actor.role as keyof typeof builtInRoles] ?? actor.role
  if (table.has(`${actor.role} ${action} ${subject}`)) return allowed(`The role ${role} may`)
  return denied(`The role ${role} may not ${action} ${inWords(subject)}`)
}
