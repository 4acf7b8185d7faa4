// Reads the counts from the JSON reports of Vitest and Playwright.
import { relative } from 'node:path'

import { root } from './run-program.ts'
import type { Outcome } from './steps.ts'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

type PlaywrightSuite = {
  file: string
  specs?: { title: string; tests: { projectName: string; status: string }[] }[]
  suites?: PlaywrightSuite[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites?: PlaywrightSuite[]
}

export function countVitest(json: string): Outcome {
  const report: VitestReport = JSON.parse(json)
  // A file that could not be loaded has no tests, but counts as a failure.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${inRepository(name)}: ${fullName}`),
  )
  return counted(
    { passed: report.numPassedTests, skipped: report.numPendingTests },
    report.numFailedTests + unloaded.length,
    [...failures, ...unloaded.map(({ name }) => `${inRepository(name)} could not be loaded`)],
  )
}

export function countPlaywright(json: string): Outcome {
  const { stats, errors, suites = [] }: PlaywrightReport = JSON.parse(json)
  return counted(
    { passed: stats.expected, skipped: stats.skipped },
    stats.unexpected + stats.flaky + errors.length,
    [
      ...suites.flatMap(failuresIn),
      ...errors.map(({ message }) => firstLine(message ?? 'an error outside any test')),
    ],
  )
}

function failuresIn({ file, specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(
        ({ projectName, status }) =>
          `e2e/${file} on ${projectName}: ${title}${status === 'flaky' ? ' (flaky)' : ''}`,
      ),
  )
  return [...own, ...suites.flatMap(failuresIn)]
}

const inRepository = (file: string): string => relative(root, file)

const firstLine = (text: string): string => text.split('\n', 1)[0]!

function counted(
  { passed, skipped }: { passed: number; skipped: number },
  failed: number,
  failures: string[],
): Outcome {
  const words = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  return { passed, failed, failures, note: words.filter(Boolean).join(', ') }
}
