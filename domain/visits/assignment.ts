import { addDays } from '../dates/dates.ts'

/** A period in which an employee owns a customer; `until: null` means no end. */
export interface Span {
  employee: string
  from: string
  until: string | null
}

/** A transfer of ownership for a period. `null` means no owner. */
export interface OwnershipTransfer {
  /** The current owner; undefined: any owner. */
  of?: string | null
  to: string | null
  from: string
  until: string | null
}

/** A period whose owner changed. */
export interface OwnerChange {
  was: string | null
  is: string | null
  from: string
  until: string | null
}

/** The writes, in this order, so that no two rows of a customer ever begin on the same day. */
export interface AssignmentWrites<Row extends Span> {
  remove: Row[]
  change: { row: Row; into: Span }[]
  add: (Span & { like: Row | undefined })[]
}

// Beyond the last valid date: represents "no end", so that ends compare like any day.
const never = '9999-12-31'
const endOf = ({ until }: { until: string | null }): string => until ?? never
const untilOf = (end: string): string | null => (end === never ? null : end)

const byFrom = <Row extends { from: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)))

interface Segment<Row> {
  employee: string
  from: string
  end: string
  like: Row | undefined
  isNew: boolean
}

/**
 * The writes for a hand-over of one customer: only days in the period that belong to `of` change their owner. So the
 * previous owner has the customer again after the period, and assignments to other employees are not changed.
 */
export function handOver<Row extends Span>(
  rows: readonly Row[],
  move: OwnershipTransfer,
): AssignmentWrites<Row> {
  return writesFor(rows, joinAdjacent(segmentsAfter(byFrom(rows), move)))
}

function segmentsAfter<Row extends Span>(rows: readonly Row[], move: OwnershipTransfer): Segment<Row>[] {
  const last = endOf(move)
  const segments: Segment<Row>[] = []
  const keep = (row: Row, from: string, end: string, employee: string | null = row.employee): void => {
    if (from <= end && employee !== null)
      segments.push({ employee, from, end, like: row, isNew: employee !== row.employee })
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
  return byFrom(segments)

  /** Days without an owner are transferred as well, unless `of` names an employee. */
  function fill(from: string, end: string): void {
    if (move.of || move.to === null || from > end) return
    segments.push({ employee: move.to, from, end, like: undefined, isNew: true })
  }
}

const before = (day: string): string => addDays(day, -1)
const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

/** Joins a transferred period with an adjacent one of the same owner, so that handing back restores one row. */
function joinAdjacent<Row>(segments: readonly Segment<Row>[]): Segment<Row>[] {
  const merged: Segment<Row>[] = []
  for (const segment of segments) {
    const last = merged.at(-1)
    const isSame =
      last?.employee === segment.employee &&
      (last.isNew || segment.isNew) &&
      last.end !== never &&
      addDays(last.end, 1) === segment.from
    if (isSame) merged[merged.length - 1] = { ...last, end: segment.end, isNew: true }
    else merged.push(segment)
  }
  return merged
}

function writesFor<Row extends Span>(
  rows: readonly Row[],
  segments: readonly Segment<Row>[],
): AssignmentWrites<Row> {
  const spans = new Map(segments.map((segment) => [segment.from, segment]))
  const known = new Map(rows.map((row) => [row.from, row]))
  return {
    remove: rows.filter((row) => !spans.has(row.from)),
    change: rows.flatMap((row) => {
      const segment = spans.get(row.from)
      if (!segment || (segment.employee === row.employee && segment.end === endOf(row))) return []
      return [{ row, into: spanOf(segment) }]
    }),
    add: segments
      .filter((segment) => !known.has(segment.from))
      .map((segment) => ({ ...spanOf(segment), like: segment.isNew ? undefined : segment.like })),
  }
}

const spanOf = ({ employee, from, end }: Segment<unknown>): Span => ({ employee, from, until: untilOf(end) })

/** The changes of owner between two sets of rows of one customer. */
export function ownerChanges(before: readonly Span[], after: readonly Span[]): OwnerChange[] {
  const edges = [...before, ...after].flatMap((span) => [
    span.from,
    ...(span.until === null ? [] : [addDays(span.until, 1)]),
  ])
  const starts = [...new Set(edges)].toSorted()
  const moved: OwnerChange[] = []
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

/** The owner on that day. */
export const ownerOn = (spans: readonly Span[], day: string): string | null =>
  spans.find((span) => span.from <= day && endOf(span) >= day)?.employee ?? null
