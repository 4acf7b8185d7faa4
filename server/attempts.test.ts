import { describe, expect, it } from 'vitest'
import {
  addressAllowance,
  judgeAttempt,
  passwordAllowance,
  type Allowance,
  type Attempts,
} from './attempts.ts'

const start = Date.parse('2026-11-15T06:00:00.000Z')
const fresh: Attempts = { count: 0, at: start }

/** Tries at each of these seconds; which of them were let through. */
function tried(allowance: Allowance, seconds: readonly number[]): number[] {
  let attempts = fresh
  return seconds.filter((second) => {
    const judged = judgeAttempt(allowance, attempts, start + second * 1000)
    attempts = judged.attempts
    return judged.wait === 0
  })
}

const everySecond = (count: number): number[] => Array.from({ length: count }, (_, second) => second)

describe('waits that double', () => {
  it('come after what is free, and are forgotten after a quarter of an hour', () => {
    const seconds = [0, 0, 0, 0, 0, ...everySecond(1891)]
    expect(tried(passwordAllowance, seconds)).toEqual([0, 0, 0, 0, 0, 30, 90, 210, 450, 930, 1890])
    expect(tried(passwordAllowance, [0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 1000, 1000])).toHaveLength(10)
  })

  it('are never needed below what is free, whatever the clock of the last attempt said', () => {
    for (const ahead of [1, 3_600_000, 31 * 86_400_000])
      for (let count = 0; count < 5; count++)
        expect(judgeAttempt(passwordAllowance, { count, at: start + ahead }, start)).toEqual({
          attempts: { count: count + 1, at: start },
          wait: 0,
        })
  })

  it('are counted from now where the last attempt lies in the future', () => {
    const judged = judgeAttempt(passwordAllowance, { count: 5, at: start + 31 * 86_400_000 }, start)
    expect(judged).toEqual({ attempts: { count: 5, at: start }, wait: 30 })
    expect(judgeAttempt(passwordAllowance, judged.attempts, start + 30_000).wait).toBe(0)
  })
})

describe('what is refilled', () => {
  it('lets 60 through at once and then one a minute, however often is tried', () => {
    const seconds = [...Array.from({ length: 70 }, () => 0), ...everySecond(601)]
    const through = tried(addressAllowance, seconds)
    expect(through.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 0))
    expect(through.slice(60)).toEqual([60, 120, 180, 240, 300, 360, 420, 480, 540, 600])
  })

  it('is full again after an hour, and a clock set back costs a minute at most', () => {
    const hour = [...Array.from({ length: 60 }, () => 0), ...Array.from({ length: 70 }, () => 3600)]
    expect(tried(addressAllowance, hour)).toHaveLength(120)
    const judged = judgeAttempt(addressAllowance, { count: 60, at: start + 3_600_000 }, start)
    expect(judged).toEqual({ attempts: { count: 60, at: start }, wait: 60 })
  })
})
