import { entityNamed, referencesOf, type ReferringField } from './catalogue.ts'
import type { Entity } from './entity.ts'

/** A master that another belongs to, directly or through others: the country of a pool. */
export interface Level {
  entity: Entity
  /** The way up: one referring field per step; the last one holds the code of the level. */
  path: readonly ReferringField[]
}

const kept = new Map<Entity, readonly Level[]>()

/** Everything an entity belongs to, the nearest first, each by its shortest way. */
export function levelsAbove(entity: Entity): readonly Level[] {
  const known = kept.get(entity)
  if (known) return known
  const found: Level[] = []
  const seen = new Set([entity.name])
  let frontier: Level[] = [{ entity, path: [] }]
  while (frontier.length > 0) {
    const further: Level[] = []
    for (const { entity: at, path } of frontier) {
      for (const up of referencesOf(at).filter((each) => each.reference.parent)) {
        const above = entityNamed(up.reference.entity)
        if (seen.has(above.name)) continue
        seen.add(above.name)
        further.push({ entity: above, path: [...path, up] })
      }
    }
    found.push(...further)
    frontier = further
  }
  kept.set(entity, found)
  return found
}

/** The levels above what a field refers to that the same record names in fields of its own. */
export function levelsBeside(referring: ReferringField): { level: Level; own: string }[] {
  const { entity, name: itself } = referring
  return levelsAbove(entityNamed(referring.reference.entity)).flatMap((level) => {
    const code = level.path.at(-1)!.reference.field
    const own = referencesOf(entity).find(
      ({ name, reference }) =>
        name !== itself &&
        reference.entity === level.entity.name &&
        reference.field === code &&
        !reference.pairedWith &&
        !reference.many,
    )
    return own ? [{ level, own: own.name }] : []
  })
}
