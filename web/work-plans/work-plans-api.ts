import type {
  Accepted,
  MeasureApplied,
  PlanPeople,
  StopView,
  WorkPlanItem,
  WorkPlanRun,
  WorkPlanView,
} from '#domain/api/planning/work-plans.ts'
import { request } from '../api/client.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readDocument, readOr } from '../api/read.ts'
import type { PlanPeriod } from '#domain/planning/period.ts'

const pathOf = (plan: string, part = ''): string => `/api/v1/planning/${encodeURIComponent(plan)}${part}`

export interface WorkPlans {
  items: WorkPlanItem[]
  today: string
}

export const listWorkPlans = (signal: AbortSignal): Promise<WorkPlans> =>
  readOr('/api/v1/planning', { items: [], today: deviceClock().today }, { signal })

export const listPlanPeople = (
  { From_Date, To_Date }: PlanPeriod,
  signal: AbortSignal,
): Promise<PlanPeople> =>
  readOr('/api/v1/planning/people', { items: [], hasMore: false }, { query: { From_Date, To_Date }, signal })

export const readWorkPlan = (plan: string, signal: AbortSignal): Promise<WorkPlanView> =>
  readDocument<WorkPlanView>(pathOf(plan), { Plan_ID: '', version: 0, days: [], hours: {} }, { signal })

/** Makes a plan for one employee and starts solving it; returns its code. */
export async function proposePlan(
  employee: string,
  { From_Date, To_Date }: PlanPeriod,
  idempotencyKey: string,
): Promise<string> {
  const { items } = await request<{ items: { Plan_ID: string }[] }>('POST', '/api/v1/planning', {
    body: { Employee_Numbers: [employee], From_Date, To_Date },
    headers: { 'idempotency-key': idempotencyKey },
  })
  return items[0]!.Plan_ID
}

export type EditedStop = Pick<
  StopView,
  'Customer_Code' | 'Visit_Date' | 'Minutes' | 'Is_Fixed' | 'Start_Time'
>

export const saveStops = (
  plan: string,
  version: number,
  stops: readonly EditedStop[],
): Promise<WorkPlanView> =>
  request('PUT', pathOf(plan, '/stops'), {
    body: {
      version,
      stops: stops.map(({ Customer_Code, Visit_Date, Minutes, Is_Fixed, Start_Time }) => ({
        Customer_Code,
        Visit_Date,
        Minutes,
        Is_Fixed,
        // The time of the others follows from their order.
        Start_Time: Is_Fixed ? Start_Time : null,
      })),
    },
  })

export const solvePlan = (plan: string): Promise<WorkPlanRun> =>
  request('POST', pathOf(plan, '/solve'), { body: {} })

/** Solves a plan again, also while it is being solved: what that was based on has changed. */
export const restartPlan = (plan: string): Promise<WorkPlanRun> =>
  request('POST', pathOf(plan, '/solve?restart=true'), { body: {} })

export const cancelPlan = (plan: string): Promise<void> =>
  request('POST', pathOf(plan, '/cancel'), { body: {} })

export const acceptPlan = (plan: string, version: number, idempotencyKey: string): Promise<Accepted> =>
  request('POST', pathOf(plan, '/accept'), {
    body: { version },
    headers: { 'idempotency-key': idempotencyKey },
  })

export const applyMeasure = (plan: string, version: number, measure: number): Promise<MeasureApplied> =>
  request('POST', pathOf(plan, '/measures'), { body: { version, measure } })

export const deletePlan = (plan: string): Promise<void> => request('DELETE', pathOf(plan))
