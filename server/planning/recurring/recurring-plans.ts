import { system } from '#domain/access/actor.ts'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn, instantAt, wallClock } from '#domain/dates/moments.ts'
import { t } from '#domain/messages/t.ts'
import { freeSlots } from '#domain/visit-plans/free-slots.ts'
import { beginBatch } from '../../changes/batch-service.ts'
import type { Context } from '../../core/context.ts'
import { keyOfCustomer, lockCustomers } from '../../core/customer-locks.ts'
import { gate } from '../../core/gate.ts'
import type { Tx } from '../../store/dialect.ts'
import { inParts } from '../../store/records/record-sets.ts'
import { openPlanOf, savePlan } from '../../visits/plan-helpers.ts'
import { plannedVisits } from '../../visits/planned-visits.ts'
import { customersOf, dueDayOf, workingDaysOf } from '../plan-input.ts'

/** The most visits that are planned for one employee in a run; the next day goes on. */
const maxVisits = 500
/** A visit is planned at most so many days after its due day or, if that has passed, after today. */
const maxDelay = 14
/** Days after which it is forgotten that a due day was planned. */
const keptFor = 400

/**
 * Returns what is to be called once an hour: on each day it plans the visits that fall due within the days that the working time of an
 * employee names. What this process has finished for a day it does not look at again.
 */
export function createRecurringPlans(caller: Context): () => Promise<void> {
  const ctx: Context = { ...caller, actor: system('recurring plans') }
  let today = ''
  const done = new Set<string>()
  return async () => {
    const day = dayIn(ctx.now(), ctx.config.timeZone)
    if (day !== today) {
      done.clear()
      today = day
      await ctx.store.transaction((tx) =>
        tx.deleteFrom('recurring_plan').where('due_on', '<', addDays(day, -keptFor)).execute(),
      )
    }
    const employees = await ctx.store.read
      .selectFrom('working_time')
      .select(['employee_number', 'plan_ahead_days'])
      .where('plan_ahead_days', '>', 0)
      .orderBy('employee_number')
      .execute()
    for (const { employee_number: employee, plan_ahead_days: daysAhead } of employees) {
      if (done.has(employee)) continue
      // One employee that cannot be planned for keeps no other from its plans.
      try {
        await planAhead(ctx, employee, { today, until: addDays(today, daysAhead ?? 0) })
        done.add(employee)
      } catch (error) {
        ctx.log.warn({ err: error, employee }, 'the recurring plans of an employee failed')
      }
    }
  }
}

interface Window {
  today: string
  /** Visits that fall due until this day are planned. */
  until: string
}

async function planAhead(ctx: Context, employee: string, { today, until }: Window): Promise<void> {
  const period = { From_Date: addDays(today, 1), To_Date: addDays(until, maxDelay) }
  const due = await dueUntil(ctx, employee, { today, until })
  if (due.length === 0) return
  const { days, hours } = await workingDaysOf(ctx, employee, period)
  const existing = await plannedVisits(ctx, {
    owner: { employee, account: null },
    days: { from: period.From_Date, to: period.To_Date },
    statuses: ['planned'],
    limit: 10_000,
  })
  const times = existing.map((visit) => wallClock(new Date(visit.planned_at!), ctx.config.timeZone))
  const planned = new Map<string, string[]>()
  for (const { day, time } of times) planned.set(day, [...(planned.get(day) ?? []), time])
  const slots = freeSlots({ due, days: days.map(({ date }) => date), planned, hours })
  const dueOf = new Map(due.map((each) => [each.code, each]))
  const chosen = slots
    .map((slot): ChosenVisit => ({ ...slot, due: dueOf.get(slot.code)! }))
    .filter(({ day, due: { day: dueDay } }) => day <= addDays(dueDay < today ? today : dueDay, maxDelay))
    .slice(0, maxVisits)
  if (chosen.length > 0) await ctx.store.transaction((tx) => planEach(ctx, tx, employee, chosen))
}

interface DueVisit {
  code: string
  day: string
  /** The due day as it is stored once it was planned. */
  planFor: string
}

/** The customers of an employee that fall due and have no plan, without those whose due day was planned once. */
async function dueUntil(ctx: Context, employee: string, { today, until }: Window): Promise<DueVisit[]> {
  const due = (await customersOf(ctx, employee, today))
    .filter((row) => row.planned_at === null)
    .map((row): DueVisit => {
      const day = dueDayOf(today, row)
      // A customer who was never visited is due on every day, and is planned once.
      return { code: row.customer_code, day, planFor: row.last_visited === null ? 'first visit' : day }
    })
    .filter(({ day }) => day <= until)
  const planned = new Set<string>()
  for (const part of inParts(due)) {
    const rows = await ctx.store.read
      .selectFrom('recurring_plan')
      .innerJoin('customer', 'customer.id', 'recurring_plan.customer_id')
      .select(['customer.customer_code', 'recurring_plan.due_on'])
      .where(
        'customer.customer_code',
        'in',
        part.map(({ code }) => code),
      )
      .execute()
    for (const row of rows) planned.add(`${row.due_on} ${row.customer_code}`)
  }
  return due.filter(({ code, planFor }) => !planned.has(`${planFor} ${code}`))
}

interface ChosenVisit {
  code: string
  day: string
  time: string
  due: DueVisit
}

async function planEach(
  ctx: Context,
  tx: Tx,
  employee: string,
  chosen: readonly ChosenVisit[],
): Promise<void> {
  const customers = await lockCustomers(
    ctx,
    tx,
    chosen.map(({ code }) => code),
  )
  const visits = gate(ctx, 'create', 'visit').using(tx)
  let batchCtx: Context | undefined
  for (const { code, day, time, due } of chosen) {
    const customer = customers.get(keyOfCustomer(code))
    if (!customer || (await openPlanOf(ctx, visits, customer))) continue
    // Each due day is planned once: a plan that was deleted or not kept does not come back, and two instances plan it once.
    const isFirst = await tx
      .insertInto('recurring_plan')
      .values({ customer_id: customer.id, due_on: due.planFor })
      .onConflict((taken) => taken.columns(['customer_id', 'due_on']).doNothing())
      .returning('due_on')
      .executeTakeFirst()
    if (!isFirst) continue
    batchCtx ??= await beginBatch(ctx, tx, {
      kind: 'recurring plans',
      entity: 'visit',
      title: t('Recurring visits of {employee}, planned on {day}', {
        employee,
        day: formatDate(dayIn(ctx.now(), ctx.config.timeZone)),
      }),
    })
    const Planned_At = instantAt(day, time, ctx.config.timeZone)
    await savePlan(batchCtx, gate(batchCtx, 'create', 'visit').using(tx), customer, {
      Customer_Code: customer.Customer_Code,
      Planned_At,
      Assigned_To: employee,
    })
  }
}
