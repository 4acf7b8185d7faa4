import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { countPlaywright, countVitest } from './reports.ts'
import { root } from './run-program.ts'
import { runSteps, type Step } from './steps.ts'

const file = (name: string, status: string, tests: string[]): object => ({
  name: join(root, name),
  status,
  assertionResults: tests.map((fullName) => ({
    fullName,
    status: fullName.startsWith('breaks') ? 'failed' : 'passed',
  })),
})

describe('the counts', () => {
  it('counts a file that could not be loaded as a failure, and names every failure', () => {
    const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 2 }
    const testResults = [
      file('domain/a.test.ts', 'passed', ['adds']),
      file('domain/b.test.ts', 'failed', ['holds', 'breaks when empty']),
      file('domain/c.test.ts', 'failed', []),
    ]
    expect(countVitest(JSON.stringify({ ...report, testResults }))).toEqual({
      passed: 2,
      failed: 2,
      failures: ['domain/b.test.ts: breaks when empty', 'domain/c.test.ts could not be loaded'],
      note: '2 passed, 2 failed, 2 skipped',
    })
  })

  it('counts flaky e2e tests and errors outside them as failures, and names them', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }
    const spec = (title: string, status: string): object => ({
      title,
      tests: [
        { projectName: 'phone', status: 'expected' },
        { projectName: 'desktop', status },
      ],
    })
    const suites = [
      {
        file: 'menu.spec.ts',
        specs: [spec('opens', 'flaky')],
        suites: [{ file: 'menu.spec.ts', specs: [spec('closes', 'unexpected')] }],
      },
    ]
    const report = { stats, suites, errors: [{ message: 'Error: no browser\n    at start' }] }
    expect(countPlaywright(JSON.stringify(report))).toMatchObject({
      passed: 3,
      failed: 3,
      failures: [
        'e2e/menu.spec.ts on desktop: opens (flaky)',
        'e2e/menu.spec.ts on desktop: closes',
        'Error: no browser',
      ],
    })
  })
})

describe('the steps', () => {
  it('continue after a failure, and print only the output of failures', async () => {
    const printed: string[] = []
    const steps: Step[] = [
      { name: 'fine', run: async () => ({ passed: 2, failed: 0, output: 'quiet' }) },
      { name: 'named', run: async () => ({ passed: 0, failed: 1, failures: ['this test'] }) },
      { name: 'broken', run: () => Promise.reject(new Error('out of order')) },
      { name: 'moot', skipReason: () => 'nothing to open', run: async () => ({ passed: 9, failed: 0 }) },
      { name: 'last', run: async () => ({ passed: 1, failed: 0 }) },
    ]
    expect(await runSteps(steps, (line) => printed.push(line))).toEqual({
      passed: 3,
      failed: 3,
      failures: ['named: this test', 'broken', 'moot'],
    })
    const text = printed.join('\n')
    expect(text).toMatch(/\[1\/5\] fine … ok \d+\.\d s/)
    expect(text).toContain('out of order')
    expect(text).toContain('[4/5] moot … FAILED, not run: nothing to open')
    expect(text).not.toContain('quiet')
  })
  it('in a list run in parallel, and the next step waits for all of them', async () => {
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
    expect(await runSteps(steps, (line) => printed.push(line))).toEqual({
      passed: 3,
      failed: 0,
      failures: [],
    })
    expect(begun).toEqual(['waits', 'goes on', 'after'])
    expect(printed.at(-1)).toMatch(/^\[3\/3\] after … ok/)
  })
})
