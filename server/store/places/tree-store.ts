import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referrers.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { type Referrer, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { passCell } from '#domain/catalogue/field.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { dynamic, type Db } from '../dialect.ts'
import { shapeOf, toRecord } from '../records/record-rows.ts'

/** Matches records below another one, one or more levels down. */
export function isBelow(path: readonly Referrer[], above: StoredRecord): RawBuilder<SqlBool> {
  const [step, ...rest] = path
  if (!step) throw new Error('A path has at least one step')
  if (rest.length === 0) {
    const parts = Object.entries(partsOfReference(step))
    const tests = parts.map(([target, own]) => sql`${sql.ref(columnName(own))} = ${passCell(above[target]!)}`)
    return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  }
  const parent = entityNamed(step.reference.entity)
  const code = sql.ref(columnName(step.reference.field))
  const inner = sql`select ${code} from ${sql.table(tableOf(parent))} where ${isBelow(rest, above)}`
  return sql<SqlBool>`${sql.ref(columnName(step.name))} in (${inner})`
}

/** Matches roots with descendants: the code is referenced along the path. */
export function hasDescendants(path: readonly Referrer[], isFilled: boolean): RawBuilder<SqlBool> {
  const codes = (steps: readonly Referrer[]): RawBuilder<unknown> => {
    const { entity, name } = steps.at(-1)!
    const rest = steps.slice(0, -1)
    const test =
      rest.length > 0
        ? sql` where ${sql.ref(columnName(rest.at(-1)!.reference.field))} in (${codes(rest)})`
        : sql``
    return sql`select ${sql.ref(columnName(name))} from ${sql.table(tableOf(entity))}${test}`
  }
  const own = sql.ref(columnName(path.at(-1)!.reference.field))
  return sql<SqlBool>`${own} ${sql.raw(isFilled ? 'in' : 'not in')} (${codes(path)})`
}

/** A page of one level in the order of its keys, after `after`. */
export async function levelPage(
  db: Db,
  entity: Entity,
  test: RawBuilder<SqlBool> | undefined,
  { after, limit }: { after?: string; limit: number },
): Promise<{ records: StoredRecord[]; next: string | null }> {
  let query = dynamic(db)
    .selectFrom(tableOf(entity))
    .select([...shapeOf(entity).selection, 'natural_key as naturalKey'])
    .orderBy('natural_key')
    .limit(limit + 1)
  if (test) query = query.where(test)
  if (after !== undefined) query = query.where('natural_key', '>', after)
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? textAt(page.at(-1)!, 'naturalKey') : null
  return { records: page.map(({ naturalKey: _, ...row }) => toRecord(entity, row)), next }
}

/** Counts the rows that match each test, up to a limit, in one statement. */
export async function countEach(
  db: Db,
  tests: readonly { entity: Entity; test: RawBuilder<SqlBool> }[],
  maxCount: number,
): Promise<number[]> {
  if (tests.length === 0) return []
  const counts = tests.map(
    ({ entity, test }, at) =>
      sql`select ${sql.lit(at)} as place, count(*) as found from (select 1 from ${sql.table(tableOf(entity))} where ${test} limit ${sql.lit(maxCount)}) as ${sql.ref(`c${at}`)}`,
  )
  const { rows } = await sql<{ place: number; found: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  const found = new Map(rows.map(({ place, found: count }) => [Number(place), Number(count)]))
  return tests.map((_, at) => found.get(at) ?? 0)
}
