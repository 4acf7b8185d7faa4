import { Worker } from 'node:worker_threads'
import type { PlanProblem } from '#domain/planning/problem.ts'
import type { SolvedPlan } from '#domain/planning/solve-plan.ts'
import type { FromSolver, SolverTask } from './solver-messages.ts'
import { programFile } from '../project/project.ts'

export interface SolveRequest {
  seconds: number
  /** Not 0 when the solution is to end. */
  cancelled: Int32Array
  onProgress?: (share: number) => void
}

/** A flag that the thread sees as soon as it is set. */
export const newFlag = (): Int32Array => new Int32Array(new SharedArrayBuffer(4))

const idleMilliseconds = 30_000
const maxMemoryMb = 768

interface Waiting {
  onProgress: (share: number) => void
  resolve: (solved: SolvedPlan) => void
  reject: (error: Error) => void
}

/** A thread that solves one problem after the other; started on demand, ended when idle. */
export class Solver {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  readonly #waiting = new Map<number, Waiting>()

  solve(
    problem: PlanProblem,
    { seconds, cancelled, onProgress = () => {} }: SolveRequest,
  ): Promise<SolvedPlan> {
    clearTimeout(this.#idle)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { onProgress, resolve, reject })
      this.#open().postMessage({ id, problem, seconds, cancelled } satisfies SolverTask)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
    this.#fail(new Error('the server is stopping'))
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(programFile('server/planning/solver-thread.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    worker.on('message', (message: FromSolver) => this.#receive(message))
    worker.on('error', (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined
      this.#fail(error)
    })
    worker.unref()
    this.#worker = worker
    return worker
  }

  #receive(message: FromSolver): void {
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    if (message.kind === 'progress') return waiting.onProgress(message.share)
    this.#waiting.delete(message.id)
    if (message.kind === 'solved') waiting.resolve(message.solved)
    else waiting.reject(message.error)
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.close(), idleMilliseconds).unref()
  }
}
