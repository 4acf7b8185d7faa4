import { parseGeoPoint, type GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { t } from '#domain/messages/t.ts'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { daysOf } from '#domain/planning/period.ts'
import { distancesOf, tourLength, travelMinutes, type PlanCustomer } from '#domain/planning/problem.ts'
import { customersOfNote, describeMeasure, describeNote, type PlanReport } from '#domain/planning/report.ts'
import { timesOf } from '#domain/planning/route.ts'
import { earliestOf, numberOfDay } from '#domain/planning/urgency.ts'
import { minutesOfDay, timeOfDay } from '#domain/planning/working-time.ts'
import type { PlanDayView, StopView, WorkPlanItem, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { can } from '#domain/access/policy.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import {
  customersNamed,
  dueDayOf,
  isPlannedOn,
  todayOf,
  workingDaysOf,
  type CandidateRow,
  type WorkingDays,
} from './plan-input.ts'
import { findPlan, stopsOf, type WorkPlan, type WorkPlanStop } from './plan-records.ts'
import { findRun, reportOf, runsOf, runView, type PlanRun } from './plan-run-store.ts'

const maxListed = 200

export async function listWorkPlans(ctx: Context): Promise<{ items: WorkPlanItem[]; today: string }> {
  const { items } = await gate(ctx, 'read', 'workPlan').list({
    filters: [],
    sort: { field: 'Plan_ID', descending: true },
    limit: maxListed,
    total: false,
  })
  const plans = items.map((plan) => plan.Plan_ID)
  const runs = new Map((await runsOf(ctx.store.read, plans)).map((run) => [run.plan_id, run]))
  const names = await employeeNames(ctx, items)
  const own = await ownEmployee(ctx)
  return {
    items: items.map((plan) => itemOf(ctx, plan, { run: runs.get(plan.Plan_ID), names, own })),
    today: todayOf(ctx),
  }
}

async function employeeNames(ctx: Context, plans: readonly WorkPlan[]): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(plans.map((plan) => plan.Employee_Number))]
  if (numbers.length === 0) return new Map()
  const { items } = await gate(ctx, 'read', 'employee').list({
    filters: [{ field: 'employeeNumber', test: 'is', values: numbers }],
    sort: { field: 'id', descending: false },
    limit: numbers.length,
    total: false,
  })
  return new Map(items.map(({ employeeNumber, name }) => [employeeNumber, name]))
}

interface ItemParts {
  run: PlanRun | undefined
  names: ReadonlyMap<string, string>
  /** The employee of the account. */
  own: string | null
}

const itemOf = (ctx: Context, plan: WorkPlan, { run, names, own }: ItemParts): WorkPlanItem => ({
  Plan_ID: plan.Plan_ID,
  version: plan.version,
  Employee_Number: plan.Employee_Number,
  Employee_Name: names.get(plan.Employee_Number) ?? plan.Employee_Number,
  From_Date: plan.From_Date,
  To_Date: plan.To_Date,
  State: plan.State ?? 'draft',
  Note: plan.Note,
  Visits_Due: plan.Visits_Due,
  Visits_In_Time: plan.Visits_In_Time,
  Kilometres: plan.Kilometres,
  run: runView(run, ctx.now()),
  isOwn: plan.Employee_Number === own,
  mayChange: mayChange(ctx, plan, own),
})

/** Accounts that may change visits plan for every employee they see, others for their own employee. */
const mayChange = ({ actor }: Context, { Employee_Number }: WorkPlan, own: string | null): boolean =>
  can(actor, 'update', 'workPlan').allowed &&
  (can(actor, 'update', 'visit').allowed || Employee_Number === own)

