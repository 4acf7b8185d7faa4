// The counts, read from the JSON that the two test programs write.
import type { Outcome } from './steps.ts'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

export function countVitest(json: string): Outcome {
  const report: VitestReport = JSON.parse(json)
  // A file that could not even be loaded has no tests to fail; it is a failure all the same.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return counted(report.numPassedTests, report.numFailedTests + unloaded.length, report.numPendingTests)
}

export function countPlaywright(json: string): Outcome {
  const { stats, errors }: PlaywrightReport = JSON.parse(json)
  return counted(stats.expected, stats.unexpected + stats.flaky + errors.length, stats.skipped)
}

function counted(passed: number, failed: number, skipped: number): Outcome {
  const words = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  return { passed, failed, note: words.filter(Boolean).join(', ') }
}
