import { setTimeout as sleep } from 'node:timers/promises'
import type { Home, HomePart } from '#domain/api/home.ts'
import { ownWorkOf, territoryOf } from '#domain/access/actor.ts'
import { serviceUnavailable } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import { readDashboard } from '../dashboard/dashboard-service.ts'
import { waitingPlans } from '../plan-approvals/approval-service.ts'
import { listReceivables } from '../receivables/receivable-service.ts'
import { may, type ReadPart } from './parts.ts'

const dashboardSubjects = ['customer', 'visit', 'balance', 'assignment', 'employee']
const maxDebtors = 5
const maxPeople = 5
/** The figures of a large firm take longer the first time; then the page does not wait for them. */
const maxWait = 1500
/** Later, those that take longer than this are shown as they were before the last change, while new ones are computed. */
const maxWaitForNew = 100

/** The figures of the firm, or of the part of it that the account sees; not for a person who only visits customers. */
export async function managerParts(
  ctx: Context,
  read: ReadPart,
  isField: boolean,
): Promise<Pick<Home, 'firm' | 'debtors' | 'plans'>> {
  const hasReports = (ownWorkOf(ctx.actor)?.employees.length ?? 0) > 1
  const seesFirm = territoryOf(ctx.actor) === undefined
  const isManager = may(ctx, 'read', ...dashboardSubjects) && (!isField || hasReports || seesFirm)
  const plans = await read(may(ctx, 'update', 'workPlan') && may(ctx, 'read', 'employee'), () => waiting(ctx))
  // Most accounts decide no plans, and see no card.
  const hasPlans = plans && ('problem' in plans || plans.items.length > 0)
  return {
    ...(hasPlans && { plans }),
    debtors: await read(isManager && may(ctx, 'read', 'city'), () => largestDebtors(ctx)),
    firm: await read(isManager, () => figuresOf(ctx)),
  }
}

const maxPlans = 5

async function waiting(ctx: Context): Promise<HomePart<'plans'>> {
  const plans = await waitingPlans(ctx)
  return { items: plans.slice(0, maxPlans), hasMore: plans.length > maxPlans }
}

async function largestDebtors(ctx: Context): Promise<HomePart<'debtors'>> {
  const { items, next } = await listReceivables(ctx, { show: 'overdue', limit: maxDebtors })
  return { items, hasMore: next !== null }
}

async function figuresOf(ctx: Context): Promise<HomePart<'firm'>> {
  const timer = new AbortController()
  const tooLong = sleep(maxWait, null, { ref: false, signal: timer.signal }).catch(() => null)
  const dashboard = await Promise.race([
    readDashboard(ctx, { level: 'zone', fresh: false, maxWait: maxWaitForNew }),
    tooLong,
  ]).finally(() => timer.abort())
  if (!dashboard)
    throw serviceUnavailable(t('The figures are being computed. They are here when you open the page again.'))
  const { at, coverage, money, weeks, employees } = dashboard
  return {
    at,
    coverage,
    money,
    weeks: weeks.slice(-2),
    people: employees
      .flatMap(({ employee, coverage: own }) =>
        employee && own.overdue > 0 ? [{ employee, coverage: own }] : [],
      )
      .slice(0, maxPeople),
  }
}
