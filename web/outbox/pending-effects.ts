import { dayIn, parseInstant } from '#domain/dates/moments.ts'
import type { FieldEvent, VisitEventValues } from '#domain/field/events.ts'
import type { PackCustomer, PackPlan, PackVisit } from '#domain/field/pack.ts'
import type { OutboxEntry } from './store/database.ts'

interface Downloaded {
  customers: readonly PackCustomer[]
  timeZone: string
  syncedAt: string | null
}

/**
 * The customers with what this device recorded after they were downloaded, so that a visit is shown as recorded before it
 * is sent. The entries have the newest first.
 */
export function withPendingEffects(
  { customers, timeZone, syncedAt }: Downloaded,
  entries: readonly OutboxEntry[],
): readonly PackCustomer[] {
  // What was sent before the download is part of it. Both are times of the server: the clock of the device may be corrected meanwhile.
  const pending = entries.filter(({ sentAt }) => sentAt === null || syncedAt === null || sentAt >= syncedAt)
  if (pending.length === 0) return customers
  const undone = new Set(pending.flatMap(({ event }) => (event.kind === 'undo' ? [event.values.event] : [])))
  const byCustomer = Map.groupBy(
    pending.filter(({ event: { id } }) => !undone.has(id)),
    ({ event: { customer } }) => (customer && 'id' in customer ? customer.id : ''),
  )
  return customers.map((customer) => {
    const own = byCustomer.get(customer.id) ?? []
    return own.reduceRight((current, entry) => withEffect(current, entry, timeZone), customer)
  })
}

function withEffect(customer: PackCustomer, entry: OutboxEntry, timeZone: string): PackCustomer {
  const { event } = entry
  switch (event.kind) {
    case 'visit':
      return withVisit(customer, entry, event, timeZone)
    case 'plan':
      return withPlan(customer, entry, event.values, timeZone)
    case 'location':
      return { ...customer, place: { at: event.values.Place, of: 'customer' } }
    default:
      return customer
  }
}

const textIn = (values: VisitEventValues, name: string): string | null => {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const namesIn = (values: VisitEventValues, name: string): string[] => {
  const value = values[name]
  const list = Array.isArray(value) ? value : [value]
  return list.filter((each): each is string => typeof each === 'string' && each !== '')
}

function withVisit(
  customer: PackCustomer,
  { visit, reference }: OutboxEntry,
  { values, at }: FieldEvent<'visit'>,
  timeZone: string,
): PackCustomer {
  const plan = values['Keeps_Plan'] === true ? customer.plan : null
  const closed = customer.plan === undefined ? customer : { ...customer, plan: plan ?? null }
  if (values['Status'] === 'missed' || values['Status'] === 'cancelled') return closed
  const on = textIn(values, 'Visited_On') ?? dayIn(new Date(at), timeZone)
  const group = textIn(values, 'Group_Title')
  const made: PackVisit = {
    Visit_ID: visit?.Visit_ID ?? reference,
    on,
    by: null,
    feedback: textIn(values, 'Feedback'),
    season: textIn(values, 'Season_Recommendation'),
    crops: namesIn(values, 'New_Recommended_Crops'),
    materials: namesIn(values, 'New_Recommended_Materials'),
    next: textIn(values, 'Next_Visit_Suggested'),
    contactMode: textIn(values, 'Contact_Mode'),
    ...(group !== null && { group }),
  }
  return {
    ...closed,
    lastVisited: customer.lastVisited === null || customer.lastVisited < on ? on : customer.lastVisited,
    ...(customer.visits && { visits: [made, ...customer.visits] }),
  }
}

function withPlan(
  customer: PackCustomer,
  { visit }: OutboxEntry,
  values: VisitEventValues,
  timeZone: string,
): PackCustomer {
  // The screens send day and time joined, in both members.
  const at = parseInstant(textIn(values, 'Planned_Date') ?? '', timeZone)
  if (!at) return customer
  const previous = customer.plan ?? undefined
  const plan: PackPlan = {
    Visit_ID: visit?.Visit_ID ?? previous?.Visit_ID ?? '',
    version: visit?.version ?? previous?.version ?? 0,
    at,
    remarks: textIn(values, 'Remarks'),
    order: null,
    assignedTo: textIn(values, 'Assigned_To') ?? previous?.assignedTo ?? null,
    isMine: previous?.isMine ?? true,
  }
  return { ...customer, plan }
}
