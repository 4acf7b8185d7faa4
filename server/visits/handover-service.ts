import { setImmediate } from 'node:timers/promises'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { addDays } from '#domain/dates.ts'
import { dayIn, instantAt } from '#domain/moments.ts'
import { invalid } from '#domain/problem.ts'
import { handOver, type HandedOver } from '#domain/visits/assignment.ts'
import type { Context } from '../context.ts'
import { demand, demandWhole, gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import type { Db } from '../store/dialect.ts'
import type { RecordWriter } from '../store/records.ts'
import { lockCustomers } from './customer-locks.ts'
import { named, refuseNothing, summaryOf, type Changes, type Row } from './handover-answer.ts'
import { receiverOf } from './handover-receiver.ts'
import { mostCustomers, readHandover, type HandoverRequest } from './handover-request.ts'
import * as store from './handover-store.ts'

/** Gives customers, and on request their open plans, from one employee to another: now, later, or for a time. */
export async function handOverCustomers(ctx: Context, input: unknown): Promise<Answer<HandedOver>> {
  // Rows are cut, added and taken away.
  for (const action of ['create', 'update', 'delete'] as const) demand(ctx, action, 'assignment')
  demandWhole(ctx, 'To hand customers over')
  const request = await readHandover(ctx, input)
  return once(ctx, ['handover', input], async (keep) => {
    const codes = await chosen(ctx, request)
    const receiver = await receiverOf(ctx, request)
    return gate(ctx, 'update', 'assignment').transaction(async (writer) => {
      await lockCustomers(ctx, writer.tx, codes)
      const changes = await changesFor(ctx, writer.tx, request, codes)
      await write(ctx, writer, request, changes)
      const body = summaryOf(changes, request, receiver)
      refuseNothing(request, body)
      return keep(writer.tx, { status: 201, body: await named(ctx, writer.tx, body) })
    })
  })
}

/** The same, without doing it. */
export async function tryHandOver(ctx: Context, input: unknown): Promise<HandedOver> {
  demand(ctx, 'update', 'assignment')
  demandWhole(ctx, 'To hand customers over')
  const request = await readHandover(ctx, input)
  const codes = await chosen(ctx, request)
  const changes = await changesFor(ctx, ctx.store.read, request, codes)
  const body = summaryOf(changes, request, await receiverOf(ctx, request))
  refuseNothing(request, body)
  return named(ctx, ctx.store.read, body)
}

async function chosen(ctx: Context, { move, which, withPlans }: HandoverRequest): Promise<string[]> {
  const db = ctx.store.read
  if (which.codes) {
    const existing = await store.existingCodes(db, which.codes)
    const missing = which.codes.find((code) => !existing.has(code))
    if (missing !== undefined)
      throw invalid([{ field: 'customers', message: `There is no customer ${missing} (Customer Codes)` }])
    return [...new Set(existing.values())].toSorted()
  }
  const limit = mostCustomers + 1
  const own = move.of
    ? await store.customersOf(db, move.of, move, which.territory, limit)
    : await store.customersOfNobody(db, move.from, which.territory, limit)
  const isEverything = Object.keys(which.territory).length === 0
  const visited = move.of && withPlans && isEverything ? await store.customersPlannedFor(db, move.of) : []
  const codes = [...new Set([...own, ...visited])].toSorted()
  if (codes.length <= mostCustomers) return codes
  const message = `More than ${mostCustomers.toLocaleString('en-IN')} customers at once are too many: choose a part of the territory`
  throw invalid([{ field: 'customers', message }])
}

async function changesFor(
  ctx: Context,
  db: Db,
  { move, which, withPlans }: HandoverRequest,
  codes: readonly string[],
): Promise<Changes> {
  const rows = Map.groupBy(await store.assignmentsOf(db, codes), (row) => String(row['Customer_Code']))
  const all = codes.map((code) => ({ code, rewriting: handOver((rows.get(code) ?? []).map(rowOf), move) }))
  const assignments = all.filter(
    ({ rewriting: { remove, change, add } }) => remove.length + change.length + add.length > 0,
  )
  const moved = new Set(assignments.map(({ code }) => code))
  const { from, before } = timeOf(ctx, move)
  const isMeant = (plan: StoredRecord): boolean => {
    const { Assigned_To: whose } = plan
    const at = String(plan['Planned_At'])
    if (whose === move.to || at < from || at >= before) return false
    if (whose === null || move.of === undefined) return moved.has(String(plan['Customer_Code']))
    return whose === move.of
  }
  const plans = withPlans ? (await store.openPlansOf(db, codes)).filter(isMeant) : []
  const skipped = which.codes ? codes.length - assignments.length : 0
  return { assignments, plans, skipped }
}

const rowOf = (record: StoredRecord): Row => ({
  employee: String(record['Employee_Number']),
  from: String(record['From_Day']),
  until: record['Until_Day'] as string | null,
  record,
})

/** As moments. What was planned for earlier and is still open goes along with a hand-over that begins today. */
function timeOf(ctx: Context, { from, until }: HandoverRequest['move']): { from: string; before: string } {
  const { timeZone } = ctx.config
  const begins = from <= dayIn(ctx.now(), timeZone) ? '' : instantAt(from, '00:00', timeZone)
  const ends = until === null ? '9999' : instantAt(addDays(until, 1), '00:00', timeZone)
  return { from: begins, before: ends }
}

async function write(
  ctx: Context,
  writer: RecordWriter,
  { move, remarks }: HandoverRequest,
  { assignments, plans }: Changes,
): Promise<void> {
  await inTurns(assignments, async ({ code, rewriting }) => {
    for (const { record } of rewriting.remove) await writer.remove(record)
    for (const { row, into } of rewriting.change) {
      const isGiven = into.employee !== row.employee
      await writer.update(row.record, {
        ...row.record,
        Until_Day: into.until,
        Employee_Number: into.employee,
        ...(isGiven && { Remarks: remarks }),
      })
    }
    for (const { employee, from, until, like } of rewriting.add) {
      await writer.insert({
        Customer_Code: code,
        From_Day: from,
        Until_Day: until,
        Employee_Number: employee,
        Remarks: like ? like.record['Remarks']! : remarks,
      })
    }
  })
  if (plans.length > 0) await assign(ctx, writer, plans, move.to)
}

/** A place in one person's round means nothing in another's. */
export async function assign(
  ctx: Context,
  { tx }: Pick<RecordWriter, 'tx'>,
  plans: readonly StoredRecord[],
  to: string | null,
): Promise<void> {
  const visits = gate(ctx, 'update', 'visit').using(tx)
  await inTurns(plans, (plan) => visits.update(plan, { ...plan, Assigned_To: to, Stop_Order: null }))
}

const turn = 100

/** Thousands of writes in a row would keep the process from everybody else: now and then others get their turn. */
async function inTurns<T>(all: readonly T[], write: (one: T) => Promise<unknown>): Promise<void> {
  for (const [at, one] of all.entries()) {
    if (at % turn === turn - 1) await setImmediate()
    await write(one)
  }
}
