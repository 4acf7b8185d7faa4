import type { RouteObject } from 'react-router'
import type { FormRow } from '#domain/contract/form-row.ts'
import { ErrorPage } from './error-page.tsx'

/** The route of a form with its list. */
export const formRoute = (row: FormRow): RouteObject => ({
  path: row.route,
  lazy: async () => (await import('../masters/entity-route.tsx')).formRoute(row),
  errorElement: <ErrorPage />,
  children: [
    {
      index: true,
      lazy: async () => (await import('../masters/list/list-route.tsx')).listRoute(row),
      errorElement: <ErrorPage isPart />,
    },
  ],
})
