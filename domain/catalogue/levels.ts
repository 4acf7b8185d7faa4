import { referencesOf, type Referrer, type Entity } from './entity.ts'
import { masterNamed } from './entities/masters.ts'

/** An entity that another belongs to, directly or indirectly: the country of a pool. */
export interface Level {
  entity: Entity
  /** The path up: one referring field per step; the last one holds the code of the level. */
  path: readonly Referrer[]
}

const cache = new Map<Entity, readonly Level[]>()

/** All entities that an entity belongs to, the nearest first, each by its shortest path. */
export function levelsAbove(entity: Entity): readonly Level[] {
  const cached = cache.get(entity)
  if (cached) return cached
  const found: Level[] = []
  const seen = new Set([entity.name])
  let frontier: Level[] = [{ entity, path: [] }]
  while (frontier.length > 0) {
    const further: Level[] = []
    for (const { entity: at, path } of frontier) {
      for (const up of referencesOf(at).filter((each) => each.reference.parent)) {
        const above = masterNamed(up.reference.entity)
        if (seen.has(above.name)) continue
        seen.add(above.name)
        further.push({ entity: above, path: [...path, up] })
      }
    }
    found.push(...further)
    frontier = further
  }
  cache.set(entity, found)
  return found
}

/** The levels above the target of a field that the same record also holds in its own fields. */
export function levelsBeside(referring: Referrer): { level: Level; own: string }[] {
  const { entity, name: itself } = referring
  return levelsAbove(masterNamed(referring.reference.entity)).flatMap((level) => {
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
