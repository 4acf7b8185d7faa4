import { levels } from '#domain/access/rights.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'

const columns = new Set([...levels.map((level) => `${level}_code`), 'customer_code'])
const known = new Map<Entity, readonly string[]>()

/** The fields that determine the territory of a record: its levels, or the customer that it belongs to. */
export function territoryFields(entity: Entity): readonly string[] {
  const found =
    known.get(entity) ?? Object.keys(entity.fields).filter((name) => columns.has(columnName(name)))
  known.set(entity, found)
  return found
}
