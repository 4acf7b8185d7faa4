/** The result of a step; `output` is printed only after a failure, and `failures` names the failed tests. */
export type Outcome = { passed: number; failed: number; failures?: string[]; output?: string; note?: string }

export type Step = {
  name: string
  /** The reason not to run the step, which then counts as one failure. */
  skipReason?: () => string | undefined
  run: (onLine: (line: string) => void) => Promise<Outcome>
}

/** `failures` has a line for each failed test, or for the step if it names none. */
export type Total = { passed: number; failed: number; failures: string[] }

const heartbeat = 15_000

/** Runs the steps in order, those of a list in parallel, and continues after a failure. */
export async function runSteps(steps: (Step | Step[])[], print: (line: string) => void): Promise<Total> {
  const total: Total = { passed: 0, failed: 0, failures: [] }
  const count = steps.flat().length
  let number = 0
  for (const group of steps) {
    const outcomes = [group].flat().map(async (step) => {
      number += 1
      return { step, outcome: await runStep(step, `[${number}/${count}] ${step.name} …`, print) }
    })
    for (const { step, outcome } of await Promise.all(outcomes)) {
      total.passed += outcome.passed
      total.failed += outcome.failed
      const named = outcome.failures ?? []
      if (outcome.failed > 0)
        total.failures.push(...(named.length > 0 ? named : ['']).map((name) => join(step.name, name)))
    }
  }
  return total
}

async function runStep(step: Step, title: string, print: (line: string) => void): Promise<Outcome> {
  const reason = step.skipReason?.()
  if (reason) {
    print(`${title} FAILED, not run: ${reason}`)
    return { passed: 0, failed: 1 }
  }
  const start = performance.now()
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(1)} s`
  let lastLine = ''
  const beat = setInterval(
    () => print(`${title} running, ${seconds()}${lastLine && `: ${lastLine}`}`),
    heartbeat,
  )
  const outcome = await step
    .run((line) => (lastLine = line.slice(0, 100)))
    .catch((error: unknown): Outcome => ({ passed: 0, failed: 1, output: describe(error) }))
    .finally(() => clearInterval(beat))
  const note = outcome.note ? ` (${outcome.note})` : ''
  print(`${title} ${outcome.failed === 0 ? 'ok' : 'FAILED'} ${seconds()}${note}`)
  if (outcome.failed > 0 && outcome.output) print(`\n${outcome.output}\n`)
  return outcome
}

const join = (step: string, test: string): string => (test === '' ? step : `${step}: ${test}`)

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
