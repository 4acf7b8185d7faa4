import { referrersOf } from './referrers.ts'
import { referencesOf, type Entity } from './entity.ts'

/** The fields other records depend on: those they refer to, the key, and the parents that they repeat. */
export function identityFieldsOf(entity: Entity): string[] {
  const referredTo = referrersOf(entity).map(({ reference }) => reference.field)
  return [...new Set([...referredTo, ...entity.key, ...parentFieldsOf(entity)])]
}

/** The references to parents: the fields that change when the record is moved. */
export const parentFieldsOf = (entity: Entity): string[] =>
  referencesOf(entity)
    .filter(({ reference }) => reference.parent)
    .map(({ name }) => name)

/** The identifying fields that can be renamed: not generated codes and not references. */
export const renamableFields = (entity: Entity): string[] =>
  [...new Set([...identityFieldsOf(entity), ...entity.unique.flat()])].filter((name) => {
    const { reference, presence } = entity.fields[name]!
    return !reference && presence !== 'generated'
  })

/** Whether duplicates can be merged. A record whose key is only references is deleted instead. */
export const isMergeable = (entity: Entity): boolean =>
  !['visit', 'assignment'].includes(entity.name) && entity.key.some((name) => !entity.fields[name]!.reference)
