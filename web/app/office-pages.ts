import type { RouteObject } from 'react-router'
import type { ScreenArea } from '#domain/screens/screen.ts'
import type { RouteIn } from '#domain/screens/screens.ts'

export type LazyPage = () => Promise<
  Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate' | 'Component'>
>

/** A screen that is missing here, or is not declared in domain/screens, does not compile. */
type PagesIn<Area extends ScreenArea> = Readonly<Record<RouteIn<Area>, LazyPage>>

export const openPages: PagesIn<'open'> = {
  '/logout': async () => (await import('../accounts/logout-page.tsx')).logoutRoute,
  '/reset': async () => ({ Component: (await import('../accounts/reset-page.tsx')).ResetPage }),
  '/invite': async () => ({ Component: (await import('../accounts/invite-page.tsx')).InvitePage }),
}

export const accountPages: PagesIn<'account'> = {
  '/account': async () => (await import('../accounts/account-page.tsx')).accountRoute,
}

export const officePages: PagesIn<'office'> = {
  '/get': async () => (await import('../planner/planner-page.tsx')).plannerRoute,
  '/visitentry': async () => (await import('../visit-entry/visit-entry-page.tsx')).visitEntryRoute,
  '/calendar': async () => (await import('../calendar/calendar-page.tsx')).calendarRoute,
  '/round': async () => (await import('../day-route/day-route-page.tsx')).dayRouteRoute,
  '/visits': async () => (await import('../visits/visits-page.tsx')).visitsRoute,
  '/customers/:code': async () => (await import('../customers/customer-page.tsx')).customerRoute,
  '/lists': async () => ({ Component: (await import('../lists/lists-page.tsx')).ListsPage }),
  '/lists/:path': async () => (await import('../lists/list-page.tsx')).listRoute,
  '/changes': async () => (await import('../changes/changes-page.tsx')).changesRoute,
  '/records/:path/:id': async () => (await import('../records/record-page.tsx')).recordRoute,
  '/bin': async () => (await import('../bin/bin-page.tsx')).binRoute,
  '/imports': async () => (await import('../imports/imports-page.tsx')).importsRoute,
  '/imports/:id': async () => (await import('../imports/import-page.tsx')).importRoute,
  '/trees/:tree': async () => (await import('../trees/tree-page.tsx')).treeRoute,
}

export const adminPages: PagesIn<'admin'> = {
  '/admin': async () => (await import('../dashboard/dashboard-page.tsx')).dashboardRoute,
  '/admin/users': async () => (await import('../users/users-page.tsx')).usersRoute,
  '/admin/contacts': async () => (await import('../admin/contacts-page.tsx')).contactsRoute,
  '/admin/contact1': async () => (await import('../admin/countries-page.tsx')).countriesRoute,
  '/admin/holidays': async () => (await import('../holidays/holidays-page.tsx')).holidaysRoute,
  '/admin/gaps': async () => (await import('../advice/gaps-page.tsx')).gapsRoute,
  '/admin/balances': async () => (await import('../balances/balances-page.tsx')).balancesRoute,
  '/admin/health': async () => (await import('../data-quality/data-quality-page.tsx')).dataQualityRoute,
  '/admin/reference': async () => (await import('../reference-data/reference-page.tsx')).referenceRoute,
  '/admin/series': async () => (await import('../number-series/series-page.tsx')).seriesRoute,
  '/admin/roles': async () => (await import('../roles/roles-page.tsx')).rolesRoute,
  '/admin/audit': async () => (await import('../audit/audit-page.tsx')).auditRoute,
  '/admin/tokens': async () => (await import('../tokens/tokens-page.tsx')).tokensRoute,
  '/admin/handover': async () => (await import('../handover/handover-page.tsx')).handoverRoute,
}

export const loadAdminLayout: LazyPage = async () => ({
  Component: (await import('../admin/admin-layout.tsx')).AdminLayout,
})
