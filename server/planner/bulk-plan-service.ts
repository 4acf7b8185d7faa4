import { formatDate } from '#domain/dates/dates.ts'
import { dayIn, instantAt } from '#domain/dates/moments.ts'
import { invalid, Problem } from '#domain/problem.ts'
import type { BulkPlan, BulkPlanned } from '#domain/api/visits/plans.ts'
import {
  assignTimes,
  nextWorkingDay,
  formatDayOff,
  type DayOffReason,
  type Slot,
} from '#domain/visits/working-days.ts'
import type { Context } from '../core/context.ts'
import { requireRight, gate } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { keyOfCustomer, lockCustomers } from '../core/customer-locks.ts'
import { savePlan } from '../visits/plan-helpers.ts'
import type { Customer, VisitWriter } from '../visits/visit-store.ts'
import { reasonsFrom } from './working-days.ts'
import { t } from '#domain/messages/t.ts'

/** Plans many visits in one transaction: each customer's open plan is created, or moved. */
export async function planVisits(ctx: Context, plan: BulkPlan): Promise<Answer<BulkPlanned>> {
  const visits = gate(ctx, 'create', 'visit')
  requireRight(ctx, 'read', 'customer')
  return once(ctx, ['visit plans', plan], (saveAnswer) =>
    visits.transaction(async (writer) => {
      const customers = await lockPlanCustomers(ctx, writer, plan)
      const states = [...new Set(customers.map((customer) => customer.State_Code))]
      const reasonOf = await reasonsFrom(ctx, writer.tx, plan.Day, states)
      const slots = slotsOf(plan, reasonOf)
      const planned = await planEach(ctx, writer, { plan, customers, slots })
      const { timeZone } = ctx.config
      const body = { planned, today: dayIn(ctx.now(), timeZone), timeZone }
      return saveAnswer(writer.tx, { status: 201, body })
    }),
  )
}

/** Locks the customers and returns them in the order of the visits. */
async function lockPlanCustomers(
  ctx: Context,
  { tx }: VisitWriter,
  { Customer_Codes: codes }: BulkPlan,
): Promise<Customer[]> {
  const found = await lockCustomers(ctx, tx, codes)
  const keys = codes.map(keyOfCustomer)
  const messages = codes.flatMap((code, at) => {
    if (!found.has(keys[at]!)) return [t('There is no customer {code}', { code })]
    return keys.indexOf(keys[at]!) < at ? [t('Customer {code} is listed twice', { code })] : []
  })
  if (messages.length > 0) throw invalid(messages.map((message) => ({ field: 'Customer_Codes', message })))
  return keys.map((key) => found.get(key)!)
}

function slotsOf(plan: BulkPlan, reasonOf: DayOffReason): Slot[] {
  const { Customer_Codes: codes, Day: day, From: from, Every: every } = plan
  const reason = reasonOf(day)
  if (reason !== undefined && !plan.Even_If_Off) {
    const next = nextWorkingDay(day, reasonOf) ?? null
    const sentence = formatDayOff({ day, reason })
    const message =
      next === null
        ? sentence
        : t('{sentence}. The next working day is {date}', { sentence, date: formatDate(next) })
    throw new Problem(422, {
      msg: message,
      errors: [{ field: 'Day', message }],
      extra: { nextWorkingDay: next },
    })
  }
  const slots = assignTimes({ day, from, every, count: codes.length, reasonOf })
  if (slots) return slots
  const message = t('Not enough working days for so many visits. Plan fewer visits, or fewer minutes apart')
  throw invalid([{ field: 'Every', message }])
}

interface PlanWork {
  plan: BulkPlan
  customers: readonly Customer[]
  slots: readonly Slot[]
}

async function planEach(
  ctx: Context,
  visits: VisitWriter,
  { plan, customers, slots }: PlanWork,
): Promise<BulkPlanned['planned']> {
  const { Remarks, Assigned_To } = plan
  // Fields left out keep their values in a plan that is moved.
  const fields = {
    ...(Remarks !== undefined && { Remarks }),
    ...(Assigned_To !== undefined && { Assigned_To }),
  }
  const planned: BulkPlanned['planned'] = []
  for (const [at, customer] of customers.entries()) {
    const { day, time } = slots[at]!
    const { Customer_Code } = customer
    const Planned_At = instantAt(day, time, ctx.config.timeZone)
    const { plan: visit, isMoved } = await savePlan(ctx, visits, customer, {
      ...fields,
      Customer_Code,
      Planned_At,
    })
    planned.push({
      Customer_Code,
      Visit_ID: visit.Visit_ID,
      Planned_At: visit.Planned_At ?? Planned_At,
      wasMoved: isMoved,
    })
  }
  return planned
}
