import { describe, expect, it } from 'vitest'

import { countPlaywright, countVitest } from './reports.ts'
import { runSteps, type Step } from './steps.ts'

const file = (status: string, tests: number): object => ({
  status,
  assertionResults: Array.from({ length: tests }),
})

describe('the counts', () => {
  it('counts a file that could not be loaded as a failure', () => {
    const report = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 2 }
    const testResults = [file('passed', 4), file('failed', 1), file('failed', 0)]
    expect(countVitest(JSON.stringify({ ...report, testResults }))).toEqual({
      passed: 4,
      failed: 2,
      note: '4 passed, 2 failed, 2 skipped',
    })
  })

  it('counts flaky journeys and errors outside them as failures', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }
    expect(countPlaywright(JSON.stringify({ stats, errors: [{}] }))).toMatchObject({ passed: 3, failed: 3 })
  })
})

describe('the steps', () => {
  it('go on after a failure, and show output of failures only', async () => {
    const printed: string[] = []
    const steps: Step[] = [
      { name: 'fine', run: async () => ({ passed: 2, failed: 0, output: 'quiet' }) },
      { name: 'broken', run: () => Promise.reject(new Error('out of order')) },
      { name: 'moot', pointless: () => 'nothing to open', run: async () => ({ passed: 9, failed: 0 }) },
      { name: 'last', run: async () => ({ passed: 1, failed: 0 }) },
    ]
    expect(await runSteps(steps, (line) => printed.push(line))).toEqual({ passed: 3, failed: 2 })
    const text = printed.join('\n')
    expect(text).toMatch(/\[1\/4\] fine … ok \d+\.\d s/)
    expect(text).toContain('out of order')
    expect(text).toContain('[3/4] moot … FAILED, not run: nothing to open')
    expect(text).not.toContain('quiet')
  })
  it('of a list run beside each other, and the next waits for all of them', async () => {
    const begun: string[] = []
    const { promise: other, resolve: goOn } = Promise.withResolvers<void>()
    const step = (name: string, run: () => void | Promise<void>): Step => ({
      name,
      run: async () => {
        begun.push(name)
        await run()
        return { passed: 1, failed: 0 }
      },
    })
    const printed: string[] = []
    const steps = [[step('waits', () => other), step('goes on', goOn)], step('after', () => {})]
    expect(await runSteps(steps, (line) => printed.push(line))).toEqual({ passed: 3, failed: 0 })
    expect(begun).toEqual(['waits', 'goes on', 'after'])
    expect(printed.at(-1)).toMatch(/^\[3\/3\] after … ok/)
  })
})
