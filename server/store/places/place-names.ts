import { sql } from 'kysely'
import {
  levels,
  formatTerritory,
  type Level,
  type NamedTerritoryNode,
  type TerritoryNode,
} from '#domain/access/rights.ts'
import { formatList } from '#domain/text.ts'
import type { Db } from '../dialect.ts'
import { t } from '#domain/messages/t.ts'

/** The names of the places with these codes; unknown ones are left out. */
export async function namePlaces(db: Db, places: readonly TerritoryNode[]): Promise<NamedTerritoryNode[]> {
  const rows = await readPlaceRows(db, places, 'code')
  const byCode = new Map(rows.map(({ level, code, name }) => [`${level} ${code}`, { level, code, name }]))
  return places.flatMap(({ level, code }) => byCode.get(`${level} ${code}`) ?? [])
}

type PlaceRow = NamedTerritoryNode & { id: string }

/** One statement for all levels. */
export async function readPlaceRows<By extends 'id' | 'code'>(
  db: Db,
  places: readonly ({ level: Level } & Record<By, string>)[],
  by: By,
): Promise<PlaceRow[]> {
  const wanted = Map.groupBy(places, ({ level }) => level)
  const reads = levels.flatMap((level) => {
    const keys = new Set(wanted.get(level)?.map((place) => place[by]))
    if (keys.size === 0) return []
    const [code, name] = [sql.ref(`${level}_code`), sql.ref(`${level}_name`)]
    return sql`select ${sql.lit(level)} as level, ${code} as code, ${name} as name, id from ${sql.table(level)}
      where ${by === 'id' ? sql.ref('id') : code} in (${sql.join([...keys])})`
  })
  if (reads.length === 0) return []
  return (await sql<PlaceRow>`${sql.join(reads, sql` union all `)}`.execute(db)).rows
}

const maxNamed = 3

/** "station Pune (PUN)"; of many, the first ones and the number of the others. */
export async function formatPlaces(db: Db, places: readonly TerritoryNode[]): Promise<string> {
  const named = (await namePlaces(db, places.slice(0, maxNamed))).map(formatTerritory)
  const more = places.length - maxNamed
  return formatList(more > 0 ? [...named, t('{count, number} more', { count: more })] : named)
}
