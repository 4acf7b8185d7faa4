import { Suspense, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { masterNamed } from '#domain/catalogue/entities/masters.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { FormRow } from '#domain/contract/form-row.ts'
import { listRecords, type Page } from '../../api/resources.ts'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { LazyRoute } from '../entity-route.tsx'
import { readListLink, rowsPerPage } from './list-links.ts'

// The form is shown first; the rows are loaded with it.
const EntityList = deferredPart(async () => (await import('./entity-list.tsx')).EntityList)

const maxLines = 12

/** Holds the place of the list, beside or below the form, while its code is loaded. */
function ListPlace({ entity }: { entity: Entity }): ReactNode {
  const { items } = useLoaderData<Page>()
  return (
    <div className="entity-list">
      <Suspense fallback={<Skeleton lines={Math.min(items.length + 1, maxLines)} />}>
        <EntityList entity={entity} />
      </Suspense>
    </div>
  )
}

const listLoader =
  (entity: Entity) =>
  ({ request, url }: LoaderFunctionArgs): Promise<Page> => {
    const query = readListLink(entity, url.searchParams)
    // Counting a million records costs more than reading fifty.
    const total = entity.large ? 'quick' : true
    return listRecords(entity, { ...query, limit: rowsPerPage, total, names: true }, request.signal)
  }

/** The route of the list beside or below the form of a master. */
export function listRoute(row: FormRow): LazyRoute {
  const entity = masterNamed(row.entity)
  return { element: <ListPlace key={entity.name} entity={entity} />, loader: listLoader(entity) }
}
