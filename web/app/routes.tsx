import { redirect, type RouteObject } from 'react-router'
import { forms, type FormRow } from '#domain/contract/forms.ts'
import { logOut } from '../api/accounts.ts'
import { forgetDrafts } from '../api/drafts.ts'
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
          {
            path: '/reset',
            lazy: async () => ({ Component: (await import('../accounts/reset-page.tsx')).ResetPage }),
          },
          {
            path: '/account',
            middleware: [signedIn],
            errorElement: <ErrorPage />,
            lazy: async () => (await import('../accounts/account-page.tsx')).accountRoute,
          },
          { path: '/logout', loader: leave },
          ...forms.filter(isPublic).map(contactRoute),
          {
            middleware: [guard],
            // A middleware runs on its own only where there is something to load.
            loader: () => null,
            errorElement: <ErrorPage />,
            children: [
              ...forms.filter((row) => !isPublic(row)).map(formRoute),
              {
                path: '/get',
                errorElement: <ErrorPage />,
                lazy: async () => (await import('../visits/planner-page.tsx')).plannerRoute,
              },
              {
                path: '/visitentry',
                errorElement: <ErrorPage />,
                lazy: async () => (await import('../visits/visit-entry-page.tsx')).visitEntryRoute,
              },
              {
                path: '/calendar',
                errorElement: <ErrorPage />,
                lazy: async () => (await import('../visits/calendar-routes.ts')).calendarRoute,
              },
              {
                path: '/round',
                errorElement: <ErrorPage />,
                lazy: async () => (await import('../visits/calendar-routes.ts')).roundRoute,
              },
              {
                path: '/customers/:code',
                errorElement: <ErrorPage />,
                lazy: async () => (await import('../customers/customer-page.tsx')).customerRoute,
              },
              {
                path: '/visits',
                errorElement: <ErrorPage />,
                lazy: async () => (await import('../visits/visits-page.tsx')).visitsRoute,
              },
              {
                path: '/admin',
                errorElement: <ErrorPage />,
                lazy: async () => ({ Component: (await import('../admin/admin-layout.tsx')).AdminLayout }),
                children: [
                  {
                    index: true,
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/overview-page.tsx')).overviewRoute,
                  },
                  {
                    path: 'users',
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/admin-routes.tsx')).usersRoute,
                  },
                  {
                    path: 'contacts',
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/admin-routes.tsx')).contactsRoute,
                  },
                  {
                    path: 'contact1',
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/admin-routes.tsx')).countriesRoute,
                  },
                  {
                    path: 'holidays',
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/holidays-page.tsx')).holidaysRoute,
                  },
                  {
                    path: 'gaps',
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/gaps-page.tsx')).gapsRoute,
                  },
                  {
                    path: 'balances',
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/balances-page.tsx')).balancesRoute,
                  },
                  {
                    path: 'handover',
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/handover-page.tsx')).handoverRoute,
                  },
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

async function leave(): Promise<Response> {
  await logOut()
  forgetDrafts()
  return redirect('/login')
}
