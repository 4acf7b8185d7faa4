import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { parseGeoPoint } from '#domain/catalogue/kinds/place.ts'
import { dayIn, wallClock } from '#domain/dates/moments.ts'
import { withAppointments, type Appointment } from '#domain/planning/appointments.ts'
import { urgentOnes } from '#domain/planning/limits.ts'
import { daysOf, type PlanPeriod } from '#domain/planning/period.ts'
import type { PlanCustomer, PlanDay, PlanProblem } from '#domain/planning/problem.ts'
import type { PlanNote } from '#domain/planning/report.ts'
import { earliestOf, numberOfDay, weightOf } from '#domain/planning/urgency.ts'
import { hoursOf, minutesOfDay, type WorkingHours } from '#domain/planning/working-time.ts'
import { recommendedDate } from '#domain/visits/schedule.ts'
import { dayOffReasons, weekdayOf } from '#domain/visits/working-days.ts'
import { t } from '#domain/messages/t.ts'
import { inParallel } from '../base/in-parallel.ts'
import type { Context } from '../core/context.ts'
import { gate, requireRight } from '../core/gate.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { holidaysFrom } from '../planner/working-days.ts'

/** A customer of the employee, as planning needs it. */
export interface CandidateRow {
  customer_code: string
  customer_name: string
  local_name: string | null
  city_code: string
  city_name: string
  city_local_name: string | null
  visit_in_days: number
  last_visited: string | null
  overdue: number | null
  own_place: string | null
  city_place: string | null
  planned_at: string | null
  /** When the open planned visit was made. */
  planned_since: string | null
  assigned_to: string | null
}

/** When an employee works in a period, and where from. */
export interface WorkingDays {
  hours: WorkingHours
  days: PlanDay[]
  /** Why a day is off; undefined: it is worked. */
  reasonOff: (day: string) => string | undefined
  start: GeoPoint | undefined
  startCity: string | null
}

export interface PlanInput {
  problem: PlanProblem
  notes: PlanNote[]
  /** Every customer that falls due, by code, with the day. */
  due: ReadonlyMap<string, { row: CandidateRow; due: string }>
  days: WorkingDays
}

export async function workingDaysOf(
  ctx: Context,
  employee: string,
  period: PlanPeriod,
): Promise<WorkingDays> {
  for (const name of ['holiday', 'cityPlace'] as const) requireRight(ctx, 'read', name)
  const db = ctx.store.read
  const [person, time, leaves, holidays] = await inParallel([
    () => gate(ctx, 'read', 'employee').find(employee),
    () => gate(ctx, 'read', 'workingTime').find(employee),
    () =>
      gate(ctx, 'read', 'leave').list({
        filters: [
          { field: 'Employee_Number', test: 'is', values: [employee] },
          { field: 'To_Date', test: 'from', values: [period.From_Date] },
        ],
        sort: { field: 'From_Date', descending: false },
        limit: 200,
        total: false,
      }),
    () => holidaysFrom(db, period.From_Date),
  ])
  const hours = hoursOf(time, ctx.config.weeklyOffs)
  const ofHolidays = dayOffReasons([], holidays, person ? [person.stateCode] : [])
  const reasonOff = (day: string): string | undefined => {
    const leave = leaves.items.find(({ From_Date, To_Date }) => From_Date <= day && day <= To_Date)
    if (leave) return leave.Reason === null ? t('leave') : t('leave: {reason}', { reason: leave.Reason })
    if (hours.daysOff.includes(weekdayOf(day))) return t('a weekly off')
    return ofHolidays(day)
  }
  const startCity = time?.Start_City ?? person?.cityCode ?? null
  const city =
    time?.Start_Place || startCity === null ? undefined : await gate(ctx, 'read', 'cityPlace').find(startCity)
  const place = time?.Start_Place ?? city?.Place
  const days = daysOf(period).filter((day) => reasonOff(day) === undefined)
  return {
    hours,
    reasonOff,
    startCity,
    start: place ? parseGeoPoint(place) : undefined,
    days: days.map((date) => ({
      date,
      number: numberOfDay(period.From_Date, date),
      start: minutesOfDay(hours.start),
      end: minutesOfDay(hours.end),
      stops: hours.stopsPerDay,
    })),
  }
}

