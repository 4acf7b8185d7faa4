import { Suspense, type ReactNode } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { listPage } from './lists-api.ts'
import type { Page as RecordPage } from '../api/resources.ts'
import { loadEntityAt } from '../masters/list/load-entity.ts'
import { deferredPart } from '../ui/deferred-part.tsx'
import { loadCode } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { FilterChips, isFiltered } from './filters/active-filters.ts'
import { FullList } from './full-list.tsx'
import { queryOf, readAddress } from './list-address.ts'
import { hasList } from './list-columns.ts'
import { t } from '#domain/messages/t.ts'

const ListsPage = deferredPart(async () => (await import('./lists-page.tsx')).ListsPage)

interface LoadedList {
  entity: Entity | null
  page: RecordPage
  /** Why the server rejected the query of the URL. */
  problem: string | null
}

/** Redirects of entities that are shown in another list. */
const redirects: Readonly<Record<string, string>> = {
  'customer-places': '/lists/customers',
  'city-places': '/lists/cities',
}

const emptyPage: RecordPage = { items: [], next: null }

async function load({ request, url, params }: LoaderFunctionArgs): Promise<LoadedList> {
  const { path = '' } = params
  const target = redirects[path.toLowerCase()]
  if (target) throw redirect(target + url.search)
  const entity = await loadEntityAt(path)
  if (!entity || !hasList(entity)) return { entity: null, page: emptyPage, problem: null }
  const search = url.searchParams
  if (search.has('where')) await loadCode(() => import('./filters/expressions.ts'))
  const address = readAddress(entity, search)
  const chips = isFiltered(address) ? FilterChips.preload() : undefined
  const query = queryOf(search)
  query.set('limit', String(address.perPage))
  query.set('total', entity.large ? 'quick' : 'true')
  query.set('names', 'true')
  const after = search.get('after')
  if (after) query.set('after', after)
  try {
    const page = await listPage(entity, query, request.signal)
    await chips
    return { entity, page, problem: null }
  } catch (error) {
    const isRejected = error instanceof ApiProblem && [400, 422].includes(error.status)
    if (!isRejected || url.search === '') throw error
    return { entity, page: emptyPage, problem: sentenceOf(error) }
  }
}

function ListPage(): ReactNode {
  const { entity, ...loaded } = useLoaderData<LoadedList>()
  if (!entity)
    return (
      <Suspense>
        <ListsPage heading={t('List not found')} />
      </Suspense>
    )
  return (
    <Page heading={t(entity.plural)}>
      <FullList key={entity.name} entity={entity} {...loaded} />
    </Page>
  )
}

export const listRoute: Pick<RouteObject, 'element' | 'loader'> = { element: <ListPage />, loader: load }
