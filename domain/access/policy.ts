import { t } from '../messages/t.ts'
import { entityLabels } from '../catalogue/entity-labels.ts'
import type { Access, Actor } from './actor.ts'
import { decide, type DecisionReason } from './allowances.ts'
import type { Action, Grant, Subject } from './rights.ts'
import { nameOfRole } from './role-words.ts'
import { formatList } from '../text.ts'

export { actions, type Action, type Subject } from './rights.ts'

export interface Decision {
  allowed: boolean
  /** The explanation, as a sentence for the user. */
  because: string
}

const subjectWords = {
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
  webhook: 'webhooks',
}
const subjectNames = new Map(Object.entries(subjectWords))

export function describeSubject(subject: Subject): string {
  const plural = entityLabels.find((each) => each.name === subject)?.plural
  // An acronym stays in capitals: GST.
  if (plural !== undefined) return plural === plural.toUpperCase() ? t(plural) : t(plural).toLowerCase()
  const name = subjectNames.get(subject)
  return name === undefined ? subject : t(name)
}

/** "read customers" */
export const describeGrant = (grant: Grant, subject: Subject): string =>
  t(
    '{grant, select, read {read {subject}} create {create {subject}} update {update {subject}} delete {delete {subject}} import {import {subject}} export {export {subject}} approve {approve {subject}} other {{grant} {subject}}}',
    { grant, subject: describeSubject(subject) },
  )

/** The decision of `allowances.ts`, with the sentence that explains it. */
export function can(actor: Actor, action: Action, subject: Subject): Decision {
  const { allowed, reason } = decide(actor, action, subject)
  return {
    allowed,
    // Formatted only when it is read: most decisions are made for their result.
    get because() {
      return sentences[reason](actor, action, subject)
    },
  }
}

const rolesOf = (actor: Actor): { count: number; roles: string } => {
  const roles = 'access' in actor ? actor.access.roles.map(nameOfRole) : []
  return { count: roles.length, roles: formatList(roles) }
}

const maxNamed = 6

/** Names the functions that open the screen, and those of the account. */
function describeClosed({ closed }: Access, subject: Subject): string {
  const { screen, openTo } = closed!.on[subject]!
  const named = openTo.length > maxNamed ? [...openTo.slice(0, maxNamed - 1), t('others')] : openTo
  const values = { screen: t(screen), count: named.length, functions: formatList(named) }
  const others = closed!.functions
  return others.length === 0
    ? t(
        '{screen} is open to {count, plural, =0 {certain functions} one {the function {functions}} other {the functions {functions}}}, and this account has no function in the User master',
        values,
      )
    : t(
        '{screen} is open to {count, plural, =0 {certain functions} one {the function {functions}} other {the functions {functions}}}, not to {others}',
        { ...values, others: formatList(others) },
      )
}

const sentences: Record<DecisionReason, (actor: Actor, action: Action, subject: Subject) => string> = {
  'the system': (actor) =>
    t('The system may: {reason}', { reason: actor.kind === 'system' ? actor.reason : '' }),
  anyone: () => t('Anyone may'),
  'one’s own': () => t('Every account may do this for itself'),
  'the role': (actor) =>
    t('{count, plural, one {The role {roles} may} other {The roles {roles} may}}', rolesOf(actor)),
  'not logged in': () => t('Please log in to continue'),
  disabled: () => t('This account is disabled'),
  pending: () => t('This account is waiting for an administrator to approve it'),
  'needs a person': () => t('API tokens cannot do this: log in with an account'),
  'without role': () => t('This account has no role yet'),
  'not the role': (actor, action, subject) =>
    t(
      '{count, plural, one {The role {roles} may not {action} {subject}} other {The roles {roles} may not {action} {subject}}}',
      { ...rolesOf(actor), action: t(action), subject: describeSubject(subject) },
    ),
  'not the whole': (actor, action, subject) =>
    t(
      '{count, plural, one {The role {roles} may {action} {subject}} other {The roles {roles} may {action} {subject}}} only with access to all data, because it concerns the whole firm',
      { ...rolesOf(actor), action: t(action), subject: describeSubject(subject) },
    ),
  'not read': (actor, action, subject) =>
    t(
      '{count, plural, one {The role {roles} may {action} {subject}} other {The roles {roles} may {action} {subject}}} only with the right to read them',
      { ...rolesOf(actor), action: t(action), subject: describeSubject(subject) },
    ),
  closed: (actor, _action, subject) => ('access' in actor ? describeClosed(actor.access, subject) : ''),
}
