import { referencesOf } from './catalogue.ts'
import { referencesTo } from './referring.ts'
import type { Entity } from './entity.ts'

/** The fields others rely on: what they refer to it by, and where it belongs, which their own paths repeat. */
export function reliedUpon(entity: Entity): string[] {
  const referredTo = referencesTo(entity).map(({ reference }) => reference.field)
  return [...new Set([...referredTo, ...entity.key, ...placesOf(entity)])]
}

/** Where it belongs: the fields that change when it is moved. */
export const placesOf = (entity: Entity): string[] =>
  referencesOf(entity)
    .filter(({ reference }) => reference.parent)
    .map(({ name }) => name)

/** What it is known by and can be renamed to: codes and names of its own, not those dealt out or of others. */
export const renamable = (entity: Entity): string[] =>
  [...new Set([...reliedUpon(entity), ...entity.unique.flat()])].filter((name) => {
    const { reference, presence } = entity.fields[name]!
    return !reference && presence !== 'generated'
  })

/** Two of it can be found to be one. What is nothing but a pair of others is not found out, it is deleted. */
export const isMergeable = (entity: Entity): boolean =>
  !['visit', 'assignment'].includes(entity.name) && entity.key.some((name) => !entity.fields[name]!.reference)
