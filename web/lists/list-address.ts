import { useMemo } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { readFilter, writeFilter, type Filter } from './filters/filter.ts'
import { listColumns, defaultColumns } from './list-columns.ts'
import { useSearchParams } from '../ui/use-search-params.ts'

export interface Sort {
  field: string
  descending: boolean
}

/** Everything below a node of the territory or of the organisation, at any depth. */
export interface SubtreeFilter {
  entity: string
  code: string
}

export interface ListAddress {
  q: string
  columns: readonly string[]
  /** The URL names the columns; otherwise they are the defaults. */
  areChosen: boolean
  /** Empty for the default order. */
  sorts: readonly Sort[]
  filter: Filter
  below: readonly SubtreeFilter[]
  perPage: number
}

export const maxSorts = 3
export const pageSizes = [50, 100, 200] as const

/** Parameters of the screen; all others go to the server, which rejects unknown ones. */
const screenParameters = ['columns', 'limit', 'after', 'from', 'edit']

export function readAddress(entity: Entity, search: URLSearchParams): ListAddress {
  const known = listColumns(entity)
  const requested = (search.get('columns') ?? '').split(',').filter((name) => known.has(name))
  const limit = Number(search.get('limit'))
  return {
    q: search.get('q') ?? '',
    columns: requested.length > 0 ? [...new Set(requested)] : defaultColumns(entity),
    areChosen: requested.length > 0,
    sorts: readSorts(search.get('sort')),
    filter: readFilter(entity, search),
    below: search.getAll('below').map((text) => {
      const end = text.indexOf(':')
      return { entity: text.slice(0, Math.max(end, 0)), code: text.slice(end + 1) }
    }),
    perPage: pageSizes.find((size) => size === limit) ?? pageSizes[0],
  }
}

const readSorts = (text: string | null): Sort[] =>
  (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => ({ field: part.replace(/^[-+ ]/, ''), descending: part.startsWith('-') }))

/** The query of the whole list, without paging. */
export function queryOf(search: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const name of screenParameters) query.delete(name)
  for (const [name, value] of search) if (name === 'q' && value.trim() === '') query.delete(name)
  return query
}

/** Applies a change to the URL; the list returns to its first page. */
export function changeAddress(
  entity: Entity,
  search: URLSearchParams,
  change: Partial<Omit<ListAddress, 'areChosen'>>,
): URLSearchParams {
  const { columns, sorts, filter, below, perPage, q } = change
  const next = filter ? writeFilter(entity, search, filter) : new URLSearchParams(search)
  for (const name of ['after', 'from', 'edit']) next.delete(name)
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) return
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  set('q', q)
  set('columns', columns?.join(','))
  set('sort', sorts?.map(({ field, descending }) => (descending ? `-${field}` : field)).join(','))
  set('limit', perPage === undefined ? undefined : perPage === pageSizes[0] ? '' : String(perPage))
  if (below) {
    next.delete('below')
    for (const { entity, code } of below) next.append('below', `${entity}:${code}`)
  }
  return next
}

/** The sorts after a click on a heading: that column alone or, with Shift, in addition. */
export function sortsAfterClick(sorts: readonly Sort[], field: string, isAdditional: boolean): Sort[] {
  const now = sorts.find((sort) => sort.field === field)
  const toggled = { field, descending: now ? !now.descending : false }
  if (!isAdditional) return [toggled]
  if (now) return sorts.map((sort) => (sort.field === field ? toggled : sort))
  return [...sorts, toggled].slice(-maxSorts)
}

interface ListAddressLinks extends ListAddress {
  search: URLSearchParams
  to: (change: Partial<Omit<ListAddress, 'areChosen'>>) => string
}

export function useListAddress(entity: Entity): ListAddressLinks {
  const search = useSearchParams()
  return useMemo(
    () => ({
      ...readAddress(entity, search),
      search,
      to: (change) => `?${changeAddress(entity, search, change).toString()}`,
    }),
    [entity, search],
  )
}
