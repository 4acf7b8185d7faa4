import type { LoaderFunctionArgs } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { FormRow } from '#domain/contract/form-row.ts'
import { listRecords, type Page } from '../../api/resources.ts'
import type { LazyRoute } from '../entity-route.tsx'
import { EntityList } from './entity-list.tsx'
import { readListLink, rowsPerPage } from './list-links.ts'

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
  const entity = entityNamed(row.entity)
  return { element: <EntityList key={entity.name} entity={entity} />, loader: listLoader(entity) }
}
