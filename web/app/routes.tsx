import type { RouteObject } from 'react-router'
import { contactForm } from '#domain/contract/contact-form.ts'
import type { PublicPath } from '#domain/screens/public-pages.ts'
import { loadServices } from '../public-site/services-api.ts'
import { ErrorPage } from './error-page.tsx'
import { Layout, Loading } from './layout/layout.tsx'
import { t } from '#domain/messages/t.ts'

// Each `import` below is a separate chunk, so that a page loads only its own code.

/** The code of every public page. */
const publicRoutes: Readonly<Record<PublicPath, RouteObject>> = {
  '/': { lazy: async () => ({ Component: (await import('../public-site/home-page.tsx')).HomePage }) },
  '/about': { lazy: async () => ({ Component: (await import('../public-site/about-page.tsx')).AboutPage }) },
  '/services': {
    loader: () => loadServices(),
    lazy: async () => ({ Component: (await import('../public-site/services-page.tsx')).ServicesPage }),
  },
  '/login': { lazy: async () => ({ Component: (await import('./field/login-route.tsx')).LoginRoute }) },
  '/register': {
    lazy: async () => ({ Component: (await import('../accounts/register-page.tsx')).RegisterPage }),
  },
  // The contact form without the list, which visitors may not read.
  [contactForm.route]: {
    lazy: async () =>
      (await import('../masters/entity-route.tsx')).formRoute(
        contactForm,
        t('Tell us what you grow or need. We answer on the next working day.'),
      ),
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../public-site/contact-map.tsx')).ContactMap }),
      },
    ],
  },
}

/** The route whose children are the pages. */
export const pagesId = 'pages'

/** The routes that every visitor loads; those of the other screens are added by router.ts when one is opened. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: (
      <Layout>
        <ErrorPage />
      </Layout>
    ),
    children: [
      {
        id: pagesId,
        // These boundaries keep the layout visible while a page loads and when it fails.
        HydrateFallback: Loading,
        errorElement: <ErrorPage />,
        children: [
          ...Object.entries(publicRoutes).map(([path, route]) => ({ ...route, path }) as RouteObject),
          {
            path: '*',
            lazy: async () => ({
              Component: (await import('../public-site/not-found-page.tsx')).NotFoundPage,
            }),
          },
        ],
      },
    ],
  },
]

type LoadRoutes = () => Promise<RouteObject[]>

const loadFormRoutes: LoadRoutes = async () => (await import('./form-routes.tsx')).formRoutes
const loadAdminRoutes: LoadRoutes = async () => (await import('./admin-routes.tsx')).adminRoutes
const loadServicesRoutes: LoadRoutes = async () => (await import('./services-routes.tsx')).servicesRoutes
const loadOfficeRoutes: LoadRoutes = async () => (await import('./office-routes.tsx')).officeRoutes
const loadDataRoutes: LoadRoutes = async () => (await import('./data-routes.tsx')).dataRoutes
const loadListsRoutes: LoadRoutes = async () => (await import('./lists-routes.tsx')).listsRoutes
const loadPlanRoutes: LoadRoutes = async () => (await import('./plans/plan-routes.tsx')).planRoutes
const loadFieldRoutes: LoadRoutes = async () => (await import('./field/field-routes.tsx')).fieldRoutes

const parts: readonly { paths: RegExp; load: LoadRoutes }[] = [
  { paths: /^admin\/services$/, load: loadServicesRoutes },
  { paths: /^admin$/, load: loadAdminRoutes },
  { paths: /^lists$/, load: loadListsRoutes },
  { paths: /^(?:records|bin|imports|changes|trees)$/, load: loadDataRoutes },
  { paths: /^(?:plan-\w+|work-plans)$/, load: loadPlanRoutes },
  { paths: /^(?:today|near|find|outbox|record|field)$/, load: loadFieldRoutes },
  { paths: /^(?:contact\d+|employee|mapping|crop-material-mapping)$/, load: loadFormRoutes },
  {
    paths:
      /^(?:get|visitentry|calendar|round|visits|receivables|collections|notifications|proposals|arrivals|duplicates|account|reset|invite|logout|customers)$/,
    load: loadOfficeRoutes,
  },
]

/**
 * Loads the part of the routes behind the log-in that has the route of a path; a path that is not named above may be a form or else
 * a screen of the office. The other parts are loaded after the page (layout/shell/shell.tsx).
 */
export function guardedRoutesAt(path: string): readonly LoadRoutes[] {
  const [first = '', second = ''] = path.toLowerCase().split('/').slice(1)
  const part = parts.find(({ paths }) => paths.test(first) || paths.test(`${first}/${second}`))
  return part ? [part.load] : [loadFormRoutes, loadOfficeRoutes]
}
