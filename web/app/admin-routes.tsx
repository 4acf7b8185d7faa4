import type { RouteObject } from 'react-router'
import { adminForms } from '#domain/contract/forms.ts'
import { adminPages, loadAdminLayout } from './admin-pages.ts'
import { ErrorPage } from './error-page.tsx'
import { formRoute } from './form-routes.tsx'
import { guarded, pageRoute, routesOf } from './page-route.tsx'

const { '/admin': overview, ...otherPages } = adminPages

/** The routes of the screens for administrators. */
export const adminRoutes: RouteObject[] = [
  guarded([
    {
      ...pageRoute('/admin', loadAdminLayout),
      children: [
        { index: true, lazy: overview, errorElement: <ErrorPage /> },
        ...routesOf(otherPages),
        ...adminForms.map(formRoute),
      ],
    },
  ]),
]
