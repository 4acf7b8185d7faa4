import { catalogue } from '../catalogue/catalogue.ts'
import type { Access, Actor } from './actor.ts'
import { judge, type Ground } from './allowances.ts'
import type { Action, Subject } from './rights.ts'
import { nameOfRole } from './role-words.ts'
import { listInWords } from '../text.ts'

export { actions, type Action, type Subject } from './rights.ts'

export interface Decision {
  allowed: boolean
  /** The sentence that explains it, for a person. */
  because: string
}

const wordsOfSubjects = new Map(
  Object.entries({
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
    roleRights: 'the rights of roles',
    audit: 'the audit',
    apiToken: 'API tokens',
  }),
)

export function inWords(subject: Subject): string {
  const plural = catalogue.find((each) => each.name === subject)?.plural
  if (plural === undefined) return wordsOfSubjects.get(subject) ?? subject
  // What is written in capitals stays so: GST.
  return plural === plural.toUpperCase() ? plural : plural.toLowerCase()
}

/** The verdict of `allowances.ts`, which is the only decider, with the sentence that explains it. */
export function can(actor: Actor, action: Action, subject: Subject): Decision {
  const { allowed, ground } = judge(actor, action, subject)
  return { allowed, because: sentences[ground](actor, action, subject) }
}

const rolesOf = (actor: Actor): string => {
  const roles = 'access' in actor ? actor.access.roles.map(nameOfRole) : []
  return `${roles.length > 1 ? 'The roles' : 'The role'} ${roles.join(' and ')}`
}

const mostNamed = 6

/** Says what opens the screen, and what the person has instead. */
function closedInWords({ closed }: Access, subject: Subject): string {
  const { screen, openTo } = closed!.on[subject]!
  const named = openTo.length > mostNamed ? [...openTo.slice(0, mostNamed - 1), 'others'] : openTo
  const to =
    named.length === 0
      ? 'certain functions'
      : `the function${named.length > 1 ? 's' : ''} ${listInWords(named)}`
  const others = closed!.functions
  return others.length === 0
    ? `${screen} is open to ${to}, and this account has no function in the User master`
    : `${screen} is open to ${to}, not to ${listInWords(others)}`
}

const sentences: Record<Ground, (actor: Actor, action: Action, subject: Subject) => string> = {
  'the system': (actor) => `The system may: ${actor.kind === 'system' ? actor.reason : ''}`,
  anyone: () => 'Anyone may',
  'one’s own': () => 'Everyone may, for themselves',
  'the role': (actor) => `${rolesOf(actor)} may`,
  'not logged in': () => 'Please log in to go on',
  disabled: () => 'This account is disabled',
  pending: () => 'This account is waiting for an administrator to approve it',
  'needs a person': () => 'This needs a person: an API token may not',
  'without role': () => 'This account has no role yet',
  'not the role': (actor, action, subject) => `${rolesOf(actor)} may not ${action} ${inWords(subject)}`,
  'not the whole': (actor, action, subject) =>
    `${rolesOf(actor)} may ${action} ${inWords(subject)} only together with seeing everything, because that is about the whole firm`,
  'not read': (actor, action, subject) =>
    `${rolesOf(actor)} may ${action} ${inWords(subject)} only together with reading them`,
  closed: (actor, _action, subject) => ('access' in actor ? closedInWords(actor.access, subject) : ''),
}
