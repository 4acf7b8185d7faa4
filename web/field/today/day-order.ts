import type { OutboxEntry } from '../../outbox/outbox.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { kilometresBetween, shortestRoute } from '#domain/visits/stop-order.ts'
import { dueOf, pointOf, type FieldCustomer } from '../field-customer.ts'

export interface FieldDay {
  /** Today's stops that are not recorded yet, in their order. */
  stops: FieldCustomer[]
  /** Open plans of earlier days. */
  earlier: FieldCustomer[]
  /** Recorded today. */
  done: FieldCustomer[]
}

/** The own plans of the day: in the order set by hand, otherwise on the shortest route. */
export function dayOf(
  customers: readonly FieldCustomer[],
  entries: readonly OutboxEntry[],
  { today, timeZone }: FirmClock,
): FieldDay {
  const planned = customers
    .filter(({ plan }) => plan?.isMine)
    .map((customer) => ({ customer, day: dayIn(new Date(customer.plan!.at), timeZone) }))
  const on = (isWanted: (day: string) => boolean): FieldCustomer[] =>
    planned.filter(({ day }) => isWanted(day)).map(({ customer }) => customer)
  const stops = orderedStops(on((day) => day === today))
  const open = new Set(stops.map(({ id }) => id))
  const recorded = recordedOn(entries, today, timeZone)
  return {
    stops,
    earlier: on((day) => day < today).toSorted(byTime),
    done: customers.filter(
      (customer) =>
        !open.has(customer.id) &&
        (recorded.has(customer.id) || (customer.isMine && customer.lastVisited === today)),
    ),
  }
}

const byTime = (one: FieldCustomer, other: FieldCustomer): number => (one.plan!.at < other.plan!.at ? -1 : 1)

function orderedStops(stops: readonly FieldCustomer[]): FieldCustomer[] {
  const early = stops.toSorted(byTime)
  if (early.some(({ plan }) => plan!.order !== null)) {
    const positionOf = ({ plan }: FieldCustomer): number => plan!.order ?? Infinity
    return early.toSorted((one, other) =>
      positionOf(one) === positionOf(other) ? 0 : positionOf(one) - positionOf(other),
    )
  }
  const routed = early.map((customer) => ({
    customer,
    place: pointOf(customer),
    City_Code: customer.cityCode,
    tree: [customer.city, customer.name],
  }))
  return shortestRoute(routed).map(({ customer }) => customer)
}

/** The customers, or proposals, with a visit that this phone recorded on that day and that was not undone. */
function recordedOn(entries: readonly OutboxEntry[], day: string, timeZone: string): Set<string> {
  const undone = new Set(entries.map(({ event }) => (event.kind === 'undo' ? event.values.event : undefined)))
  const visits = entries.filter(
    ({ event }) =>
      event.kind === 'visit' && !undone.has(event.id) && dayIn(new Date(event.at), timeZone) === day,
  )
  return new Set(
    visits.flatMap(({ event: { customer } }) =>
      customer ? ['id' in customer ? customer.id : customer.proposedBy] : [],
    ),
  )
}

const maxSuggested = 8

/** Customers that are due and have no plan: the nearest first, or without a location the most overdue. */
export function dueWithoutPlan(
  customers: readonly FieldCustomer[],
  clock: FirmClock,
  near: GeoPoint | null,
): FieldCustomer[] {
  const due = customers
    .filter(({ plan }) => !plan)
    .map((customer) => ({ customer, due: dueOf(customer, clock), point: pointOf(customer) }))
    .filter(({ due: { state } }) => state !== 'later')
    .map((each) => ({
      ...each,
      distance: near && each.point ? kilometresBetween(near, each.point) : Infinity,
    }))
  return due
    .toSorted(
      (one, other) =>
        Number(other.customer.isMine) - Number(one.customer.isMine) ||
        (one.distance === other.distance ? 0 : one.distance - other.distance) ||
        other.due.days - one.due.days,
    )
    .slice(0, maxSuggested)
    .map(({ customer }) => customer)
}
