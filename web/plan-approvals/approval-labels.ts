import type { PlanApproval } from '#domain/api/visit-plans/plan-approvals.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import type { PlanStep } from '#domain/visit-plans/approval.ts'

export const stateLabels = (): Record<PlanApproval['State'], string> => ({
  draft: t('Draft'),
  sent: t('Waits for approval'),
  approved: t('Approved'),
  returned: t('Returned'),
  accepted: t('Accepted'),
})

export const stateBadges: Readonly<Record<PlanApproval['State'], string>> = {
  draft: 'planned',
  sent: 'pending',
  approved: 'active',
  returned: 'overdue',
  accepted: 'active',
}

export const stepLabels = (): Record<PlanStep, string> => ({
  send: t('Send for approval'),
  withdraw: t('Withdraw'),
  approve: t('Approve'),
  return: t('Return'),
  reopen: t('Reopen'),
})

/** The notice after a step. */
export function describeStep(step: PlanStep, { employee: { name }, managers }: PlanApproval): string {
  if (step === 'send')
    return managers.length > 0
      ? t('The plan of {name} was sent to {manager}', { name, manager: managers[0]! })
      : t('The plan of {name} was sent to the administrators: no reporting manager has an account', { name })
  if (step === 'withdraw') return t('The plan of {name} was withdrawn', { name })
  if (step === 'approve') return t('The plan of {name} is approved', { name })
  if (step === 'return') return t('The plan of {name} was returned', { name })
  return t('The plan of {name} is a draft again', { name })
}

export const formatPeriod = ({ From_Date, To_Date }: Pick<PlanApproval, 'From_Date' | 'To_Date'>): string =>
  `${formatDate(From_Date)} – ${formatDate(To_Date)}`
