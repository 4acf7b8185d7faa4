import { memo, type ReactNode } from 'react'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { formatRupees } from '#domain/money.ts'
import { Link } from '../ui/link.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { cityOf, dueOf, formatDue, nameOf, pagePath, type FieldCustomer } from './field-customer.ts'
import { useLanguage } from '../messages/language.ts'
import { t } from '#domain/messages/t.ts'

interface CustomerCardProps {
  customer: FieldCustomer
  clock: FirmClock
  /** The position in a list whose order matters. */
  position?: number
  /** Instead of the village. */
  where?: ReactNode
  /** Instead of when it is due. */
  state?: ReactNode
  /** Instead of call, navigate and record. */
  actions?: ReactNode
}

/** A customer in a list: about 90 px high. A key typed above the list draws only the cards that changed. */
export const CustomerCard = memo(function CustomerCard(props: CustomerCardProps): ReactNode {
  useLanguage()
  const { customer, clock, position, where, state, actions } = props
  const due = dueOf(customer, clock)
  const overdue = customer.balance?.Overdue ?? 0
  return (
    <li className="field-card" data-due={due.state}>
      <div className="field-card-words">
        <div>
          <Link className="field-card-name" to={pagePath(customer)}>
            {position !== undefined && <span className="field-number">{position}</span>}
            <span>{nameOf(customer)}</span>
          </Link>
          {overdue > 0 && (
            <span className="field-owed">{t('{amount} overdue', { amount: formatRupees(overdue) })}</span>
          )}
        </div>
        <div>
          <span className="field-where">{where ?? cityOf(customer)}</span>
          <span className="field-due">{state ?? formatDue(due, clock.today)}</span>
        </div>
      </div>
      {actions ?? <CustomerActions customer={customer} />}
    </li>
  )
})
