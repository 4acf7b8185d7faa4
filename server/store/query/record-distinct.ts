import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { canRetire, retiredOnField } from '#domain/catalogue/reading/retired.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { dynamic, type Condition, type Db, type Row } from '../dialect.ts'
import { shapeOf } from '../records/record-rows.ts'

/** The distinct values of some fields, in order, without those of retired records. */
export async function distinct(
  db: Db,
  entity: Entity,
  fields: readonly string[],
  scope: Condition | undefined,
): Promise<Row[]> {
  const columns = fields.map((field) =>
    shapeOf(entity).selection.find((each) => each.endsWith(` as ${field}`))!,
  )
  let query = dynamic(db).selectFrom(tableOf(entity)).select(columns).distinct()
  if (scope) query = query.where(scope.test())
  if (canRetire(entity)) query = query.where(columnName(retiredOnField), 'is', null)
  for (const field of fields) query = query.orderBy(field)
  return query.execute()
}
