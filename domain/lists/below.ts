import { entityNamed, referencesOf, type ReferringField } from '../catalogue/catalogue.ts'
import { partsOfReference } from '../catalogue/referring.ts'
import type { Entity } from '../catalogue/entity.ts'
import { levelsAbove } from '../catalogue/levels.ts'

/** A master that records of an entity lie below, and the way there: one referring field a step. */
export interface Above {
  entity: Entity
  path: readonly ReferringField[]
}

const kept = new Map<Entity, readonly Above[]>()

/**
 * Everything the records of an entity can lie below, the nearest first, each by its shortest way: a customer names its zone
 * itself, a balance lies in the zone of its customer.
 */
export function everythingAbove(entity: Entity): readonly Above[] {
  const known = kept.get(entity)
  if (known) return known
  const found: Above[] = []
  const seen = new Set([entity.name])
  let frontier: Above[] = [{ entity, path: [] }]
  while (frontier.length > 0) {
    const further: Above[] = []
    for (const { entity: at, path } of frontier) {
      for (const up of upwards(at)) {
        if (seen.has(up.reference.entity)) continue
        seen.add(up.reference.entity)
        further.push({ entity: entityNamed(up.reference.entity), path: [...path, up] })
      }
    }
    found.push(...further)
    // Lists of references lead nowhere further: which of several would the record lie below?
    frontier = nearestFirst(further.filter(({ path }) => !path.at(-1)!.reference.many))
  }
  kept.set(entity, found)
  return found
}

const upwards = (entity: Entity): ReferringField[] =>
  referencesOf(entity).filter(({ reference }) => !reference.pairedWith && reference.entity !== entity.name)

/** Of a branch and its company the branch says more about where somebody is. */
function nearestFirst(all: readonly Above[]): Above[] {
  const depthOf = ({ entity }: Above): number => levelsAbove(entity).length
  return all.toSorted((one, other) => depthOf(other) - depthOf(one))
}

/**
 * The parts of a key as `below=branch:KUT/AHM` writes them, by the fields of that master; a single code where the key has
 * several parts is the last of them. Undefined: it cannot be told which is which.
 */
export function readKey(of: Entity, code: string): Record<string, string> | undefined {
  const parts = of.key.length > 1 ? code.split('/').map((part) => part.trim()) : [code.trim()]
  if (parts.some((part) => part === '')) return undefined
  if (parts.length === 1) return { [of.key.at(-1) ?? '']: parts[0]! }
  if (parts.length !== of.key.length) return undefined
  return Object.fromEntries(of.key.map((field, at) => [field, parts[at]!]))
}

/** The fields of a referring record beside the one that refers, which name the same target: its company beside its branch. */
export const besideIn = (step: ReferringField): { own: string; theirs: string }[] =>
  Object.entries(partsOfReference(step))
    .filter(([, own]) => own !== step.name)
    .map(([theirs, own]) => ({ own, theirs }))
