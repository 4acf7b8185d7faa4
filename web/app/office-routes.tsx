import type { RouteObject } from 'react-router'
import { keysOf } from '#domain/keys-of.ts'
import { fieldScreens } from '#domain/screens/field-screens.ts'
import { fieldGuard } from './field/field-guard.ts'
import { signedIn } from './guard.ts'
import { accountPages, officePages, openPages } from './office-pages.ts'
import { guarded, pageRoute, routesOf } from './page-route.tsx'

// The field screens are one file; each route that named it would add its list of files to this one.
const fieldRoutes = keysOf(fieldScreens).map((path) =>
  pageRoute(path, async () => (await import('./field/field-pages.ts')).fieldPages[path]),
)

/** The routes of all screens that are neither public nor a form nor for administrators. */
export const officeRoutes: RouteObject[] = [
  ...routesOf(openPages),
  ...routesOf(accountPages).map((route) => ({ ...route, middleware: [signedIn] })),
  guarded(routesOf(officePages)),
  { ...guarded(fieldRoutes), middleware: [fieldGuard] },
]
