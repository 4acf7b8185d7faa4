import { redirect, type RouteObject } from 'react-router'
import { forms, type FormRow } from '#domain/contract/forms.ts'
import { logOut } from '../api/accounts.ts'
import { forgetDrafts } from '../api/drafts.ts'
import { loadServices } from '../api/services.ts'
import { AboutPage } from '../marketing/about-page.tsx'
import { HomePage } from '../marketing/home-page.tsx'
import { ServicesPage } from '../marketing/services-page.tsx'
import { ErrorPage } from './error-page.tsx'
import { guard, signedIn } from './guard.ts'
import { Layout, Loading } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

// What a visitor of the home page does not need is fetched when it is: each `import` below is a file of its own.

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
    HydrateFallback: Loading,
    children: [
      {
        // Its own boundary keeps the header of the layout when a page fails.
        errorElement: <ErrorPage />,
        children: [
          { index: true, element: <HomePage /> },
          { path: '/about', element: <AboutPage /> },
          { path: '/services', element: <ServicesPage />, loader: () => loadServices() },
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
                path: '/admin',
                errorElement: <ErrorPage />,
                lazy: async () => ({ Component: (await import('../admin/admin-layout.tsx')).AdminLayout }),
                children: [
                  {
                    index: true,
                    errorElement: <ErrorPage />,
                    lazy: async () => (await import('../admin/admin-routes.tsx')).overviewRoute,
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
                ],
              },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
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
