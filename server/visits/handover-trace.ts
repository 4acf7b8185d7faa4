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
import { demand, gate } from '../gate.ts'
import type { Db, Row } from '../store/dialect.ts'
import { namesOfEmployees } from './assignment-names.ts'
import { assignedOn } from './handover-store.ts'

const daysBack = 180
const mostRequests = 60
const mostShown = 20
const mostEntries = 20_000

/** Who gave customers to whom, the newest first, as the history of the assignments tells it; of one employee, or of all. */
export async function listHandovers(ctx: Context, employee: string | undefined): Promise<Handovers> {
  demand(ctx, 'history', 'assignment')
  demand(ctx, 'read', 'visit')
  const db = ctx.store.read
  const traces: HandoverTrace[] = []
  for (const request of await recentRequests(db, ctx.now())) {
    const entries = await entriesOf(db, request)
    const moves = movesIn(entries).filter(
      ({ from, to }) => !employee || [from, to].some((each) => each === employee),
    )
    if (moves.length === 0) continue
    const names = await namesOfEmployees(
      db,
      moves.flatMap(({ from, to }) => [from, to].filter((each) => each !== null)),
    )
    traces.push({
      id: String(request['request_id']),
      at: String(request['at']),
      by: String(request['actor_name']),
      Remarks: remarksIn(entries),
      moves: moves.map((move) => ({ ...move, from: person(move.from), to: person(move.to) })),
    })
    if (traces.length === mostShown) break

    function person(number: string | null): HandoverMove['from'] {
      return number === null ? null : { employeeNumber: number, name: names.get(number) ?? number }
    }
  }
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const known = employee && (await gate(ctx, 'read', 'employee').find(employee))
  const has = known && {
    name: String(known['name']),
    ...(await assignedOn(db, String(known['employeeNumber']), today)),
  }
  return { items: traces, has: has || null, today }
}

/** Ids are in the order of time: the entries of one request lie side by side. */
async function recentRequests(db: Db, now: Date): Promise<Row[]> {
  const start = (now.getTime() - daysBack * 86_400_000).toString(16).padStart(12, '0')
  return db
    .selectFrom('history')
    .select(({ fn }) => [
      'request_id',
      'actor_name',
      fn.min('at').as('at'),
      fn.min('id').as('first'),
      fn.max('id').as('last'),
    ])
    .where('entity', '=', 'assignment')
    .where('id', '>=', `${start.slice(0, 8)}-${start.slice(8)}`)
    .where('request_id', 'is not', null)
    .groupBy(['request_id', 'actor_name'])
    .orderBy('last', 'desc')
    .limit(mostRequests)
    .execute()
}

interface Entry {
  before: RecordValues | null
  after: RecordValues | null
}

async function entriesOf(db: Db, { request_id, first, last }: Row): Promise<Entry[]> {
  const rows = await db
    .selectFrom('history')
    .select(['before_values', 'after_values'])
    .where('id', '>=', first!)
    .where('id', '<=', last!)
    .where('entity', '=', 'assignment')
    .where('request_id', '=', request_id!)
    .limit(mostEntries)
    .execute()
  const read = (cell: unknown): RecordValues | null =>
    cell === null ? null : (JSON.parse(String(cell)) as RecordValues)
  return rows.map((row) => ({ before: read(row['before_values']), after: read(row['after_values']) }))
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
