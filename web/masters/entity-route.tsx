import type { RouteObject } from 'react-router'
import { masterNamed } from '#domain/catalogue/entities/masters.ts'
import type { FormRow } from '#domain/contract/form-row.ts'
import { formLoader, shouldReloadForm } from './entity-loaders.ts'
import { EntityPage } from './entity-page.tsx'

export type LazyRoute = Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'>

/** The route of a master's form, with its loader. */
export function formRoute(row: FormRow, lead?: string): LazyRoute {
  const entity = masterNamed(row.entity)
  return {
    // Without the key, React would reuse the state of one form for another.
    element: <EntityPage key={entity.name} entity={entity} row={row} {...(lead && { lead })} />,
    loader: formLoader(entity),
    shouldRevalidate: shouldReloadForm,
  }
}
