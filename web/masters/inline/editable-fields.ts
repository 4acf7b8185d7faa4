import type { Entity } from '#domain/catalogue/entity.ts'
import type { useMay } from '../../api/use-may.ts'
import { hasOwnScreen } from '../own-screens.ts'

/** Fields whose value can be replaced in a record: not keys, generated codes or fields derived from another. */
export const settableFields = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(
      ([name, { presence, reference, byAction }]) =>
        presence !== 'generated' && !byAction && !entity.key.includes(name) && !reference?.pairedWith,
    )
    .map(([name]) => name)

/** The fields that this account may edit in place; a masked value cannot be edited, because it is not shown. */
export function fieldsToEdit(entity: Entity, may: ReturnType<typeof useMay>): string[] {
  if (hasOwnScreen(entity) || !may('update', entity.name)) return []
  const isShown = may('export', entity.name)
  return settableFields(entity).filter((name) => isShown || !entity.fields[name]!.sensitive)
}
