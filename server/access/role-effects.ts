import type { Access } from '#domain/access/actor.ts'
import { inWords } from '#domain/access/policy.ts'
import type { RoleEffect, RolePreview } from '#domain/access/role-grid.ts'
import type { RoleDecision } from '#domain/access/role-rights.ts'
import type { Rights, Scope } from '#domain/access/rights.ts'
import type { Context } from '../context.ts'
import type { Db } from '../store/dialect.ts'
import { accessOf, accountNamed } from './access-of-account.ts'
import { accountsByRole } from './role-rights-store.ts'
import { inPlaces } from '../within.ts'

/** More than these are counted, not named. */
const mostPeople = 200

/** What everybody who holds a role would gain and lose, worked out by what decides about them. */
export async function effectsOf(ctx: Context, role: string, decision: RoleDecision): Promise<RolePreview> {
  const db = ctx.store.read
  const ids = (await accountsByRole(db)).get(role) ?? []
  const counted = new Map<string, Promise<number>>()
  const customersIn = (scope: Scope): Promise<number> => {
    const key = JSON.stringify(scope)
    const known = counted.get(key) ?? countCustomers(db, scope)
    counted.set(key, known)
    return known
  }
  const people: RoleEffect[] = []
  for (const id of ids.slice(0, mostPeople)) {
    const account = await accountNamed(db, id)
    if (!account) continue
    const before = await accessOf(db, account)
    const after = await accessOf(db, account, new Map([[role, decision]]))
    people.push({
      account: id,
      name: account.username,
      gains: inWordsOf(after, before),
      loses: inWordsOf(before, after),
      customersBefore: mayReadCustomers(before) ? await customersIn(before.scope) : 0,
      customersAfter: mayReadCustomers(after) ? await customersIn(after.scope) : 0,
    })
  }
  const touched = people.filter(
    ({ gains, loses, customersBefore, customersAfter }) =>
      gains.length > 0 || loses.length > 0 || customersBefore !== customersAfter,
  )
  return { people: touched, summary: summaryOf(touched, ids.length) }
}

export const mayReadCustomers = ({ rights }: Access): boolean => rights['customer']?.includes('read') ?? false

const pairsOf = (rights: Rights): string[] =>
  Object.entries(rights).flatMap(([subject, given]) => given.map((grant) => `${grant} ${inWords(subject)}`))

function inWordsOf(one: Access, other: Access): string[] {
  const had = new Set(pairsOf(other.rights))
  return pairsOf(one.rights).filter((pair) => !had.has(pair))
}

export async function countCustomers(db: Db, scope: Scope): Promise<number> {
  let query = db.selectFrom('customer').select((of) => of.fn.countAll().as('count'))
  if (scope !== 'everything') query = query.where(inPlaces(scope, 'customer').test())
  return Number((await query.executeTakeFirstOrThrow())['count'])
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)
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
  ].filter((each) => each !== false)
  return sentences.length > 0
    ? sentences.join('. ')
    : `Nothing changes for the ${people(holders)} who hold it`
}
