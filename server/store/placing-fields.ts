import { levels } from '#domain/access/rights.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'

const columns = new Set([...levels.map((level) => `${level}_code`), 'customer_code'])
const known = new Map<Entity, readonly string[]>()

/** The fields that say where a record stands: the levels of the territory, or the customer that it belongs to. */
export function placingFields(entity: Entity): readonly string[] {
  const found =
    known.get(entity) ?? Object.keys(entity.fields).filter((name) => columns.has(columnName(name)))
  known.set(entity, found)
  return found
}
