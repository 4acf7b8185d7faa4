import type { RouteObject } from 'react-router'
import type { WhyRefused } from './why-refused.tsx'

type Page = () => Promise<Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate' | 'Component'>>

/**
 * The code of the screens behind the log-in that are no forms, by their paths. Kept apart from the routes, which every
 * visitor loads: the names of these files alone are a kilobyte.
 */
export const officePages: Readonly<Record<string, Page>> = {
  '/reset': async () => ({ Component: (await import('../accounts/reset-page.tsx')).ResetPage }),
  '/invite': async () => ({ Component: (await import('../accounts/invite-page.tsx')).InvitePage }),
  '/account': async () => (await import('../accounts/account-page.tsx')).accountRoute,
  '/get': async () => (await import('../visits/planner-page.tsx')).plannerRoute,
  '/visitentry': async () => (await import('../visits/visit-entry-page.tsx')).visitEntryRoute,
  '/calendar': async () => (await import('../visits/calendar-routes.ts')).calendarRoute,
  '/round': async () => (await import('../visits/calendar-routes.ts')).roundRoute,
  '/visits': async () => (await import('../visits/visits-page.tsx')).visitsRoute,
  '/customers/:code': async () => (await import('../customers/customer-page.tsx')).customerRoute,
  '/lists': async () => ({ Component: (await import('../lists/lists-page.tsx')).ListsPage }),
  '/lists/:path': async () => (await import('../lists/list-page.tsx')).listRoute,
  '/changes': async () => (await import('../lists/changes-page.tsx')).changesRoute,
  '/records/:path/:id': async () => (await import('../records/record-page.tsx')).recordRoute,
  '/bin': async () => (await import('../records/bin-page.tsx')).binRoute,
  '/imports': async () => (await import('../imports/imports-page.tsx')).importsRoute,
  '/imports/:id': async () => (await import('../imports/import-page.tsx')).importRoute,
  '/trees/:tree': async () => (await import('../trees/tree-page.tsx')).treeRoute,
  // The frame of the admin area, which a slash tells from its first page.
  admin: async () => ({ Component: (await import('../admin/admin-layout.tsx')).AdminLayout }),
  '/admin': async () => (await import('../admin/overview-page.tsx')).overviewRoute,
  '/admin/users': async () => (await import('../admin/admin-routes.tsx')).usersRoute,
  '/admin/contacts': async () => (await import('../admin/admin-routes.tsx')).contactsRoute,
  '/admin/contact1': async () => (await import('../admin/admin-routes.tsx')).countriesRoute,
  '/admin/holidays': async () => (await import('../admin/holidays-page.tsx')).holidaysRoute,
  '/admin/gaps': async () => (await import('../admin/gaps-page.tsx')).gapsRoute,
  '/admin/balances': async () => (await import('../admin/balances-page.tsx')).balancesRoute,
  '/admin/health': async () => (await import('../admin/data-health-page.tsx')).dataHealthRoute,
  '/admin/reference': async () => (await import('../admin/reference-page.tsx')).referenceRoute,
  '/admin/series': async () => (await import('../admin/series-page.tsx')).seriesRoute,
  '/admin/roles': async () => (await import('../admin/roles-page.tsx')).rolesRoute,
  '/admin/audit': async () => (await import('../admin/audit-page.tsx')).auditRoute,
  '/admin/tokens': async () => (await import('../admin/tokens-page.tsx')).tokensRoute,
  '/admin/handover': async () => (await import('../admin/handover-page.tsx')).handoverRoute,
}

/** What a page that was refused offers besides; here for the same reason. */
export const whyRefused = async (): Promise<typeof WhyRefused> =>
  (await import('./why-refused.tsx')).WhyRefused
