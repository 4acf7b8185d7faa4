import { referencesOf, type Entity } from './entity.ts'
import { levelsBeside } from './levels.ts'
import { partsOfReference } from './referrers.ts'

/**
 * Fields that follow from a reference (the levels above a place, the name of a code) are emptied, so that they are filled
 * from the new reference as in a form, unless they are set as well.
 */
export function withImpliedFields<T>(
  entity: Entity,
  set: Readonly<Record<string, T>>,
): Record<string, T | null> {
  const references = referencesOf(entity)
  const implied = references
    .filter(({ name }) => name in set && set[name] !== null && set[name] !== '')
    .flatMap((referring) => [
      ...levelsBeside(referring).map(({ own }) => own),
      ...references.filter((each) => each.reference.pairedWith === referring.name).map(({ name }) => name),
    ])
  // A branch is identified together with its company, so the company is kept.
  const referenceParts = references
    .filter(({ name }) => name in set)
    .flatMap((each) => Object.values(partsOfReference(each)))
  const emptied = implied.filter((name) => !(name in set) && !referenceParts.includes(name))
  return { ...Object.fromEntries(emptied.map((name) => [name, null])), ...set }
}
