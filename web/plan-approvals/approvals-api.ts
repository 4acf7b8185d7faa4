import type {
  PlanApproval,
  PlanApprovals,
  PlanDetail,
  PlanStepInput,
} from '#domain/api/visit-plans/plan-approvals.ts'
import { request } from '../api/client.ts'
import { deviceClock } from '../api/device-clock.ts'
import { readDocument, readOr } from '../api/read.ts'

export const listPlanApprovals = (signal: AbortSignal): Promise<PlanApprovals> =>
  readOr('/api/v1/plan-approvals', { ...deviceClock(), items: [], hasMore: false }, { signal })

export const readPlanApproval = (id: string, signal: AbortSignal): Promise<PlanDetail> =>
  readDocument<PlanDetail>(
    `/api/v1/plan-approvals/${encodeURIComponent(id)}`,
    { plan: {}, stops: [] },
    { signal },
  )

export const changePlanState = (
  { id, version }: Pick<PlanApproval, 'id' | 'version'>,
  change: Pick<PlanStepInput, 'step' | 'note'>,
  key: string,
): Promise<PlanApproval> =>
  request<PlanApproval>('POST', `/api/v1/work-plans/${encodeURIComponent(id)}/state`, {
    body: { ...change, version },
    headers: { 'idempotency-key': key },
  })
