import type { TreeNode, TreePage } from '#domain/trees.ts'

/** A node on the screen, with what has been loaded below it. */
export interface Branch {
  key: string
  node: TreeNode
  isOpen: boolean
  children?: readonly Branch[]
  /** Where the next page of its children starts. */
  next: string | null
}

/** A line of the tree as it is drawn: a node, or the way to more of its siblings. */
export interface Line {
  key: string
  level: number
  parent: Branch | null
  branch?: Branch
  /** Its place among its siblings; their number, where all are known. */
  place: number
  size: number
}

export const keyOf = ({ entity, id }: Pick<TreeNode, 'entity' | 'id'>): string => `${entity}:${id}`

/** What a search found comes with what lies below it, and is open. */
export function branchOf(node: TreeNode): Branch {
  const { children } = node
  return {
    key: keyOf(node),
    node,
    isOpen: children !== undefined,
    ...(children && { children: children.map((each) => branchOf(each)) }),
    next: null,
  }
}

export const branchesOf = ({ items }: TreePage): Branch[] => items.map((each) => branchOf(each))

export function linesOf(
  branches: readonly Branch[],
  next: string | null,
  parent: Branch | null = null,
  level = 1,
): Line[] {
  const lines = branches.flatMap((branch, at): Line[] => {
    const size = next === null ? branches.length : -1
    const line = { key: branch.key, level, parent, branch, place: at + 1, size }
    const below = branch.isOpen && branch.children
    return [line, ...(below ? linesOf(below, branch.next, branch, level + 1) : [])]
  })
  if (next !== null) {
    const key = `more:${parent?.key ?? ''}`
    lines.push({ key, level, parent, place: branches.length + 1, size: -1 })
  }
  return lines
}

/** The same tree with one branch changed. */
export const withBranch = (
  branches: readonly Branch[],
  key: string,
  change: (branch: Branch) => Branch,
): readonly Branch[] =>
  branches.map((branch) => {
    if (branch.key === key) return change(branch)
    return branch.children ? { ...branch, children: withBranch(branch.children, key, change) } : branch
  })

export const openKeys = (branches: readonly Branch[]): string[] =>
  branches.flatMap((branch) => [
    ...(branch.isOpen ? [branch.key] : []),
    ...openKeys(branch.isOpen ? (branch.children ?? []) : []),
  ])

/** With the page that begins at `after`. Asked for twice, or of a search that is over, it goes on from nothing here. */
export function withMore<Name extends 'branches' | 'children', Now extends { next: string | null }>(
  now: Now & { [name in Name]?: readonly Branch[] },
  name: Name,
  after: string | null,
  page: TreePage,
): Now {
  if (now.next !== after) return now
  return { ...now, [name]: [...(now[name] ?? []), ...branchesOf(page)], next: page.next }
}
