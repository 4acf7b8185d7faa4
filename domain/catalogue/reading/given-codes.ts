import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'

/** The field with a generated code, if there is one. */
export const codeFieldOf = ({ fields }: Pick<Entity, 'fields'>): string | undefined =>
  Object.keys(fields).find((name) => fields[name]!.series)

/** The field with a generated code, if a client may give a code of its own. */
export const givenCodeFieldOf = ({ fields }: Pick<Entity, 'fields'>): string | undefined =>
  Object.keys(fields).find((name) => fields[name]!.series?.mayBeGiven)

const entitiesWithGivenCodes = new WeakMap<Entity, Entity>()

/** The entity with its generated code as an optional field: a code that is given is validated and kept. */
export function withGivenCode(entity: Entity): Entity {
  const name = givenCodeFieldOf(entity)
  if (name === undefined) return entity
  const known = entitiesWithGivenCodes.get(entity)
  if (known) return known
  const field: Field = { ...entity.fields[name]!, presence: 'optional' }
  const fields = Object.assign(Object.create(null) as object, entity.fields, { [name]: field })
  const changed = { ...entity, fields }
  entitiesWithGivenCodes.set(entity, changed)
  return changed
}
