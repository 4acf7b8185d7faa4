import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { Unreachable } from '../api/api-problem.ts'

type Lazy = () => Promise<object>

/**
 * The code of a page may not come, without a network or after a new release. The router would show nothing at all then
 * and never ask again; with these it says so, and a page that comes after all is loaded from its beginning.
 */
export function patient(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => ({
    ...route,
    ...(route.lazy && { lazy: insist(route.lazy as Lazy) }),
    ...(route.children && { children: patient(route.children) }),
  })) as RouteObject[]
}

const insist = (load: Lazy) => async () => {
  const again = async ({ url }: LoaderFunctionArgs): Promise<never> => {
    await load().catch((error: unknown) => {
      throw new Unreachable(error)
    })
    location.assign(url)
    return new Promise(() => undefined)
  }
  return load().catch(() => ({ loader: again }))
}
