import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'

/** The fields a list can be filtered by: choices, and references to another master. */
export const filterable = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(
    ([, { typedIn, reference }]) => typedIn.as === 'choice' || (reference && !reference.pairedWith),
  )

export const hasFilters = (entity: Entity): boolean => filterable(entity).length > 0
