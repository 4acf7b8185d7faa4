import { entityNamed } from './catalogue/catalogue.ts'
import { type Referrer, type Entity } from './catalogue/entity.ts'
import { levelsAbove } from './catalogue/levels.ts'

export interface TreeLevel {
  entity: Entity
  /** The references to the level above; empty for the first level. */
  path: readonly Referrer[]
}

export interface Tree {
  name: string
  heading: string
  levels: readonly TreeLevel[]
}

/** The parent of each level comes from the references; a tree only lists its masters. */
function tree(name: string, heading: string, entities: readonly string[]): Tree {
  const levels = entities.map((each, at): TreeLevel => {
    const entity = entityNamed(each)
    const above = levelsAbove(entity).find((level) => level.entity.name === entities[at - 1])
    return { entity, path: above?.path ?? [] }
  })
  return { name, heading, levels }
}

export const trees: readonly Tree[] = [
  tree('territory', 'Territory', ['country', 'zone', 'state', 'pool', 'station']),
  tree('places', 'Places', ['country', 'state', 'city']),
  tree('organisation', 'Organisation', ['company', 'branch', 'jobFunction']),
]

export const treeNamed = (name: string): Tree | undefined => trees.find((each) => each.name === name)
