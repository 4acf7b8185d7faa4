import { sql } from 'kysely'
import { accountHistory } from '#domain/access/account-fields.ts'
import type { TerritoryNode } from '#domain/access/rights.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { liesIn } from '../../access/explain-service.ts'
import { mailOf, membershipsOf, type AccountIdentity } from '../../access/membership.ts'
import type { Tx } from '../../store/dialect.ts'
import { readHistory } from '../../store/history/history-store.ts'
import type { Customer } from '../../visits/visit-store.ts'

type PlacesOfAccount = 'everything' | readonly TerritoryNode[]

/**
 * Whether the customer was in the places of the account at some time since then, by the history of both. `formerId` is the id of
 * a customer that was merged into it.
 */
export async function wasInPlaces(
  tx: Tx,
  account: AccountIdentity,
  { customer, formerId }: { customer: Customer; formerId: string },
  since: string,
): Promise<boolean> {
  const places = await placesSince(tx, account, since)
  if (places === 'everything') return true
  if (places.length === 0) return false
  const states: object[] = [customer]
  for (const id of new Set([customer.id, formerId]))
    states.push(...(await valuesBefore(tx, entities.customer, id, since)))
  return states.some((values) => places.some((place) => liesIn(values, place)))
}

/** The values that the changes since then replaced. */
async function valuesBefore(tx: Tx, entity: Entity, id: string, since: string): Promise<object[]> {
  const changes = await readHistory(tx, entity, id)
  return changes.flatMap(({ at, before }) => (at >= since && before ? [before] : []))
}

/** All places that the account saw, now or at some time since then. Those of employees who report to it do not count. */
async function placesSince(tx: Tx, account: AccountIdentity, since: string): Promise<PlacesOfAccount> {
  const [membership] = await membershipsOf(tx, [account])
  const { sees, isVouched } = membership!
  if (sees === 'everything') return sees
  const assigned = await assignedSince(tx, account.id, since)
  if (assigned.includes('everything')) return 'everything'
  const named = assigned.flatMap((each) => (each === 'everything' ? [] : each))
  // Without assigned places, an account has the place of its employee.
  if (assigned.every((each) => each.length > 0)) return named
  const { level } = sees
  if (level === undefined) return 'everything'
  if (!isVouched) return named
  const column = `${level}_code` as const
  const employees = await tx
    .selectFrom('employee')
    .select(['id', column])
    .where(sql`lower(email)`, '=', mailOf(account))
    .execute()
  for (const employee of employees) {
    named.push({ level, code: textAt(employee, column) })
    for (const values of await valuesBefore(tx, entities.employee, employee.id, since))
      for (const [name, code] of Object.entries(values))
        if (columnName(name) === column && typeof code === 'string') named.push({ level, code })
  }
  return named
}

/** The places that were assigned to the account since then, and those it had before; an empty list for none. */
async function assignedSince(tx: Tx, accountId: string, since: string): Promise<PlacesOfAccount[]> {
  const changes = (await readHistory(tx, accountHistory, accountId)).flatMap(({ at, after }) => {
    const places = after?.['places']
    return typeof places === 'string' ? [{ at, places: parseJson(places, isPlaces) }] : []
  })
  const earlier = changes.find(({ at }) => at < since)
  return [...changes.filter(({ at }) => at >= since).map(({ places }) => places), earlier?.places ?? []]
}

const isPlaces = (input: unknown): input is PlacesOfAccount =>
  input === 'everything' ||
  (Array.isArray(input) &&
    input.every((each) => isObject(each) && typeof each['level'] === 'string' && 'code' in each))
