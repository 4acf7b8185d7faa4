import { catalogue, entityNamed, referencesOf, type ReferringField } from './catalogue.ts'
import type { Entity } from './entity.ts'

const byTarget = new Map<string, ReferringField[]>()
for (const each of catalogue) {
  for (const referring of referencesOf(each)) {
    const target = referring.reference.entity
    byTarget.set(target, [...(byTarget.get(target) ?? []), referring])
  }
}

/** Every field, of any entity, that refers to this one. */
export const referencesTo = (entity: Entity): readonly ReferringField[] => byTarget.get(entity.name) ?? []

/**
 * The fields of a referring record that together name one record of the target: the field itself and, where the
 * target's key has further parts (a branch lies within a company), the fields of the same names.
 */
export function partsOfReference(referring: ReferringField): Record<string, string> {
  const { entity, field } = referring.reference
  const { key } = entityNamed(entity)
  if (!key.includes(field)) return { [field]: referring.name }
  return Object.fromEntries(key.map((part) => [part, part === field ? referring.name : part]))
}
