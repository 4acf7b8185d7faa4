import type { RouteObject } from 'react-router'
import type { RouteIn } from '#domain/screens/screens.ts'
import { guarded, routesOf, type LazyPage } from './page-route.tsx'

export const listPages = {
  '/lists': async () => ({ Component: (await import('../lists/lists-page.tsx')).ListsPage }),
  '/lists/:path': async () => (await import('../lists/list-page.tsx')).listRoute,
} satisfies Partial<Record<RouteIn<'office'>, LazyPage>>

/** The routes of the lists. */
export const listsRoutes: RouteObject[] = [guarded(routesOf(listPages))]
