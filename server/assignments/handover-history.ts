import type { assignment } from '#domain/catalogue/entities/visits.ts'
import type { ValuesOf } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { HandoverMove, Handovers, HandoverTrace } from '#domain/api/visits/handovers.ts'
import { ownerChanges, type Span } from '#domain/visits/assignment.ts'
import type { Context } from '../core/context.ts'
import { requireRight, requireFullScope, gate } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'
import { namesOfEmployees } from './assignment-names.ts'
import { assignedOn } from './handover-store.ts'
import { t } from '#domain/messages/t.ts'

const maxHandovers = 20
const daysBack = 180
const pageSize = 500
/** Older requests than this many entries are not read. */
const maxEntries = 20_000

/** Hand-overs of one employee or of all, newest first, read from the history of the assignments. */
export async function listHandovers(ctx: Context, employeeParam: string | undefined): Promise<Handovers> {
  requireRight(ctx, 'history', 'assignment')
  requireRight(ctx, 'read', 'visit')
  requireFullScope(ctx, t('The list of hand-overs'))
  const db = ctx.store.read
  const employeeRecord = employeeParam && (await gate(ctx, 'read', 'employee').find(employeeParam))
  const employee = employeeRecord ? employeeRecord.employeeNumber : employeeParam
  const handovers: Handover[] = []
  for await (const request of requestsBackwards(db, ctx.now())) {
    const handover = readRequest(request, employee)
    if (handover) handovers.push(handover)
    if (handovers.length === maxHandovers) break
  }
  const numbers = handovers.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to]))
  const names = await namesOfEmployees(
    db,
    numbers.filter((each) => each !== null),
  )
  const employeeOf = (number: string | null): HandoverMove['from'] =>
    number === null ? null : { employeeNumber: number, name: names.get(number) ?? number }
  const items = handovers.map(({ moves, ...trace }): HandoverTrace => ({
    ...trace,
    moves: moves.map((move) => ({ ...move, from: employeeOf(move.from), to: employeeOf(move.to) })),
  }))
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const has = employeeRecord && {
    name: employeeRecord.name,
    ...(await assignedOn(db, employee!, today)),
  }
  return { items, has: has || null, today }
}

/** The history entries of one request, newest first. */
type RequestEntries = Awaited<ReturnType<typeof entriesBefore>>

/**
 * Newest first. Ids are ordered by time, so the entries of one request are close together, but not always adjacent:
 * requests may run concurrently. A request is complete when a page of older entries holds none of its entries.
 */
async function* requestsBackwards(db: Db, now: Date): AsyncGenerator<RequestEntries> {
  const start = (now.getTime() - daysBack * 86_400_000).toString(16).padStart(12, '0')
  const open = new Map<string, RequestEntries>()
  let last: string | undefined
  for (let readCount = 0; ; readCount += pageSize) {
    const page = await entriesBefore(db, last, `${start.slice(0, 8)}-${start.slice(8)}`)
    const idsOnPage = new Set<string>()
    for (const row of page) {
      const id = row.request_id
      if (id === null) continue // written by the system
      // A request that was started is read to its end, however long, because half of it would be wrong.
      if (!open.has(id) && readCount < maxEntries) open.set(id, [])
      open.get(id)?.push(row)
      idsOnPage.add(id)
    }
    const isEnd = page.length < pageSize
    for (const [id, request] of open) {
      if (idsOnPage.has(id) && !isEnd) break
      open.delete(id)
      yield request
    }
    if (isEnd || (readCount + pageSize >= maxEntries && open.size === 0)) return
    last = page.at(-1)!.id
  }
}

function entriesBefore(db: Db, last: string | undefined, start: string) {
  let query = db
    .selectFrom('history')
    .select(['id', 'request_id', 'at', 'actor_name', 'before_values', 'after_values'])
    .where('entity', '=', 'assignment')
    .where('id', '>=', start)
  if (last !== undefined) query = query.where('id', '<', last)
  return query.orderBy('id', 'desc').limit(pageSize).execute()
}

interface Handover extends Omit<HandoverTrace, 'moves'> {
  moves: Move[]
}

/** Undefined when no owner changed, or none of this employee. */
function readRequest(request: RequestEntries, employee: string | undefined): Handover | undefined {
  const [first] = request.slice(-1)
  // Most requests are about other employees: searching the text is far cheaper than parsing it.
  const name = employee && JSON.stringify(employee)
  const names = (cell: string | null): boolean => name !== undefined && cell !== null && cell.includes(name)
  if (employee && !request.some((row) => names(row.before_values) || names(row.after_values))) return
  const parse = (cell: string | null): AssignmentValues | null => (cell === null ? null : JSON.parse(cell))
  const entries = request
    .toReversed()
    .map((row) => ({ before: parse(row.before_values), after: parse(row.after_values) }))
  const moves = movesIn(entries).filter(({ from, to }) => !employee || from === employee || to === employee)
  if (moves.length === 0) return
  return {
    id: first!.request_id!,
    at: first!.at,
    by: first!.actor_name,
    Remarks: remarksIn(entries),
    moves,
  }
}

type AssignmentValues = ValuesOf<typeof assignment>

interface Entry {
  before: AssignmentValues | null
  after: AssignmentValues | null
}

interface Move extends Omit<HandoverMove, 'from' | 'to'> {
  from: string | null
  to: string | null
}

/** Groups equal moves (same days, same owners) and counts their customers. */
function movesIn(entries: readonly Entry[]): Move[] {
  const byCustomer = Map.groupBy(entries, ({ before, after }) => (after ?? before)?.Customer_Code)
  const moves = new Map<string, Move>()
  for (const entriesOfCustomer of byCustomer.values()) {
    const spans = (side: keyof Entry): Span[] =>
      entriesOfCustomer
        .map((entry) => entry[side])
        .filter((values) => values !== null)
        .map(spanOf)
    for (const { was, is, from, until } of ownerChanges(spans('before'), spans('after'))) {
      const key = [was, is, from, until].join()
      const move = moves.get(key) ?? { customers: 0, from: was, to: is, From_Day: from, Until_Day: until }
      moves.set(key, { ...move, customers: move.customers + 1 })
    }
  }
  return [...moves.values()].toSorted((one, other) => other.customers - one.customers)
}

const spanOf = (values: AssignmentValues): Span => ({
  employee: values.Employee_Number,
  from: values.From_Day,
  until: values.Until_Day,
})

/** The remarks of the assignments that were added or reassigned, not of those that were shortened. */
function remarksIn(entries: readonly Entry[]): string | null {
  const entryWithRemarks = entries.find(
    ({ before, after }) => after?.Remarks && before?.Remarks !== after.Remarks,
  )
  return entryWithRemarks?.after?.Remarks ?? null
}
