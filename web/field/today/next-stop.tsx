import type { ReactNode } from 'react'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { PackMasters } from '#domain/field/pack.ts'
import { formatBalance } from '#domain/balances/balance.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { Link } from '../../ui/link.tsx'
import { CustomerActions } from '../customer-actions.tsx'
import { addressOf, lastAdviceLine, nameOf, pagePath, whyOf, type FieldCustomer } from '../field-customer.ts'
import { t } from '#domain/messages/t.ts'

interface NextStopProps {
  customer: FieldCustomer
  clock: FirmClock
  masters: PackMasters
}

/** The next stop of the day, with what to know before the visit. */
export function NextStop({ customer, clock, masters }: NextStopProps): ReactNode {
  const { plan, balance } = customer
  const reasons = whyOf(customer, clock, masters)
  const advice = lastAdviceLine(customer, masters)
  return (
    <section className="card field-next" aria-labelledby="next-stop">
      <p className="field-next-label">
        {plan
          ? t('Next stop, {time}', { time: wallClock(new Date(plan.at), clock.timeZone).time.slice(0, 5) })
          : t('Next stop')}
      </p>
      <h2 id="next-stop">
        <Link to={pagePath(customer)}>{nameOf(customer)}</Link>
      </h2>
      <p className="field-next-where">{addressOf(customer)}</p>
      {reasons.length > 0 && (
        <ul className="field-reasons" aria-label={t('Reasons')}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {plan?.remarks && <p className="field-words">{plan.remarks}</p>}
      {balance && (
        <p className={balance.Overdue > 0 ? 'field-money field-money-overdue' : 'field-money'}>
          {formatBalance(balance, formatDate)}
        </p>
      )}
      {advice && <p>{advice}</p>}
      <CustomerActions customer={customer} isLarge />
    </section>
  )
}
