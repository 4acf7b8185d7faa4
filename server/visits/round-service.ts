import { readPoint } from '#domain/catalogue/kinds/place.ts'
import { dayIn } from '#domain/moments.ts'
import { offInWords } from '#domain/visits/calendar.ts'
import { mostStops, type DayRound, type Stop } from '#domain/visits/day-round.ts'
import { reasonsOf } from '#domain/visits/reasons.ts'
import { daysPending } from '#domain/visits/schedule.ts'
import { lengthOfWay, shortestWay } from '#domain/visits/round.ts'
import type { Context } from '../context.ts'
import { inParallel } from '../in-parallel.ts'
import type { Row } from '../store/dialect.ts'
import { offDays } from './calendar-service.ts'
import { plannedVisits, whoseVisits } from './planned-visits.ts'
import { besidesOf, type Besides } from './round-facts.ts'

/** The plans of a day, in the order somebody gave them or in the one that shortens the way, each with its reasons. */
export async function readRound(ctx: Context, day: string, employee: string): Promise<DayRound> {
  const { timeZone, tilesUrl } = ctx.config
  const whose = await whoseVisits(ctx, employee)
  const days = { from: day, to: day }
  const [rows, off] = await inParallel([
    () => plannedVisits(ctx, { whose, days, statuses: ['planned'], limit: mostStops + 1 }),
    () => offDays(ctx, days),
  ])
  const byTime = rows.slice(0, mostStops)
  const besides = await besidesOf(ctx, byTime)
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const located = byTime.map((row) => ({ row, ...placeOf(row, besides) }))
  const isByHand = byTime.some((row) => row['stop_order'] !== null)
  const way = isByHand ? located.toSorted(byStopOrder) : shortestWay(located.map(withTree))
  const lengthOf = (stops: typeof located): number | null => lengthOfWay(stops.map(({ place }) => place))
  return {
    day,
    today,
    timeZone,
    stops: way.map(({ row, Place }, at) => ({
      position: at + 1,
      ...stopOf(row),
      Place,
      Balance: besides.balances.get(String(row['customer_code'])) ?? null,
      reasons: reasonsIn(row, besides, { day, today, now, timeZone }),
    })),
    isByHand,
    kilometres: lengthOf(way),
    kilometresByTime: lengthOf(located),
    off: offInWords(off, day) ?? null,
    isCut: rows.length > mostStops,
    tiles: tilesUrl ?? null,
  }
}

interface Located {
  row: Row
  place: ReturnType<typeof readPoint> | null
}

function placeOf(row: Row, { customerPlaces, cityPlaces }: Besides) {
  const own = customerPlaces.get(String(row['customer_code']))
  const at = own ?? cityPlaces.get(String(row['city_code']))
  const Place: Stop['Place'] = at === undefined ? null : { at, of: own === undefined ? 'city' : 'customer' }
  return { Place, place: at === undefined ? null : (readPoint(at) ?? null) }
}

const levels = ['zone_code', 'state_code', 'pool_code', 'station_code', 'city_code', 'customer_name']

const withTree = <S extends Located>(stop: S) => ({
  ...stop,
  City_Code: String(stop.row['city_code']),
  tree: levels.map((level) => String(stop.row[level])),
})

/** Whoever was planned after the order was given comes last, by the time. */
const byStopOrder = (one: Located, other: Located): number =>
  Number(one.row['stop_order'] ?? Infinity) - Number(other.row['stop_order'] ?? Infinity) || 0

function stopOf(row: Row): Omit<Stop, 'position' | 'Place' | 'Balance' | 'reasons'> {
  const text = (column: string): string => String(row[column])
  return {
    Visit_ID: text('visit_id'),
    version: Number(row['version']),
    Planned_At: text('planned_at'),
    Remarks: row['remarks'] as string | null,
    Assigned_To: row['assigned_to'] as string | null,
    employeeName: row['employee_name'] as string | null,
    Customer_Code: text('customer_code'),
    Customer_Name: text('customer_name'),
    Customer_Phone: text('customer_phone'),
    Street: text('street'),
    City_Code: text('city_code'),
    City_Name: text('city_name'),
    Pin_Code: text('pin_code'),
  }
}

function reasonsIn(
  row: Row,
  { balances, promises, crops }: Besides,
  { day, today, now, timeZone }: { day: string; today: string; now: Date; timeZone: string },
): string[] {
  const promise = promises.get(String(row['last_visit_id']))
  const soil = String(row['soil_name'])
  const lastVisited = row['last_visited'] as string | null
  const visitInDays = Number(row['visit_in_days'])
  return reasonsOf({
    day,
    today,
    lastVisited,
    visitInDays,
    pending: daysPending(lastVisited, visitInDays, now, timeZone),
    balance: balances.get(String(row['customer_code'])) ?? null,
    promise: promise ? { on: promise.on, for: dayIn(new Date(promise.at), timeZone) } : null,
    plannedDay: dayIn(new Date(String(row['planned_at'])), timeZone),
    soil,
    crops: crops.get(soil) ?? [],
  })
}
