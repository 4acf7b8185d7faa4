import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'

/** Where the pages before this one started; the browser keeps it with the page, over a reload as well. */
interface Trail {
  before?: readonly string[]
}

/** Links to the pages of a list whose address says where it starts (`?after=`). */
export function PageLinks({ label, next }: { label: string; next: string | null }): ReactNode {
  const [query] = useSearchParams()
  const before = ((useLocation().state ?? {}) as Trail).before ?? []
  const after = query.get('after')
  if (after === null && next === null) return null
  const to = (start: string | null): string => {
    const there = new URLSearchParams(query)
    if (start) there.set('after', start)
    else there.delete('after')
    return `?${there.toString()}`
  }
  return (
    <nav className="list-pages" aria-label={label}>
      {after !== null && <Link to={to(null)}>First page</Link>}
      {before.length > 0 && (
        <Link to={to(before.at(-1)!)} state={{ before: before.slice(0, -1) }}>
          Previous page
        </Link>
      )}
      {next && (
        <Link to={to(next)} state={{ before: [...before, after ?? ''] }}>
          Next page
        </Link>
      )}
    </nav>
  )
}
