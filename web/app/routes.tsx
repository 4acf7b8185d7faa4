import { redirect, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms, type FormRow } from '#domain/contract/forms.ts'
import { LoginPage } from '../accounts/login-page.tsx'
import { RegisterPage } from '../accounts/register-page.tsx'
import { AdminLayout } from '../admin/admin-layout.tsx'
import { UsersPage, usersLoader } from '../admin/users-page.tsx'
import { logOut } from '../api/accounts.ts'
import { loadServices } from '../api/services.ts'
import { forgetDrafts } from '../entity/drafts.ts'
import { EntityList } from '../entity/entity-list.tsx'
import { formLoader, isNotJustTheList, listLoader } from '../entity/entity-loaders.ts'
import { EntityPage } from '../entity/entity-page.tsx'
import { AboutPage } from '../marketing/about-page.tsx'
import { HomePage } from '../marketing/home-page.tsx'
import { ServicesPage } from '../marketing/services-page.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorPage } from './error-page.tsx'
import { guard } from './guard.ts'
import { Layout, Loading } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

function formRoute(row: FormRow): RouteObject {
  const entity = entityNamed(row.entity)
  return {
    path: row.route,
    // Without the key, one form would take over what was typed into another.
    element: <EntityPage key={entity.name} entity={entity} row={row} />,
    loader: formLoader(entity),
    shouldRevalidate: isNotJustTheList,
    errorElement: <ErrorPage />,
    children: [
      {
        index: true,
        element: <EntityList key={entity.name} entity={entity} />,
        loader: listLoader(entity),
        errorElement: <ErrorPage isPart />,
      },
    ],
  }
}

/** What a visitor writes to the firm: the form alone, because the list is not theirs to read. */
function contactRoute(row: FormRow): RouteObject {
  const entity = entityNamed(row.entity)
  const lead = 'Tell us what you grow or need. We answer on the next working day.'
  const element = <EntityPage key={entity.name} entity={entity} row={row} lead={lead} />
  return { path: row.route, element, loader: formLoader(entity) }
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
          { path: '/login', element: <LoginPage /> },
          { path: '/register', element: <RegisterPage /> },
          { path: '/logout', loader: leave },
          ...forms.filter(isPublic).map(contactRoute),
          {
            middleware: [guard],
            // A middleware runs on its own only where there is something to load.
            loader: () => null,
            errorElement: <ErrorPage />,
            children: [
              ...forms.filter((row) => !isPublic(row)).map(formRoute),
              { path: '/get', element: <Page heading="Visit Planner" /> },
              { path: '/visitentry', element: <Page heading="Visit Entry" /> },
              {
                path: '/admin',
                element: <AdminLayout />,
                errorElement: <ErrorPage />,
                children: [
                  { index: true, element: <Page heading="Admin" /> },
                  { path: 'users', element: <UsersPage />, loader: usersLoader, errorElement: <ErrorPage /> },
                  { path: 'contacts', element: <Page heading="Contacts" /> },
                  { path: 'contact1', element: <Page heading="Contact1" /> },
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
