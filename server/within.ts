import { sql } from 'kysely'
import { ownWorkOf, placesOf } from '#domain/access/actor.ts'
import { levels, type OwnWork, type Place } from '#domain/access/rights.ts'
import { ofCustomers } from '#domain/access/of-customers.ts'
import { dayIn } from '#domain/moments.ts'
import type { Context } from './context.ts'
import { ofOwnCustomers } from './store/own-customers.ts'
import type { Condition, Inside } from './store/dialect.ts'
import { inFewSizes } from './store/prepared.ts'

/** What stands in a place by itself, in columns named after the levels. */
const placed = new Set(['customer', 'employee'])

/** Whether where somebody stands decides which of these records they see. */
export const isPlaced = (entity: string): boolean => placed.has(entity) || ofCustomers.includes(entity)

/** Who asks, and on which day. */
export type Asker = Pick<Context, 'actor' | 'now' | 'config'>

/**
 * The part of the WHERE clause that keeps others' territories out; undefined where the actor sees everything, or the
 * entity is the same for all. `table` is the name that the records go by in the statement.
 *
 * What is seen: the customers in the actor's places, those assigned to their employees today, and those with an open plan
 * of theirs, with everything that belongs to these customers.
 */
export function within(ctx: Asker, entity: string, table: string): Condition | undefined {
  const { actor } = ctx
  const places = isPlaced(entity) ? placesOf(actor) : undefined
  if (!places) return undefined
  const work = ownWorkOf(actor)
  if (entity === 'employee') return { ...either(inPlaces(places, table), isOneOf(work, table)), places }
  const own = work && ofOwnCustomers(work, todayOf(ctx), table)
  if (entity === 'customer') return { ...either(inPlaces(places, table), own), places }
  const customers = either(ofPlacedCustomers(places, table), own)
  if (entity !== 'visit' || actor.kind !== 'account') return withoutParts(customers)
  // Whose customer could not be told is seen by whoever recorded it.
  return withoutParts(either(customers, recordedBy(actor.id, table)))
}

let known = { minute: Number.NaN, timeZone: '', day: '' }

/** The firm's day. It is asked for with every statement, and is the same for a whole minute wherever the firm is. */
function todayOf({ now, config: { timeZone } }: Asker): string {
  const instant = now()
  const minute = Math.floor(instant.getTime() / 60_000)
  if (minute !== known.minute || timeZone !== known.timeZone)
    known = { minute, timeZone, day: dayIn(instant, timeZone) }
  return known.day
}

/** What lies in the places, or is the actor's own wherever it lies. */
function either(inPlace: Condition, own: Condition | undefined): Condition {
  if (!own) return inPlace
  if (inPlace.shape === nowhere) return { ...own, apart: [own] }
  const joined = (one: Condition, other: Condition): Condition => ({
    shape: `${one.shape} or ${other.shape}`,
    parameters: [...one.parameters, ...other.parameters],
    test: () => sql`(${one.test()} or ${other.test()})`,
  })
  const { apart = [inPlace] } = inPlace
  return {
    ...joined(inPlace, own),
    ofOne: joined(inPlace.ofOne ?? inPlace, own.ofOne ?? own),
    apart: [...apart, elsewhere(own, inPlace)],
  }
}

/** A list of these goes along its order: it is not put together of parts. */
const withoutParts = ({ apart: _, inside: _2, named: _3, ...condition }: Condition): Condition => condition

function elsewhere(own: Condition, inPlace: Condition): Condition {
  const outside = (condition: Condition): Condition => ({
    shape: `${condition.shape} outside ${inPlace.shape}`,
    parameters: [...condition.parameters, ...inPlace.parameters],
    test: () => sql`(${condition.test()} and (${inPlace.test()}) is not true)`,
  })
  const { named } = own
  return { ...outside(own), ...(named && { named: { ...named, walked: outside(named.walked) } }) }
}

function ofPlacedCustomers(places: readonly Place[], table: string): Condition {
  const customers = inPlaces(places, 'own_customer')
  if (customers.shape === nowhere) return customers
  return {
    shape: `${table} of ${customers.shape}`,
    parameters: customers.parameters,
    test: () =>
      sql`exists (select 1 from customer as own_customer
        where own_customer.customer_code = ${sql.ref(`${table}.customer_code`)} and ${customers.test()})`,
  }
}

const recordedBy = (account: string, table: string): Condition => ({
  shape: `${table} recorded`,
  parameters: [account],
  test: () =>
    sql`(${sql.ref(`${table}.customer_code`)} is null and ${sql.ref(`${table}.recorded_by`)} = ${account})`,
})

function isOneOf(work: OwnWork | undefined, table: string): Condition | undefined {
  if (!work || work.employees.length === 0) return undefined
  const numbers = inFewSizes(work.employees)
  return {
    shape: `${table} of ${numbers.length}`,
    parameters: numbers,
    test: () => sql`${sql.ref(`${table}.employee_number`)} in (${sql.join(numbers)})`,
  }
}

/** The shape of a test that no record meets. */
const nowhere = 'nowhere'

export function inPlaces(places: readonly Place[], table: string): Condition {
  const parts = levels.flatMap((level) => {
    const codes = places.filter((place) => place.level === level).map(({ code }) => code)
    return codes.length === 0 ? [] : [{ level, codes: inFewSizes(codes) }]
  })
  if (parts.length === 0) return { shape: nowhere, parameters: [], test: () => sql`false` }
  const apart = apartIn(places, table)
  const [only] = places.length === 1 ? places : []
  return {
    ...(apart && { apart }),
    ...(only && { inside: isIn(only, table) }),
    shape: `${table} in ${parts.map(({ level, codes }) => `${codes.length} ${level}`).join()}`,
    parameters: parts.flatMap(({ codes }) => codes),
    test: () =>
      sql`(${sql.join(
        parts.map(({ level, codes }) =>
          // One place is asked for as a filter asks for it, so that the same index gives its order.
          codes.length === 1
            ? sql`${sql.ref(`${table}.${level}_code`)} = ${codes[0]!}`
            : sql`${sql.ref(`${table}.${level}_code`)} in (${sql.join(codes)})`,
        ),
        sql` or `,
      )})`,
  }
}

/** More than these are better looked for all at once. */
const mostApart = 32

/** Places of one level have nothing in common. */
function apartIn(places: readonly Place[], table: string): Condition[] | undefined {
  const { level } = places[0]!
  const codes = [...new Set(places.map(({ code }) => code))]
  if (codes.length < 2 || codes.length > mostApart || places.some((place) => place.level !== level))
    return undefined
  return codes.map((code) => isIn({ level, code }, table))
}

const isIn = ({ level, code }: Place, table: string): Inside => ({
  column: `${level}_code`,
  shape: level,
  parameters: [code],
  test: () => sql`${sql.ref(`${table}.${level}_code`)} = ${code}`,
})
