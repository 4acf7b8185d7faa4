import { describe, expect, it } from 'vitest'
import {
  addressAllowance,
  evaluateAttempt,
  passwordAllowance,
  type Allowance,
  type Attempts,
} from './rate-limit.ts'

const start = Date.parse('2026-11-15T06:00:00.000Z')
const fresh: Attempts = { count: 0, at: start }

/** Makes an attempt at each of these seconds, and returns those that were allowed. */
function allowedSeconds(allowance: Allowance, seconds: readonly number[]): number[] {
  let attempts = fresh
  return seconds.filter((second) => {
    const result = evaluateAttempt(allowance, attempts, start + second * 1000)
    attempts = result.attempts
    return result.wait === 0
  })
}

const everySecond = (count: number): number[] => Array.from({ length: count }, (_, second) => second)

describe('an allowance with doubling waits', () => {
  it('doubles the waits after the burst, and resets them after 15 minutes', () => {
    const seconds = [0, 0, 0, 0, 0, ...everySecond(1891)]
    expect(allowedSeconds(passwordAllowance, seconds)).toEqual([0, 0, 0, 0, 0, 30, 90, 210, 450, 930, 1890])
    expect(
      allowedSeconds(passwordAllowance, [0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 1000, 1000]),
    ).toHaveLength(10)
  })

  it('never waits within the burst, whatever the time of the last attempt', () => {
    for (const ahead of [1, 3_600_000, 31 * 86_400_000])
      for (let count = 0; count < 5; count++)
        expect(evaluateAttempt(passwordAllowance, { count, at: start + ahead }, start)).toEqual({
          attempts: { count: count + 1, at: start },
          wait: 0,
        })
  })

  it('waits from now when the last attempt is in the future', () => {
    const result = evaluateAttempt(passwordAllowance, { count: 5, at: start + 31 * 86_400_000 }, start)
    expect(result).toEqual({ attempts: { count: 5, at: start }, wait: 30 })
    expect(evaluateAttempt(passwordAllowance, result.attempts, start + 30_000).wait).toBe(0)
  })
})

describe('an allowance that refills', () => {
  it('allows 60 at once and then one a minute, however many attempts are made', () => {
    const seconds = [...Array.from({ length: 70 }, () => 0), ...everySecond(601)]
    const allowed = allowedSeconds(addressAllowance, seconds)
    expect(allowed.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 0))
    expect(allowed.slice(60)).toEqual([60, 120, 180, 240, 300, 360, 420, 480, 540, 600])
  })

  it('is full again after an hour, and a clock set back costs at most a minute', () => {
    const hour = [...Array.from({ length: 60 }, () => 0), ...Array.from({ length: 70 }, () => 3600)]
    expect(allowedSeconds(addressAllowance, hour)).toHaveLength(120)
    const result = evaluateAttempt(addressAllowance, { count: 60, at: start + 3_600_000 }, start)
    expect(result).toEqual({ attempts: { count: 60, at: start }, wait: 60 })
  })
})
