import { catalogue } from '../catalogue/catalogue.ts'
import { builtInRoles } from './actor.ts'
import { grants, levels, type Grant, type Rights, type Scope, type Sight, type Subject } from './rights.ts'

/** What is not an entity and can still be given to a role. */
export const officeSubjects = [
  'account', // everybody's accounts
  'savedViewOfOthers', // views that somebody else shares
  'batch', // what was changed at once: an import, a bulk edit, a merge; each entity in it is asked about as well
  'importJob', // files on their way in; each needs the right to import into its entity as well
  'commentOfOthers',
  'series', // how generated codes look
  'dataHealth', // what looks wrong in the data
  'referenceData', // countries, currencies, states and rates, ready to load
  'roleRights', // what each role may do
  'audit', // who did what, when, from where
  'apiToken', // what programs of the firm log in with
] as const

/** What nobody has to be given, because anyone, or everyone for themselves, may. */
export const openSubjects = [
  'site', // the pages and files of the web app
  'health', // whether the process and its database answer
  'apiDescription',
  'session', // logging in
  'registration',
  'passwordReset', // choosing a password with a link that an administrator made
  'ownProfile', // one's own account: see it, change its password, end its sessions
  'calendarFeed', // the visits of a person as a calendar: whoever knows its secret address, or its password
  'search', // looking for records of any master; each master is asked about on its own
  'savedView', // names for what a screen shows: one's own, and those that are shared
  'comment', // what people write beside a record they may read
] as const

const everyEntity = catalogue.map((each) => each.name)

/** Whoever could write these could make himself administrator: they are the administrator's alone. */
export const rightsMasters: readonly Subject[] = ['role', 'staffUser', 'userRole', 'application']

const onEntities: readonly Grant[] = grants.filter((each) => each !== 'approve')

/** What makes sense on each subject: the cells of the grid. */
export const grantable: Rights = {
  ...Object.fromEntries(everyEntity.map((name) => [name, onEntities])),
  account: grants,
  savedViewOfOthers: ['delete'],
  batch: ['read', 'create', 'update', 'delete'],
  importJob: ['read', 'create', 'update', 'delete'],
  commentOfOthers: ['delete'],
  series: ['read', 'update'],
  dataHealth: ['read', 'update'],
  referenceData: ['read', 'create'],
  roleRights: ['read', 'update'],
  audit: ['read', 'export'],
  apiToken: ['read', 'create', 'delete'],
}

/** What only an administrator can have, whatever the grid says: with it, anybody could give himself the rest. */
export const isForAdministrators = (subject: Subject, grant: Grant): boolean =>
  subject === 'account' ||
  subject === 'roleRights' ||
  subject === 'apiToken' ||
  (rightsMasters.includes(subject) && grant !== 'read' && grant !== 'export')

export interface RoleRights {
  rights: Rights
  sees: Sight
}

const nothing: RoleRights = { rights: {}, sees: 'station' }

const on = (subjects: readonly Subject[], given: readonly Grant[]): Rights =>
  Object.fromEntries(subjects.map((subject) => [subject, given]))

const except = (...names: string[]): string[] => everyEntity.filter((name) => !names.includes(name))

/** What the built-in roles may do as long as nobody decided otherwise. */
const builtIn: Record<keyof typeof builtInRoles, RoleRights> = {
  ADMIN: { rights: grantable, sees: 'everything' },
  OFFICE: {
    rights: {
      ...on(except(...rightsMasters), onEntities),
      ...on(rightsMasters, ['read', 'export']),
      ...on(['batch', 'importJob'], ['read', 'create', 'update', 'delete']),
      dataHealth: ['read', 'update'],
      ...on(['series', 'referenceData'], ['read']),
    },
    sees: 'everything',
  },
  FIELD: {
    rights: { ...on(except('contactMessage'), ['read']), visit: ['read', 'create'] },
    sees: 'station',
  },
  VIEWER: { rights: on(except('contactMessage'), ['read']), sees: 'everything' },
}

