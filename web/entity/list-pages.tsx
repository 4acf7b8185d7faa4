import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Page } from '../api/resources.ts'
import { rowsPerPage, useListLinks } from './list-links.ts'

/** Pages are found by where the one before ended, so the way back is remembered, not computed. */
interface Trail {
  before?: readonly string[]
}

interface ListPagesProps {
  page: Pick<Page, 'next' | 'total'> & { items: readonly unknown[] }
  label: string
  /** 0 where pages differ in length. */
  perPage?: number
}

export function ListPages({ page, label, perPage = rowsPerPage }: ListPagesProps): ReactNode {
  const { search, changed } = useListLinks()
  const { before = [] } = (useLocation().state ?? {}) as Trail
  const after = search.get('after')
  const nav = useRef<HTMLElement>(null)
  const shown = useRef(after)
  // The next page is read from its top.
  useEffect(() => {
    if (shown.current === after) return
    shown.current = after
    nav.current?.parentElement?.querySelector('.list-head, [class~="table-frame"]')?.scrollIntoView()
  }, [after])
  const isLater = after !== null
  if (!page.next && !isLater) return null
  const previous = before.at(-1)
  const first = before.length * perPage + 1
  const isCounted = perPage > 0 && (!isLater || before.length > 0)
  return (
    <nav ref={nav} className="list-pages" aria-label={label}>
      {isCounted && (
        <span className="list-range">
          {first}–{first + page.items.length - 1}
          {page.total !== undefined && ` of ${page.total}`}
        </span>
      )}
      {isLater && (
        <Link to={changed({})} preventScrollReset>
          First page
        </Link>
      )}
      {previous !== undefined && (
        <Link
          to={changed(previous ? { after: previous } : {})}
          state={{ before: before.slice(0, -1) } satisfies Trail}
          preventScrollReset
        >
          Previous page
        </Link>
      )}
      {page.next && (
        <Link
          to={changed({ after: page.next })}
          state={{ before: [...before, after ?? ''] } satisfies Trail}
          preventScrollReset
        >
          Next page
        </Link>
      )}
    </nav>
  )
}
