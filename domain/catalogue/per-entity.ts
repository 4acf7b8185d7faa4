import type { Entity } from './entity.ts'

/** Builds the value of an entity when it is first needed, and returns the same one from then on. */
export function perEntity<T>(build: (entity: Entity) => T): (entity: Entity) => T {
  const values = new WeakMap<Entity, { value: T }>()
  return (entity) => {
    const built = values.get(entity) ?? { value: build(entity) }
    values.set(entity, built)
    return built.value
  }
}
