import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type RouteObject,
} from 'react-router'
import { localeAndScriptOf } from '#domain/messages/language-names.ts'
import type { LanguageCode } from '#domain/messages/languages.ts'
import { setLanguage } from '#domain/messages/t.ts'
import { publicPages } from '#domain/screens/public-pages.ts'
import { saveServices, type Service } from './public-site/services-api.ts'
import { AuthProvider } from './api/use-auth.tsx'
import { Loading } from './app/layout/layout.tsx'
import { guardedRoutesAt, routes } from './app/routes.tsx'
import { setReader } from './messages/language.ts'
import { placeholders } from './public-site/map-url.ts'

// Runs in the build, not in the browser: see scripts/build/draw-pages.ts.

/** A page without a session. Markup and title are separate, because they go to different places of the template. */
export interface RenderedPage {
  markup: string
  title: string
}

export { descriptions, headOf, noScriptNotice, offlineWords } from './public-site/page-head.ts'

/** The pages that follow are rendered in this language. */
export function renderIn(code: LanguageCode, translations: Readonly<Record<string, string>>): void {
  const language = { ...localeAndScriptOf(code), translations }
  setLanguage(() => language)
  setReader({ wanted: code, code })
}

/** Rendered once; the server repeats its card for each service. */
const servicePlaceholder: Service = {
  id: '{{service.id}}',
  service: '{{service.service}}',
  provider: '{{service.provider}}',
  price: '{{service.price}}',
  description: '{{service.description}}',
}

/** `isEmpty`: without services, or without a map. */
export function renderPage(path: string, { isEmpty = false } = {}): Promise<RenderedPage> {
  saveServices(isEmpty ? [] : [servicePlaceholder])
  placeholders.map = isEmpty ? '' : '{{map}}'
  return render(routes, path)
}

/** The layout around a page that is rendered in the browser. */
export function renderShell(path: string): Promise<RenderedPage> {
  const frame = routes.map((route): RouteObject => {
    const { element, errorElement } = route
    return { element, errorElement, children: [{ path: '*', element: <Loading /> }] }
  })
  return render(frame, path)
}

async function render(routes: RouteObject[], path: string): Promise<RenderedPage> {
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request(`http://site.invalid${path}`))
  if (context instanceof Response || context.errors)
    throw new Error(`Could not pre-render ${path}: it fails or redirects`, { cause: context })
  const html = renderToString(
    <StrictMode>
      <AuthProvider>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </AuthProvider>
    </StrictMode>,
  )
  const title = /<title>(.*?)<\/title>/.exec(html)
  return { markup: html.replace(title?.[0] ?? '', ''), title: title?.[1] ?? '' }
}

/** The source of the functions that load the code of a path's routes, in which the build finds the file names. */
export async function lazyImportsOf(path: string): Promise<string[]> {
  const { loads, matches } = await routesAt(path)
  return [...loads, ...matches.flatMap(({ lazy, middleware = [] }) => [lazy, ...middleware])]
    .filter((each) => typeof each === 'function')
    .map(String)
}

/** The same without a session, when the log-in is shown instead of a path; undefined for the others. */
export async function logInImportsOf(path: string): Promise<string[] | undefined> {
  const { matches } = await routesAt(path)
  return matches.some(({ middleware }) => middleware) ? lazyImportsOf('/login') : undefined
}

interface RoutesAt {
  loads: readonly (() => Promise<RouteObject[]>)[]
  matches: readonly RouteObject[]
}

async function routesAt(path: string): Promise<RoutesAt> {
  const isPublic = (publicPages as readonly string[]).includes(path)
  const [root] = routes
  const loads: (() => Promise<RouteObject[]>)[] = []
  const guarded: RouteObject[] = []
  // As router.ts does it.
  for (const load of isPublic ? [] : guardedRoutesAt(path)) {
    if (matchRoutes(guarded, path)) break
    loads.push(load)
    guarded.push(...(await load()))
  }
  const all = [{ ...root!, children: [...root!.children!, ...guarded] }]
  const matches = (matchRoutes(all as RouteObject[], path) ?? []).map(({ route }) => route)
  return { loads, matches }
}
