import type { ReactNode } from 'react'
import type { PlanApproval, PlanDetail } from '#domain/api/visit-plans/plan-approvals.ts'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { weekdayName } from '#domain/visits/working-days.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { formatPeriod } from './approval-labels.ts'
import { readPlanApproval } from './approvals-api.ts'
import { PlanSteps } from './plan-steps.tsx'

type Stop = PlanDetail['stops'][number]

const columns = (): readonly Column<Stop>[] => [
  { label: t('Time'), cell: ({ Start_Time }) => Start_Time },
  {
    label: t('Customer'),
    cell: (stop) => <CustomerLink code={stop.Customer_Code} name={customerName(stop)} />,
  },
  { label: t('City'), cell: cityName },
  { label: t('Reason'), cell: ({ Reason }) => Reason },
]

interface StopsDialogProps {
  plan: PlanApproval
  onClose: () => void
  onChanged: () => Promise<void> | void
}

/** The visits of a plan by day, to look at before it is decided. */
export function StopsDialog({ plan, onClose, onChanged }: StopsDialogProps): ReactNode {
  const { data, error, reload } = useQuery([plan.id, plan.version], (signal) =>
    readPlanApproval(plan.id, signal),
  )
  return (
    <Dialog
      heading={t('{name}, {period}', { name: plan.employee.name, period: formatPeriod(plan) })}
      onClose={onClose}
    >
      {error ? (
        <LoadError error={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.stops.length === 0 ? (
        <EmptyState>{t('This plan has no visits yet.')}</EmptyState>
      ) : (
        <DataTable
          caption={t('Visits of the plan')}
          look="plain"
          columns={columns()}
          rows={data.stops}
          keyOf={({ Customer_Code }) => Customer_Code}
          groupOf={({ Visit_Date }) => `${weekdayName(Visit_Date)} ${formatDate(Visit_Date)}`}
        />
      )}
      {plan.Note !== null && <p className="plan-note">{t('Note: {note}', { note: plan.Note })}</p>}
      <PlanSteps
        plan={plan}
        onChanged={async () => {
          onClose()
          await onChanged()
        }}
      />
    </Dialog>
  )
}
