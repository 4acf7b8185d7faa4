import type { RouteObject } from 'react-router'
import { contactPath, forms, type FormRow } from '#domain/contract/forms.ts'
import { ErrorPage } from './error-page.tsx'
import { guarded } from './page-route.tsx'

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

/** The routes of the forms, except the public one and those of administrators. */
export const formRoutes: RouteObject[] = [
  guarded(forms.filter(({ route }) => route !== contactPath).map(formRoute)),
]
