import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import { inRupees } from '#domain/money.ts'
import { balanceInWords, receivableInWords } from '#domain/visits/balance.ts'
import '../styles/badges.css'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { dueStateOf } from '#domain/visits/schedule.ts'
import type { Column } from '../ui/data-table.tsx'
import { CustomerLink } from '../entity/customer-link.tsx'
import { lastVisitedInWords } from './visit-words.ts'

/** The columns both screens have. */
export const visitColumns = (
  { today }: FirmClock,
  daysOf: (plan: VisitPlan) => number,
  noteOf: (plan: VisitPlan) => string | undefined = () => undefined,
  /** What stands before the name. */
  tickOf: (plan: VisitPlan) => ReactNode = () => null,
): readonly Column<VisitPlan>[] => [
  { label: 'Customer Name', cell: (plan) => <Who plan={plan} tick={tickOf(plan)} /> },
  { label: 'Customer Code', cell: (plan) => plan.Customer_Code },
  { label: 'City Code', cell: (plan) => plan.City_Code },
  { label: 'Visit In Days', cell: (plan) => plan.Visit_In_Days },
  { label: 'Last Visited', cell: lastVisitedInWords },
  { label: 'Recommended Date', cell: (plan) => showDay(plan.Recommended_Date) },
  {
    label: 'Days Since Visit Pending',
    cell: (plan) => (
      <span>
        <span className="visit-days">
          {daysOf(plan)} <DueBadge plan={plan} today={today} />
        </span>{' '}
        {noteOf(plan) && <span className="badge badge-planned">{noteOf(plan)}</span>}
      </span>
    ),
  },
]

/** The name; below it, small, what is owed and who looks after the customer. */
function Who({ plan, tick }: { plan: VisitPlan; tick: ReactNode }): ReactNode {
  const { Balance, Employee } = plan
  const owed = Balance && (Balance.Overdue > 0 || Balance.Receivable !== 0)
  return (
    <span className="visit-who">
      {tick}
      <span>
        <CustomerLink code={plan.Customer_Code} name={plan.Customer_Name} />
        {(owed || Employee) && (
          <span className="visit-beside">
            {owed && <Owed balance={Balance} />}
            {Employee && <span>{Employee.name}</span>}
          </span>
        )}
      </span>
    </span>
  )
}

function Owed({ balance }: { balance: NonNullable<VisitPlan['Balance']> }): ReactNode {
  const { Overdue, Receivable } = balance
  const title = balanceInWords(balance, showDay)
  const toReceive = Receivable < 0 ? receivableInWords(Receivable) : `${inRupees(Receivable)} to receive`
  return (
    <span title={title} className={Overdue > 0 ? 'visit-overdue' : undefined}>
      {Overdue > 0 ? `${inRupees(Overdue)} overdue` : toReceive}
    </span>
  )
}

const dueBadges = {
  never: <span className="badge badge-today">never visited</span>,
  today: <span className="badge badge-today">due today</span>,
  later: <span className="badge">not due yet</span>,
}

/** Its number is the one beside it: two ways of counting in one cell would contradict each other. */
function DueBadge({ plan, today }: { plan: VisitPlan; today: string }): ReactNode {
  const state = dueStateOf(plan.Last_Visited, plan.Recommended_Date, today)
  if (state !== 'overdue') return dueBadges[state]
  return <span className="badge badge-overdue">overdue {plan.Days_Since_Visit_Pending} d</span>
}
