import { catalogue } from '../catalogue/catalogue.ts'
import { builtInRoles } from './actor.ts'
import { grants, type Grant, type Rights, type Scope, type DataScope, type Subject } from './rights.ts'

/** Subjects besides the entities that can be granted to a role. */
export const officeSubjects = [
  'account', // all accounts
  'savedViewOfOthers', // views shared by other accounts
  'batch', // bulk changes: imports, bulk edits, merges; each entity in a batch is checked as well
  'importJob', // import files; each needs the right to import into its entity as well
  'commentOfOthers',
  'series', // the format of generated codes
  'dataHealth', // findings of the data-quality rules
  'referenceData', // countries, currencies, states and rates, ready to load
  'roleRights', // what each role may do
  'audit', // the audit log
  'apiToken', // API tokens of programs
  'webhook', // addresses that changes are sent to
] as const

/** Subjects that need no grant, because they are public or limited to the account itself. */
export const openSubjects = [
  'site', // the pages and files of the web app
  'health', // whether the process and its database answer
  'apiDescription',
  'session', // logging in
  'registration',
  'passwordReset', // choosing a password with a reset link
  'ownProfile', // the account itself: read it, change its password, end its sessions
  'calendarFeed', // the visits of an account as a calendar feed, protected by a secret URL or a password
  'search', // the search over all masters; each master is checked on its own
  'changeFeed', // the changes of all records; each record is checked on its own
  'savedView', // saved views: the account's own and shared ones
  'comment', // comments on records the account may read
  'document', // documents of records: read by those who read the record, changed by those who change it
] as const

const everyEntity = catalogue.map((each) => each.name)

/** Only administrators may write these: with them an account could make itself an administrator. */
export const rightsMasters: readonly Subject[] = ['role', 'staffUser', 'userRole', 'application']

const onEntities: readonly Grant[] = grants.filter((each) => each !== 'approve')

/** The grants each subject supports: the cells of the grid. */
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
  webhook: ['read', 'create', 'update', 'delete'],
}

/** Grants only administrators can have, whatever the grid says: with them an account could grant itself all others. */
export const isForAdministrators = (subject: Subject, grant: Grant): boolean =>
  subject === 'account' ||
  subject === 'roleRights' ||
  subject === 'apiToken' ||
  subject === 'webhook' ||
  (rightsMasters.includes(subject) && grant !== 'read' && grant !== 'export')

export interface RoleRights {
  rights: Rights
  sees: DataScope
}

const noRights: RoleRights = { rights: {}, sees: 'station' }

const grantAll = (subjects: readonly Subject[], given: readonly Grant[]): Rights =>
  Object.fromEntries(subjects.map((subject) => [subject, given]))

const entitiesExcept = (...names: string[]): string[] => everyEntity.filter((name) => !names.includes(name))

/** The default rights of the built-in roles. */
const builtIn: Record<keyof typeof builtInRoles, RoleRights> = {
  ADMIN: { rights: grantable, sees: 'everything' },
  OFFICE: {
    rights: {
      ...grantAll(entitiesExcept(...rightsMasters), onEntities),
      ...grantAll(rightsMasters, ['read', 'export']),
      ...grantAll(['batch', 'importJob'], ['read', 'create', 'update', 'delete']),
      dataHealth: ['read', 'update'],
      ...grantAll(['series', 'referenceData'], ['read']),
    },
    sees: 'everything',
  },
  FIELD: {
    rights: {
      ...grantAll(entitiesExcept('contactMessage'), ['read']),
      visit: ['read', 'create'],
      // Their own only (server/planning/planning-save-hooks.ts).
      workPlan: ['read', 'create', 'update'],
    },
    sees: 'station',
  },
  VIEWER: { rights: grantAll(entitiesExcept('contactMessage'), ['read']), sees: 'everything' },
}

export const isBuiltIn = (role: string): role is keyof typeof builtInRoles =>
  Object.hasOwn(builtInRoles, role)

/** The default rights of a role; a role that is not built in has none. */
export const defaultRights = (role: string): RoleRights => (isBuiltIn(role) ? builtIn[role] : noRights)

/** The rights an administrator set for a role: they override the defaults, subject by subject. */
export interface RoleDecision {
  rights: Rights
  sees: DataScope | null
}

/** The effective rights of a role. Those of ADMIN are fixed: otherwise the last administrator could be locked out. */
export function rightsOf(role: string, decision: RoleDecision | undefined): RoleRights {
  const defaults = defaultRights(role)
  if (role === 'ADMIN' || !decision) return defaults
  const decided = Object.entries({ ...defaults.rights, ...decision.rights }).map(
    ([subject, given]) =>
      [
        subject,
        given.filter((grant) => isGrantable(subject, grant) && !isForAdministrators(subject, grant)),
      ] as const,
  )
  return { rights: Object.fromEntries(decided), sees: decision.sees ?? defaults.sees }
}

/** The rights of an API token with a role: without administration of rights and without the audit log. */
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

/** The union of the rights of several roles. */
export function mergeRights(all: readonly Rights[]): Rights {
  const joined: Record<Subject, Grant[]> = {}
  for (const rights of all)
    for (const [subject, given] of Object.entries(rights))
      joined[subject] = [...new Set([...(joined[subject] ?? []), ...given])]
  return joined
}

/** Subjects that cover the whole firm, whatever the account's scope. */
const firmWideSubjects: readonly Subject[] = [
  'batch',
  'importJob',
  'dataHealth',
  'series',
  'referenceData',
  'audit',
  'webhook',
]

/** Whether a grant needs the scope "everything": it shows the whole firm, or it decides which account sees what. */
function needsFullScope(subject: Subject, grant: Grant): boolean {
  if (firmWideSubjects.includes(subject) || grant === 'import') return true
  return subject === 'employee' && grant !== 'read' && grant !== 'export'
}

const filterRights = (rights: Rights, isKept: (subject: Subject, grant: Grant) => boolean): Rights =>
  Object.fromEntries(
    Object.entries(rights)
      .map(([subject, given]) => [subject, given.filter((grant) => isKept(subject, grant))] as const)
      .filter(([subject, given]) => given.length > 0 || !firmWideSubjects.includes(subject)),
  )

export const rightsInScope = (rights: Rights, scope: Scope): Rights =>
  scope === 'everything' ? rights : filterRights(rights, (subject, grant) => !needsFullScope(subject, grant))

/** The rights that `rightsInScope` removes. */
export function rightsOutsideScope(rights: Rights, scope: Scope): Rights {
  if (scope === 'everything') return {}
  const taken = Object.entries(filterRights(rights, needsFullScope))
  return Object.fromEntries(taken.filter(([, given]) => given.length > 0))
}

/** Whether these are exactly the default rights of the role in that scope. */
export function hasDefaultRights(role: string, rights: Rights, scope: Scope): boolean {
  const defaults = rightsInScope(defaultRights(role).rights, scope)
  const asText = (given: readonly Grant[] = []): string => given.toSorted().join()
  return Object.keys({ ...defaults, ...rights }).every(
    (subject) => asText(defaults[subject]) === asText(rights[subject]),
  )
}
