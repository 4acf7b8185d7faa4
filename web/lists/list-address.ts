import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { levelsAbove } from '#domain/catalogue/levels.ts'
import { everythingAbove } from '#domain/lists/below.ts'
import { readFilter, writeFilter, type Filter } from './filter.ts'
import { listColumns, usualColumns } from './list-columns.ts'

export interface Sort {
  field: string
  descending: boolean
}

/** Everything in a part of the territory or of the firm, at any depth. */
export interface Below {
  entity: string
  code: string
}

export interface ListAddress {
  q: string
  columns: readonly string[]
  /** Somebody chose the columns; otherwise they are the usual ones. */
  areChosen: boolean
  /** As asked for; none means the usual order. */
  sorts: readonly Sort[]
  filter: Filter
  below: readonly Below[]
  perPage: number
}

export const mostSorts = 3
export const pageSizes = [50, 100, 200] as const

/** What the address says to the screen alone; all else goes to the server, which says what it does not know. */
const ofTheScreen = ['columns', 'limit', 'after', 'from', 'edit']

export function readAddress(entity: Entity, search: URLSearchParams): ListAddress {
  const known = listColumns(entity)
  const asked = (search.get('columns') ?? '').split(',').filter((name) => known.has(name))
  const limit = Number(search.get('limit'))
  return {
    q: search.get('q') ?? '',
    columns: asked.length > 0 ? [...new Set(asked)] : usualColumns(entity),
    areChosen: asked.length > 0,
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

/** What the server is asked for the list as a whole, wherever a page of it begins. */
export function queryOf(search: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const name of ofTheScreen) query.delete(name)
  for (const [name, value] of search) if (name === 'q' && value.trim() === '') query.delete(name)
  return query
}

/** The same list with something changed; it begins at its first page again. */
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

/** What a click on a heading makes of the sorts: alone, or, with the Shift key, as a further one. */
export function sortsAfterClick(sorts: readonly Sort[], field: string, isFurther: boolean): Sort[] {
  const now = sorts.find((sort) => sort.field === field)
  const turned = { field, descending: now ? !now.descending : false }
  if (!isFurther) return [turned]
  if (now) return sorts.map((sort) => (sort.field === field ? turned : sort))
  return [...sorts, turned].slice(-mostSorts)
}

interface UsedAddress extends ListAddress {
  search: URLSearchParams
  to: (change: Partial<Omit<ListAddress, 'areChosen'>>) => string
}

export function useListAddress(entity: Entity): UsedAddress {
  const [search] = useSearchParams()
  return useMemo(
    () => ({
      ...readAddress(entity, search),
      search,
      to: (change) => `?${changeAddress(entity, search, change).toString()}`,
    }),
    [entity, search],
  )
}

/** Masters that others belong to, or that belong to others: the territory and the firm. */
const isLevel = (entity: Entity): boolean =>
  levelsAbove(entity).length > 0 ||
  catalogue.some((each) => levelsAbove(each).some((level) => level.entity === entity))

/** What a record of this entity can lie below, through whatever it refers to; the widest first. */
export function levelsOf(entity: Entity): Entity[] {
  const above = everythingAbove(entity).map((each) => each.entity)
  return catalogue.filter((each) => above.includes(each) && isLevel(each))
}

export function belowInWords({ entity, code }: Below): string {
  const known = catalogue.find((each) => each.name === entity)
  return `In ${known?.singular.toLowerCase() ?? entity} ${code}`
}
