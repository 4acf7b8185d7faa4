import { expect, it } from 'vitest'
import type { TreePage } from '#domain/api/records/trees.ts'
import { branchesOf, withMore } from './branches.ts'

const pageOf = (next: string | null, ...ids: string[]): TreePage => ({
  items: ids.map((id) => ({ entity: 'zone', id, code: id, name: id, version: 1, below: 0, counts: [] })),
  next,
})

it('appends a page once, even if it is requested twice', () => {
  const first = { branches: branchesOf(pageOf('b', 'A')), next: 'b' as string | null }
  const second = withMore(first, 'branches', 'b', pageOf('c', 'B'))
  const again = withMore(second, 'branches', 'b', pageOf('c', 'B'))
  expect(again.branches.map(({ node }) => node.id)).toEqual(['A', 'B'])
  expect(withMore(again, 'branches', 'c', pageOf(null, 'C')).branches).toHaveLength(3)
})
