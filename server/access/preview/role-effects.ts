import type { Access } from '#domain/access/actor.ts'
import { describeGrant } from '#domain/access/policy.ts'
import type { RoleEffect, RolePreview } from '#domain/api/access/roles.ts'
import type { RoleDecision } from '#domain/access/role-rights.ts'
import type { Rights } from '#domain/access/rights.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '../../core/context.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { inParts } from '../../store/records/record-sets.ts'
import { accessesOf, activeAccounts } from '../access-of-account.ts'
import { countCustomersInScope } from './count-customers.ts'
import { accountsByRole } from '../role-rights-store.ts'
import type { NamedAccount } from '../membership.ts'
import { countOwnWork } from './count-own-work.ts'
import { t } from '#domain/messages/t.ts'

/** Accounts per read; other requests run between two reads. */
const accountsPerRead = 1000
/** Accounts beyond this number are counted, not listed. */
const maxListed = 200

/** What each account with a role would gain and lose, computed by the code that enforces it. */
export async function previewRoleEffects(
  ctx: Context,
  role: string,
  decision: RoleDecision,
): Promise<RolePreview> {
  const db = ctx.store.read
  const holders = new Set((await accountsByRole(db)).get(role))
  const accounts = (await activeAccounts(db)).filter(({ id }) => holders.has(id))
  const found: { account: NamedAccount; before: Access; after: Access }[] = []
  for (const part of inParts(accounts, accountsPerRead)) {
    const before = await accessesOf(db, part)
    await yieldToEventLoop()
    const after = await accessesOf(db, part, new Map([[role, decision]]))
    await yieldToEventLoop()
    for (const [at, account] of part.entries())
      found.push({ account, before: before[at]!, after: after[at]! })
  }
  const seen = found.flatMap(({ before, after }) => [before, after]).filter(canReadCustomers)
  const countIn = await countCustomersInScope(
    db,
    seen.map(({ scope }) => scope),
  )
  const workIn = await countOwnWork(db, seen, dayIn(ctx.now(), ctx.config.timeZone))
  const countOf = (access: Access): number => {
    if (!canReadCustomers(access)) return 0
    const { assigned, planned } = workIn(access)
    return countIn(access.scope) + assigned + planned
  }
  const addedTo = memoizedAdded()
  const people = found.map(({ account: { id, username }, before, after }): RoleEffect => {
    const [gained, lost] = [addedTo(after.rights, before.rights), addedTo(before.rights, after.rights)]
    return {
      account: id,
      name: username,
      gains: gained.words,
      loses: lost.words,
      gainedRights: gained.rights,
      lostRights: lost.rights,
      customersBefore: countOf(before),
      customersAfter: countOf(after),
    }
  })
  const touched = people.filter((each) => losesAccess(each) || gainsAccess(each))
  return { people: listedFirst(touched), summary: summaryOf(touched, holders.size) }
}

const losesAccess = ({ loses, customersBefore, customersAfter }: RoleEffect): boolean =>
  loses.length > 0 || customersAfter < customersBefore

const gainsAccess = ({ gains, customersBefore, customersAfter }: RoleEffect): boolean =>
  gains.length > 0 || customersAfter > customersBefore

/** If the list is cut, accounts that lose something come first. */
function listedFirst(touched: readonly RoleEffect[]): RoleEffect[] {
  if (touched.length <= maxListed) return [...touched]
  return [...touched.filter(losesAccess), ...touched.filter((each) => !losesAccess(each))].slice(0, maxListed)
}

const canReadCustomers = ({ rights }: Access): boolean => rights['customer']?.includes('read') ?? false

interface Added {
  rights: Rights
  words: string[]
}

function addedRights(one: Rights, other: Rights): Added {
  const added = Object.entries(one).flatMap(([subject, given]) => {
    const grants = given.filter((grant) => !other[subject]?.includes(grant))
    return grants.length > 0 ? [[subject, grants] as const] : []
  })
  const words = added.flatMap(([subject, grants]) => grants.map((grant) => describeGrant(grant, subject)))
  return { rights: Object.fromEntries(added), words }
}

/** Memoized, because many accounts have the same rights. */
function memoizedAdded(): typeof addedRights {
  const known = new Map<string, Added>()
  return (one, other) => {
    const key = JSON.stringify([one, other])
    const added = known.get(key) ?? addedRights(one, other)
    known.set(key, added)
    return added
  }
}

function summaryOf(touched: readonly RoleEffect[], holders: number): string {
  if (holders === 0) return t('No account has this role yet')
  const hidden = touched.filter((each) => each.customersAfter < each.customersBefore)
  const shown = touched.filter((each) => each.customersAfter > each.customersBefore)
  const most = (some: readonly RoleEffect[]): number =>
    Math.max(0, ...some.map((each) => Math.abs(each.customersAfter - each.customersBefore)))
  const losing = touched.filter(({ loses }) => loses.length > 0).length
  const gaining = touched.filter(({ gains }) => gains.length > 0).length
  const sentences = [
    hidden.length > 0 &&
      t(
        '{people, plural, one {This hides {customers, plural, one {# customer} other {# customers}} from # person} other {This hides up to {customers, plural, one {# customer} other {# customers}} from # people}}',
        { customers: most(hidden), people: hidden.length },
      ),
    shown.length > 0 &&
      t(
        '{people, plural, one {This shows {customers, plural, one {# customer} other {# customers}} more to # person} other {This shows up to {customers, plural, one {# customer} other {# customers}} more to # people}}',
        { customers: most(shown), people: shown.length },
      ),
    losing > 0 && t('{people, plural, one {# person} other {# people}} will lose rights', { people: losing }),
    gaining > 0 &&
      t('{people, plural, one {# person} other {# people}} will gain rights', { people: gaining }),
    touched.length > maxListed &&
      t('{listed, number} of these {people, plural, one {# person} other {# people}} are listed here', {
        listed: maxListed,
        people: touched.length,
      }),
  ].filter((each) => each !== false)
  return sentences.length > 0
    ? sentences.join('. ')
    : t('Nothing changes for the {people, plural, one {# person} other {# people}} with this role', {
        people: holders,
      })
}