/** A plan with everything its page shows. */
export async function readWorkPlan(ctx: Context, code: string): Promise<WorkPlanView> {
  const { Plan_ID } = await findPlan(ctx, code)
  // Before the plan: a run that is done has written its plan.
  const run = await findRun(ctx.store.read, Plan_ID)
  const plan = await findPlan(ctx, code)
  const stops = await stopsOf(ctx.store.read, Plan_ID)
  const report = reportOf(run)
  const planned = new Set(stops.map((stop) => stop.Customer_Code))
  const left = (report?.leftOut ?? []).filter(({ code: customer }) => !planned.has(customer))
  const shown = left.slice(0, maxListed)
  const named = (report?.notes ?? []).flatMap((note) => customersOfNote(note).slice(0, maxNamed))
  const codes = [...new Set([...planned, ...shown.map(({ code: each }) => each), ...named])]
  const rows = new Map((await customersNamed(ctx, codes)).map((row) => [row.customer_code, row]))
  const days = await workingDaysOf(ctx, plan.Employee_Number, plan)
  return {
    ...itemOf(ctx, plan, {
      run,
      names: await employeeNames(ctx, [plan]),
      own: await ownEmployee(ctx),
    }),
    stopsPerDay: days.hours.stopsPerDay,
    hours: { start: days.hours.start, end: days.hours.end },
    visitMinutes: days.hours.visitMinutes,
    Start_Place: days.start ? `${days.start.latitude},${days.start.longitude}` : null,
    days: daysView(ctx, plan, { stops, rows, days }),
    report: report && {
      due: report.due,
      considered: report.considered,
      planned: report.planned,
      atMost: report.atMost,
      gap: report.isEdited ? null : report.gap,
      isEdited: report.isEdited ?? false,
      isCancelled: report.isCancelled,
      notes: report.notes.map(describeNote),
      remarks: remarksOf(report, rows),
      leftOut: shown.flatMap(({ code: customer, due }) => {
        const row = rows.get(customer)
        return row
          ? [
              {
                ...namesOf(row),
                Due: due,
                Reason: whyNot(report, customer) ?? tooFar(row, days) ?? alwaysOff(plan, row, due, days),
              },
            ]
          : []
      }),
      measures: report.measures.map((measure) => ({
        kind: measure.kind,
        sentence: describeMeasure(measure),
        planned: measure.planned,
        due: measure.due,
        customers: 'codes' in measure ? measure.codes.length : 0,
      })),
    },
    batchId: plan.State === 'accepted' ? (run?.batch_id ?? null) : null,
  }
}

const namesOf = (row: CandidateRow) => ({
  Customer_Code: row.customer_code,
  Customer_Name: row.customer_name,
  Local_Name: row.local_name,
  City_Name: row.city_name,
  City_Local_Name: row.city_local_name,
  Overdue: overdueOf(row),
  Place: row.own_place ?? row.city_place,
})

const overdueOf = (row: CandidateRow | undefined): number | null =>
  row?.overdue === null || row?.overdue === undefined ? null : row.overdue / 100

/** The customers that a note names. */
const maxNamed = 20

const remarksOf = (
  { notes }: PlanReport,
  rows: ReadonlyMap<string, CandidateRow>,
): NonNullable<WorkPlanView['report']>['remarks'] =>
  notes.map((note) => ({
    kind: note.kind,
    sentence: describeNote(note),
    customers: customersOfNote(note)
      .slice(0, maxNamed)
      .flatMap((code) => {
        const row = rows.get(code)
        return row
          ? [{ Customer_Code: code, Customer_Name: row.customer_name, Local_Name: row.local_name }]
          : []
      }),
  }))

/** What is said about an appointment with the customer that cannot be kept. */
function whyNot({ notes }: PlanReport, customer: string): string | null {
  const note = notes.find((each) => 'code' in each && each.code === customer)
  return note ? describeNote(note) : null
}

/** A visit whose way there and back is longer than a day cannot be planned, whatever else is. */
function tooFar(row: CandidateRow, { start, hours }: WorkingDays): string | null {
  const place = parseGeoPoint(row.own_place ?? row.city_place ?? '')
  if (!start || !place) return null
  const distances = distancesOf({
    start,
    customers: [
      { code: row.customer_code, place, due: 0, earliest: 0, weight: 1, minutes: hours.visitMinutes },
    ],
  })
  const kilometres = tourLength(distances, [0])
  const isWithin =
    minutesOfDay(hours.start) + travelMinutes(kilometres) + hours.visitMinutes <= minutesOfDay(hours.end)
  if (isWithin) return null
  return t('Too far for a day: {kilometres, number} km there and back', {
    kilometres: Math.round(kilometres),
  })
}

/** All working days are too early for the visit. */
function alwaysOff(
  { From_Date }: WorkPlan,
  row: CandidateRow,
  due: string,
  { days }: WorkingDays,
): string | null {
  const earliest = earliestOf(numberOfDay(From_Date, due), row.visit_in_days)
  if (days.length === 0 || days.some(({ number }) => number >= earliest)) return null
  return t('All days from {date} on are off, and earlier ones are too early for the visit', {
    date: formatDate(addDays(From_Date, earliest)),
  })
}

interface PlanParts {
  stops: readonly WorkPlanStop[]
  rows: ReadonlyMap<string, CandidateRow>
  days: WorkingDays
}

const round = (kilometres: number): number => Math.round(kilometres * 10) / 10

