import type { RouteObject } from 'react-router'
import type { RouteIn } from '#domain/screens/screens.ts'
import { guarded, routesOf, type LazyPage } from '../page-route.tsx'

export const planPages = {
  '/plan-results': async () => (await import('../../plan-results/plan-results-page.tsx')).planResultsRoute,
  '/plan-results/:employee': async () =>
    (await import('../../plan-results/person-page.tsx')).personResultsRoute,
  '/plan-approvals': async () => (await import('../../plan-approvals/approvals-page.tsx')).planApprovalsRoute,
  '/work-plans': async () => (await import('../../work-plans/work-plans-page.tsx')).workPlansRoute,
  '/work-plans/:plan': async () => (await import('../../work-plans/work-plan-page.tsx')).workPlanRoute,
} satisfies Partial<Record<RouteIn<'office'>, LazyPage>>

/** The routes of the plans of a week or a month, and of what became of them. */
export const planRoutes: RouteObject[] = [guarded(routesOf(planPages))]
