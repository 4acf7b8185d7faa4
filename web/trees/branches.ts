import type { TreeNode, TreePage } from '#domain/api/records/trees.ts'

/** A node with its loaded children. */
export interface Branch {
  key: string
  node: TreeNode
  isOpen: boolean
  children?: readonly Branch[]
  /** Where the next page of its children starts. */
  next: string | null
}

/** A row of the tree view: a node, or the button that loads more of its siblings. */
export interface Line {
  key: string
  level: number
  parent: Branch | null
  branch?: Branch
  /** The position among its siblings; `size` is their number, or -1 while not all are loaded. */
  place: number
  size: number
}

export const keyOf = ({ entity, id }: Pick<TreeNode, 'entity' | 'id'>): string => `${entity}:${id}`

/** Search results come with their children and are expanded. */
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

/** Appends the page that begins at `after`; a repeated page, or one of an earlier search, is ignored. */
export function withMore<Name extends 'branches' | 'children', Now extends { next: string | null }>(
  now: Now & { [name in Name]?: readonly Branch[] },
  name: Name,
  after: string | null,
  page: TreePage,
): Now {
  if (now.next !== after) return now
  return { ...now, [name]: [...(now[name] ?? []), ...branchesOf(page)], next: page.next }
}
