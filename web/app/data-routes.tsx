import type { RouteObject } from 'react-router'
import type { RouteIn } from '#domain/screens/screens.ts'
import { guarded, routesOf, type LazyPage } from './page-route.tsx'

export const dataPages = {
  '/changes': async () => (await import('../changes/changes-page.tsx')).changesRoute,
  '/records/:path/:id': async () => (await import('../records/record-page.tsx')).recordRoute,
  '/bin': async () => (await import('../bin/bin-page.tsx')).binRoute,
  '/imports': async () => (await import('../imports/imports-page.tsx')).importsRoute,
  '/imports/:id': async () => (await import('../imports/import-page.tsx')).importRoute,
  '/trees/:tree': async () => (await import('../trees/tree-page.tsx')).treeRoute,
} satisfies Partial<Record<RouteIn<'office'>, LazyPage>>

/** The routes of the screens for the records of every entity, except the lists. */
export const dataRoutes: RouteObject[] = [guarded(routesOf(dataPages))]