export const isBuiltIn = (role: string): role is keyof typeof builtInRoles =>
  Object.hasOwn(builtInRoles, role)

/** What a role may do by itself. One that is not built in begins with nothing. */
export const usualRights = (role: string): RoleRights => (isBuiltIn(role) ? builtIn[role] : nothing)

/** The decision of an administrator about a role: what it says replaces what is usual, subject by subject. */
export interface RoleDecision {
  rights: Rights
  sees: Sight | null
}

/** What a role may do now. The administrator's cannot be taken away: the last one would be locked out. */
export function rightsOf(role: string, decision: RoleDecision | undefined): RoleRights {
  const usual = usualRights(role)
  if (role === 'ADMIN' || !decision) return usual
  const decided = Object.entries({ ...usual.rights, ...decision.rights }).map(
    ([subject, given]) =>
      [
        subject,
        given.filter((grant) => isGrantable(subject, grant) && !isForAdministrators(subject, grant)),
      ] as const,
  )
  return { rights: Object.fromEntries(decided), sees: decision.sees ?? usual.sees }
}

/** What a program may do that has a role: nothing that decides who may do what, or shows who did. */
export function rightsOfToken(role: string, decision: RoleDecision | undefined): Rights {
  const given = Object.entries(rightsOf(role, decision).rights)
  return Object.fromEntries(
    given.map(([subject, grants]) => [
      subject,
      grants.filter((grant) => subject !== 'audit' && !isForAdministrators(subject, grant)),
    ]),
  )
}

export const isGrantable = (subject: Subject, grant: Grant): boolean =>
  Object.hasOwn(grantable, subject) && grantable[subject]!.includes(grant)

/** What somebody with several roles may do: what any of them may. */
export function joinedRights(all: readonly Rights[]): Rights {
  const joined: Record<Subject, Grant[]> = {}
  for (const rights of all)
    for (const [subject, given] of Object.entries(rights))
      joined[subject] = [...new Set([...(joined[subject] ?? []), ...given])]
  return joined
}

/** Of several roles, the one that sees farthest decides. */
export const widestSight = (all: readonly Sight[]): Sight =>
  (['everything', ...levels] as const).find((sight) => all.includes(sight)) ?? 'city'

/** What shows or changes the whole firm at once, whatever somebody's place in it. */
const wholeFirm: readonly Subject[] = ['batch', 'importJob', 'dataHealth', 'series', 'referenceData', 'audit']

/** Whoever sees a part has no use of what shows the whole, and does not decide who sees which part. */
function needsTheWhole(subject: Subject, grant: Grant): boolean {
  if (wholeFirm.includes(subject) || grant === 'import') return true
  return subject === 'employee' && grant !== 'read' && grant !== 'export'
}

const only = (rights: Rights, isKept: (subject: Subject, grant: Grant) => boolean): Rights =>
  Object.fromEntries(
    Object.entries(rights)
      .map(([subject, given]) => [subject, given.filter((grant) => isKept(subject, grant))] as const)
      .filter(([subject, given]) => given.length > 0 || !wholeFirm.includes(subject)),
  )

export const sightedRights = (rights: Rights, scope: Scope): Rights =>
  scope === 'everything' ? rights : only(rights, (subject, grant) => !needsTheWhole(subject, grant))

/** What that takes away. */
export function unseenRights(rights: Rights, scope: Scope): Rights {
  if (scope === 'everything') return {}
  const taken = Object.entries(only(rights, needsTheWhole))
  return Object.fromEntries(taken.filter(([, given]) => given.length > 0))
}

/** Whether somebody who holds a role and sees this much may do what is usual for the role, no more and no less. */
export function isUsual(role: string, rights: Rights, scope: Scope): boolean {
  const usual = sightedRights(usualRights(role).rights, scope)
  const asText = (given: readonly Grant[] = []): string => given.toSorted().join()
  return Object.keys({ ...usual, ...rights }).every(
    (subject) => asText(usual[subject]) === asText(rights[subject]),
  )
}
