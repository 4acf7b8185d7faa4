import { addDays } from '../dates.ts'

/** Days on which somebody looks after a customer; without `until` they have no end. */
export interface Span {
  employee: string
  from: string
  until: string | null
}

/** Whose days are given to whom. `null` is nobody: days that are free, or are to be. */
export interface HandOver {
  /** Left out: whoever has them. */
  of?: string | null
  to: string | null
  from: string
  until: string | null
}

/** A stretch of days that changed hands. */
export interface Moved {
  was: string | null
  is: string | null
  from: string
  until: string | null
}

/** What has to be written, in this order: no two rows of one customer ever begin on the same day. */
export interface Rewriting<Row extends Span> {
  remove: Row[]
  change: { row: Row; into: Span }[]
  add: (Span & { like: Row | undefined })[]
}

// Beyond the last day a date can be: it stands for "no end", so that ends compare like any day.
const never = '9999-12-31'
const endOf = ({ until }: { until: string | null }): string => until ?? never
const untilOf = (end: string): string | null => (end === never ? null : end)

const byFrom = <Row extends { from: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)))

interface Piece<Row> {
  employee: string
  from: string
  end: string
  like: Row | undefined
  isNew: boolean
}

/**
 * The rows of one customer after a hand-over: exactly the days of that time which were whose they are taken from change
 * hands, and every other day keeps its answer. So whoever had the customer has it again when the time is over, and what
 * was arranged with somebody else stays.
 */
export function handOver<Row extends Span>(rows: readonly Row[], move: HandOver): Rewriting<Row> {
  return differenceOf(rows, joined(piecesAfter(byFrom(rows), move)))
}

function piecesAfter<Row extends Span>(rows: readonly Row[], move: HandOver): Piece<Row>[] {
  const last = endOf(move)
  const pieces: Piece<Row>[] = []
  const keep = (row: Row, from: string, end: string, employee: string | null = row.employee): void => {
    if (from <= end && employee !== null)
      pieces.push({ employee, from, end, like: row, isNew: employee !== row.employee })
  }
  let free = move.from
  for (const row of rows) {
    const end = endOf(row)
    const isTouched = row.from <= last && end >= move.from
    fill(free, earlier(before(row.from), last))
    if (end >= free) free = end === never ? never : addDays(end, 1)
    if (!isTouched || (move.of !== undefined && move.of !== row.employee)) {
      keep(row, row.from, end)
      continue
    }
    keep(row, row.from, before(move.from))
    keep(row, later(row.from, move.from), earlier(end, last), move.to)
    if (last < end) keep(row, addDays(last, 1), end)
  }
  if (rows.every((row) => endOf(row) !== never)) fill(free, last)
  return byFrom(pieces)

  /** Days that nobody has are given away like those of anybody else. */
  function fill(from: string, end: string): void {
    if (move.of || move.to === null || from > end) return
    pieces.push({ employee: move.to, from, end, like: undefined, isNew: true })
  }
}

const before = (day: string): string => addDays(day, -1)
const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

/** What was given and touches what its new owner has anyway is one piece: giving back leaves no seam. */
function joined<Row>(pieces: readonly Piece<Row>[]): Piece<Row>[] {
  const whole: Piece<Row>[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    const isSame =
      last?.employee === piece.employee &&
      (last.isNew || piece.isNew) &&
      last.end !== never &&
      addDays(last.end, 1) === piece.from
    if (isSame) whole[whole.length - 1] = { ...last, end: piece.end, isNew: true }
    else whole.push(piece)
  }
  return whole
}

function differenceOf<Row extends Span>(rows: readonly Row[], pieces: readonly Piece<Row>[]): Rewriting<Row> {
  const spans = new Map(pieces.map((piece) => [piece.from, piece]))
  const known = new Map(rows.map((row) => [row.from, row]))
  return {
    remove: rows.filter((row) => !spans.has(row.from)),
    change: rows.flatMap((row) => {
      const piece = spans.get(row.from)
      if (!piece || (piece.employee === row.employee && piece.end === endOf(row))) return []
      return [{ row, into: spanOf(piece) }]
    }),
    add: pieces
      .filter((piece) => !known.has(piece.from))
      .map((piece) => ({ ...spanOf(piece), like: piece.isNew ? undefined : piece.like })),
  }
}

const spanOf = ({ employee, from, end }: Piece<unknown>): Span => ({ employee, from, until: untilOf(end) })

/** What changed hands between two sets of rows of one customer. */
export function movedBetween(before: readonly Span[], after: readonly Span[]): Moved[] {
  const edges = [...before, ...after].flatMap((span) => [
    span.from,
    ...(span.until === null ? [] : [addDays(span.until, 1)]),
  ])
  const starts = [...new Set(edges)].toSorted()
  const moved: Moved[] = []
  for (const [at, from] of starts.entries()) {
    const next = starts[at + 1]
    const until = next === undefined ? null : addDays(next, -1)
    const [was, is] = [ownerOn(before, from), ownerOn(after, from)]
    const last = moved.at(-1)
    if (was === is) continue
    const goesOn = last?.was === was && last.is === is && last.until !== null
    if (goesOn && addDays(last.until!, 1) === from) last.until = until
    else moved.push({ was, is, from, until })
  }
  return moved
}

/** Who has the customer on that day. */
export const ownerOn = (spans: readonly Span[], day: string): string | null =>
  spans.find((span) => span.from <= day && endOf(span) >= day)?.employee ?? null

/** What a hand-over does, or would do. */
export interface HandedOver {
  customers: number
  plans: number
  /** Named, but not whose they were said to be in that time: they stay where they are. */
  skipped: number
  first: { Customer_Code: string; Customer_Name: string; City_Code: string }[]
  Customer_Codes: string[]
  Visit_IDs: string[]
  /** What the account of whoever takes them will see, in a sentence without an end; null where nobody takes them. */
  receiver: string | null
}

interface Person {
  employeeNumber: string
  name: string
}

/** Customers that changed hands together. */
export interface HandoverMove {
  customers: number
  from: Person | null
  to: Person | null
  From_Day: string
  Until_Day: string | null
}

/** One request that changed who looks after customers: who asked, when, and what came of it. */
export interface HandoverTrace {
  id: string
  at: string
  by: string
  Remarks: string | null
  moves: HandoverMove[]
}

export interface Handovers {
  items: HandoverTrace[]
  /** What the employee asked about has today. */
  has: { name: string; customers: number; plans: number } | null
  /** Where the firm is. */
  today: string
}
