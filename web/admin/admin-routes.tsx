import type { RouteObject } from 'react-router'
import { Page } from '../ui/page.tsx'
import { UsersPage, usersLoader } from './users-page.tsx'

type LazyRoute = Pick<RouteObject, 'element' | 'loader'>

export const overviewRoute: LazyRoute = { element: <Page heading="Admin" /> }
export const usersRoute: LazyRoute = { element: <UsersPage />, loader: usersLoader }
export const contactsRoute: LazyRoute = { element: <Page heading="Contacts" /> }
export const countriesRoute: LazyRoute = { element: <Page heading="Contact1" /> }
