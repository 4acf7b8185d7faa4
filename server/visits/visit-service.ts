import { system } from '#domain/access/actor.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn, parseDay } from '#domain/dates.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { isOpen, problemsOfDay, visitInWords } from '#domain/visits/lifecycle.ts'
import { isBlank, readVisitPayload, type VisitPayload } from '#domain/visits/payloads.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import { checkRecord } from '../resources/resource-service.ts'
import type { RecordWriter } from '../store/records.ts'
import { lockOpenPlanOf, openPlansAt } from './visit-store.ts'

/** The one door of the seed for both payloads: a plan, or what came of it. */
export async function recordVisit(ctx: Context, input: unknown): Promise<Answer<StoredRecord>> {
  const visits = gate(ctx, 'create', 'visit')
  return once(ctx, ['visit', input], (keep) =>
    visits.transaction(async (writer) => {
      const payload = readVisitPayload(input, ctx.config.timeZone)
      const isPlan = payload.kind === 'plan'
      return keep(
        writer.tx,
        await (isPlan ? planVisit(ctx, writer, payload) : recordDetail(ctx, writer, payload)),
      )
    }),
  )
}

/** One open plan per customer: planning again moves it, and its history keeps the trace. */
async function planVisit(
  ctx: Context,
  visits: RecordWriter,
  payload: VisitPayload,
): Promise<Answer<StoredRecord>> {
  const { fields, problems } = payload
  if (!fields['Customer_Code'])
    problems.push({ field: 'Customer_Code', message: 'Customer Code is required' })
  if (fields['Planned_At'] === null && !problems.some(({ field }) => field === 'Planned_Date')) {
    problems.push({ field: 'Planned_Date', message: 'Planned Date is required' })
  }
  const customer = await lockCustomer(ctx, visits, fields['Customer_Code'])
  const open = customer && (await openPlanOf(ctx, visits, customer))
  const plan = { Status: 'planned', Planned_By: idOf(ctx), ...fields }
  const values = await checkRecord(visits, plan, { problems, ...(open && { base: open }) })
  if (open) return { status: 200, body: await visits.update(open, values) }
  return { status: 201, body: await visits.insert(values) }
}

async function recordDetail(
  ctx: Context,
  visits: RecordWriter,
  payload: VisitPayload,
): Promise<Answer<StoredRecord>> {
  const { problems } = payload
  const { customer, plan } = await whoseVisit(ctx, visits, payload)
  if (plan && !isOpen(plan)) throw conflict(visitInWords(plan), [], { current: plan })
  // Who says whose visit it was says just that: what the visit knows already stays, unless something else is said.
  const fields = plan?.['Status'] === 'unassigned' ? withoutBlanks(payload.fields) : payload.fields
  const code = customer?.['Customer_Code'] ?? fields['Customer_Code'] ?? null
  if (plan && plan['Customer_Code'] !== null && plan['Customer_Code'] !== code) {
    const message = `Visit ${String(plan['Visit_ID'])} is to customer ${String(plan['Customer_Code'])}, not ${String(code)}`
    problems.push({ field: 'Visit_ID', message })
  }
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const visitedOn = isBlank(fields['Visited_On']) ? (plan?.['Visited_On'] ?? today) : fields['Visited_On']
  if (typeof visitedOn === 'string') problems.push(...problemsOfDay(parseDay(visitedOn.trim()), today))
  const detail = {
    ...fields,
    Visited_On: visitedOn,
    Recorded_By: plan?.['Recorded_By'] ?? idOf(ctx),
    Customer_Code: code,
    Planned_At: fields['Planned_At'] ?? plan?.['Planned_At'] ?? null,
    Status: code === null ? 'unassigned' : 'visited',
  }
  const values = await checkRecord(visits, detail, { problems, ...(plan && { base: plan }) })
  const visit = plan ? await visits.update(plan, values) : await visits.insert(values)
  // Not told whose visit it was: kept all the same, until someone says.
  if (!customer) return { status: 202, body: visit }
  await noteOnCustomer(ctx, visits, customer, visit)
  await planNext(ctx, visits, customer, visit)
  return { status: 201, body: visit }
}

