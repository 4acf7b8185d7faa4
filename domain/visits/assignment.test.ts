import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { handOver, movedBetween, ownerOn, type HandOver, type Span } from './assignment.ts'

const first = '2026-11-01'
const day = (n: number): string => addDays(first, n)
/** Days looked at: enough to be past every end that has one. */
const days = Array.from({ length: 60 }, (_, n) => day(n))

/** The same numbers every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

function written(rows: readonly Span[], move: HandOver): Span[] {
  const { remove, change, add } = handOver(rows, move)
  const kept = rows.filter((row) => !remove.includes(row))
  const changed = kept.map((row) => change.find((each) => each.row === row)?.into ?? row)
  // What the key of the table would refuse.
  for (const { row, into } of change) expect(into.from).toBe(row.from)
  for (const { from } of add) expect(changed.map((row) => row.from)).not.toContain(from)
  return [...changed, ...add.map(({ employee, from, until }) => ({ employee, from, until }))]
}

const somebody = ['E1', 'E2', 'E3', null] as const

describe('handing customers over', () => {
  it('gives every day the answer a day-by-day list gives, whatever happened before', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const roll = dice(seed)
      let rows: Span[] = []
      let calendar = new Map<string, string | null>(days.map((each) => [each, null]))
      for (let step = 0; step < 12; step++) {
        const from = day(roll(40))
        const of = [...somebody, undefined][roll(5)]
        const move: HandOver = {
          ...(of !== undefined && { of }),
          to: somebody[roll(4)]!,
          from,
          until: roll(3) === 0 ? null : addDays(from, roll(12)),
        }
        const past = rows
        rows = written(rows, move)
        calendar = new Map(
          [...calendar].map(([each, owner]) => {
            const isMoved = each >= from && (move.until === null || each <= move.until)
            return [each, isMoved && (of === undefined || of === owner) ? move.to : owner]
          }),
        )
        const said = `seed ${seed}, step ${step}: ${JSON.stringify(move)}`
        expect(new Map(days.map((each) => [each, ownerOn(rows, each)])), said).toEqual(calendar)
        for (const each of days) {
          const holders = rows.filter((row) => row.from <= each && (row.until ?? each) >= each)
          expect(holders.length, said).toBeLessThan(2)
        }
        for (const row of rows) expect(row.until === null || row.until >= row.from, said).toBe(true)
        expect(movedInDays(movedBetween(past, rows)), said).toEqual(
          days.flatMap((each) => {
            const [was, is] = [ownerOn(past, each), ownerOn(rows, each)]
            return was === is ? [] : [`${each} ${was} ${is}`]
          }),
        )
      }
    }
  })

  const movedInDays = (moved: ReturnType<typeof movedBetween>): string[] =>
    moved.flatMap(({ was, is, from, until }) =>
      days.filter((each) => each >= from && each <= (until ?? each)).map((each) => `${each} ${was} ${is}`),
    )

  const owned: Span[] = [{ employee: 'E1', from: day(0), until: null }]

  it('for a time: the owner has the customer again afterwards, and keeps the remark', () => {
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

  it('given back, everything is as it was, without a seam', () => {
    const given = written(owned, { of: 'E1', to: 'E2', from: day(5), until: day(9) })
    expect(written(given, { of: 'E2', to: 'E1', from: day(5), until: day(9) })).toEqual(owned)
  })

  it('does nothing twice', () => {
    const move = { of: 'E1', to: 'E2', from: day(5), until: null }
    expect(handOver(written(owned, move), move)).toEqual({ remove: [], change: [], add: [] })
  })
})
