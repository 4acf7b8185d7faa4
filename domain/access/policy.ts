import { t } from '../messages/t.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { Access, Actor } from './actor.ts'
import { decide, type DecisionReason } from './allowances.ts'
import type { Action, Subject } from './rights.ts'
import { nameOfRole } from './role-words.ts'
import { formatList } from '../text.ts'

export { actions, type Action, type Subject } from './rights.ts'

export interface Decision {
  allowed: boolean
  /** The explanation, as a sentence for the user. */
  because: string
}

const subjectNames = new Map(
  Object.entries({
    account: 'the accounts of others',
    ownProfile: 'your own account',
    savedView: 'saved views',
    savedViewOfOthers: 'the saved views of others',
    batch: 'bulk changes',
    importJob: 'imports',
    comment: 'comments',
    commentOfOthers: 'the comments of others',
    series: 'the format of generated codes',
    dataHealth: 'data quality',
    referenceData: 'the reference data',
    roleRights: 'the rights of roles',
    audit: 'the audit',
    apiToken: 'API tokens',
  }),
)

export function describeSubject(subject: Subject): string {
  const plural = catalogue.find((each) => each.name === subject)?.plural
  if (plural === undefined) return subjectNames.get(subject) ?? subject
  // An acronym stays in capitals: GST.
  return plural === plural.toUpperCase() ? plural : plural.toLowerCase()
}

/** The decision of `allowances.ts`, with the sentence that explains it. */
export function can(actor: Actor, action: Action, subject: Subject): Decision {
  const { allowed, reason } = decide(actor, action, subject)
  return { allowed, because: sentences[reason](actor, action, subject) }
}

const describeRoles = (actor: Actor): string => {
  const roles = 'access' in actor ? actor.access.roles.map(nameOfRole) : []
  return `${roles.length > 1 ? 'The roles' : 'The role'} ${roles.join(' and ')}`
}

const maxNamed = 6

/** Names the functions that open the screen, and those of the account. */
function describeClosed({ closed }: Access, subject: Subject): string {
  const { screen, openTo } = closed!.on[subject]!
  const named = openTo.length > maxNamed ? [...openTo.slice(0, maxNamed - 1), 'others'] : openTo
  const to =
    named.length === 0
      ? 'certain functions'
      : `the function${named.length > 1 ? 's' : ''} ${formatList(named)}`
  const others = closed!.functions
  return others.length === 0
    ? `${screen} is open to ${to}, and this account has no function in the User master`
    : `${screen} is open to ${to}, not to ${formatList(others)}`
}

const sentences: Record<DecisionReason, (actor: Actor, action: Action, subject: Subject) => string> = {
  'the system': (actor) => `The system may: ${actor.kind === 'system' ? actor.reason : ''}`,
  anyone: () => 'Anyone may',
  'one’s own': () => 'Every account may do this for itself',
  'the role': (actor) => `${describeRoles(actor)} may`,
  'not logged in': () => t('Please log in to continue'),
  disabled: () => 'This account is disabled',
  pending: () => 'This account is waiting for an administrator to approve it',
  'needs a person': () => 'API tokens cannot do this: log in with an account',
  'without role': () => 'This account has no role yet',
  'not the role': (actor, action, subject) =>
    `${describeRoles(actor)} may not ${action} ${describeSubject(subject)}`,
  'not the whole': (actor, action, subject) =>
    `${describeRoles(actor)} may ${action} ${describeSubject(subject)} only with access to all data, because it concerns the whole firm`,
  'not read': (actor, action, subject) =>
    `${describeRoles(actor)} may ${action} ${describeSubject(subject)} only with the right to read them`,
  closed: (actor, _action, subject) => ('access' in actor ? describeClosed(actor.access, subject) : ''),
}
