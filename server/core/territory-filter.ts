import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ownWorkOf, territoryOf, type Access } from '#domain/access/actor.ts'
import { levels, type OwnWork, type TerritoryNode } from '#domain/access/rights.ts'
import {
  customerSubjects,
  employeeSubjects,
  optionalCustomerSubjects,
} from '#domain/access/customer-subjects.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from './context.ts'
import type { Condition, Partition } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'
import { either, ofOwners, without } from '../store/owners/own-customers.ts'
import { applyDay } from '../store/owners/owners-of-day.ts'
import { escapeLike } from '../store/query/like.ts'
import { padToBucket } from '../store/query/prepared.ts'

/** Entities that have a column for each level of the territory. */
const territoryEntities = new Set(['customer', 'employee'])

/** Whether the scope of an account limits which of these records it sees. */
export const hasTerritory = (entity: string): boolean =>
  territoryEntities.has(entity) ||
  [customerSubjects, optionalCustomerSubjects, employeeSubjects].some((each) => each.includes(entity))

/** The actor, and the current day. */
export type ScopeContext = Pick<Context, 'actor' | 'now' | 'config'>

/**
 * The part of the WHERE clause that limits records to the actor's scope; undefined if the scope is everything or the entity has
 * no territory. `table` is the table name or alias in the statement.
 *
 * The scope contains the customers in the actor's places, those assigned to their employees today, those with an open plan of
 * theirs, and all records of these customers; the employees in these places and their own, and the records of these employees.
 */
export function territoryFilter(ctx: ScopeContext, entity: string, table: string): Condition | undefined {
  const { actor } = ctx
  const places = hasTerritory(entity) ? territoryOf(actor) : undefined
  if (!places) return undefined
  if (!('access' in actor)) return buildFilter(ctx, places, entity, table)
  // The access object is itself cached (access-cache.ts), so it serves as the key of this cache.
  const day = todayOf(ctx)
  let cached = conditions.get(actor.access)
  if (cached?.day !== day || cached.byName.size > maxCached)
    conditions.set(actor.access, (cached = { day, byName: new Map() }))
  // Accounts without any access share one access object.
  const name = `${actor.id} ${entity} ${table}`
  const found = cached.byName.get(name) ?? buildFilter(ctx, places, entity, table)
  cached.byName.set(name, found)
  return found
}

const maxCached = 100
const conditions = new WeakMap<Access, { day: string; byName: Map<string, Condition> }>()

function buildFilter(
  ctx: ScopeContext,
  places: readonly TerritoryNode[],
  entity: string,
  table: string,
): Condition {
  const { actor } = ctx
  const work = ownWorkOf(actor)
  const ofEmployee = (name: string): Condition =>
    inPlacesOrOwn(inPlaces(places, name), isOwnEmployee(work, name))
  if (entity === 'employee') return { ...ofEmployee(table), places }
  if (employeeSubjects.includes(entity)) return ofVisibleEmployees(ofEmployee('own_employee'), table)
  const ofCustomer = (name: string): Condition =>
    inPlacesOrOwn(inPlaces(places, name), work && ofOwners(work, todayOf(ctx), name))
  if (entity === 'customer') return { ...ofCustomer(table), places }
  const customers = ofVisibleCustomers(ofCustomer('own_customer'), table)
  if (optionalCustomerSubjects.includes(entity)) return either(customers, withoutCustomer(table))
  if (entity !== 'visit' || actor.kind !== 'account') return customers
  // A visit without a customer is seen by the account that recorded it, a joint visit by those who took part.
  const seen = either(customers, recordedBy(actor.id, table))
  const joined = joinedBy(work, table)
  return joined ? either(seen, joined) : seen
}

let today = { minute: Number.NaN, timeZone: '', day: '' }

/** The current day in the firm's time zone, cached for a minute because every statement needs it. */
function todayOf({ now, config: { timeZone } }: Pick<ScopeContext, 'now' | 'config'>): string {
  const instant = now()
  const minute = Math.floor(instant.getTime() / 60_000)
  if (minute !== today.minute || timeZone !== today.timeZone)
    today = { minute, timeZone, day: dayIn(instant, timeZone) }
  return today.day
}

const applied = new WeakMap<Store, string>()
const inProgress = new WeakMap<Store, Promise<void>>()

/**
 * Waits until the owners of customers are those of today, for an actor with a limited scope, which changes at midnight.
 * Returns undefined if there is nothing to wait for, which is the usual case.
 */
export function waitForToday(ctx: ScopeContext & Pick<Context, 'store'>): Promise<void> | undefined {
  if (applied.get(ctx.store) === todayOf(ctx)) return undefined
  const isLimited = territoryOf(ctx.actor) !== undefined && ownWorkOf(ctx.actor) !== undefined
  return isLimited ? applyToday(ctx) : undefined
}

/** Like `waitForToday`, but checks the database: another instance may have applied another day. */
export async function applyToday(ctx: Pick<Context, 'store' | 'now' | 'config'>): Promise<void> {
  const { store } = ctx
  const day = todayOf(ctx)
  const running = inProgress.get(store)
  if (running) {
    await running.catch(() => {})
    return applied.get(store) === day ? undefined : applyToday(ctx)
  }
  const work = applyDay(store, day, ctx.now())
    .then(() => void applied.set(store, day))
    .finally(() => inProgress.delete(store))
  inProgress.set(store, work)
  return work
}

