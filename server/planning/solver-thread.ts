import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { solvePlan } from '#domain/planning/solve-plan.ts'
import { toError } from '../base/errors.ts'
import { loadSolver } from './highs-solver.ts'
import type { FromSolver, SolverTask } from './solver-messages.ts'

/** The worker thread that solves plans, one at a time, so that requests are served meanwhile. */
// On Linux a thread has its own priority: with few processors, requests go first.
if (process.platform === 'linux') setPriority(15)
const solver = loadSolver()
const post = (message: FromSolver): void => parentPort!.postMessage(message)

async function run({ id, problem, seconds, cancelled }: SolverTask): Promise<void> {
  try {
    const solved = solvePlan(problem, {
      solve: await solver,
      clock: () => performance.now(),
      seconds,
      onProgress: (share, figures) => post({ kind: 'progress', id, share, figures }),
      isCancelled: () => Atomics.load(cancelled, 0) !== 0,
    })
    post({ kind: 'solved', id, solved })
  } catch (error) {
    post({ kind: 'failed', id, error: toError(error) })
  }
}

parentPort!.on('message', (task: SolverTask) => void run(task))
