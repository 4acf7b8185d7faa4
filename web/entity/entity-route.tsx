import type { RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { FormRow } from '#domain/contract/forms.ts'
import { EntityList } from './entity-list.tsx'
import { formLoader, isNotJustTheList, listLoader } from './entity-loaders.ts'
import { EntityPage } from './entity-page.tsx'

type LazyRoute = Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'>

/** The form of a master and what it needs from the server. */
export function formRoute(row: FormRow, lead?: string): LazyRoute {
  const entity = entityNamed(row.entity)
  return {
    // Without the key, one form would take over what was typed into another.
    element: <EntityPage key={entity.name} entity={entity} row={row} {...(lead && { lead })} />,
    loader: formLoader(entity),
    shouldRevalidate: isNotJustTheList,
  }
}

export function listRoute(row: FormRow): LazyRoute {
  const entity = entityNamed(row.entity)
  return { element: <EntityList key={entity.name} entity={entity} />, loader: listLoader(entity) }
}
