import { entityNamed } from '../catalogue/catalogue.ts'
import { partsOfReference } from '../catalogue/referrers.ts'
import { referencesOf, type Referrer, type Entity } from '../catalogue/entity.ts'
import { levelsAbove } from '../catalogue/levels.ts'

/** An entity that records of another belong to, and the path to it: one referring field per step. */
export interface Ancestor {
  entity: Entity
  path: readonly Referrer[]
}

const cache = new Map<Entity, readonly Ancestor[]>()

/**
 * All entities that records of an entity can be filtered by, the nearest first, each by its shortest path: a customer has
 * its own zone, a balance has the zone of its customer.
 */
export function ancestorsOf(entity: Entity): readonly Ancestor[] {
  const cached = cache.get(entity)
  if (cached) return cached
  const found: Ancestor[] = []
  const seen = new Set([entity.name])
  let frontier: Ancestor[] = [{ entity, path: [] }]
  while (frontier.length > 0) {
    const further: Ancestor[] = []
    for (const { entity: at, path } of frontier) {
      for (const up of parentReferences(at)) {
        if (seen.has(up.reference.entity)) continue
        seen.add(up.reference.entity)
        further.push({ entity: entityNamed(up.reference.entity), path: [...path, up] })
      }
    }
    found.push(...further)
    // A list of references ends the path: it would be ambiguous which of them to follow.
    frontier = nearestFirst(further.filter(({ path }) => !path.at(-1)!.reference.many))
  }
  cache.set(entity, found)
  return found
}

const parentReferences = (entity: Entity): Referrer[] =>
  referencesOf(entity).filter(({ reference }) => !reference.pairedWith && reference.entity !== entity.name)

/** A branch is more specific than its company. */
function nearestFirst(all: readonly Ancestor[]): Ancestor[] {
  const depthOf = ({ entity }: Ancestor): number => levelsAbove(entity).length
  return all.toSorted((one, other) => depthOf(other) - depthOf(one))
}

/**
 * Parses a key as in `below=branch:KUT/AHM` into the key fields of that entity; a single code for a compound key is the
 * last field. Undefined when the number of parts does not match.
 */
export function readKey(of: Entity, code: string): Record<string, string> | undefined {
  const parts = of.key.length > 1 ? code.split('/').map((part) => part.trim()) : [code.trim()]
  if (parts.some((part) => part === '')) return undefined
  if (parts.length === 1) return { [of.key.at(-1) ?? '']: parts[0]! }
  if (parts.length !== of.key.length) return undefined
  return Object.fromEntries(of.key.map((field, at) => [field, parts[at]!]))
}

/** The other fields of a compound reference: Company_Code besides Branch_Code. */
export const otherKeyFields = (step: Referrer): { own: string; theirs: string }[] =>
  Object.entries(partsOfReference(step))
    .filter(([, own]) => own !== step.name)
    .map(([theirs, own]) => ({ own, theirs }))
