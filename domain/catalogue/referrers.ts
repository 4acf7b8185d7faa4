import { catalogue, entityNamed } from './catalogue.ts'
import { referencesOf, type Referrer, type Entity } from './entity.ts'

const byTarget = new Map<string, Referrer[]>()
for (const each of catalogue) {
  for (const referring of referencesOf(each)) {
    const target = referring.reference.entity
    byTarget.set(target, [...(byTarget.get(target) ?? []), referring])
  }
}

/** All fields of all entities that refer to this entity. */
export const referrersOf = (entity: Entity): readonly Referrer[] => byTarget.get(entity.name) ?? []

/**
 * The fields of a referring record that together identify the target: the field itself and, when the target has a
 * compound key (a branch within a company), the fields of the same names.
 */
export function partsOfReference(referring: Referrer): Record<string, string> {
  const { entity, field } = referring.reference
  const { key } = entityNamed(entity)
  if (!key.includes(field)) return { [field]: referring.name }
  return Object.fromEntries(key.map((part) => [part, part === field ? referring.name : part]))
}
