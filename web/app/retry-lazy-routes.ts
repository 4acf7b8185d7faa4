import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { translated, type TranslatedParts } from '../language/translated-route.tsx'
import { loadCode } from '../ui/load-code.ts'

type Lazy = () => Promise<TranslatedParts>

/**
 * The code of a page may fail to load, without a network or after a new release. The router would then show nothing and
 * never retry; these routes show an error, and reload the page when its code can be loaded.
 */
export function withRetry(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => ({
    ...route,
    ...(route.lazy && { lazy: retryingLoad(route.lazy as Lazy) }),
    ...(route.children && { children: withRetry(route.children) }),
  })) as RouteObject[]
}

const retryingLoad = (load: Lazy) => async () => {
  const retry = async ({ url }: LoaderFunctionArgs): Promise<never> => {
    await loadCode(load)
    location.assign(url)
    return new Promise(() => undefined)
  }
  return loadCode(load).then(translated, () => ({ loader: retry }))
}
