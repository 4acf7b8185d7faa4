import type { IndexRouteObject, RouteObject } from 'react-router'
import { adminForms, contactPath, forms, type FormRow } from '#domain/contract/forms.ts'
import { ErrorPage } from './error-page.tsx'
import { guard, signedIn } from './guard.ts'
import {
  accountPages,
  adminPages,
  loadAdminLayout,
  officePages,
  openPages,
  type LazyPage,
} from './office-pages.ts'

const formRoute = (row: FormRow): RouteObject => ({
  path: row.route,
  lazy: async () => (await import('../masters/entity-route.tsx')).formRoute(row),
  errorElement: <ErrorPage />,
  children: [
    {
      index: true,
      lazy: async () => (await import('../masters/entity-route.tsx')).listRoute(row),
      errorElement: <ErrorPage isPart />,
    },
  ],
})

type PageRoute = Pick<IndexRouteObject, 'path' | 'errorElement' | 'lazy'>

const pageRoute = (path: string, lazy: LazyPage): PageRoute => ({
  path,
  errorElement: <ErrorPage />,
  lazy,
})

const routesOf = (pages: Readonly<Record<string, LazyPage>>): PageRoute[] =>
  Object.entries(pages).map(([path, lazy]) => pageRoute(path, lazy))

const { '/admin': overview, ...otherAdminPages } = adminPages

/** The routes of all screens that are not for every visitor. */
export const officeRoutes: RouteObject[] = [
  ...routesOf(openPages),
  ...routesOf(accountPages).map((route) => ({ ...route, middleware: [signedIn] })),
  {
    middleware: [guard],
    // A middleware runs on navigation only when the route has a loader.
    loader: () => null,
    errorElement: <ErrorPage />,
    children: [
      ...forms.filter(({ route }) => route !== contactPath).map(formRoute),
      ...routesOf(officePages),
      {
        ...pageRoute('/admin', loadAdminLayout),
        children: [
          { index: true, lazy: overview, errorElement: <ErrorPage /> },
          ...routesOf(otherAdminPages),
          ...adminForms.map(formRoute),
        ],
      },
    ],
  },
]
