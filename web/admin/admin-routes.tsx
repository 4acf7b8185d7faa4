import type { RouteObject } from 'react-router'
import { ContactsPage, contactsLoader } from './contacts-page.tsx'
import { CountriesPage, countriesLoader } from './countries-page.tsx'
import { isNotJustTheSearch, UsersPage, usersLoader } from './users-page.tsx'

type LazyRoute = Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'>

export const usersRoute: LazyRoute = {
  element: <UsersPage />,
  loader: usersLoader,
  shouldRevalidate: isNotJustTheSearch,
}
export const contactsRoute: LazyRoute = { element: <ContactsPage />, loader: contactsLoader }
export const countriesRoute: LazyRoute = { element: <CountriesPage />, loader: countriesLoader }