function daysView(ctx: Context, plan: WorkPlan, { stops, rows, days }: PlanParts): PlanDayView[] {
  const byDay = Map.groupBy(stops, (stop) => stop.Visit_Date)
  const start = startOf(days, rows.values())
  const today = todayOf(ctx)
  return daysOf(plan).map((date): PlanDayView => {
    const own = byDay.get(date) ?? []
    const timed = timeDay(date, own, { rows, days, start })
    return {
      date,
      off: days.reasonOff(date) ?? null,
      Kilometres: round(timed.kilometres),
      Ends_At: timed.endsAt,
      problem: timed.problem,
      stops: own.map((stop, at): StopView => {
        const row = rows.get(stop.Customer_Code)
        return {
          Customer_Code: stop.Customer_Code,
          Customer_Name: row?.customer_name ?? stop.Customer_Code,
          Local_Name: row?.local_name ?? null,
          City_Name: row?.city_name ?? '',
          City_Local_Name: row?.city_local_name ?? null,
          Visit_Date: date,
          Start_Time: timed.times[at] ?? stop.Start_Time,
          Minutes: stop.Minutes,
          Is_Fixed: stop.Is_Fixed === 'yes',
          Is_Appointment: stop.Is_Fixed === 'yes' && row !== undefined && isAppointment(ctx, plan, row, date),
          Reason: stop.Reason,
          Kilometres: round(timed.ways[at] ?? 0),
          Place: row?.own_place ?? row?.city_place ?? null,
          Due: row ? dueDayOf(today, row) : null,
          Overdue: overdueOf(row),
        }
      }),
    }
  })
}

/** Whether the visit was planned for the day before the plan was accepted, which plans them all. */
const isAppointment = (
  { config }: Context,
  { Accepted_At }: WorkPlan,
  row: CandidateRow,
  day: string,
): boolean =>
  isPlannedOn(row, day, config.timeZone) && (Accepted_At === null || row.planned_since! < Accepted_At)

/** Where the days start; the place of a customer when no other is known. */
export const startOf = ({ start }: WorkingDays, rows: Iterable<CandidateRow>): GeoPoint =>
  start ??
  [...rows].flatMap((row) => parseGeoPoint(row.own_place ?? row.city_place ?? '') ?? [])[0] ?? {
    latitude: 0,
    longitude: 0,
  }

export interface TimedDay {
  times: (string | null)[]
  ways: number[]
  kilometres: number
  endsAt: string | null
  problem: string | null
}

/** The times and ways of a day in the given order, and why it is not possible. */
export function timeDay(
  date: string,
  stops: readonly Pick<WorkPlanStop, 'Customer_Code' | 'Minutes' | 'Is_Fixed' | 'Start_Time'>[],
  { rows, days, start }: { rows: ReadonlyMap<string, CandidateRow>; days: WorkingDays; start: GeoPoint },
): TimedDay {
  if (stops.length === 0) return { times: [], ways: [], kilometres: 0, endsAt: null, problem: null }
  const { hours } = days
  const customers = stops.map((stop): PlanCustomer => {
    const row = rows.get(stop.Customer_Code)
    const place = parseGeoPoint(row?.own_place ?? row?.city_place ?? '') ?? start
    const fixed = stop.Is_Fixed === 'yes' &&
      stop.Start_Time !== null && { day: 0, at: minutesOfDay(stop.Start_Time) }
    return {
      code: stop.Customer_Code,
      place,
      due: 0,
      earliest: 0,
      weight: 1,
      minutes: stop.Minutes,
      ...(fixed && { fixed }),
    }
  })
  const distances = distancesOf({ start, customers })
  const order = [...customers.keys()]
  const endless = { date, number: 0, start: minutesOfDay(hours.start), end: Infinity, stops: Infinity }
  const kept = timesOf(distances, customers, endless, order)
  const loose = customers.map(({ fixed: _, ...customer }) => customer)
  const times = kept ?? timesOf(distances, loose, endless, order)!
  const ways = order.map((at) => distances.between(at === 0 ? distances.start : at - 1, at))
  const back = distances.between(order.at(-1)!, distances.start)
  const end = times.at(-1)!.to + travelMinutes(back)
  return {
    times: times.map(({ from }) => timeOfDay(Math.ceil(from))),
    ways,
    kilometres: tourLength(distances, order),
    endsAt: timeOfDay(Math.ceil(end)),
    problem: problemOf(days, { date, count: stops.length, end, isKept: kept !== undefined }),
  }
}

function problemOf(
  { hours, reasonOff }: WorkingDays,
  { date, count, end, isKept }: { date: string; count: number; end: number; isKept: boolean },
): string | null {
  const off = reasonOff(date)
  if (off !== undefined) return t('The day is off: {reason}', { reason: off })
  if (count > hours.stopsPerDay)
    return t('{count, plural, one {# stop is} other {# stops are}} more than the {most} of a day', {
      count,
      most: hours.stopsPerDay,
    })
  if (!isKept) return t('In this order an appointment is missed')
  if (end > minutesOfDay(hours.end) + 1)
    return t('The day would end at {time}, after {end}', { time: timeOfDay(Math.ceil(end)), end: hours.end })
  return null
}
