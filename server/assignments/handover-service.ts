import { setImmediate } from 'node:timers/promises'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn, instantAt } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import { maxCustomers, type HandoverInput, type HandoverResult } from '#domain/api/visits/handovers.ts'
import { handOver } from '#domain/visits/assignment.ts'
import type { Context } from '../core/context.ts'
import { requireRight, requireFullScope, gate } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { lockCustomers } from '../core/customer-locks.ts'
import {
  withCustomerNames,
  refuseEmpty,
  summaryOf,
  type HandoverChanges,
  type AssignmentRow,
} from './handover-answer.ts'
import { receiverOf } from './handover-receiver.ts'
import { readHandover, type HandoverRequest } from './handover-request.ts'
import * as store from './handover-store.ts'
import { t } from '#domain/messages/t.ts'

/** Also checked before the request is read: an account with places is refused whatever it sends. */
export const requireWholeFirm = (ctx: Context): void => requireFullScope(ctx, t('Handing customers over'))

/** Hands customers, and on request their open plans, over to another employee, from a day on or temporarily. */
export async function handOverCustomers(ctx: Context, input: HandoverInput): Promise<Answer<HandoverResult>> {
  requireHandOver(ctx)
  const request = await readHandover(ctx, input)
  return once(ctx, ['handover', input], async (saveAnswer) => {
    const selected = await selectionOf(ctx, request)
    return gate(ctx, 'update', 'assignment').transaction(async (writer) => {
      const body = await handOverSelected(ctx, writer, request, selected)
      return saveAnswer(writer.tx, { status: 201, body: await withCustomerNames(ctx, writer.tx, body) })
    })
  })
}

/** The same as a part of a transaction of the caller, who passes the context of its batch. */
export async function prepareHandover(
  ctx: Context,
  input: HandoverInput,
): Promise<(batchCtx: Context, tx: Tx) => Promise<HandoverResult>> {
  requireHandOver(ctx)
  const request = await readHandover(ctx, input)
  const selected = await selectionOf(ctx, request)
  return (batchCtx, tx) =>
    handOverSelected(batchCtx, gate(batchCtx, 'update', 'assignment').using(tx), request, selected)
}

function requireHandOver(ctx: Context): void {
  // Assignment rows are shortened, added and deleted.
  for (const action of ['create', 'update', 'delete'] as const) requireRight(ctx, action, 'assignment')
  requireWholeFirm(ctx)
}

interface Selected {
  codes: readonly string[]
  receiver: Awaited<ReturnType<typeof receiverOf>>
}

const selectionOf = async (ctx: Context, request: HandoverRequest): Promise<Selected> => ({
  codes: await selectedCodes(ctx, request),
  receiver: await receiverOf(ctx, request),
})

async function handOverSelected(
  ctx: Context,
  writer: RecordWriter,
  request: HandoverRequest,
  { codes, receiver }: Selected,
): Promise<HandoverResult> {
  await lockCustomers(ctx, writer.tx, codes)
  const changes = await changesFor(ctx, writer.tx, request, codes)
  await write(ctx, writer, request, changes)
  const body = summaryOf(changes, request, receiver, false)
  refuseEmpty(request, body)
  return body
}

/** The dry run of the same hand-over. */
export async function dryRunHandover(ctx: Context, input: HandoverInput): Promise<HandoverResult> {
  requireRight(ctx, 'update', 'assignment')
  requireWholeFirm(ctx)
  const request = await readHandover(ctx, input)
  const codes = await selectedCodes(ctx, request)
  const changes = await changesFor(ctx, ctx.store.read, request, codes)
  const body = summaryOf(changes, request, await receiverOf(ctx, request), true)
  refuseEmpty(request, body)
  return withCustomerNames(ctx, ctx.store.read, body)
}

