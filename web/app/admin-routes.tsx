import type { RouteObject } from 'react-router'
import { AdminLayout } from '../admin/admin-layout.tsx'
import { adminPages } from './admin-pages.ts'
import { ErrorPage } from './error-page.tsx'
import { guarded, routesOf } from './page-route.tsx'

const { '/admin': overview, ...otherPages } = adminPages

/** The routes of the screens for administrators, except their forms (services-routes.tsx). */
export const adminRoutes: RouteObject[] = [
  guarded([
    {
      path: '/admin',
      element: <AdminLayout />,
      errorElement: <ErrorPage />,
      children: [{ index: true, lazy: overview, errorElement: <ErrorPage /> }, ...routesOf(otherPages)],
    },
  ]),
]
