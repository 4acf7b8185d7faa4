import { parseGeoPoint, type GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { describeDayOff } from '#domain/visits/calendar.ts'
import type { DayRoute, Stop } from '#domain/api/visits/day-routes.ts'
import { maxStops, stopsByPerson } from '#domain/visits/day-route.ts'
import { overdueReasonsOf, reasonsOf, type ReasonFacts } from '#domain/visits/reasons.ts'
import { daysPending } from '#domain/visits/schedule.ts'
import { routeLength, shortestRoute } from '#domain/visits/stop-order.ts'
import type { Context } from '../core/context.ts'
import { inParallel } from '../base/in-parallel.ts'
import { offDays } from '../calendar/calendar-service.ts'
import { plannedVisits, resolveVisitOwner, type VisitWithCustomer } from '../visits/planned-visits.ts'
import { loadStopFacts, type StopFacts } from './stop-facts.ts'

/** The plans of a day in their manual order or along the shortest route of each person, each with its reasons. */
export async function readDayRoute(ctx: Context, day: string, employee: string): Promise<DayRoute> {
  const { timeZone, tilesUrl } = ctx.config
  const owner = await resolveVisitOwner(ctx, employee)
  const days = { from: day, to: day }
  const [rows, off] = await inParallel([
    () => plannedVisits(ctx, { owner, days, statuses: ['planned'], limit: maxStops + 1 }),
    () => offDays(ctx, days),
  ])
  const byTime = rows.slice(0, maxStops)
  const facts = await loadStopFacts(ctx, byTime)
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const located = byTime.map((row) => ({ row, ...locationOf(row, facts) }))
  const isByHand = byTime.some((row) => row.stop_order !== null)
  const ordered = isByHand
    ? located.toSorted(byStopOrder)
    : stopsByPerson(located.toSorted(byPerson).map(withTerritory), personOf).flatMap(shortestRoute)
  return {
    day,
    today,
    timeZone,
    stops: ordered.map(({ row, Place }, at) => ({
      position: at + 1,
      ...stopOf(row),
      Place,
      Balance: facts.balances.get(row.customer_code) ?? null,
      ...reasonsIn(row, facts, { day, today, now, timeZone }),
    })),
    isByHand,
    kilometres: lengthOf(ordered),
    kilometresByTime: lengthOf(located),
    off: describeDayOff(off, day) ?? null,
    isCut: rows.length > maxStops,
    tiles: tilesUrl ?? null,
  }
}

interface Located {
  row: VisitWithCustomer
  place: GeoPoint | null
}

function locationOf(row: VisitWithCustomer, { customerPlaces, cityPlaces }: StopFacts) {
  const own = customerPlaces.get(row.customer_code)
  const at = own ?? cityPlaces.get(row.city_code)
  const Place: Stop['Place'] = at === undefined ? null : { at, of: own === undefined ? 'city' : 'customer' }
  return { Place, place: at === undefined ? null : (parseGeoPoint(at) ?? null) }
}

const levels = ['zone_code', 'state_code', 'pool_code', 'station_code', 'city_code', 'customer_name'] as const

const withTerritory = <S extends Located>(stop: S) => ({
  ...stop,
  City_Code: stop.row.city_code,
  tree: levels.map((level) => stop.row[level]),
})

const personOf = ({ row }: Located): string | null => row.assigned_to

/** By name, unassigned ones last; the stops of a person stay in the order of their times. */
const byPerson = ({ row: one }: Located, { row: other }: Located): number =>
  Number(one.assigned_to === null) - Number(other.assigned_to === null) ||
  (one.employee_name ?? '').localeCompare(other.employee_name ?? '', 'en') ||
  (one.assigned_to ?? '').localeCompare(other.assigned_to ?? '', 'en')

/** What all of them drive together. */
function lengthOf(stops: readonly Located[]): number | null {
  const lengths = stopsByPerson(stops, personOf)
    .map((own) => routeLength(own.map(({ place }) => place)))
    .filter((length) => length !== null)
  return lengths.length === 0 ? null : lengths.reduce((sum, length) => sum + length, 0)
}

/** Visits planned after the order was saved come last, by time. */
const byStopOrder = (one: Located, other: Located): number =>
  (one.row.stop_order ?? Infinity) - (other.row.stop_order ?? Infinity) || 0

function stopOf(row: VisitWithCustomer): Omit<Stop, 'position' | 'Place' | 'Balance' | keyof Reasons> {
  return {
    Visit_ID: row.visit_id,
    version: row.version,
    Planned_At: row.planned_at!,
    Remarks: row.remarks,
    Assigned_To: row.assigned_to,
    employeeName: row.employee_name,
    Customer_Code: row.customer_code,
    Customer_Name: row.customer_name,
    Local_Name: row.local_name,
    Customer_Phone: row.customer_phone,
    Street: row.street,
    City_Code: row.city_code,
    City_Name: row.city_name,
    City_Local_Name: row.city_local_name,
    Pin_Code: row.pin_code,
  }
}

type Reasons = Pick<Stop, 'reasons' | 'overdueReasons'>

function reasonsIn(
  row: VisitWithCustomer,
  { balances, promises, suggestedVisits, crops, localNames }: StopFacts,
  { day, today, now, timeZone }: { day: string; today: string; now: Date; timeZone: string },
): Reasons {
  const agreed = suggestedVisits.get(row.last_visit_id ?? '')
  const soil = row.soil_name
  const lastVisited = row.last_visited
  const visitInDays = row.visit_in_days
  const known: ReasonFacts = {
    day,
    today,
    lastVisited,
    visitInDays,
    pending: daysPending(lastVisited, visitInDays, now, timeZone),
    balance: balances.get(row.customer_code) ?? null,
    creditLimit: row.credit_limit === null ? null : row.credit_limit / 100,
    promise: promises.get(row.customer_code) ?? null,
    agreed: agreed ? { on: agreed.on, for: dayIn(new Date(agreed.at), timeZone) } : null,
    plannedDay: dayIn(new Date(row.planned_at!), timeZone),
    soil,
    crops: crops.get(soil) ?? [],
    localNames,
  }
  return { reasons: reasonsOf(known), overdueReasons: overdueReasonsOf(known) }
}
