import { useRef, useState } from 'react'
import type { TreePage } from '#domain/api/records/trees.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { treeOf } from '../rename-merge/rename-merge-api.ts'
import { notify } from '../ui/notices.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { branchesOf, linesOf, openKeys, withBranch, withMore, type Branch, type Line } from './branches.ts'
import { t } from '#domain/messages/t.ts'

interface Loaded {
  branches: readonly Branch[]
  next: string | null
}

export interface TreeState {
  lines: readonly Line[]
  query: string
  isBusy: boolean
  open: (branch: Branch) => Promise<void>
  close: (branch: Branch) => void
  /** Loads the next page of a branch, or of the roots. */
  more: (parent: Branch | null) => Promise<void>
  search: (q: string) => Promise<void>
  /** Loads the tree again and keeps the expanded branches open. */
  reload: () => Promise<void>
}

export function useTree(name: string, first: TreePage): TreeState {
  const [loaded, setLoaded] = useState<Loaded>(() => ({ branches: branchesOf(first), next: first.next }))
  const [query, setQuery] = useState('')
  const { isBusy, track } = useBusy()
  // Discards the answer to an older search that arrives after a newer one.
  const latest = useRef(0)

  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await track(work)
    } catch (error) {
      notify({ tone: 'bad', text: t('Could not load the tree'), detail: sentenceOf(error) })
    }
  }
  const change = (key: string, by: (branch: Branch) => Branch): void =>
    setLoaded((now) => ({ ...now, branches: withBranch(now.branches, key, by) }))

  const open = async (branch: Branch): Promise<void> => {
    if (branch.children) return change(branch.key, (now) => ({ ...now, isOpen: true }))
    await run(async () => {
      const page = await treeOf(name, { parent: branch.key })
      change(branch.key, (now) => ({ ...now, isOpen: true, children: branchesOf(page), next: page.next }))
    })
  }
  const more = (parent: Branch | null): Promise<void> =>
    run(async () => {
      const after = parent ? parent.next : loaded.next
      const page = await treeOf(name, {
        ...(parent && { parent: parent.key }),
        ...(after !== null && { after }),
      })
      if (!parent) setLoaded((now) => withMore(now, 'branches', after, page))
      else change(parent.key, (now) => withMore(now, 'children', after, page))
    })
  const search = (q: string): Promise<void> => {
    setQuery(q)
    const requestId = ++latest.current
    return run(async () => {
      const page = await treeOf(name, { q })
      if (requestId === latest.current) setLoaded({ branches: branchesOf(page), next: page.next })
    })
  }
  const reload = (): Promise<void> =>
    run(async () => {
      if (query) return search(query)
      const wasOpen = new Set(openKeys(loaded.branches))
      const reopen = async (page: TreePage): Promise<Branch[]> =>
        Promise.all(
          branchesOf(page).map(async (branch) => {
            if (!wasOpen.has(branch.key)) return branch
            const below = await treeOf(name, { parent: branch.key })
            return { ...branch, isOpen: true, children: await reopen(below), next: below.next }
          }),
        )
      const roots = await treeOf(name, {})
      const branches = await reopen(roots)
      setLoaded({ branches, next: roots.next })
    })

  return {
    lines: linesOf(loaded.branches, loaded.next),
    query,
    isBusy,
    open,
    close: (branch) => change(branch.key, (now) => ({ ...now, isOpen: false })),
    more,
    search,
    reload,
  }
}