interface Whose {
  customer: StoredRecord | undefined
  /** The plan this detail belongs to: named, the customer's open one, or the sender's only one at that very time. */
  plan: StoredRecord | undefined
}

/**
 * Always the customer first and the visit second, or two of these could wait for each other. A visit that leads to its
 * customer is therefore looked at, and looked at again once both are held.
 */
async function whoseVisit(
  ctx: Context,
  visits: RecordWriter,
  { fields, visitId }: VisitPayload,
): Promise<Whose> {
  const code = fields['Customer_Code']
  if (visitId !== undefined) {
    const customer = await lockCustomer(ctx, visits, code ?? (await visits.find(visitId))?.['Customer_Code'])
    const plan = await visits.lock(visitId)
    if (!plan) throw invalid([{ field: 'Visit_ID', message: `There is no visit ${visitId}` }])
    return { customer, plan }
  }
  if (code !== null) {
    const customer = await lockCustomer(ctx, visits, code)
    return { customer, plan: customer && (await openPlanOf(ctx, visits, customer)) }
  }
  const nobody = { customer: undefined, plan: undefined }
  const plannedAt = fields['Planned_At']
  if (typeof plannedAt !== 'string') return nobody
  const [seen, ...others] = await openPlansAt(visits.tx, plannedAt, idOf(ctx))
  if (!seen || others.length > 0) return nobody
  const customer = await lockCustomer(ctx, visits, seen['Customer_Code'])
  const plan = customer && (await openPlanOf(ctx, visits, customer))
  return plan?.id === seen.id && plan['Planned_At'] === plannedAt ? { customer, plan } : nobody
}

const withoutBlanks = (fields: Record<string, unknown>): Record<string, unknown> => {
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value) && !isEmpty(value)))
}

const openPlanOf = (
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord,
): Promise<StoredRecord | undefined> =>
  lockOpenPlanOf(visits.tx, ctx.store.dialect, String(customer['Customer_Code']))

/** The visit moves the customer's last visit forward, never back, to the day it happened, never the day it was planned for. */
async function noteOnCustomer(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord,
  visit: StoredRecord,
): Promise<void> {
  const day = visit['Visited_On'] as string
  const last = customer['Last_Visited'] as string | null
  if (last !== null && last > day) return
  await customersIn(ctx, visits, 'update').update(customer, {
    ...customer,
    Last_Visited: day,
    Last_Visit_ID: visit['Visit_ID'] as string,
  })
}

async function planNext(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord,
  visit: StoredRecord,
): Promise<void> {
  if (visit['Next_Visit_Suggested'] === null) return
  const next = {
    Customer_Code: visit['Customer_Code'],
    Status: 'planned',
    Planned_At: visit['Next_Visit_Suggested'],
    Planned_By: idOf(ctx),
  }
  const open = await openPlanOf(ctx, visits, customer)
  const values = await checkRecord(visits, next, { problems: [], ...(open && { base: open }) })
  if (open) await visits.update(open, values)
  else await visits.insert(values)
}

/** Holding the customer's row makes two people who plan or record for the same one go one after the other. */
async function lockCustomer(
  ctx: Context,
  visits: RecordWriter,
  code: unknown,
): Promise<StoredRecord | undefined> {
  return typeof code === 'string' ? customersIn(ctx, visits, 'read').lock(code.trim()) : undefined
}

function customersIn(ctx: Context, visits: RecordWriter, action: 'read' | 'update'): RecordWriter {
  // Whoever may record a visit need not be allowed to change customers: this much of one is the visit's own doing.
  const byTheVisit = { ...ctx, actor: system('a visit was recorded') }
  return gate(byTheVisit, action, 'customer', ctx.actor).using(visits.tx)
}

const idOf = (ctx: Context): string | null => (ctx.actor.kind === 'account' ? ctx.actor.id : null)
