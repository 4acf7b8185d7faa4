import { system } from '#domain/access/actor.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showDay } from '#domain/dates.ts'
import { dayIn, wallClock } from '#domain/moments.ts'
import { conflict, type FieldProblem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import { isBlank, type SeenPlan } from '#domain/visits/payloads.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import { checkRecord } from '../resources/check-record.ts'
import type { RecordWriter } from '../store/records.ts'
import { employeesOf } from './assignment-store.ts'
import { ownEmployee } from './own-employee.ts'
import { lockOpenPlanOf } from './visit-store.ts'

/**
 * Holding the customer's row makes two people who plan or record for the same one go one after the other. Whoever does not
 * see the customer does not visit him either.
 */
export async function lockCustomer(
  ctx: Context,
  visits: RecordWriter,
  code: unknown,
): Promise<StoredRecord | undefined> {
  return typeof code === 'string'
    ? gate(ctx, 'read', 'customer').using(visits.tx).lock(code.trim())
    : undefined
}

/** Whoever may record a visit need not be allowed to change customers: this much of one is the visit's own doing. */
export function byTheVisit(
  ctx: Context,
  { tx }: Pick<RecordWriter, 'tx'>,
  action: 'create' | 'update' | 'delete',
  name: 'customer' | 'customerPlace',
): RecordWriter {
  // It is no step of a batch: undoing the batch changes the visits, and the customer follows from those again.
  const { batchId: _, ...unbatched } = ctx
  return gate({ ...unbatched, actor: system('a visit was recorded') }, action, name, ctx.actor).using(tx)
}

/** Held whether or not it is still seen: the visit that was just saved may have closed the plan by which it was. */
export async function lockUnseenCustomer(
  ctx: Context,
  visits: Pick<RecordWriter, 'tx'>,
  code: unknown,
): Promise<StoredRecord | undefined> {
  return typeof code === 'string' ? byTheVisit(ctx, visits, 'update', 'customer').lock(code) : undefined
}

/**
 * Writes the plan that follows from a visit. Its customer was seen when the visit was saved; that the same save closed the
 * plan by which the customer was seen must not stop it.
 */
export function followUps(ctx: Context, visits: RecordWriter): RecordWriter {
  const itself = { ...ctx, actor: system('a visit was recorded') }
  return gate(itself, 'create', 'visit', ctx.actor).using(visits.tx)
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

interface PlanOptions {
  /** What is known to be wrong already. */
  problems?: readonly FieldProblem[]
  /** The open plan that was on the screen, or null for none; another one is not moved unseen. */
  seen?: SeenPlan | null
}

/** One open plan per customer: planning again moves it, and its history keeps the trace. */
export async function putPlan(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord | undefined,
  { Assigned_To, ...fields }: Record<string, unknown>,
  { problems = [], seen }: PlanOptions = {},
): Promise<PutPlan> {
  const open = customer && (await openPlanOf(ctx, visits, customer))
  if (seen !== undefined) refuseUnseen(ctx, open, seen)
  const day = dayOf(ctx, fields['Planned_At'])
  const usual =
    (open?.['Assigned_To'] as string | null | undefined) ?? (await employeeOn(ctx, visits, customer, day))
  const known = await employeeMeant(ctx, visits, { open, usual, to: Assigned_To })
  const plan = {
    Status: 'planned',
    // Whoever moves a plan of somebody else does not make it their own; who moved it is in its history.
    Planned_By: open?.['Planned_By'] ?? idOf(ctx),
    ...fields,
    Assigned_To: known === undefined ? Assigned_To : known,
    // Its place in the round of one day says nothing about another.
    ...(open && day !== dayOf(ctx, open['Planned_At']) && { Stop_Order: null }),
  }
  const kept = { ...open, Assigned_To: known ?? null }
  const values = await checkRecord(visits, plan, { problems, kept, ...(open && { base: open }) })
  if (open) return { plan: await visits.update(open, values), isMoved: true }
  return { plan: await visits.insert(values), isMoved: false }
}

/** What somebody else did meanwhile was not on the screen, so nobody has decided to undo it. */
function refuseUnseen(ctx: Context, open: StoredRecord | undefined, seen: SeenPlan | null): void {
  if (open?.['Visit_ID'] === seen?.Visit_ID && open?.version === seen?.version) return
  if (!open) throw conflict(`Visit ${seen!.Visit_ID} is no longer planned. Nothing was changed`)
  const { day, time } = wallClock(new Date(String(open['Planned_At'])), ctx.config.timeZone)
  const when = `${showDay(day)} ${time.slice(0, 5)}`
  throw conflict(`Somebody planned this meanwhile, for ${when}. Nothing was changed`, [], { current: open })
}

/**
 * Whoever plans may go themselves or leave it to whom it falls to, wherever that one lives; to send others, who are to be
 * seen then, takes the right to change visits. Undefined: such another one is named.
 */
async function employeeMeant(
  ctx: Context,
  visits: RecordWriter,
  { open, usual, to }: { open: StoredRecord | undefined; usual: string | null; to: unknown },
): Promise<string | null | undefined> {
  const isSame = (one: string | null): boolean => foldText(String(one)) === foldText(String(to).trim())
  if (isBlank(to) || isSame(usual)) return usual
  const own = await ownEmployee(ctx, visits.tx)
  if (open || !isSame(own)) demand(ctx, 'update', 'visit')
  return isSame(own) ? own : undefined
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
