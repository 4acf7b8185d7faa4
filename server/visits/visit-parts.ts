import { system } from '#domain/access/actor.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { isBlank } from '#domain/visits/payloads.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { checkRecord } from '../resources/resource-service.ts'
import type { RecordWriter } from '../store/records.ts'
import { employeesOf } from './assignment-store.ts'
import { lockOpenPlanOf } from './visit-store.ts'

/** Holding the customer's row makes two people who plan or record for the same one go one after the other. */
export async function lockCustomer(
  ctx: Context,
  visits: RecordWriter,
  code: unknown,
): Promise<StoredRecord | undefined> {
  return typeof code === 'string' ? byTheVisit(ctx, visits, 'read', 'customer').lock(code.trim()) : undefined
}

/** Whoever may record a visit need not be allowed to change customers: this much of one is the visit's own doing. */
export function byTheVisit(
  ctx: Context,
  visits: RecordWriter,
  action: 'read' | 'create' | 'update' | 'delete',
  name: 'customer' | 'customerPlace',
): RecordWriter {
  const itself = { ...ctx, actor: system('a visit was recorded') }
  return gate(itself, action, name, ctx.actor).using(visits.tx)
}

export const openPlanOf = (
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord,
): Promise<StoredRecord | undefined> =>
  lockOpenPlanOf(visits.tx, ctx.store.dialect, String(customer['Customer_Code']))

interface PutPlan {
  plan: StoredRecord
  isMoved: boolean
}

/** One open plan per customer: planning again moves it, and its history keeps the trace. */
export async function putPlan(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord | undefined,
  { Assigned_To, ...fields }: Record<string, unknown>,
  problems: readonly FieldProblem[] = [],
): Promise<PutPlan> {
  const open = customer && (await openPlanOf(ctx, visits, customer))
  const day = dayOf(ctx, fields['Planned_At'])
  const assigned = isBlank(Assigned_To) ? open?.['Assigned_To'] : Assigned_To
  const plan = {
    Status: 'planned',
    // Whoever moves a plan of somebody else does not make it their own; who moved it is in its history.
    Planned_By: open?.['Planned_By'] ?? idOf(ctx),
    ...fields,
    Assigned_To: assigned ?? (await employeeOn(ctx, visits, customer, day)),
    // Its place in the round of one day says nothing about another.
    ...(open && day !== dayOf(ctx, open['Planned_At']) && { Stop_Order: null }),
  }
  const values = await checkRecord(visits, plan, { problems, ...(open && { base: open }) })
  if (open) return { plan: await visits.update(open, values), isMoved: true }
  return { plan: await visits.insert(values), isMoved: false }
}

async function employeeOn(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord | undefined,
  day: string | null,
): Promise<string | null> {
  if (!customer || day === null) return null
  const code = String(customer['Customer_Code'])
  return (await employeesOf(ctx, [code], day, visits.tx)).get(code)?.employeeNumber ?? null
}

/** The day of a moment, where the firm is. */
export const dayOf = (ctx: Context, moment: unknown): string | null =>
  typeof moment === 'string' ? dayIn(new Date(moment), ctx.config.timeZone) : null

export const idOf = (ctx: Context): string | null => (ctx.actor.kind === 'account' ? ctx.actor.id : null)
