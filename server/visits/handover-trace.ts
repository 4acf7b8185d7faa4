import type { RecordValues } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import {
  movedBetween,
  type HandoverMove,
  type Handovers,
  type HandoverTrace,
  type Span,
} from '#domain/visits/assignment.ts'
import type { Context } from '../context.ts'
import { demand, demandWhole, gate } from '../gate.ts'
import type { Db, Row } from '../store/dialect.ts'
import { namesOfEmployees } from './assignment-names.ts'
import { assignedOn } from './handover-store.ts'

const mostShown = 20
const daysBack = 180
const rowsAtOnce = 500
/** Requests that lie further back than this many entries are not looked at. */
const mostEntries = 20_000

/** Who gave customers to whom, the newest first, as the history of the assignments tells it; of one employee, or of all. */
export async function listHandovers(ctx: Context, asked: string | undefined): Promise<Handovers> {
  demand(ctx, 'history', 'assignment')
  demand(ctx, 'read', 'visit')
  demandWhole(ctx, 'Who gave customers to whom')
  const db = ctx.store.read
  const known = asked && (await gate(ctx, 'read', 'employee').find(asked))
  const employee = known ? String(known['employeeNumber']) : asked
  const found: Found[] = []
  for await (const request of requestsBackwards(db, ctx.now())) {
    const one = readRequest(request, employee)
    if (one) found.push(one)
    if (found.length === mostShown) break
  }
  const numbers = found.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to]))
  const names = await namesOfEmployees(
    db,
    numbers.filter((each) => each !== null),
  )
  const person = (number: string | null): HandoverMove['from'] =>
    number === null ? null : { employeeNumber: number, name: names.get(number) ?? number }
  const items = found.map(({ moves, ...trace }): HandoverTrace => ({
    ...trace,
    moves: moves.map((move) => ({ ...move, from: person(move.from), to: person(move.to) })),
  }))
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const has = known && { name: String(known['name']), ...(await assignedOn(db, employee!, today)) }
  return { items, has: has || null, today }
}

/** Its entries, the last one first. */
type Request = Row[]

/**
 * The newest first. Ids are in the order of time, so the entries of one request lie together, if not always side by
 * side: others may have been at work in the same moment. It is whole when a page of older entries holds none of it.
 */
async function* requestsBackwards(db: Db, now: Date): AsyncGenerator<Request> {
  const start = (now.getTime() - daysBack * 86_400_000).toString(16).padStart(12, '0')
  const open = new Map<string, Request>()
  let last: string | undefined
  for (let seen = 0; ; seen += rowsAtOnce) {
    const page = await entriesBefore(db, last, `${start.slice(0, 8)}-${start.slice(8)}`)
    const touched = new Set<string>()
    for (const row of page) {
      const id = row['request_id'] as string | null
      if (id === null) continue // the product's own work
      // What was begun is read to its end, however long it is: half of it would be told wrong.
      if (!open.has(id) && seen < mostEntries) open.set(id, [])
      open.get(id)?.push(row)
      touched.add(id)
    }
    const isEnd = page.length < rowsAtOnce
    for (const [id, request] of open) {
      if (touched.has(id) && !isEnd) break
      open.delete(id)
      yield request
    }
    if (isEnd || (seen + rowsAtOnce >= mostEntries && open.size === 0)) return
    last = String(page.at(-1)!['id'])
  }
}

function entriesBefore(db: Db, last: string | undefined, start: string): Promise<Row[]> {
  let query = db
    .selectFrom('history')
    .select(['id', 'request_id', 'at', 'actor_name', 'before_values', 'after_values'])
    .where('entity', '=', 'assignment')
    .where('id', '>=', start)
  if (last !== undefined) query = query.where('id', '<', last)
  return query.orderBy('id', 'desc').limit(rowsAtOnce).execute()
}

interface Found extends Omit<HandoverTrace, 'moves'> {
  moves: Move[]
}

/** Undefined when nothing changed hands, or nothing of this employee. */
function readRequest(request: Request, employee: string | undefined): Found | undefined {
  const [first] = request.slice(-1)
  // Most requests are about others: looking into the text is far cheaper than reading it.
  const name = employee && JSON.stringify(employee)
  const names = (cell: unknown): boolean => name !== undefined && String(cell).includes(name)
  if (employee && !request.some((row) => names(row['before_values']) || names(row['after_values']))) return
  const read = (cell: unknown): RecordValues | null =>
    cell === null ? null : (JSON.parse(String(cell)) as RecordValues)
  const entries = request
    .toReversed()
    .map((row) => ({ before: read(row['before_values']), after: read(row['after_values']) }))
  const moves = movesIn(entries).filter(({ from, to }) => !employee || from === employee || to === employee)
  if (moves.length === 0) return
  return {
    id: String(first!['request_id']),
    at: String(first!['at']),
    by: String(first!['actor_name']),
    Remarks: remarksIn(entries),
    moves,
  }
}

interface Entry {
  before: RecordValues | null
  after: RecordValues | null
}

interface Move extends Omit<HandoverMove, 'from' | 'to'> {
  from: string | null
  to: string | null
}

/** The same days from the same one to the same one are one move, of so many customers. */
function movesIn(entries: readonly Entry[]): Move[] {
  const byCustomer = Map.groupBy(entries, ({ before, after }) => String((after ?? before)?.['Customer_Code']))
  const moves = new Map<string, Move>()
  for (const own of byCustomer.values()) {
    const spans = (side: keyof Entry): Span[] =>
      own
        .map((entry) => entry[side])
        .filter((values) => values !== null)
        .map(spanOf)
    for (const { was, is, from, until } of movedBetween(spans('before'), spans('after'))) {
      const key = [was, is, from, until].join()
      const known = moves.get(key) ?? { customers: 0, from: was, to: is, From_Day: from, Until_Day: until }
      moves.set(key, { ...known, customers: known.customers + 1 })
    }
  }
  return [...moves.values()].toSorted((one, other) => other.customers - one.customers)
}

const spanOf = (values: RecordValues): Span => ({
  employee: String(values['Employee_Number']),
  from: String(values['From_Day']),
  until: values['Until_Day'] as string | null,
})

/** What was said about those who were given, not what stood with those who were cut. */
function remarksIn(entries: readonly Entry[]): string | null {
  const said = entries.find(
    ({ before, after }) => after?.['Remarks'] && before?.['Remarks'] !== after['Remarks'],
  )
  return (said?.after?.['Remarks'] as string | undefined) ?? null
}
