import type { Access } from '#domain/access/actor.ts'
import { inWords } from '#domain/access/policy.ts'
import type { RoleEffect, RolePreview } from '#domain/access/role-grid.ts'
import type { RoleDecision } from '#domain/access/role-rights.ts'
import type { Rights } from '#domain/access/rights.ts'
import { dayIn } from '#domain/moments.ts'
import type { Context } from '../context.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { inParts } from '../store/record-sets.ts'
import { accessesOf, activeAccounts } from './access-of-account.ts'
import { customersSeen } from './customers-seen.ts'
import { accountsByRole } from './role-rights-store.ts'
import type { NamedAccount } from './standing.ts'
import { workSeen } from './work-seen.ts'

/** They are read together; between them others are served. */
const peopleAtOnce = 1000
/** More than these are counted, not named. */
const mostNamed = 200

/** What everybody who holds a role would gain and lose, worked out by what decides about them. */
export async function effectsOf(ctx: Context, role: string, decision: RoleDecision): Promise<RolePreview> {
  const db = ctx.store.read
  const holders = new Set((await accountsByRole(db)).get(role))
  const accounts = (await activeAccounts(db)).filter(({ id }) => holders.has(id))
  const found: { account: NamedAccount; before: Access; after: Access }[] = []
  for (const part of inParts(accounts, peopleAtOnce)) {
    const before = await accessesOf(db, part)
    await letOthersIn()
    const after = await accessesOf(db, part, new Map([[role, decision]]))
    await letOthersIn()
    for (const [at, account] of part.entries())
      found.push({ account, before: before[at]!, after: after[at]! })
  }
  const seen = found.flatMap(({ before, after }) => [before, after]).filter(mayReadCustomers)
  const countIn = await customersSeen(
    db,
    seen.map(({ scope }) => scope),
  )
  const workIn = await workSeen(db, seen, dayIn(ctx.now(), ctx.config.timeZone))
  const countOf = (access: Access): number => {
    if (!mayReadCustomers(access)) return 0
    const { assigned, planned } = workIn(access)
    return countIn(access.scope) + assigned + planned
  }
  const wordsOf = knownWords()
  const people = found.map(({ account: { id, username }, before, after }): RoleEffect => ({
    account: id,
    name: username,
    gains: wordsOf(after.rights, before.rights),
    loses: wordsOf(before.rights, after.rights),
    customersBefore: countOf(before),
    customersAfter: countOf(after),
  }))
  const touched = people.filter((each) => isLess(each) || isMore(each))
  return { people: namedOf(touched), summary: summaryOf(touched, holders.size) }
}

const isLess = ({ loses, customersBefore, customersAfter }: RoleEffect): boolean =>
  loses.length > 0 || customersAfter < customersBefore

const isMore = ({ gains, customersBefore, customersAfter }: RoleEffect): boolean =>
  gains.length > 0 || customersAfter > customersBefore

/** Where not all can be named, those who lose something are not overlooked. */
function namedOf(touched: readonly RoleEffect[]): RoleEffect[] {
  if (touched.length <= mostNamed) return [...touched]
  return [...touched.filter(isLess), ...touched.filter((each) => !isLess(each))].slice(0, mostNamed)
}

const mayReadCustomers = ({ rights }: Access): boolean => rights['customer']?.includes('read') ?? false

const pairsOf = (rights: Rights): string[] =>
  Object.entries(rights).flatMap(([subject, given]) => given.map((grant) => `${grant} ${inWords(subject)}`))

function inWordsOf(one: Rights, other: Rights): string[] {
  const had = new Set(pairsOf(other))
  return pairsOf(one).filter((pair) => !had.has(pair))
}

/** Many have the same rights, and would have the same. */
function knownWords(): typeof inWordsOf {
  const known = new Map<string, string[]>()
  return (one, other) => {
    const key = JSON.stringify([one, other])
    const words = known.get(key) ?? inWordsOf(one, other)
    known.set(key, words)
    return words
  }
}

const people = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-IN')} people`
export const customersInWords = (count: number): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'customer' : 'customers'}`

function summaryOf(touched: readonly RoleEffect[], holders: number): string {
  if (holders === 0) return 'Nobody holds this role yet'
  const hidden = touched.filter((each) => each.customersAfter < each.customersBefore)
  const shown = touched.filter((each) => each.customersAfter > each.customersBefore)
  const most = (some: readonly RoleEffect[]): number =>
    Math.max(0, ...some.map((each) => Math.abs(each.customersAfter - each.customersBefore)))
  const sentences = [
    hidden.length > 0 &&
      `This hides ${hidden.length > 1 ? 'up to ' : ''}${customersInWords(most(hidden))} from ${people(hidden.length)}`,
    shown.length > 0 &&
      `This shows ${shown.length > 1 ? 'up to ' : ''}${customersInWords(most(shown))} more to ${people(shown.length)}`,
    touched.some(({ loses }) => loses.length > 0) &&
      `${people(touched.filter(({ loses }) => loses.length > 0).length)} may do less than before`,
    touched.some(({ gains }) => gains.length > 0) &&
      `${people(touched.filter(({ gains }) => gains.length > 0).length)} may do more than before`,
    touched.length > mostNamed && `${mostNamed} of these ${people(touched.length)} are named here`,
  ].filter((each) => each !== false)
  return sentences.length > 0
    ? sentences.join('. ')
    : `Nothing changes for the ${people(holders)} who hold it`
}
