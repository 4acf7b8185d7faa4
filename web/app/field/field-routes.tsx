import type { RouteObject } from 'react-router'
import type { RouteIn } from '#domain/screens/screens.ts'
import { fieldGuard } from './field-guard.ts'
import { guarded, routesOf, type LazyPage } from '../page-route.tsx'

type FieldPath = RouteIn<'field'>

// One function for all of them: each that named the file would add its list of files to this one.
const page =
  (path: FieldPath): LazyPage =>
  async () =>
    (await import('./field-pages.ts')).fieldPages[path]

/** A screen that is missing here, or is not declared in domain/screens, does not compile. */
const pages: Readonly<Record<FieldPath, LazyPage>> = {
  '/today': page('/today'),
  '/near': page('/near'),
  '/find': page('/find'),
  '/outbox': page('/outbox'),
  '/record/new': page('/record/new'),
  '/record/group': page('/record/group'),
  '/record/:id': page('/record/:id'),
  '/field/customers/:id': page('/field/customers/:id'),
}

/** The routes of the field screens. */
export const fieldRoutes: RouteObject[] = [{ ...guarded(routesOf(pages)), middleware: [fieldGuard] }]