/** Records in the places, or owned by the actor anywhere, as disjoint parts that can each be read with an index scan. */
function inPlacesOrOwn(placeCondition: Condition, own: Condition | undefined): Condition {
  if (!own) return placeCondition
  const parts = own.disjointParts ?? [own]
  if (placeCondition.cacheKey === noMatchKey) return { ...own, disjointParts: parts }
  const inParts = placeCondition.disjointParts ?? [placeCondition.partition ?? placeCondition]
  return {
    ...either(placeCondition, own),
    unionParts: [...inParts, ...(own.unionParts ?? [own])],
    disjointParts: [...inParts, ...parts.map((part) => without(part, placeCondition))],
  }
}

function ofVisibleCustomers(customers: Condition, table: string): Condition {
  if (customers.cacheKey === noMatchKey) return customers
  return {
    cacheKey: `${table} of ${customers.cacheKey}`,
    parameters: customers.parameters,
    test: () =>
      sql`exists (select 1 from customer as own_customer
        where own_customer.customer_code = ${sql.ref(`${table}.customer_code`)} and ${customers.test()})`,
  }
}

function ofVisibleEmployees(employees: Condition, table: string): Condition {
  if (employees.cacheKey === noMatchKey) return employees
  return {
    cacheKey: `${table} of ${employees.cacheKey}`,
    parameters: employees.parameters,
    test: () =>
      sql`exists (select 1 from employee as own_employee
        where own_employee.employee_number = ${sql.ref(`${table}.employee_number`)} and ${employees.test()})`,
  }
}

/** Joint visits of these employees; the list of participants is stored as JSON. */
function joinedBy(work: OwnWork | undefined, table: string): Condition | undefined {
  if (!work || work.employees.length === 0) return undefined
  const numbers = padToBucket(work.employees).map((number) => `%${escapeLike(JSON.stringify(number))}%`)
  const column = sql.ref(`${table}.joined_by`)
  const tests = (): RawBuilder<SqlBool>[] => numbers.map((each) => sql`${column} like ${each} escape '\\'`)
  return {
    cacheKey: `${table} joined ${numbers.length}`,
    parameters: numbers,
    test: () => sql`(${column} is not null and (${sql.join(tests(), sql` or `)}))`,
  }
}

const recordedBy = (account: string, table: string): Condition => ({
  cacheKey: `${table} recorded`,
  parameters: [account],
  test: () =>
    sql`(${sql.ref(`${table}.customer_code`)} is null and ${sql.ref(`${table}.recorded_by`)} = ${account})`,
})

const withoutCustomer = (table: string): Condition => ({
  cacheKey: `${table} without customer`,
  parameters: [],
  test: () => sql`${sql.ref(`${table}.customer_code`)} is null`,
})

function isOwnEmployee(work: OwnWork | undefined, table: string): Condition | undefined {
  if (!work || work.employees.length === 0) return undefined
  const numbers = padToBucket(work.employees)
  return {
    cacheKey: `${table} of ${numbers.length}`,
    parameters: numbers,
    test: () => sql`${sql.ref(`${table}.employee_number`)} in (${sql.join(numbers)})`,
  }
}

/** The cache key of a condition that no record matches. */
const noMatchKey = 'nowhere'

export function inPlaces(places: readonly TerritoryNode[], table: string): Condition {
  const parts = levels.flatMap((level) => {
    const codes = places.filter((place) => place.level === level).map(({ code }) => code)
    return codes.length === 0 ? [] : [{ level, codes: padToBucket(codes) }]
  })
  if (parts.length === 0) return { cacheKey: noMatchKey, parameters: [], test: () => sql`false` }
  const disjointParts = disjointPlaces(places, table)
  const [only] = places.length === 1 ? places : []
  return {
    ...(disjointParts && { disjointParts }),
    ...(only && { partition: inPlace(only, table) }),
    cacheKey: `${table} in ${parts.map(({ level, codes }) => `${codes.length} ${level}`).join()}`,
    parameters: parts.flatMap(({ codes }) => codes),
    test: () =>
      sql`(${sql.join(
        parts.map(({ level, codes }) =>
          // A single place uses the same condition as a list filter, so that the same index returns its order.
          codes.length === 1
            ? sql`${sql.ref(`${table}.${level}_code`)} = ${codes[0]!}`
            : sql`${sql.ref(`${table}.${level}_code`)} in (${sql.join(codes)})`,
        ),
        sql` or `,
      )})`,
  }
}

/** More parts than this are read faster by one scan. */
const maxDisjointParts = 32

/** Places of the same level are disjoint. */
function disjointPlaces(places: readonly TerritoryNode[], table: string): Condition[] | undefined {
  const { level } = places[0]!
  const codes = [...new Set(places.map(({ code }) => code))]
  if (codes.length < 2 || codes.length > maxDisjointParts || places.some((place) => place.level !== level))
    return undefined
  return codes.map((code) => inPlace({ level, code }, table))
}

const inPlace = ({ level, code }: TerritoryNode, table: string): Partition => ({
  column: `${level}_code`,
  cacheKey: level,
  parameters: [code],
  test: () => sql`${sql.ref(`${table}.${level}_code`)} = ${code}`,
})
