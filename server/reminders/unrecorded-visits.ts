import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { UnrecordedVisit, UnrecordedVisits } from '#domain/api/reminders/unrecorded-visits.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn, instantAt } from '#domain/dates/moments.ts'
import { offDaysBetween } from '#domain/visits/working-days.ts'
import { inParallel } from '../base/in-parallel.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { reasonsFrom } from '../planner/working-days.ts'
import type { VisitOwner } from '../visits/planned-visits.ts'

export interface UnrecordedPage {
  count: number
  /** The oldest first. */
  items: UnrecordedVisit[]
  /** The states of their customers, whose holidays apply. */
  states: string[]
}

const daysAhead = 21

/** With the days off of the next weeks, for those who move a plan. */
export async function askAboutVisits(
  ctx: Context,
  owner: VisitOwner,
  limit: number,
): Promise<UnrecordedVisits> {
  const { states, ...page } = await unrecordedVisits(ctx, owner, limit)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const reasonOf = await reasonsFrom(ctx, ctx.store.read, today, states)
  const offDays = offDaysBetween(today, addDays(today, daysAhead), reasonOf)
  return { ...page, daysOff: offDays.map(({ day }) => day) }
}

/** Plans of earlier days without a result, in the scope of the account: how many there are, and the oldest. */
export async function unrecordedVisits(
  ctx: Context,
  owner: VisitOwner,
  limit: number,
): Promise<UnrecordedPage> {
  const pages = await inParallel(ownerTests(owner).map((test) => () => readPage(ctx, test, limit)))
  const rows = pages.flat().toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
  return {
    count: pages.reduce((sum, [first]) => sum + Number(first?.total ?? 0), 0),
    items: rows.slice(0, limit).map(toItem),
    states: [...new Set(rows.slice(0, limit).map(({ state_code: state }) => state))],
  }
}

/** Two statements rather than one with an OR: each uses its own part of the index. */
function ownerTests(owner: VisitOwner): (RawBuilder<SqlBool> | undefined)[] {
  if (!owner) return [undefined]
  const { employee, account } = owner
  return [
    ...(employee === null ? [] : [sql<SqlBool>`visit.assigned_to = ${employee}`]),
    ...(account === null ? [] : [sql<SqlBool>`visit.assigned_to is null and visit.planned_by = ${account}`]),
  ]
}

type Row = Awaited<ReturnType<typeof readPage>>[number]

const rankOf = ({ planned_at: at, id }: Row): string => `${at} ${id}`

/**
 * Reads the open plans of the owner, of whom each customer has one at most, and not the visits of all years: the coalesce() keeps
 * the planner from starting with the index of the planned time.
 */
const readPage = (ctx: Context, ofOwner: RawBuilder<SqlBool> | undefined, limit: number) => {
  for (const name of ['visit', 'customer', 'city', 'employee']) requireRight(ctx, 'read', name)
  const { timeZone } = ctx.config
  const startOfToday = instantAt(dayIn(ctx.now(), timeZone), '00:00', timeZone)
  const scope = territoryFilter(ctx, 'customer', 'customer')
  return ctx.store.read
    .selectFrom('visit')
    .innerJoin('customer', 'customer.customer_code', 'visit.customer_code')
    .innerJoin('city', 'city.city_code', 'customer.city_code')
    .leftJoin('employee', 'employee.employee_number', 'visit.assigned_to')
    .select([
      'visit.id',
      'visit.visit_id',
      'visit.version',
      'visit.planned_at',
      'visit.remarks',
      'employee.name as employee_name',
      'customer.id as customer_id',
      'customer.customer_code',
      'customer.customer_name',
      'customer.local_name',
      'customer.state_code',
      'city.city_name',
      'city.local_name as city_local_name',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('visit.status', '=', 'planned')
    .where(sql`coalesce(visit.planned_at, '')`, '<', startOfToday)
    .$if(ofOwner !== undefined, (visits) => visits.where(ofOwner!))
    .$if(scope !== undefined, (visits) => visits.where(scope!.test()))
    .orderBy('visit.planned_at')
    .orderBy('visit.id')
    .limit(limit)
    .execute()
}

const toItem = (row: Row): UnrecordedVisit => ({
  Visit_ID: row.visit_id,
  version: row.version,
  Planned_At: row.planned_at ?? '',
  Remarks: row.remarks,
  employeeName: row.employee_name,
  Customer_ID: row.customer_id,
  Customer_Code: row.customer_code,
  Customer_Name: row.customer_name,
  Local_Name: row.local_name,
  City_Name: row.city_name,
  City_Local_Name: row.city_local_name,
})
