import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import { isAboveLimit } from '#domain/balances/credit-limit.ts'
import { formatBalance, formatReceivable } from '#domain/balances/balance.ts'
import '../ui/badges.css'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { dueStateOf } from '#domain/visits/schedule.ts'
import { isUnrecorded } from '#domain/reminders/unrecorded.ts'
import type { Column } from '../ui/data-table.tsx'
import { CustomerLink } from '../masters/customer-link.tsx'
import { formatLastVisited } from './visit-format.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

/** Columns of the planner and of Visit Entry. */
export const visitColumns = (
  clock: FirmClock,
  daysOf: (plan: VisitPlan) => number,
  noteOf: (plan: VisitPlan) => string | undefined = () => undefined,
): readonly Column<VisitPlan>[] => [
  { id: 'name', label: t('Customer Name'), cell: (plan) => <CustomerCell plan={plan} /> },
  { id: 'code', label: t('Customer Code'), cell: (plan) => plan.Customer_Code },
  { id: 'city', label: t('City Code'), cell: (plan) => <NamedCode plan={plan} /> },
  { id: 'interval', label: t('Visit In Days'), kind: 'number', cell: (plan) => plan.Visit_In_Days },
  { id: 'last', label: t('Last Visited'), cell: formatLastVisited },
  { id: 'recommended', label: t('Recommended Date'), cell: (plan) => formatDate(plan.Recommended_Date) },
  {
    id: 'due',
    label: t('Days Since Visit Pending'),
    cell: (plan) => (
      <span>
        <span className="visit-days">
          <span className="visit-days-count">{daysOf(plan)}</span>{' '}
          <DueBadge plan={plan} today={clock.today} />
        </span>{' '}
        {noteOf(plan) && <span className="badge badge-planned">{noteOf(plan)}</span>}{' '}
        {plan.Plan && isUnrecorded({ ...plan.Plan, Status: 'planned' }, clock) && (
          <span className="badge badge-overdue">{t('not recorded')}</span>
        )}
      </span>
    ),
  },
]

const NamedCode = ({ plan }: { plan: VisitPlan }): ReactNode => (
  <span>
    <span className="visit-code">{plan.City_Code}</span>{' '}
    {plan.City_Name && <span className="cell-title">{plan.City_Name}</span>}
  </span>
)

/** The name with the balance and the owner below it. */
function CustomerCell({ plan }: { plan: VisitPlan }): ReactNode {
  const { Balance, Credit_Limit, Employee } = plan
  const hasBalance = Balance && (Balance.Overdue > 0 || Balance.Receivable !== 0)
  return (
    <span className="visit-who">
      <CustomerLink code={plan.Customer_Code} name={customerName(plan)} />
      {(hasBalance || Employee) && (
        <span className="visit-beside">
          {hasBalance && <BalanceSummary balance={Balance} />}
          {isAboveLimit(Balance?.Receivable, Credit_Limit) && (
            <span className="visit-overdue">{t('above the limit')}</span>
          )}
          {Employee && <span className="visit-owner">{Employee.name}</span>}
        </span>
      )}
    </span>
  )
}

function BalanceSummary({ balance }: { balance: NonNullable<VisitPlan['Balance']> }): ReactNode {
  const { Overdue, Receivable } = balance
  const title = formatBalance(balance, formatDate)
  const toReceive =
    Receivable < 0
      ? formatReceivable(Receivable)
      : t('{amount} to receive', { amount: formatRupees(Receivable) })
  return (
    <span title={title} className={Overdue > 0 ? 'visit-overdue' : undefined}>
      {Overdue > 0 ? t('{amount} overdue', { amount: formatRupees(Overdue) }) : toReceive}
    </span>
  )
}

/** Uses the number of the planner, so that the two numbers in one cell do not contradict each other. */
function DueBadge({ plan, today }: { plan: VisitPlan; today: string }): ReactNode {
  const state = dueStateOf(plan.Last_Visited, plan.Recommended_Date, today)
  switch (state) {
    case 'never':
      return <span className="badge badge-today">{t('never visited')}</span>
    case 'today':
      return <span className="badge badge-today">{t('due today')}</span>
    case 'later':
      return <span className="badge">{t('not due yet')}</span>
    case 'overdue':
      return (
        <span className="badge badge-overdue">
          {t('overdue {days} d', { days: plan.Days_Since_Visit_Pending })}
        </span>
      )
  }
}
