import type { ScreenArea } from '#domain/screens/screen.ts'
import type { RouteIn } from '#domain/screens/screens.ts'
import type { dataPages } from './data-routes.tsx'
import type { listPages } from './lists-routes.tsx'
import type { LazyPage } from './page-route.tsx'
import type { planPages } from './plans/plan-routes.tsx'

/** A screen that is missing here, or is not declared in domain/screens, does not compile. */
type PagesIn<Area extends ScreenArea> = Readonly<Record<RouteIn<Area>, LazyPage>>

export const openPages: PagesIn<'open'> = {
  '/logout': async () => (await import('../accounts/logout-page.tsx')).logoutRoute,
  '/reset': async () => ({ Component: (await import('../accounts/reset-page.tsx')).ResetPage }),
  '/invite': async () => ({ Component: (await import('../accounts/invite-page.tsx')).InvitePage }),
}

export const accountPages: PagesIn<'account'> = {
  '/account': async () => (await import('../accounts/account-page.tsx')).accountRoute,
  '/notifications': async () => ({
    Component: (await import('../reminders/notifications-page.tsx')).NotificationsPage,
  }),
}

export const officePages: Omit<
  PagesIn<'office'>,
  keyof typeof dataPages | keyof typeof listPages | keyof typeof planPages
> = {
  '/get': async () => (await import('../planner/planner-page.tsx')).plannerRoute,
  '/visitentry': async () => (await import('../visit-entry/visit-entry-page.tsx')).visitEntryRoute,
  '/calendar': async () => (await import('../calendar/calendar-page.tsx')).calendarRoute,
  '/round': async () => (await import('../day-route/day-route-page.tsx')).dayRouteRoute,
  '/visits': async () => (await import('../visits/visits-page.tsx')).visitsRoute,
  '/collections': async () => (await import('../collections/collections-page.tsx')).collectionsRoute,
  '/receivables': async () => (await import('../receivables/receivables-page.tsx')).receivablesRoute,
  '/proposals': async () => (await import('../proposals/proposals-page.tsx')).proposalsRoute,
  '/duplicates': async () => (await import('../duplicates/duplicates-page.tsx')).duplicatesRoute,
  '/arrivals': async () => (await import('../phones/arrivals-page.tsx')).arrivalsRoute,
  '/customers/:code': async () => (await import('../customers/customer-page.tsx')).customerRoute,
}
