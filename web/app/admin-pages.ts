import type { RouteIn } from '#domain/screens/screens.ts'
import type { LazyPage } from './page-route.tsx'

/** A screen that is missing here, or is not declared in domain/screens, does not compile. */
export const adminPages: Readonly<Record<RouteIn<'admin'>, LazyPage>> = {
  '/admin': async () => (await import('../dashboard/dashboard-page.tsx')).dashboardRoute,
  '/admin/users': async () => (await import('../users/users-page.tsx')).usersRoute,
  '/admin/contacts': async () => (await import('../admin/contacts-page.tsx')).contactsRoute,
  '/admin/contact1': async () => (await import('../admin/countries-page.tsx')).countriesRoute,
  '/admin/tools': async () => ({ Component: (await import('../admin/tools-page.tsx')).ToolsPage }),
  '/admin/holidays': async () => (await import('../holidays/holidays-page.tsx')).holidaysRoute,
  '/admin/gaps': async () => (await import('../advice/gaps-page.tsx')).gapsRoute,
  '/admin/balances': async () => (await import('../balances/balances-page.tsx')).balancesRoute,
  '/admin/health': async () => (await import('../data-quality/data-quality-page.tsx')).dataQualityRoute,
  '/admin/reference': async () => (await import('../reference-data/reference-page.tsx')).referenceRoute,
  '/admin/series': async () => (await import('../number-series/series-page.tsx')).seriesRoute,
  '/admin/roles': async () => (await import('../roles/roles-page.tsx')).rolesRoute,
  '/admin/audit': async () => (await import('../audit/audit-page.tsx')).auditRoute,
  '/admin/tokens': async () => (await import('../tokens/tokens-page.tsx')).tokensRoute,
  '/admin/webhooks': async () => (await import('../webhooks/webhooks-page.tsx')).webhooksRoute,
  '/admin/phones': async () => (await import('../phones/phones-page.tsx')).phonesRoute,
  '/admin/handover': async () => (await import('../handover/handover-page.tsx')).handoverRoute,
}