async function selectedCodes(
  ctx: Context,
  { move, selection, withPlans }: HandoverRequest,
): Promise<string[]> {
  const db = ctx.store.read
  if (selection.codes) {
    const existing = await store.existingCodes(db, selection.codes)
    const missing = selection.codes.find((code) => !existing.has(code))
    if (missing !== undefined)
      throw invalid([
        { field: 'customers', message: t('There is no customer {code} (Customer Codes)', { code: missing }) },
      ])
    return [...new Set(existing.values())].toSorted()
  }
  const limit = maxCustomers + 1
  const own = move.of
    ? await store.customersOf(db, move.of, move, selection.territory, limit)
    : await store.customersWithoutOwner(db, move.from, selection.territory, limit)
  const isWholeTerritory = Object.keys(selection.territory).length === 0
  const planned = move.of && withPlans && isWholeTerritory ? await store.customersPlannedFor(db, move.of) : []
  const codes = [...new Set([...own, ...planned])].toSorted()
  if (codes.length <= maxCustomers) return codes
  const message = t(
    'More than {max, number} customers are too many at once: choose a part of the territory',
    { max: maxCustomers },
  )
  throw invalid([{ field: 'customers', message }])
}

async function changesFor(
  ctx: Context,
  db: Db,
  { move, selection, withPlans }: HandoverRequest,
  codes: readonly string[],
): Promise<HandoverChanges> {
  const rows = Map.groupBy(await store.assignmentsOf(db, codes), (row) => row.Customer_Code)
  const all = codes.map((code) => ({ code, rewriting: handOver((rows.get(code) ?? []).map(rowOf), move) }))
  const assignments = all.filter(
    ({ rewriting: { remove, change, add } }) => remove.length + change.length + add.length > 0,
  )
  const moved = new Set(assignments.map(({ code }) => code))
  const { from, before } = periodOf(ctx, move)
  const isIncluded = (plan: RecordNamed<'visit'>): boolean => {
    const { Assigned_To: assignee, Planned_At: at, Customer_Code: code } = plan
    if (assignee === move.to || at === null || at < from || at >= before) return false
    if (assignee === null || move.of === undefined) return code !== null && moved.has(code)
    return assignee === move.of
  }
  const plans = withPlans ? (await store.openPlansOf(db, codes)).filter(isIncluded) : []
  const skipped = selection.codes ? codes.length - assignments.length : 0
  return { assignments, plans, skipped }
}

const rowOf = (record: RecordNamed<'assignment'>): AssignmentRow => ({
  employee: record.Employee_Number,
  from: record.From_Day,
  until: record.Until_Day,
  record,
})

/** The period as timestamps. A hand-over that starts today includes open plans of earlier days. */
function periodOf(ctx: Context, { from, until }: HandoverRequest['move']): { from: string; before: string } {
  const { timeZone } = ctx.config
  const start = from <= dayIn(ctx.now(), timeZone) ? '' : instantAt(from, '00:00', timeZone)
  const end = until === null ? '9999' : instantAt(addDays(until, 1), '00:00', timeZone)
  return { from: start, before: end }
}

async function write(
  ctx: Context,
  writer: RecordWriter,
  { move, remarks }: HandoverRequest,
  { assignments, plans }: HandoverChanges,
): Promise<void> {
  await writeEach(assignments, async ({ code, rewriting }) => {
    for (const { record } of rewriting.remove) await writer.remove(record)
    for (const { row, into } of rewriting.change) {
      const isReassigned = into.employee !== row.employee
      await writer.update(row.record, {
        ...row.record,
        Until_Day: into.until,
        Employee_Number: into.employee,
        ...(isReassigned && { Remarks: remarks }),
      })
    }
    for (const { employee, from, until, like } of rewriting.add) {
      await writer.insert({
        Customer_Code: code,
        From_Day: from,
        Until_Day: until,
        Employee_Number: employee,
        Remarks: like ? like.record.Remarks : remarks,
      })
    }
  })
  if (plans.length > 0) await assignPlans(ctx, writer, plans, move.to)
}

/** Clears the stop order, which belongs to the day route of the previous assignee. */
export async function assignPlans(
  ctx: Context,
  { tx }: Pick<RecordWriter, 'tx'>,
  plans: readonly RecordNamed<'visit'>[],
  to: string | null,
): Promise<void> {
  const visits = gate(ctx, 'update', 'visit').using(tx)
  await writeEach(plans, (plan) => visits.update(plan, { ...plan, Assigned_To: to, Stop_Order: null }))
}

const yieldInterval = 100

/** Yields to the event loop now and then: thousands of writes in a row would block other requests. */
async function writeEach<T>(all: readonly T[], write: (item: T) => Promise<unknown>): Promise<void> {
  for (const [at, item] of all.entries()) {
    if (at % yieldInterval === yieldInterval - 1) await setImmediate()
    await write(item)
  }
}
