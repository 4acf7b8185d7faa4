import type { ReactNode } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { listPage } from '../api/lists.ts'
import type { Page as RecordPage } from '../api/resources.ts'
import { Page } from '../ui/page.tsx'
import { FullList } from './full-list.tsx'
import { queryOf, readAddress } from './list-address.ts'
import { hasList } from './list-columns.ts'
import { ListsPage } from './lists-page.tsx'
import { namesBehind, type Names } from './reference-names.ts'

interface LoadedList {
  entity: Entity | null
  page: RecordPage
  names: Names
  /** Why the list cannot be shown as the address asks. */
  problem: string | null
}

/** What has a list of its own elsewhere, made for it. */
const elsewhere: Readonly<Record<string, string>> = {
  'customer-places': '/lists/customers',
  'city-places': '/lists/cities',
}

const nothing: RecordPage = { items: [], next: null }

async function load({ request, url, params }: LoaderFunctionArgs): Promise<LoadedList> {
  const path = params['path'] ?? ''
  const other = elsewhere[path.toLowerCase()]
  if (other) throw redirect(other + url.search)
  const entity = entityAtPath(path)
  if (!entity || !hasList(entity)) return { entity: null, page: nothing, names: {}, problem: null }
  const search = url.searchParams
  const { columns, perPage } = readAddress(entity, search)
  const query = queryOf(search)
  query.set('limit', String(perPage))
  if (!entity.large) query.set('total', 'true')
  const after = search.get('after')
  if (after) query.set('after', after)
  try {
    const page = await listPage(entity, query, request.signal)
    return {
      entity,
      page,
      names: await namesBehind(entity, columns, page.items, request.signal),
      problem: null,
    }
  } catch (error) {
    const isRefused = error instanceof ApiProblem && [400, 422].includes(error.status)
    if (!isRefused || url.search === '') throw error
    return { entity, page: nothing, names: {}, problem: sentenceOf(error) }
  }
}

function ListPage(): ReactNode {
  const { entity, ...loaded } = useLoaderData<LoadedList>()
  if (!entity) return <ListsPage heading="There is no such list" />
  return (
    <Page heading={entity.plural}>
      <FullList key={entity.name} entity={entity} {...loaded} />
    </Page>
  )
}

export const listRoute: Pick<RouteObject, 'element' | 'loader'> = { element: <ListPage />, loader: load }
