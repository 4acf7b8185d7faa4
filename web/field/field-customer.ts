import type { PackCustomer, PackMasters } from '#domain/field/pack.ts'
import { reasonFactsOf } from '#domain/field/pack-facts.ts'
import type { EventCustomer, SeenPlan } from '#domain/field/events.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { parseGeoPoint, type GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { daysBetween, formatDate } from '#domain/dates/dates.ts'
import { mapLinksTo } from '#domain/map-links.ts'
import { reasonsOf } from '#domain/visits/reasons.ts'
import { dueStateOf, recommendedDate, type DueState } from '#domain/visits/schedule.ts'
import { correctedNow } from '../outbox/pack.ts'
import { t } from '#domain/messages/t.ts'

/** A customer that something can be recorded for: one of the pack, or one that this phone proposed. */
export interface FieldCustomer extends PackCustomer {
  /** The event that proposed it, while the office has not approved it. */
  proposedBy?: string
}

/** The name and the village as the reader sees them. */
export const nameOf = ({ name, localName }: FieldCustomer): string => shownName(name, localName)
export const cityOf = ({ city, cityLocalName }: FieldCustomer): string => shownName(city, cityLocalName)

/** The name of a season, a crop, a material or a soil as the reader sees it. */
export const masterName =
  ({ localNames }: PackMasters) =>
  (name: string): string =>
    shownName(name, localNames?.[name])

export const eventCustomerOf = ({ id, proposedBy }: FieldCustomer): EventCustomer =>
  proposedBy === undefined ? { id } : { proposedBy }

/** The open plan that the phone shows. */
export const seenPlanOf = ({ plan }: FieldCustomer): SeenPlan | null =>
  plan ? { Visit_ID: plan.Visit_ID, version: plan.version } : null

/** Of a customer, or of the event that proposed one. */
export const pagePath = ({ id }: Pick<FieldCustomer, 'id'>): string =>
  `/field/customers/${encodeURIComponent(id)}`
export const recordPath = ({ id }: FieldCustomer): string => `/record/${encodeURIComponent(id)}`

export const callLink = ({ phone }: FieldCustomer): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

const joinAddress = ({ street, pin }: FieldCustomer, city: string): string =>
  [street, city, pin].filter(Boolean).join(', ')
export const addressOf = (customer: FieldCustomer): string => joinAddress(customer, cityOf(customer))

/** The customer's own coordinates, or the address, which is more exact than the centre of the city. */
export const navigateLink = (customer: FieldCustomer): string =>
  mapLinksTo(
    customer.place?.of === 'customer' ? customer.place.at : null,
    // Maps know the usual names.
    joinAddress(customer, customer.city),
  ).google

export const pointOf = ({ place }: FieldCustomer): GeoPoint | null =>
  (place && parseGeoPoint(place.at)) ?? null

export interface Due {
  state: DueState
  /** The day on which it is due. */
  on: string
  /** Days pending, as the planner shows them; negative when it is not due yet. */
  days: number
}

export function dueOf({ lastVisited, visitInDays }: FieldCustomer, { today }: FirmClock): Due {
  const on = recommendedDate(lastVisited, visitInDays, today)
  return {
    state: dueStateOf(lastVisited, on, today),
    on,
    // As `daysPending`, by the firm's day instead of the clock of the phone.
    days: daysBetween(on, today) + 1,
  }
}

/** "Overdue by 3 days" */
export function formatDue({ state, on, days }: Due, today: string): string {
  switch (state) {
    case 'never':
      return t('Never visited')
    case 'overdue':
      return t('{days, plural, one {Overdue by {days} day} other {Overdue by {days} days}}', { days })
    case 'today':
      return t('Due today')
    case 'later':
      return t('{days, plural, one {Due tomorrow} other {Due in # days}}', { days: daysBetween(today, on) })
  }
}

/** The customer as planner and visit entry know it, for the functions that build the body of a visit. */
export function visitPlanOf(customer: FieldCustomer, clock: FirmClock): VisitPlan {
  const due = dueOf(customer, clock)
  const { plan } = customer
  return {
    Customer_ID: customer.id,
    Customer_Code: customer.code,
    Customer_Name: customer.name,
    Local_Name: customer.localName ?? null,
    Customer_Phone: customer.phone,
    Street: customer.street,
    City_Code: customer.cityCode,
    Pin_Code: customer.pin,
    Visit_In_Days: customer.visitInDays,
    Last_Visited: customer.lastVisited,
    Recommended_Date: due.on,
    Days_Since_Visit_Pending: due.days,
    Plan: plan
      ? {
          Visit_ID: plan.Visit_ID,
          version: plan.version,
          Planned_At: plan.at,
          Remarks: plan.remarks,
          Assigned_To: plan.assignedTo,
        }
      : null,
    Balance: customer.balance ?? null,
    Credit_Limit: customer.creditLimit ?? null,
    Employee: null,
  }
}

/** Why the customer should be visited today, as short texts. What is owed has its own line. */
export const whyOf = (
  customer: FieldCustomer,
  { today, timeZone }: FirmClock,
  masters: PackMasters,
): string[] =>
  reasonsOf({
    ...reasonFactsOf(customer, masters, { day: today, now: correctedNow(), timeZone }),
    today,
    balance: null,
  })

/** What was advised at the last visit, as one line; undefined when nothing was. */
export function lastAdviceLine({ visits }: FieldCustomer, masters: PackMasters): string | undefined {
  const last = visits?.[0]
  const names = last && [...last.crops, ...last.materials].map(masterName(masters)).join(', ')
  return last && names ? t('Advised on {date}: {names}', { date: formatDate(last.on), names }) : undefined
}