const candidateColumns = [
  'customer.customer_code',
  'customer.customer_name',
  'customer.local_name',
  'customer.city_code',
  'customer.visit_in_days',
  'customer.last_visited',
  'city.city_name',
  'city.local_name as city_local_name',
  'balance.overdue',
  'customer_place.place as own_place',
  'city_place.place as city_place',
  'visit.planned_at',
  'visit.created_at as planned_since',
  'visit.assigned_to',
] as const

const candidates = (ctx: Context) => {
  for (const name of ['customer', 'city', 'balance', 'assignment', 'customerPlace', 'cityPlace', 'visit'])
    requireRight(ctx, 'read', name)
  const limit = territoryFilter(ctx, 'customer', 'customer')
  return ctx.store.read
    .selectFrom('customer')
    .innerJoin('city', 'city.city_code', 'customer.city_code')
    .leftJoin('balance', 'balance.customer_code', 'customer.customer_code')
    .leftJoin('customer_place', 'customer_place.customer_code', 'customer.customer_code')
    .leftJoin('city_place', 'city_place.city_code', 'customer.city_code')
    .leftJoin('visit', (join) =>
      join.onRef('visit.customer_code', '=', 'customer.customer_code').on('visit.status', '=', 'planned'),
    )
    .$if(limit !== undefined, (customers) => customers.where(limit!.test()))
    .select(candidateColumns)
}

/** The most customers of one employee that are read. */
const maxCandidates = 10_000

/** The customers that are assigned to the employee on a day. */
export function customersOf(ctx: Context, employee: string, day: string): Promise<CandidateRow[]> {
  return (
    candidates(ctx)
      .innerJoin('assignment', 'assignment.customer_code', 'customer.customer_code')
      .where('assignment.employee_number', '=', employee)
      // An open plan of a retired customer is kept until it is cancelled.
      .where((eb) => eb.or([eb('customer.retired_on', 'is', null), eb('visit.id', 'is not', null)]))
      .where('assignment.from_day', '<=', day)
      .where((eb) => eb.or([eb('assignment.until_day', 'is', null), eb('assignment.until_day', '>=', day)]))
      .orderBy('customer.customer_code')
      .limit(maxCandidates)
      .execute()
  )
}

export async function customersNamed(ctx: Context, codes: readonly string[]): Promise<CandidateRow[]> {
  const rows: CandidateRow[] = []
  for (let at = 0; at < codes.length; at += codesPerRead)
    rows.push(
      ...(await candidates(ctx)
        .where('customer.customer_code', 'in', codes.slice(at, at + codesPerRead))
        .execute()),
    )
  return rows
}

const codesPerRead = 500

export const todayOf = ({ now, config }: Context): string => dayIn(now(), config.timeZone)

/** `today` is computed once for all rows: it takes longer than the rest. */
export const dueDayOf = (today: string, row: CandidateRow, visitInDays = row.visit_in_days): string =>
  recommendedDate(row.last_visited, visitInDays, today)

/** Whether the customer has an open planned visit on the day. */
export const isPlannedOn = ({ planned_at }: CandidateRow, day: string, timeZone: string): boolean =>
  planned_at !== null && dayIn(new Date(planned_at), timeZone) === day

export interface Subject extends PlanPeriod {
  Employee_Number: string
}

/** A stop of the plan that stays where it is. */
export interface PinnedStop {
  Customer_Code: string
  Visit_Date: string
  Start_Time: string | null
}

/** The problem of an employee and a period, as the database has it now. */
export async function planInput(
  ctx: Context,
  subject: Subject,
  pinned: readonly PinnedStop[] = [],
  rowsOf: (rows: CandidateRow[]) => CandidateRow[] = (rows) => rows,
): Promise<PlanInput> {
  const days = await workingDaysOf(ctx, subject.Employee_Number, subject)
  const own = rowsOf(await customersOf(ctx, subject.Employee_Number, subject.From_Date))
  const known = new Set(own.map((row) => row.customer_code))
  const missing = pinned.map(({ Customer_Code }) => Customer_Code).filter((code) => !known.has(code))
  return buildInput(ctx, subject, days, [...own, ...(await customersNamed(ctx, missing))], pinned)
}

