import { describe, expect, it } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { handOver, ownerChanges, ownerOn, type OwnershipTransfer, type Span } from './assignment.ts'
import { randomFrom } from '#testing/random.ts'

const first = '2026-11-01'
const day = (n: number): string => addDays(first, n)
/** Long enough to contain every end date. */
const days = Array.from({ length: 60 }, (_, n) => day(n))

function applyTransfer(rows: readonly Span[], move: OwnershipTransfer): Span[] {
  const { remove, change, add } = handOver(rows, move)
  const remaining = rows.filter((row) => !remove.includes(row))
  const changed = remaining.map((row) => change.find((each) => each.row === row)?.into ?? row)
  // The table key would reject duplicates of `from`.
  for (const { row, into } of change) expect(into.from).toBe(row.from)
  for (const { from } of add) expect(changed.map((row) => row.from)).not.toContain(from)
  return [...changed, ...add.map(({ employee, from, until }) => ({ employee, from, until }))]
}

const owners = ['E1', 'E2', 'E3', null] as const

describe('handOver', () => {
  it('gives the same owner for every day as a day-by-day model, for random sequences of hand-overs', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const roll = randomFrom(seed)
      let rows: Span[] = []
      let calendar = new Map<string, string | null>(days.map((each) => [each, null]))
      for (let step = 0; step < 12; step++) {
        const from = day(roll(40))
        const of = [...owners, undefined][roll(5)]
        const move: OwnershipTransfer = {
          ...(of !== undefined && { of }),
          to: owners[roll(4)]!,
          from,
          until: roll(3) === 0 ? null : addDays(from, roll(12)),
        }
        const past = rows
        rows = applyTransfer(rows, move)
        calendar = new Map(
          [...calendar].map(([each, owner]) => {
            const isMoved = each >= from && (move.until === null || each <= move.until)
            return [each, isMoved && (of === undefined || of === owner) ? move.to : owner]
          }),
        )
        const message = `seed ${seed}, step ${step}: ${JSON.stringify(move)}`
        expect(new Map(days.map((each) => [each, ownerOn(rows, each)])), message).toEqual(calendar)
        const holdersOn = (each: string): Span[] =>
          rows.filter((row) => row.from <= each && (row.until ?? each) >= each)
        expect(
          days.filter((each) => holdersOn(each).length > 1),
          message,
        ).toEqual([])
        expect(
          rows.filter((row) => row.until !== null && row.until < row.from),
          message,
        ).toEqual([])
        expect(movedInDays(ownerChanges(past, rows)), message).toEqual(
          days.flatMap((each) => {
            const [was, is] = [ownerOn(past, each), ownerOn(rows, each)]
            return was === is ? [] : [`${each} ${was} ${is}`]
          }),
        )
      }
    }
  })

  const movedInDays = (moved: ReturnType<typeof ownerChanges>): string[] =>
    moved.flatMap(({ was, is, from, until }) =>
      days.filter((each) => each >= from && each <= (until ?? each)).map((each) => `${each} ${was} ${is}`),
    )

  const owned: Span[] = [{ employee: 'E1', from: day(0), until: null }]

  it('returns the customer to the previous owner after a temporary hand-over, with the remark', () => {
    const { remove, change, add } = handOver(owned, { of: 'E1', to: 'E2', from: day(5), until: day(9) })
    expect([remove, change.map(({ into }) => into)]).toEqual([
      [],
      [{ employee: 'E1', from: day(0), until: day(4) }],
    ])
    expect(add).toEqual([
      { employee: 'E2', from: day(5), until: day(9), like: undefined },
      { employee: 'E1', from: day(10), until: null, like: owned[0] },
    ])
  })

  it('restores a single row when the customer is handed back', () => {
    const given = applyTransfer(owned, { of: 'E1', to: 'E2', from: day(5), until: day(9) })
    expect(applyTransfer(given, { of: 'E2', to: 'E1', from: day(5), until: day(9) })).toEqual(owned)
  })

  it('changes nothing when repeated', () => {
    const move = { of: 'E1', to: 'E2', from: day(5), until: null }
    expect(handOver(applyTransfer(owned, move), move)).toEqual({ remove: [], change: [], add: [] })
  })
})
