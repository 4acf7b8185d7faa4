import { expect, it } from 'vitest'
import { judge, type LedgerEntry } from './ledger.ts'
import { randomOf } from './chaos/random.ts'

const entry = (text: string, isSaved: boolean): LedgerEntry => ({ text, phone: 1, kind: 'visit', isSaved })

it('finds what was saved and is missing, and what is there twice', () => {
  const entries = [entry('a', true), entry('b', true), entry('c', false), entry('d', false)]
  expect(judge(entries, ['b', 'b', 'd', 'other'])).toEqual({
    saved: 2,
    unacknowledged: 2,
    lost: ['a'],
    doubled: ['b'],
  })
})

it('repeats the choices of a seed', () => {
  const choices = (seed: number): number[] => randomOf(seed).shuffle([1, 2, 3, 4, 5, 6, 7, 8])
  expect(choices(3)).toEqual(choices(3))
  expect(choices(3)).not.toEqual(choices(4))
  expect(choices(3).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
