import type { WorkPlanItem, WorkPlanRun } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'

export const stateLabel = (state: WorkPlanItem['State']): string =>
  ({
    draft: t('Draft'),
    sent: t('Sent'),
    approved: t('Approved'),
    returned: t('Returned'),
    accepted: t('Accepted'),
  })[state]

export const isRunning = (run: WorkPlanRun | null): boolean =>
  run?.state === 'waiting' || run?.state === 'running'

/** How far the solution is, or how it ended when there is something to say. */
export function runLabel(run: WorkPlanRun | null): string {
  if (!run || run.state === 'done') return ''
  return {
    waiting: t('Waiting'),
    running: t('{progress} % solved', { progress: run.progress }),
    cancelled: t('Cancelled'),
    failed: t('Could not be solved'),
    interrupted: t('Interrupted: solve it again'),
  }[run.state]
}
