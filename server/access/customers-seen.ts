import { levels, type Level, type Place, type Scope } from '#domain/access/rights.ts'
import type { Db, Row } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { inPlaces } from '../within.ts'

/** More places than these are not named in a question: the customers of all places are counted. */
const mostNamed = 5000

/** How many customers each of these sees: one read for everything, and one for all that are of the same levels, however many they are. */
export async function customersSeen(db: Db, scopes: readonly Scope[]): Promise<(scope: Scope) => number> {
  const different = [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()]
  const counts = new Map<string, number>()
  const apart = Map.groupBy(different, (scope) => (scope === 'everything' ? scope : levelsOf(scope).join()))
  for (const alike of apart.values()) {
    await letOthersIn()
    const countOf = await countTogether(db, alike)
    for (const scope of alike) counts.set(JSON.stringify(scope), countOf(scope))
  }
  return (scope) => counts.get(JSON.stringify(scope))!
}

const levelsOf = (places: readonly Place[]): Level[] =>
  levels.filter((level) => places.some((place) => place.level === level))

async function countTogether(db: Db, scopes: readonly Scope[]): Promise<(scope: Scope) => number> {
  const query = db.selectFrom('customer').select((of) => of.fn.countAll().as('count'))
  if (scopes.includes('everything')) {
    const { count } = await query.executeTakeFirstOrThrow()
    return () => Number(count)
  }
  const places = new Map(scopes.flatMap(placesOf).map((place) => [keyOf(place), place]))
  if (places.size === 0) return () => 0
  const wanted = [...places.values()]
  const columns = levelsOf(wanted).map((level) => `${level}_code`)
  const grouped = query.select(columns).groupBy(columns)
  const found = wanted.length > mostNamed ? grouped : grouped.where(inPlaces(wanted, 'customer').test())
  const rows = await found.execute()
  const inPlace = new Map<string, Row[]>()
  for (const level of levelsOf(wanted)) {
    const lying = rows.filter((row) => row[`${level}_code`] !== null)
    const byCode = Map.groupBy(lying, (row) => String(row[`${level}_code`]))
    for (const [code, own] of byCode) inPlace.set(keyOf({ level, code }), own)
  }
  return (scope) => {
    // Who lies in several of the places is counted once.
    const seen = new Set(placesOf(scope).flatMap((place) => inPlace.get(keyOf(place)) ?? []))
    return [...seen].reduce((sum, row) => sum + Number(row['count']), 0)
  }
}

const placesOf = (scope: Scope): readonly Place[] => (scope === 'everything' ? [] : scope)

const keyOf = ({ level, code }: Place): string => `${level} ${code}`
