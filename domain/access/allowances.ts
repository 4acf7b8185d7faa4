import type { Actor } from './actor.ts'
import type { Action, Grant, Subject } from './rights.ts'

export type { Action, Subject } from './rights.ts'

type Audience = 'anyone' | 'anyone with an account' | 'anyone with a role' | 'any actor with a role'

interface Allowance {
  who: Audience
  may: readonly Action[]
  on: readonly Subject[]
}

/** What is allowed without a grant to a role. */
const allowances: readonly Allowance[] = [
  { who: 'anyone', may: ['read'], on: ['site', 'health', 'apiDescription', 'service', 'calendarFeed'] },
  { who: 'anyone', may: ['create'], on: ['contactMessage', 'session', 'registration', 'passwordReset'] },
  { who: 'anyone with an account', may: ['read', 'update', 'delete'], on: ['ownProfile'] },
  { who: 'anyone with a role', may: ['read', 'create', 'delete'], on: ['savedView'] },
  { who: 'anyone with a role', may: ['read', 'create', 'update', 'delete'], on: ['comment', 'document'] },
  // API tokens included: every result is checked record by record.
  { who: 'any actor with a role', may: ['read'], on: ['search', 'changeFeed'] },
]

const table = new Set<string>()
for (const { who, may, on } of allowances) {
  for (const action of may) for (const subject of on) table.add(`${who} ${action} ${subject}`)
}

/** Why something is allowed or not; policy.ts has the sentences. */
export type DecisionReason =
  | 'the system'
  | 'anyone'
  | 'one’s own'
  | 'the role'
  | 'not logged in'
  | 'disabled'
  | 'pending'
  | 'needs a person'
  | 'without role'
  | 'not the role'
  | 'not the whole'
  | 'not read'
  | 'closed'

export interface Verdict {
  allowed: boolean
  reason: DecisionReason
}

const allow = (reason: DecisionReason): Verdict => ({ allowed: true, reason })
const deny = (reason: DecisionReason): Verdict => ({ allowed: false, reason })

/** The right to read includes the history, and the right to delete includes restoring. */
export const grantFor = (action: Action): Grant => {
  if (action === 'history') return 'read'
  return action === 'restore' ? 'delete' : action
}

/**
 * Updating, deleting and exporting show the record, so they need the right to read; creating does not, except for visits,
 * because recording one shows the open plan. Subjects that end in `OfOthers` have no read right of their own.
 */
export const requiresRead = (grant: Grant, subject: Subject): boolean =>
  grant !== 'read' && (grant !== 'create' || subject === 'visit') && !subject.endsWith('OfOthers')

/** The only function that decides. It denies by default and returns the reason. */
export function decide(actor: Actor, action: Action, subject: Subject): Verdict {
  if (actor.kind === 'system') return allow('the system')
  if (table.has(`anyone ${action} ${subject}`)) return allow('anyone')
  if (actor.kind === 'anonymous') return deny('not logged in')
  const isOwn = (who: Audience): boolean => table.has(`${who} ${action} ${subject}`)
  if (actor.kind === 'token') {
    if (isOwn('anyone with an account') || isOwn('anyone with a role')) return deny('needs a person')
  } else {
    if (actor.status === 'disabled') return deny('disabled')
    if (isOwn('anyone with an account')) return allow('one’s own')
    if (actor.status === 'pending') return deny('pending')
  }
  const { roles, rights, closed, unseen } = actor.access
  if (roles.length === 0) return deny('without role')
  if (isOwn('anyone with a role')) return allow('one’s own')
  if (isOwn('any actor with a role')) return allow('the role')
  const grant = grantFor(action)
  if (Object.hasOwn(rights, subject) && rights[subject]!.includes(grant))
    return requiresRead(grant, subject) && !rights[subject]!.includes('read')
      ? deny('not read')
      : allow('the role')
  const isIn = (taken: readonly Grant[] | undefined): boolean => taken?.includes(grant) === true
  if (isIn(closed?.on[subject]?.taken)) return deny('closed')
  return deny(
    unseen && Object.hasOwn(unseen, subject) && isIn(unseen[subject]) ? 'not the whole' : 'not the role',
  )
}
