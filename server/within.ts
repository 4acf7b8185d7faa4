import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { placesOf, type Actor } from '#domain/access/actor.ts'
import { levels, type Place } from '#domain/access/rights.ts'
import { ofCustomers } from '#domain/access/of-customers.ts'
import type { Condition, Inside } from './store/dialect.ts'
import { inFewSizes } from './store/prepared.ts'

/** What stands in a place by itself, in columns named after the levels. */
const placed = new Set(['customer', 'employee'])

/** Whether where somebody stands decides which of these records they see. */
export const isPlaced = (entity: string): boolean => placed.has(entity) || ofCustomers.includes(entity)

/**
 * The part of the WHERE clause that keeps others' territories out; undefined where the actor sees everything, or the
 * entity is the same for all. `table` is the name that the records go by in the statement.
 */
export function within(actor: Actor, entity: string, table: string): Condition | undefined {
  const places = isPlaced(entity) ? placesOf(actor) : undefined
  if (!places) return undefined
  if (placed.has(entity)) return { ...inPlaces(places, table), places }
  const customers = inPlaces(places, 'own_customer')
  const ofOne = (): RawBuilder<SqlBool> =>
    sql`exists (select 1 from customer as own_customer
      where own_customer.customer_code = ${sql.ref(`${table}.customer_code`)} and ${customers.test()})`
  if (entity !== 'visit' || actor.kind !== 'account')
    return { shape: `${table} of ${customers.shape}`, parameters: customers.parameters, test: ofOne }
  // Whose customer could not be told is seen by whoever recorded it.
  return {
    shape: `${table} of ${customers.shape} or own`,
    parameters: [...customers.parameters, actor.id],
    test: () =>
      sql`(${ofOne()} or (${sql.ref(`${table}.customer_code`)} is null and ${sql.ref(`${table}.recorded_by`)} = ${actor.id}))`,
  }
}

export function inPlaces(places: readonly Place[], table: string): Condition {
  const parts = levels.flatMap((level) => {
    const codes = places.filter((place) => place.level === level).map(({ code }) => code)
    return codes.length === 0 ? [] : [{ level, codes: inFewSizes(codes) }]
  })
  if (parts.length === 0) return { shape: 'nowhere', parameters: [], test: () => sql`false` }
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
