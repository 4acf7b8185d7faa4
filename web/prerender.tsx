import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type RouteObject,
} from 'react-router'
import { keepServices, type Service } from './api/services.ts'
import { AuthProvider } from './api/use-auth.tsx'
import { Loading } from './app/layout.tsx'
import { routes } from './app/routes.tsx'
import { stencil as mapStencil } from './marketing/contact-map.tsx'

// The build runs this, not the browser: see scripts/build/draw-pages.ts.

/** A page as anybody sees it. Markup and title are apart, because they go to different places. */
export interface Drawn {
  markup: string
  title: string
}

/** Drawn once; the server repeats its card for each service there is. */
const stencil: Service = {
  id: '{{service.id}}',
  service: '{{service.service}}',
  provider: '{{service.provider}}',
  price: '{{service.price}}',
  description: '{{service.description}}',
}

/** `isEmpty`: where there are no services, or no map. */
export function drawPage(path: string, { isEmpty = false } = {}): Promise<Drawn> {
  keepServices(isEmpty ? [] : [stencil])
  mapStencil.map = isEmpty ? '' : '{{map}}'
  return draw(routes, path)
}

/** What stands around a page that only its browser can draw. */
export function drawFrame(path: string): Promise<Drawn> {
  const frame = routes.map((route): RouteObject => {
    const { element, errorElement } = route
    return { element, errorElement, children: [{ path: '*', element: <Loading /> }] }
  })
  return draw(frame, path)
}

async function draw(routes: RouteObject[], path: string): Promise<Drawn> {
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request(`http://site.invalid${path}`))
  if (context instanceof Response || context.errors)
    throw new Error(`${path} cannot be drawn: it fails or leads elsewhere`, { cause: context })
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

/** The functions of a path's routes that fetch code, as text: the build reads in them which files that is. */
export async function fetchersOf(path: string): Promise<string[]> {
  const { officePages } = await import('./app/office-pages.ts')
  const matches = matchRoutes(routes, path) ?? []
  return matches.flatMap(({ route }) => {
    const own = [route.lazy, ...(route.middleware ?? [])]
      .filter((each) => typeof each === 'function')
      .map(String)
    const further = own.some((text) => text.includes('officePages')) && officePages[route.path ?? '']
    return further ? [...own, String(further)] : own
  })
}
