import { useState, type ReactNode } from 'react'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { dayOffReasons } from '#domain/visits/working-days.ts'
import { usePack } from '../../outbox/pack.ts'
import { PlanQuestion } from '../../reminders/plan-question.tsx'
import { Button } from '../../ui/button.tsx'
import { CustomerCard } from '../customer-card.tsx'
import { eventCustomerOf, nameOf, recordPath, seenPlanOf, type FieldCustomer } from '../field-customer.ts'
import { t } from '#domain/messages/t.ts'

const shownFirst = 5

interface UnrecordedProps {
  /** With a plan of an earlier day, the oldest first. */
  customers: readonly FieldCustomer[]
  clock: FirmClock
}

/** Asks what became of the plans of earlier days. */
export function Unrecorded({ customers, clock }: UnrecordedProps): ReactNode {
  const [shown, setShown] = useState(shownFirst)
  const { weeklyOffs, holidays } = usePack().masters
  const rest = customers.length - shown
  if (customers.length === 0) return null
  return (
    <section aria-labelledby="unrecorded">
      <h2 id="unrecorded">
        {t(
          '{count, plural, one {# planned visit without a result: what happened?} other {# planned visits without a result: what happened?}}',
          { count: customers.length },
        )}
      </h2>
      <ul className="field-list">
        {customers.slice(0, shown).map((customer) => (
          <CustomerCard
            key={customer.id}
            customer={customer}
            clock={clock}
            state={t('Not recorded: planned for {date}', {
              date: formatDate(wallClock(new Date(customer.plan!.at), clock.timeZone).day),
            })}
            actions={
              <PlanQuestion
                plan={{
                  customer: eventCustomerOf(customer),
                  seen: seenPlanOf(customer),
                  name: customer.name,
                  shownName: nameOf(customer),
                  plannedAt: customer.plan!.at,
                  remarks: customer.plan!.remarks,
                  recordPath: recordPath(customer),
                }}
                clock={clock}
                isOff={(day) => dayOffReasons(weeklyOffs, holidays, [customer.state])(day) !== undefined}
              />
            }
          />
        ))}
      </ul>
      {rest > 0 && (
        <p className="links">
          <Button onClick={() => setShown(shown + 20)}>
            {t('Show {count, number} more', { count: rest })}
          </Button>
        </p>
      )}
    </section>
  )
}
