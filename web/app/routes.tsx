import type { IndexRouteObject, RouteObject } from 'react-router'
import { forms, officeForms, type FormRow } from '#domain/contract/forms.ts'
import { logoutRoute } from '../accounts/logout-page.tsx'
import { loadServices } from '../api/services.ts'
import { ErrorPage } from './error-page.tsx'
import { guard, signedIn } from './guard.ts'
import { Layout, Loading } from './layout.tsx'

// Each `import` below is a file of its own: a page brings what it needs and nothing of the others.

function formRoute(row: FormRow): RouteObject {
  return {
    path: row.route,
    lazy: async () => (await import('../entity/entity-route.tsx')).formRoute(row),
    errorElement: <ErrorPage />,
    children: [
      {
        index: true,
        lazy: async () => (await import('../entity/entity-route.tsx')).listRoute(row),
        errorElement: <ErrorPage isPart />,
      },
    ],
  }
}

/** What a visitor writes to the firm: the form alone, because the list is not theirs to read. */
function contactRoute(row: FormRow): RouteObject {
  const lead = 'Tell us what you grow or need. We answer on the next working day.'
  return {
    path: row.route,
    lazy: async () => (await import('../entity/entity-route.tsx')).formRoute(row, lead),
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('../marketing/contact-map.tsx')).ContactMap }),
      },
    ],
  }
}

/** A screen behind the log-in that is no form, or one that a link opens. */
const officeRoute = (path: string): Pick<IndexRouteObject, 'path' | 'errorElement' | 'lazy'> => ({
  path,
  errorElement: <ErrorPage />,
  lazy: async () => (await import('./office-pages.ts')).officePages[path]!(),
})

const isPublic = (row: FormRow): boolean => row.entity === 'contactMessage'

/** Every screen, and what stands around it. */
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
        // Its own boundaries keep the header of the layout while a page loads and when it fails.
        HydrateFallback: Loading,
        errorElement: <ErrorPage />,
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('../marketing/home-page.tsx')).HomePage }),
          },
          {
            path: '/about',
            lazy: async () => ({ Component: (await import('../marketing/about-page.tsx')).AboutPage }),
          },
          {
            path: '/services',
            loader: () => loadServices(),
            lazy: async () => ({ Component: (await import('../marketing/services-page.tsx')).ServicesPage }),
          },
          {
            path: '/login',
            lazy: async () => ({ Component: (await import('../accounts/login-page.tsx')).LoginPage }),
          },
          {
            path: '/register',
            lazy: async () => ({ Component: (await import('../accounts/register-page.tsx')).RegisterPage }),
          },
          ...['/reset', '/invite'].map((path) => officeRoute(path)),
          { ...officeRoute('/account'), middleware: [signedIn] },
          { path: '/logout', ...logoutRoute },
          ...forms.filter(isPublic).map(contactRoute),
          {
            middleware: [guard],
            // A middleware runs on its own only where there is something to load.
            loader: () => null,
            errorElement: <ErrorPage />,
            children: [
              ...forms.filter((row) => !isPublic(row)).map(formRoute),
              ...[
                '/get',
                '/visitentry',
                '/calendar',
                '/round',
                '/visits',
                '/customers/:code',
                '/lists',
                '/lists/:path',
                '/changes',
                '/records/:path/:id',
                '/bin',
                '/imports',
                '/imports/:id',
                '/trees/:tree',
              ].map((path) => officeRoute(path)),
              {
                ...officeRoute('admin'),
                children: [
                  { ...officeRoute('/admin'), index: true },
                  ...['users', 'contacts', 'contact1', 'holidays', 'gaps', 'balances', 'handover'].map(
                    (name) => officeRoute(`/admin/${name}`),
                  ),
                  ...officeForms.map(formRoute),
                  ...['health', 'reference', 'series', 'roles', 'audit', 'tokens'].map((name) =>
                    officeRoute(`/admin/${name}`),
                  ),
                ],
              },
            ],
          },
          {
            path: '*',
            lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
          },
        ],
      },
    ],
  },
]
