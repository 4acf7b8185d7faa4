import type { Actor } from './actor.ts'
import type { Action, Grant, Subject } from './rights.ts'

export type { Action, Subject } from './rights.ts'

type Audience = 'anyone' | 'anyone with an account' | 'anyone with a role' | 'whatever has a role'

interface Allowance {
  who: Audience
  may: readonly Action[]
  on: readonly Subject[]
}

/** What no role has to be given. */
const allowances: readonly Allowance[] = [
  { who: 'anyone', may: ['read'], on: ['site', 'health', 'apiDescription', 'service', 'calendarFeed'] },
  { who: 'anyone', may: ['create'], on: ['contactMessage', 'session', 'registration', 'passwordReset'] },
  { who: 'anyone with an account', may: ['read', 'update', 'delete'], on: ['ownProfile'] },
  { who: 'anyone with a role', may: ['read', 'create', 'delete'], on: ['savedView'] },
  { who: 'anyone with a role', may: ['read', 'create', 'update', 'delete'], on: ['comment'] },
  // A program as well: what is found is asked about record by record.
  { who: 'whatever has a role', may: ['read'], on: ['search'] },
]

const table = new Set<string>()
for (const { who, may, on } of allowances) {
  for (const action of may) for (const subject of on) table.add(`${who} ${action} ${subject}`)
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
  | 'needs a person'
  | 'without role'
  | 'not the role'
  | 'not the whole'
  | 'not read'
  | 'closed'

export interface Verdict {
  allowed: boolean
  ground: Ground
}

const yes = (ground: Ground): Verdict => ({ allowed: true, ground })
const no = (ground: Ground): Verdict => ({ allowed: false, ground })

/** Whoever may read sees the history as well, and whoever may delete can take it back. */
export const grantFor = (action: Action): Grant => {
  if (action === 'history') return 'read'
  return action === 'restore' ? 'delete' : action
}

/**
 * Whoever changes, deletes or takes away records is shown them, so that without reading nothing but making new ones is left; not of visits,
 * since whoever records one finds the plan that is there. Of what belongs to others there is nothing of its own to read.
 */
export const needsReading = (grant: Grant, subject: Subject): boolean =>
  grant !== 'read' && (grant !== 'create' || subject === 'visit') && !subject.endsWith('OfOthers')

/** The only decider. It denies by default and knows its ground. */
export function judge(actor: Actor, action: Action, subject: Subject): Verdict {
  if (actor.kind === 'system') return yes('the system')
  if (table.has(`anyone ${action} ${subject}`)) return yes('anyone')
  if (actor.kind === 'anonymous') return no('not logged in')
  const isOwn = (who: Audience): boolean => table.has(`${who} ${action} ${subject}`)
  if (actor.kind === 'token') {
    if (isOwn('anyone with an account') || isOwn('anyone with a role')) return no('needs a person')
  } else {
    if (actor.status === 'disabled') return no('disabled')
    if (isOwn('anyone with an account')) return yes('one’s own')
    if (actor.status === 'pending') return no('pending')
  }
  const { roles, rights, closed, unseen } = actor.access
  if (roles.length === 0) return no('without role')
  if (isOwn('anyone with a role')) return yes('one’s own')
  if (isOwn('whatever has a role')) return yes('the role')
  const grant = grantFor(action)
  if (Object.hasOwn(rights, subject) && rights[subject]!.includes(grant))
    return needsReading(grant, subject) && !rights[subject]!.includes('read')
      ? no('not read')
      : yes('the role')
  const isIn = (taken: readonly Grant[] | undefined): boolean => taken?.includes(grant) === true
  if (isIn(closed?.on[subject]?.taken)) return no('closed')
  return no(
    unseen && Object.hasOwn(unseen, subject) && isIn(unseen[subject]) ? 'not the whole' : 'not the role',
  )
}
