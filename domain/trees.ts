import { entityNamed, type ReferringField } from './catalogue/catalogue.ts'
import type { Entity } from './catalogue/entity.ts'
import { levelsAbove } from './catalogue/levels.ts'

export interface TreeLevel {
  entity: Entity
  /** The way up to the level above; the first level has none. */
  path: readonly ReferringField[]
}

export interface Tree {
  name: string
  heading: string
  levels: readonly TreeLevel[]
}

/** What lies under what is read from the references; a tree only says which masters it shows. */
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

/** How many of something lie below; `isMore`: so many and more. */
export interface TreeCount {
  entity: string
  count: number
  isMore: boolean
}

export interface TreeNode {
  id: string
  entity: string
  code: string
  name: string
  version: number
  /** How many lie directly below. */
  below: number
  counts: TreeCount[]
  /** Only in the answer to a search: what of it was found, and the way there. */
  children?: TreeNode[]
}

export interface TreePage {
  items: TreeNode[]
  /** Pass it as `after` to get the next page; null on the last one. */
  next: string | null
}
