import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { ListQuery } from '../api/resources.ts'

export const rowsPerPage = 50

/** What the address says about the list: `?q=…&sort=-Field&after=…&City_Code=…`; `edit` belongs to the form. */
export function readListLink(entity: Entity, search: URLSearchParams): ListQuery {
  const filters = [...search].filter(([name, value]) => name in entity.fields && value !== '')
  return {
    q: search.get('q') ?? undefined,
    sort: search.get('sort') ?? undefined,
    after: search.get('after') ?? undefined,
    filters: Object.fromEntries(filters),
  }
}

interface ListLinks {
  search: URLSearchParams
  /** The same list with something changed; null takes it out. A changed list begins at its first page. */
  changed: (change: Readonly<Record<string, string | null>>) => string
  editing: (id: string) => string
  withoutEdit: string
}

export function useListLinks(): ListLinks {
  const [search] = useSearchParams()
  return useMemo(() => {
    const changed = (change: Readonly<Record<string, string | null>>): string => {
      const next = new URLSearchParams(search)
      if (!('edit' in change)) for (const place of ['after', 'from']) next.delete(place)
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      return `?${next.toString()}`
    }
    return {
      search,
      changed,
      editing: (id) => changed({ edit: id }),
      withoutEdit: changed({ edit: null }),
    }
  }, [search])
}
