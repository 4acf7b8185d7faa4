import type {
  Accepted,
  MeasureApplied,
  WorkPlanItem,
  WorkPlanRun,
  WorkPlanView,
} from '#domain/api/planning/work-plans.ts'
import { request } from '../api/client.ts'
import { readDocument, readOr } from '../api/read.ts'

const pathOf = (plan: string, part = ''): string => `/api/v1/planning/${encodeURIComponent(plan)}${part}`

export const listWorkPlans = (signal?: AbortSignal): Promise<{ items: WorkPlanItem[]; today: string }> =>
  readOr('/api/v1/planning', { items: [], today: '' }, { ...(signal && { signal }) })

export const readWorkPlan = (plan: string, signal?: AbortSignal): Promise<WorkPlanView> =>
  readDocument<WorkPlanView>(pathOf(plan), { days: [], hours: {} }, { ...(signal && { signal }) })

export interface NewPlans {
  Employee_Numbers: readonly string[]
  From_Date: string
  To_Date: string
}

export const proposePlans = (
  body: NewPlans,
  idempotencyKey: string,
): Promise<{ items: { Plan_ID: string; Employee_Number: string }[] }> =>
  request('POST', '/api/v1/planning', { body, headers: { 'idempotency-key': idempotencyKey } })

export interface EditedStop {
  Customer_Code: string
  Visit_Date: string
  Minutes: number
  Is_Fixed: boolean
  Start_Time: string | null
}

export const saveStops = (
  plan: string,
  version: number,
  stops: readonly EditedStop[],
): Promise<WorkPlanView> => {
  const edited = stops.map(({ Customer_Code, Visit_Date, Minutes, Is_Fixed, Start_Time }) => ({
    Customer_Code,
    Visit_Date,
    Minutes,
    Is_Fixed,
    Start_Time,
  }))
  return request('PUT', pathOf(plan, '/stops'), { body: { version, stops: edited } })
}

export const solvePlan = (plan: string): Promise<WorkPlanRun> =>
  request('POST', pathOf(plan, '/solve'), { body: {} })

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
