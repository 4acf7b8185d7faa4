import { useMemo, useState, type ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { weekdayName } from '#domain/visits/working-days.ts'
import { useOutbox } from '../../outbox/outbox.ts'
import { usePack } from '../../outbox/pack.ts'
import { donePicture } from '../../ui/empty-pictures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { CustomerCard } from '../customer-card.tsx'
import { cityOf, type FieldCustomer } from '../field-customer.ts'
import { FieldPage } from '../field-page.tsx'
import { useFieldClock } from '../use-field-clock.ts'
import { usePosition } from '../use-position.ts'
import { formatDistance } from '../../map/format-distance.ts'
import { nearestTo } from '../near/by-distance.ts'
import { dayOf, dueWithoutPlan } from './day-order.ts'
import { NextStop } from './next-stop.tsx'
import { PlanForToday } from './plan-for-today.tsx'
import { Unrecorded } from './unrecorded.tsx'
import { t } from '#domain/messages/t.ts'

/** The day of a representative: the next stop large, then the others in their order. */
export function TodayPage(): ReactNode {
  const { customers, masters, account, dayOff } = usePack()
  const entries = useOutbox()
  const clock = useFieldClock()
  const { today, timeZone } = clock
  const { stops, earlier, done } = useMemo(
    () => dayOf(customers, entries, { today, timeZone }),
    [customers, entries, today, timeZone],
  )
  const [next, ...rest] = stops
  return (
    <FieldPage
      heading={t('Today')}
      lead={greetingOf(account?.employee?.name ?? account?.username ?? '', clock, stops.length, done.length)}
    >
      {dayOff === today && (
        <p className="field-note">{t('Today is a day off. You can still record and plan visits.')}</p>
      )}
      {next && <NextStop key={next.id} customer={next} clock={clock} masters={masters} />}
      {rest.length > 0 && (
        <section aria-labelledby="then">
          <h2 id="then">{t('Then')}</h2>
          <ol className="field-list">
            {rest.map((customer, at) => (
              <CustomerCard
                key={customer.id}
                customer={customer}
                clock={clock}
                position={at + 2}
                where={placeAndTime(customer, clock)}
              />
            ))}
          </ol>
        </section>
      )}
      <Unrecorded customers={earlier} clock={clock} />
      <DueNearHere
        customers={customers}
        clock={clock}
        day={next ? 'planned' : done.length > 0 ? 'done' : 'empty'}
      />
      <p className="links">
        <Link className="button button-plain" to="/record/group">
          {t('Record a group visit')}
        </Link>
      </p>
      {done.length > 0 && (
        <details className="field-done">
          <summary>
            {t('{count, plural, one {# customer done today} other {# customers done today}}', {
              count: done.length,
            })}
          </summary>
          <ul className="field-list">
            {done.map((customer) => (
              <CustomerCard key={customer.id} customer={customer} clock={clock} state={t('Done')} />
            ))}
          </ul>
        </details>
      )}
    </FieldPage>
  )
}

/** "Gondal · 11:30" */
const placeAndTime = (customer: FieldCustomer, { timeZone }: FirmClock): string =>
  [cityOf(customer), customer.plan && wallClock(new Date(customer.plan.at), timeZone).time.slice(0, 5)]
    .filter(Boolean)
    .join(' · ')

function greetingOf(name: string, { today, timeZone }: FirmClock, stops: number, done: number): string {
  const hour = Number(wallClock(new Date(), timeZone).time.slice(0, 2))
  const values = {
    part: hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening',
    name,
    day: `${weekdayName(today)} ${formatDate(today)}`,
    total: stops + done,
    done,
  }
  return done > 0
    ? t(
        '{part, select, morning {Good morning} afternoon {Good afternoon} other {Good evening}}, {name}. {day}: {done} of {total, plural, one {# stop} other {# stops}} done.',
        values,
      )
    : t(
        '{part, select, morning {Good morning} afternoon {Good afternoon} other {Good evening}}, {name}. {day}: {total, plural, =0 {no stops planned} one {# stop} other {# stops}}.',
        values,
      )
}

interface DueNearHereProps {
  customers: readonly FieldCustomer[]
  clock: FirmClock
  /** Whether there are stops left, all are recorded, or none was planned. */
  day: 'planned' | 'done' | 'empty'
}

/** What is due without a plan, the nearest first; closed while there are stops, unless it was used before. */
function DueNearHere({ customers, clock, day }: DueNearHereProps): ReactNode {
  const [isOpen, setOpen] = useState(day !== 'planned')
  const { position, isLocating, problem, locate } = usePosition()
  const point = position?.point ?? null
  const due = dueWithoutPlan(customers, clock, point)
  const distances = new Map(
    point
      ? nearestTo(due, point, due.length).map(({ customer, kilometres }) => [customer.id, kilometres])
      : [],
  )
  const whereOf = (customer: FieldCustomer): string => {
    const kilometres = distances.get(customer.id)
    const city = cityOf(customer)
    return kilometres === undefined ? city : `${city} · ${formatDistance(kilometres)}`
  }
  const list = (
    <>
      {!point && due.length > 0 && (
        <p className="links">
          <Button busy={isLocating} onClick={locate}>
            {isLocating ? t('Locating…') : t('Sort by distance from here')}
          </Button>
          {problem && <span>{t('Could not get your location: sorted by days overdue.')}</span>}
        </p>
      )}
      {due.length === 0 ? (
        <EmptyState picture={donePicture}>
          <p>{t('No customer is due without a plan.')}</p>
          <p className="links">
            <Link className="button button-plain" to="/find">
              {t('Find a customer')}
            </Link>
          </p>
        </EmptyState>
      ) : (
        <ul className="field-list">
          {due.map((customer) => (
            <CustomerCard
              key={customer.id}
              customer={customer}
              clock={clock}
              where={whereOf(customer)}
              actions={
                <div className="field-actions">
                  <PlanForToday customer={customer} clock={clock} />
                </div>
              }
            />
          ))}
        </ul>
      )}
    </>
  )
  if (day !== 'planned')
    return (
      <section aria-labelledby="due">
        <p className="field-note">
          {day === 'done' ? t('All stops of today are recorded.') : t('Nothing is planned for today.')}
        </p>
        <h2 id="due">{point ? t('Due near here') : t('Due for a visit')}</h2>
        {list}
      </section>
    )
  if (due.length === 0) return null
  return (
    <details className="field-done" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Also due for a visit')}</summary>
      {list}
    </details>
  )
}
