import type { RouteObject } from 'react-router'
import { signedIn } from './guard.ts'
import { accountPages, officePages, openPages } from './office-pages.ts'
import { guarded, routesOf } from './page-route.tsx'

/** The routes of all screens that are in none of the other files. */
export const officeRoutes: RouteObject[] = [
  ...routesOf(openPages),
  ...routesOf(accountPages).map((route) => ({ ...route, middleware: [signedIn] })),
  guarded(routesOf(officePages)),
]
