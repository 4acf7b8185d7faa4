import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { rowsPerPage, useListLinks } from './list-links.ts'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** Pages are read by cursor, so the cursors of the previous pages are stored in the history state. */
interface PageHistory {
  before?: readonly string[]
}

/** One page of a list; the cursor is null on the last page, and undefined for a list without pages. */
export interface CursorPage<Row = unknown> {
  items: readonly Row[]
  next?: string | null | undefined
  total?: number | undefined
  /** There are more than `total`. */
  totalIsMinimum?: boolean | undefined
  /** The number of rows before this page, where the cursor is that number. */
  start?: number | undefined
}

/** "1,062", or "10,000+" where counting ended. */
export const formatTotal = ({ total = 0, totalIsMinimum }: CursorPage): string =>
  totalIsMinimum ? t('{total, number}+', { total }) : t('{total, number}', { total })

interface ListPagesProps {
  page: CursorPage
  label: string
  /** 0 when pages differ in length. */
  perPage?: number | undefined
  /** The parameter with the cursor. */
  cursor?: string | undefined
  /** Before the links. */
  children?: ReactNode
}

/** The foot of a list: which rows are shown, and links to the other pages. */
export function ListPages(props: ListPagesProps): ReactNode {
  const { page, label, perPage = rowsPerPage, cursor = 'after', children } = props
  const { search, changed } = useListLinks()
  const { before = [] }: PageHistory = useLocation().state ?? {}
  const after = search.get(cursor)
  const foot = useRef<HTMLDivElement>(null)
  const shown = useRef(after)
  // A new page is scrolled to its top.
  useEffect(() => {
    if (shown.current === after) return
    shown.current = after
    foot.current?.parentElement?.querySelector('.list-head, [class~="table-frame"]')?.scrollIntoView()
  }, [after])
  const hasPrevious = after !== null
  const hasPages = page.next !== undefined && (page.next !== null || hasPrevious)
  if (!hasPages && !children) return null
  const { start } = page
  // A pasted URL has no history state; only a position then says where the previous page begins.
  const previous = start ? String(Math.max(0, start - perPage)) : before.at(-1)
  const first = (start ?? before.length * perPage) + 1
  const last = first + page.items.length - 1
  const isPositionKnown = start !== undefined || !hasPrevious || before.length > 0
  const isCounted = perPage > 0 && page.items.length > 0 && isPositionKnown
  return (
    <div ref={foot} className="list-foot">
      {children}
      {hasPages && (
        <nav className="list-pages" aria-label={label}>
          {isCounted && (
            <span className="list-range">
              {page.total === undefined
                ? t('{first}–{last}', { first, last })
                : t('{first}–{last} of {total}', { first, last, total: formatTotal(page) })}
            </span>
          )}
          {hasPrevious && (
            <Link to={changed({ [cursor]: null })} preventScrollReset>
              {t('First page')}
            </Link>
          )}
          {previous !== undefined && (
            <Link
              to={changed({ [cursor]: previous === '0' ? null : previous || null })}
              state={{ before: before.slice(0, -1) } satisfies PageHistory}
              preventScrollReset
            >
              {t('Previous page')}
            </Link>
          )}
          {page.next && (
            <Link
              to={changed({ [cursor]: page.next })}
              state={{ before: [...before, after ?? ''] } satisfies PageHistory}
              preventScrollReset
            >
              {t('Next page')}
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
