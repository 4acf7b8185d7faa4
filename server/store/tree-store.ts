import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { entityNamed, type ReferringField } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referring.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import type { Db } from './dialect.ts'
import { shapeOf, toRecord } from './record-rows.ts'

/** Whether a record lies below another one, one or more steps up. */
export function liesBelow(path: readonly ReferringField[], above: StoredRecord): RawBuilder<SqlBool> {
  const [step, ...further] = path as [ReferringField, ...ReferringField[]]
  if (further.length === 0) {
    const parts = Object.entries(partsOfReference(step))
    const tests = parts.map(([target, own]) => sql`${sql.ref(columnName(own))} = ${above[target] as Cell}`)
    return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  }
  const parent = entityNamed(step.reference.entity)
  const code = sql.ref(columnName(step.reference.field))
  const inner = sql`select ${code} from ${sql.table(parent.table)} where ${liesBelow(further, above)}`
  return sql<SqlBool>`${sql.ref(columnName(step.name))} in (${inner})`
}

/** Whether anything lies below a root: its code is one that is referred to on the way up. */
export function hasBelow(path: readonly ReferringField[], isFilled: boolean): RawBuilder<SqlBool> {
  const codes = (way: readonly ReferringField[]): RawBuilder<unknown> => {
    const { entity, name } = way.at(-1)!
    const further = way.slice(0, -1)
    const test =
      further.length > 0
        ? sql` where ${sql.ref(columnName(further.at(-1)!.reference.field))} in (${codes(further)})`
        : sql``
    return sql`select ${sql.ref(columnName(name))} from ${sql.table(entity.table)}${test}`
  }
  const own = sql.ref(columnName(path.at(-1)!.reference.field))
  return sql<SqlBool>`${own} ${sql.raw(isFilled ? 'in' : 'not in')} (${codes(path)})`
}

/** A page of a level in the order of its keys, from behind `after` on. */
export async function levelPage(
  db: Db,
  entity: Entity,
  test: RawBuilder<SqlBool> | undefined,
  { after, limit }: { after?: string; limit: number },
): Promise<{ records: StoredRecord[]; next: string | null }> {
  let query = db
    .selectFrom(entity.table)
    .select([...shapeOf(entity).selection, 'natural_key as naturalKey'])
    .orderBy('natural_key')
    .limit(limit + 1)
  if (test) query = query.where(test)
  if (after !== undefined) query = query.where('natural_key', '>', after)
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? String(page.at(-1)!['naturalKey']) : null
  return { records: page.map(({ naturalKey: _, ...row }) => toRecord(entity, row)), next }
}

/** How many rows each of the tests holds for, counted up to a limit and together. */
export async function countEach(
  db: Db,
  tests: readonly { entity: Entity; test: RawBuilder<SqlBool> }[],
  most: number,
): Promise<number[]> {
  if (tests.length === 0) return []
  const counts = tests.map(
    ({ entity, test }, at) =>
      sql`select ${sql.lit(at)} as place, count(*) as found from (select 1 from ${sql.table(entity.table)} where ${test} limit ${sql.lit(most)}) as ${sql.ref(`c${at}`)}`,
  )
  const { rows } = await sql<{ place: number; found: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  const found = new Map(rows.map(({ place, found: count }) => [Number(place), Number(count)]))
  return tests.map((_, at) => found.get(at) ?? 0)
}
