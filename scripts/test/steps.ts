/** What a step found; the output is shown only when something failed. `failures` names the tests that did. */
export type Outcome = { passed: number; failed: number; failures?: string[]; output?: string; note?: string }

export type Step = {
  name: string
  /** Why it makes no sense to run now, in a few words; it then counts as one failure. */
  pointless?: () => string | undefined
  run: (hear: (line: string) => void) => Promise<Outcome>
}

/** `failures` has a line for each test that failed, or for the step where it names none. */
export type Total = { passed: number; failed: number; failures: string[] }

const heartbeat = 15_000

/** Runs every step in order, those of a list beside each other; one that fails does not hide the others. */
export async function runSteps(steps: (Step | Step[])[], print: (line: string) => void): Promise<Total> {
  const total: Total = { passed: 0, failed: 0, failures: [] }
  const count = steps.flat().length
  let number = 0
  for (const turn of steps) {
    const outcomes = [turn].flat().map(async (step) => {
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
  const reason = step.pointless?.()
  if (reason) {
    print(`${title} FAILED, not run: ${reason}`)
    return { passed: 0, failed: 1 }
  }
  const start = performance.now()
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(1)} s`
  let heard = ''
  const beat = setInterval(() => print(`${title} running, ${seconds()}${heard && `: ${heard}`}`), heartbeat)
  const outcome = await step
    .run((line) => (heard = line.slice(0, 100)))
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
