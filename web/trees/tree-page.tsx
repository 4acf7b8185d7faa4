import { useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { TreePage } from '#domain/api/records/trees.ts'
import { treeNamed, trees, type Tree } from '#domain/trees.ts'
import { treeOf } from '../rename-merge/rename-merge-api.ts'
import './trees.css'
import { searchPicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { TreePanel } from './tree-panel.tsx'
import { TreeView } from './tree-view.tsx'
import { useTree } from './use-tree.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

interface Loaded {
  tree: Tree
  first: TreePage
}

function TreesPage(): ReactNode {
  const loaded = useLoaderData<Loaded | null>()
  return (
    <Page
      heading={loaded ? t(loaded.tree.heading) : t('Tree not found')}
      lead={loaded?.tree.levels.map(({ entity }) => t(entity.plural)).join(' › ')}
    >
      <nav className="tree-kinds" aria-label={t('Trees')}>
        {trees.map(({ name, heading }) => (
          <Link
            key={name}
            to={`/trees/${name}`}
            aria-current={name === loaded?.tree.name ? 'page' : undefined}
          >
            {t(heading)}
          </Link>
        ))}
      </nav>
      {/* Remounts for another tree, so that its state starts fresh. */}
      {loaded && <TreeEditor key={loaded.tree.name} {...loaded} />}
    </Page>
  )
}

const searchDebounce = 200 // milliseconds without a key

function TreeEditor({ tree, first }: Loaded): ReactNode {
  const state = useTree(tree.name, first)
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const panel = useRef<HTMLElement>(null)
  const chosen = state.lines.find(({ key }) => key === at)?.branch ?? state.lines[0]?.branch
  const type = (text: string): void => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void state.search(text.trim()), searchDebounce)
  }
  return (
    <div className="tree-work">
      <div>
        <label className="tree-search">
          <span className="field-label">{t('Search the tree')}</span>
          <input
            type="search"
            className="control"
            name="q"
            autoComplete="off"
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <p className="for-readers" aria-live="polite">
          {state.isBusy
            ? t('Loading…')
            : t('{count, plural, one {# line} other {# lines}}', { count: state.lines.length })}
        </p>
        {state.lines.length > 0 ? (
          <TreeView
            label={t(tree.heading)}
            tree={state}
            at={at}
            onGo={setAt}
            onChoose={() => panel.current?.focus()}
          />
        ) : (
          <EmptyState picture={state.query ? searchPicture : undefined}>
            {state.query ? t('No matches for “{q}”.', { q: state.query }) : t('No records yet.')}
          </EmptyState>
        )}
      </div>
      {chosen && (
        <TreePanel
          key={chosen.key}
          tree={tree}
          node={chosen.node}
          panel={panel}
          onChanged={() => void state.reload().then(() => revalidate())}
        />
      )}
    </div>
  )
}

export const treeRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <TreesPage />,
  loader: async ({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded | null> => {
    const { tree: name = '' } = params
    const tree = treeNamed(name)
    if (!tree) return null
    return { tree, first: await treeOf(tree.name, {}, signal) }
  },
}
