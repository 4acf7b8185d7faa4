import type { ReactNode } from 'react'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { RichText, forReaders } from '../../messages/rich-text.tsx'
import { eventCustomerOf, nameOf, seenPlanOf, type FieldCustomer } from '../field-customer.ts'
import { FieldIcon } from '../field-icon.tsx'
import { planEventValues, timeToday } from '../record/plan-values.ts'
import { t } from '#domain/messages/t.ts'

/** Plans, or moves, a visit; saved on the phone first. */
export function usePlan(
  customer: FieldCustomer,
  clock: FirmClock,
): { isBusy: boolean; plan: (day: string, time: string) => void } {
  const { isBusy, submit } = useSubmit({
    send: ({ day, time }: { day: string; time: string }) =>
      recordEvent('plan', {
        customer: eventCustomerOf(customer),
        seen: seenPlanOf(customer),
        name: customer.name,
        values: planEventValues(customer, clock, day, time),
      }),
    success: (entry, { day, time }) => ({
      text: t('Saved on this phone: {reference}', { reference: entry.reference }),
      detail: t('{customer} is planned for {moment}', {
        customer: nameOf(customer),
        moment: `${formatDate(day)} ${time}`,
      }),
    }),
    failure: t('Could not save on this phone'),
  })
  return { isBusy, plan: (day, time) => void submit({ day, time }) }
}

/** The action of a customer that is due and has no plan. */
export function PlanForToday({ customer, clock }: { customer: FieldCustomer; clock: FirmClock }): ReactNode {
  const { isBusy, plan } = usePlan(customer, clock)
  return (
    <button
      type="button"
      className="field-action"
      aria-disabled={isBusy || undefined}
      onClick={() => plan(clock.today, timeToday(clock))}
    >
      <FieldIcon name="plan" />
      <span>
        <RichText
          message="Plan for today<name>: {name}</name>"
          values={{ name: nameOf(customer) }}
          tags={{ name: forReaders }}
        />
      </span>
    </button>
  )
}