/** The same for given customers, with the problem changed as a measure would change it. */
export function buildInput(
  ctx: Context,
  subject: Subject,
  days: WorkingDays,
  rows: readonly CandidateRow[],
  pinned: readonly PinnedStop[],
): PlanInput {
  const { timeZone } = ctx.config
  const today = todayOf(ctx)
  const due = new Map<string, { row: CandidateRow; due: string }>()
  const appointments = new Map<string, Appointment>()
  const pins = new Map(pinned.map((stop) => [stop.Customer_Code, stop]))
  for (const row of rows) {
    const code = row.customer_code
    const pin = pins.get(code)
    const planned = row.planned_at === null ? undefined : wallClock(new Date(row.planned_at), timeZone)
    const isOthers = row.assigned_to !== null && row.assigned_to !== subject.Employee_Number
    // Who is planned for another day, or by another employee, has an appointment outside this plan.
    if (planned && !pin && planned.day >= today) {
      if (isOthers || planned.day < subject.From_Date || planned.day > subject.To_Date) continue
      appointments.set(code, { code, day: planned.day, at: minutesOfDay(planned.time) })
    }
    if (pin)
      appointments.set(code, {
        code,
        day: pin.Visit_Date,
        at: minutesOfDay(pin.Start_Time ?? days.hours.start),
      })
    const dueDay = dueDayOf(today, row)
    if (dueDay <= subject.To_Date || appointments.has(code)) due.set(code, { row, due: dueDay })
  }
  const placed = placesOf(
    [...due.values()].map(({ row }) => row),
    days,
  )
  const all = [...due.values()].map(({ row, due: dueDay }): PlanCustomer => {
    const number = numberOfDay(subject.From_Date, dueDay)
    return {
      code: row.customer_code,
      place: placed.placeOf(row),
      due: number,
      earliest: earliestOf(number, row.visit_in_days),
      weight: weightOf(-number, (row.overdue ?? 0) / 100),
      minutes: days.hours.visitMinutes,
    }
  })
  const fixedFirst = all.map((each) => ({ ...each, isFixed: appointments.has(each.code) }))
  const considered = urgentOnes(
    fixedFirst.map(({ isFixed, ...each }) => ({ ...each, ...(isFixed && { fixed: { day: 0, at: 0 } }) })),
  ).map(({ fixed: _, ...each }) => each)
  const frame = { start: placed.start, days: days.days, length: daysOf(subject).length }
  const { customers, notes } = withAppointments(
    { ...frame, customers: considered },
    [...appointments.values()],
    (day) => days.reasonOff(day) ?? t('outside the period'),
  )
  const lessUrgent = all.length - considered.length
  return {
    problem: { ...frame, customers },
    due,
    days,
    notes: [
      ...(days.hours.stopsPerDay === 0 ? [{ kind: 'no capacity' } as const] : []),
      ...(days.days.length === 0 ? [{ kind: 'no working day' } as const] : []),
      ...(lessUrgent > 0
        ? [{ kind: 'less urgent', count: lessUrgent, considered: considered.length } as const]
        : []),
      ...placed.notes,
      ...notes,
    ],
  }
}

interface Placed {
  start: GeoPoint
  placeOf: (row: CandidateRow) => GeoPoint
  notes: PlanNote[]
}

/** Where the customers are: their own coordinates, those of the city, or the start. */
function placesOf(rows: readonly CandidateRow[], { start, startCity }: WorkingDays): Placed {
  const own = (row: CandidateRow): GeoPoint | undefined =>
    row.own_place === null ? undefined : parseGeoPoint(row.own_place)
  const ofCity = (row: CandidateRow): GeoPoint | undefined =>
    row.city_place === null ? undefined : parseGeoPoint(row.city_place)
  const known = rows.flatMap((row) => own(row) ?? ofCity(row) ?? [])
  const from = start ?? middleOf(known)
  const ofCities = rows.filter((row) => !own(row) && ofCity(row)).length
  const nowhere = rows.filter((row) => !own(row) && !ofCity(row)).map((row) => row.customer_code)
  return {
    start: from,
    placeOf: (row) => own(row) ?? ofCity(row) ?? from,
    notes: [
      ...(start ? [] : [{ kind: 'no start', city: startCity } as const]),
      ...(ofCities > 0 ? [{ kind: 'place of city', count: ofCities } as const] : []),
      ...(nowhere.length > 0 ? [{ kind: 'no place', codes: nowhere } as const] : []),
    ],
  }
}

function middleOf(places: readonly GeoPoint[]): GeoPoint {
  const mean = (values: number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)
  return {
    latitude: mean(places.map(({ latitude }) => latitude)),
    longitude: mean(places.map(({ longitude }) => longitude)),
  }
}
