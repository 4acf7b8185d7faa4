import { levels, type Level, type TerritoryNode, type Scope } from '#domain/access/rights.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Db } from '../../store/dialect.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { inPlaces } from '../../core/territory-filter.ts'

/** With more places than this, the query counts the customers of all places. */
const maxNamed = 5000

/** Counts the customers in each scope, with one read for “everything” and one for all scopes of the same levels. */
export async function countCustomersInScope(
  db: Db,
  scopes: readonly Scope[],
): Promise<(scope: Scope) => number> {
  const different = [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()]
  const counts = new Map<string, number>()
  const byLevels = Map.groupBy(different, (scope) =>
    scope === 'everything' ? scope : levelsOf(scope).join(),
  )
  for (const sameLevels of byLevels.values()) {
    await yieldToEventLoop()
    const countOf = await countTogether(db, sameLevels)
    for (const scope of sameLevels) counts.set(JSON.stringify(scope), countOf(scope))
  }
  return (scope) => counts.get(JSON.stringify(scope))!
}

const levelsOf = (places: readonly TerritoryNode[]): Level[] =>
  levels.filter((level) => places.some((place) => place.level === level))

async function countTogether(db: Db, scopes: readonly Scope[]): Promise<(scope: Scope) => number> {
  const query = db.selectFrom('customer').select((of) => of.fn.countAll<number>().as('count'))
  if (scopes.includes('everything')) {
    const { count } = await query.executeTakeFirstOrThrow()
    return () => count
  }
  const places = new Map(scopes.flatMap(placesOf).map((place) => [keyOf(place), place]))
  if (places.size === 0) return () => 0
  const wanted = [...places.values()]
  const columns = levelsOf(wanted).map((level) => `${level}_code` as const)
  const grouped = query.select(columns).groupBy(columns)
  const found = wanted.length > maxNamed ? grouped : grouped.where(inPlaces(wanted, 'customer').test())
  const rows = await found.execute()
  const inPlace = new Map<string, typeof rows>()
  for (const level of levelsOf(wanted)) {
    const withPlace = rows.filter((row) => row[`${level}_code`] !== null)
    const byCode = Map.groupBy(withPlace, (row) => textAt(row, `${level}_code`))
    for (const [code, own] of byCode) inPlace.set(keyOf({ level, code }), own)
  }
  return (scope) => {
    // A customer in several of the places is counted once.
    const seen = new Set(placesOf(scope).flatMap((place) => inPlace.get(keyOf(place)) ?? []))
    return [...seen].reduce((sum, row) => sum + row.count, 0)
  }
}

const placesOf = (scope: Scope): readonly TerritoryNode[] => (scope === 'everything' ? [] : scope)

const keyOf = ({ level, code }: TerritoryNode): string => `${level} ${code}`
