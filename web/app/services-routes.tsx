import type { RouteObject } from 'react-router'
import { adminForms } from '#domain/contract/admin-forms.ts'
import { AdminLayout } from '../admin/admin-layout.tsx'
import { ErrorPage } from './error-page.tsx'
import { formRoute } from './form-route.tsx'
import { guarded } from './page-route.tsx'

/** The routes of the forms for administrators, which need none of the code of their other screens. */
export const servicesRoutes: RouteObject[] = [
  guarded([
    {
      // Without a path of its own: /admin is a screen of admin-routes.tsx.
      element: <AdminLayout />,
      errorElement: <ErrorPage />,
      children: adminForms.map(formRoute),
    },
  ]),
]
