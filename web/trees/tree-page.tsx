import { useRef, useState, type ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { treeNamed, trees, type Tree, type TreePage } from '#domain/trees.ts'
import { treeOf } from '../api/repoint.ts'
import '../styles/trees.css'
import { Page } from '../ui/page.tsx'
import { TreePanel } from './tree-panel.tsx'
import { TreeView } from './tree-view.tsx'
import { useTree } from './use-tree.ts'

interface Loaded {
  tree: Tree
  first: TreePage
}

function TreesPage(): ReactNode {
  const loaded = useLoaderData<Loaded | null>()
  return (
    <Page
      heading={loaded?.tree.heading ?? 'There is no such tree'}
      lead={loaded?.tree.levels.map(({ entity }) => entity.plural).join(' › ')}
    >
      <nav className="tree-kinds" aria-label="Trees">
        {trees.map(({ name, heading }) => (
          <Link
            key={name}
            to={`/trees/${name}`}
            aria-current={name === loaded?.tree.name ? 'page' : undefined}
          >
            {heading}
          </Link>
        ))}
      </nav>
      {/* Another tree is another state. */}
      {loaded && <TreeAtWork key={loaded.tree.name} {...loaded} />}
    </Page>
  )
}

const pauseBeforeSearch = 200 // milliseconds without a key

function TreeAtWork({ tree, first }: Loaded): ReactNode {
  const inHand = useTree(tree.name, first)
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const panel = useRef<HTMLElement>(null)
  const chosen = inHand.lines.find(({ key }) => key === at)?.branch ?? inHand.lines[0]?.branch
  const type = (text: string): void => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void inHand.search(text.trim()), pauseBeforeSearch)
  }
  return (
    <div className="tree-work">
      <div>
        <label className="tree-search">
          <span className="field-label">Find in the tree</span>
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
          {inHand.isBusy ? 'Loading…' : `${inHand.lines.length} lines`}
        </p>
        {inHand.lines.length > 0 ? (
          <TreeView
            label={tree.heading}
            tree={inHand}
            at={at}
            onGo={setAt}
            onChoose={() => panel.current?.focus()}
          />
        ) : (
          <p className="list-empty">
            {inHand.query ? `Nothing here is called “${inHand.query}”.` : 'Nothing is entered yet.'}
          </p>
        )}
      </div>
      {chosen && (
        <TreePanel
          key={chosen.key}
          tree={tree}
          node={chosen.node}
          panel={panel}
          onChanged={() => void inHand.reload().then(() => revalidate())}
        />
      )}
    </div>
  )
}

export const treeRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <TreesPage />,
  loader: async ({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded | null> => {
    const tree = treeNamed(params['tree'] ?? '')
    if (!tree) return null
    return { tree, first: await treeOf(tree.name, {}, signal) }
  },
}
