import type { PlanPeople, PlanPerson } from '#domain/api/planning/work-plans.ts'
import { can } from '#domain/access/policy.ts'
import { defaultHours } from '#domain/planning/working-time.ts'
import { periodProblems, type PlanPeriod } from '#domain/planning/period.ts'
import { invalid } from '#domain/problem.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import type { Context } from '../core/context.ts'
import { gate, requireRight } from '../core/gate.ts'
import { managersOf } from './reporting-line.ts'

const maxPeople = 500

/** The employees that the account may plan for: those it sees, or its own where it may not change visits. */
export async function listPlanPeople(ctx: Context, period: PlanPeriod): Promise<PlanPeople> {
  const problems = periodProblems(period)
  if (problems.length > 0) throw invalid(problems)
  for (const name of ['workingTime', 'assignment', 'city', 'cityPlace', 'workPlan'])
    requireRight(ctx, 'read', name)
  const own = await ownEmployee(ctx)
  const plansForOthers = can(ctx.actor, 'update', 'visit').allowed
  if (!plansForOthers && own === null) return { items: [], hasMore: false }
  const { items, next } = await gate(ctx, 'read', 'employee').list({
    filters: plansForOthers ? [] : [{ field: 'employeeNumber', test: 'is', values: [own!] }],
    sort: { field: 'name', descending: false },
    limit: maxPeople,
    total: false,
  })
  const numbers = items.map(({ employeeNumber }) => employeeNumber)
  const facts = await factsOf(ctx, numbers, period)
  const managers = await managersOf(ctx.store.read, numbers)
  const { actor } = ctx
  const account = actor.kind === 'account' ? actor.id : null
  return {
    items: items.map(({ employeeNumber, name }): PlanPerson => ({
      employeeNumber,
      name,
      ...(facts.get(employeeNumber) ?? noFacts),
      isOwn: employeeNumber === own,
      isReport: account !== null && managers(employeeNumber).some((each) => each.account === account),
    })),
    hasMore: next !== null,
  }
}

type Facts = Pick<PlanPerson, 'City_Name' | 'customers' | 'stopsPerDay' | 'hasStart' | 'plan'>

const noFacts: Facts = {
  City_Name: null,
  customers: 0,
  stopsPerDay: defaultHours.stopsPerDay,
  hasStart: false,
  plan: null,
}

/** What a plan of each of these employees needs, by three statements for all of them. */
async function factsOf(
  ctx: Context,
  numbers: readonly string[],
  { From_Date, To_Date }: PlanPeriod,
): Promise<ReadonlyMap<string, Facts>> {
  if (numbers.length === 0) return new Map()
  const db = ctx.store.read
  const people = await db
    .selectFrom('employee')
    .leftJoin('working_time', 'working_time.employee_number', 'employee.employee_number')
    .leftJoin('city', 'city.city_code', 'employee.city_code')
    .leftJoin('city_place as own_place', 'own_place.city_code', 'employee.city_code')
    .leftJoin('city_place as start_place', 'start_place.city_code', 'working_time.start_city')
    .select(['employee.employee_number', 'city.city_name', 'working_time.stops_per_day'])
    .select(['working_time.start_city', 'working_time.start_place'])
    .select(['own_place.place as place_of_own_city', 'start_place.place as place_of_start_city'])
    .where('employee.employee_number', 'in', numbers)
    .execute()
  const assigned = await db
    .selectFrom('assignment')
    .select((eb) => ['employee_number', eb.fn.countAll<number | string>().as('customers')])
    .where('employee_number', 'in', numbers)
    .where('from_day', '<=', From_Date)
    .where((eb) => eb.or([eb('until_day', 'is', null), eb('until_day', '>=', From_Date)]))
    .groupBy('employee_number')
    .execute()
  const plans = await db
    .selectFrom('work_plan')
    .select(['employee_number', 'plan_id', 'from_date', 'to_date', 'state'])
    .where('employee_number', 'in', numbers)
    .where('from_date', '<=', To_Date)
    .where('to_date', '>=', From_Date)
    .orderBy('plan_id')
    .execute()
  const customers = new Map(assigned.map((row) => [row.employee_number, Number(row.customers)]))
  const planOf = new Map(
    plans.map((row) => [
      row.employee_number,
      {
        Plan_ID: row.plan_id,
        From_Date: row.from_date,
        To_Date: row.to_date,
        State: row.state ?? 'draft',
      },
    ]),
  )
  return new Map(
    people.map((row) => {
      const ofCity = row.start_city === null ? row.place_of_own_city : row.place_of_start_city
      return [
        row.employee_number,
        {
          City_Name: row.city_name,
          customers: customers.get(row.employee_number) ?? 0,
          stopsPerDay: row.stops_per_day ?? defaultHours.stopsPerDay,
          hasStart: (row.start_place ?? ofCity) !== null,
          plan: planOf.get(row.employee_number) ?? null,
        },
      ]
    }),
  )
}
