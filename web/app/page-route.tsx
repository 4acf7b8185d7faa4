import type { IndexRouteObject, RouteObject } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { guard } from './guard.ts'

export type LazyPage = () => Promise<
  Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate' | 'Component'>
>

type PageRoute = Pick<IndexRouteObject, 'path' | 'errorElement' | 'lazy'>

export const pageRoute = (path: string, lazy: LazyPage): PageRoute => ({
  path,
  errorElement: <ErrorPage />,
  lazy,
})

export const routesOf = (pages: Readonly<Record<string, LazyPage>>): PageRoute[] =>
  Object.entries(pages).map(([path, lazy]) => pageRoute(path, lazy))

/** Routes that only accounts with a role may open. */
export const guarded = (children: RouteObject[]): RouteObject => ({
  middleware: [guard],
  // A middleware runs on navigation only when the route has a loader.
  loader: () => null,
  errorElement: <ErrorPage />,
  children,
})
