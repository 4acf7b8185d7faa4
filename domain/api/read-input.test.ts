import { describe, expect, it } from 'vitest'
import { Problem } from '../problem.ts'
import { login } from './accounts/sign-in.ts'
import { readInput } from './read-input.ts'

const problemsOf = (input: unknown): readonly { field: string; message: string }[] => {
  try {
    readInput(login.body, input)
    return []
  } catch (error) {
    return error instanceof Problem ? (error.details.errors ?? []) : []
  }
}

describe('readInput', () => {
  it('reports the first hundred of many unknown members, in linear time', () => {
    const members = Array.from({ length: 30_000 }, (_, at) => [`m${at}`, 0])
    const began = process.cpuUsage()
    const problems = problemsOf(Object.fromEntries(members))
    expect(process.cpuUsage(began).user / 1000, 'milliseconds').toBeLessThan(1000)
    expect(problems).toHaveLength(100)
    expect(problems[0]).toEqual({ field: 'm0', message: 'm0 is not expected here' })
  })

  it('reports a problem once', () => {
    const problems = problemsOf({})
    expect(new Set(problems.map(({ field, message }) => `${field} ${message}`)).size).toBe(problems.length)
    expect(problems.length).toBeGreaterThan(0)
  })
})
