import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showDay } from '#domain/dates.ts'
import { dayIn, instantAt } from '#domain/moments.ts'
import { invalid, Problem } from '#domain/problem.ts'
import type { BulkPlanned } from '#domain/visits/plans.ts'
import {
  dealTimes,
  nextWorkingDay,
  offDayInWords,
  type ReasonOf,
  type Slot,
} from '#domain/visits/working-days.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import type { RecordWriter } from '../store/records.ts'
import { readBulkPlan, type BulkPlan } from './bulk-plan-payload.ts'
import { keyOfCustomer, lockCustomers } from './customer-locks.ts'
import { putPlan } from './visit-parts.ts'
import { reasonsFrom } from './working-days.ts'

/** Plans many visits one after the other, all or none: each customer's open plan is made, or moved. */
export async function planVisits(ctx: Context, input: unknown): Promise<Answer<BulkPlanned>> {
  const visits = gate(ctx, 'create', 'visit')
  demand(ctx, 'read', 'customer')
  return once(ctx, ['visit plans', input], (keep) =>
    visits.transaction(async (writer) => {
      const plan = readBulkPlan(input)
      const customers = await holdCustomers(ctx, writer, plan)
      const states = [...new Set(customers.map((customer) => String(customer['State_Code'])))]
      const reasonOf = await reasonsFrom(ctx, writer.tx, plan.day, states)
      const slots = slotsOf(plan, reasonOf)
      const planned = await planEach(ctx, writer, { plan, customers, slots })
      const { timeZone } = ctx.config
      const body = { planned, today: dayIn(ctx.now(), timeZone), timeZone }
      return keep(writer.tx, { status: 201, body })
    }),
  )
}

/** The customers in the order of the visits. */
async function holdCustomers(
  ctx: Context,
  { tx }: RecordWriter,
  { codes }: BulkPlan,
): Promise<StoredRecord[]> {
  const found = await lockCustomers(ctx, tx, codes)
  const keys = codes.map(keyOfCustomer)
  const wrong = codes.flatMap((code, at) => {
    if (!found.has(keys[at]!)) return [`There is no customer ${code}`]
    return keys.indexOf(keys[at]!) < at ? [`Customer ${code} is named twice`] : []
  })
  if (wrong.length > 0) throw invalid(wrong.map((message) => ({ field: 'Customer_Codes', message })))
  return keys.map((key) => found.get(key)!)
}

function slotsOf({ codes, day, from, every, evenIfOff }: BulkPlan, reasonOf: ReasonOf): Slot[] {
  const reason = reasonOf(day)
  if (reason !== undefined && !evenIfOff) {
    const next = nextWorkingDay(day, reasonOf) ?? null
    const after = next === null ? '' : `. The next working day is ${showDay(next)}`
    const message = `${offDayInWords({ day, reason })}${after}`
    throw new Problem(422, {
      msg: message,
      errors: [{ field: 'Day', message }],
      extra: { nextWorkingDay: next },
    })
  }
  const slots = dealTimes({ day, from, every, count: codes.length, reasonOf })
  if (slots) return slots
  const message = 'There are not enough working days for so many visits. Plan fewer, or closer together'
  throw invalid([{ field: 'Every', message }])
}

interface Work {
  plan: BulkPlan
  customers: readonly StoredRecord[]
  slots: readonly Slot[]
}

async function planEach(
  ctx: Context,
  visits: RecordWriter,
  { plan, customers, slots }: Work,
): Promise<BulkPlanned['planned']> {
  const planned: BulkPlanned['planned'] = []
  for (const [at, customer] of customers.entries()) {
    const { day, time } = slots[at]!
    const { Customer_Code } = customer
    const Planned_At = instantAt(day, time, ctx.config.timeZone)
    const { plan: visit, isMoved } = await putPlan(ctx, visits, customer, {
      ...plan.fields,
      Customer_Code,
      Planned_At,
    })
    planned.push({
      Customer_Code: String(Customer_Code),
      Visit_ID: String(visit['Visit_ID']),
      Planned_At: String(visit['Planned_At']),
      wasMoved: isMoved,
    })
  }
  return planned
}
