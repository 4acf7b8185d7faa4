import { useMemo } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { ListQuery } from '../../api/resources.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'

export const rowsPerPage = 50

/** The search and the place in the list of the URL. */
export const readPosition = (search: URLSearchParams): Pick<ListQuery, 'q' | 'after'> => ({
  q: search.get('q') ?? undefined,
  after: search.get('after') ?? undefined,
})

/** The list query of the URL: `?q=…&sort=-Field&after=…&City_Code=…`; `edit` belongs to the form. */
export function readListLink(entity: Entity, search: URLSearchParams): ListQuery {
  const filters = [...search].filter(([name, value]) => name in entity.fields && value !== '')
  return {
    ...readPosition(search),
    sort: search.get('sort') ?? undefined,
    filters: Object.fromEntries(filters),
  }
}

interface ListLinks {
  search: URLSearchParams
  /** The URL with some parameters changed; null removes one. A changed list returns to its first page. */
  changed: (change: Readonly<Record<string, string | null>>) => string
  editing: (id: string) => string
  withoutEdit: string
}

export function useListLinks(): ListLinks {
  const search = useSearchParams()
  return useMemo(() => {
    const changed = (change: Readonly<Record<string, string | null>>): string => {
      const next = new URLSearchParams(search)
      if (!('edit' in change)) for (const parameter of ['after', 'from']) next.delete(parameter)
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
