import { Worker } from 'node:worker_threads'
import { Problem } from '#domain/problem.ts'
import type { Config } from '../config.ts'
import type { Store } from '../store/open-store.ts'
import { removeCopies } from '../store/rehearsal-copies.ts'
import type { Job } from './import-store.ts'
import type { FromWorker, Seat, Task, ToWorker } from './worker-messages.ts'

/** How long a task may take, and how long it may go without getting on, in milliseconds. */
export interface TimeLimits {
  total: number
  silence: number
}

export interface RunningTask {
  result: Promise<Job>
  /** How many rows are done. */
  rows: () => number
  /** Ends the thread with it, unless it is over or takes back what it had loaded; the result fails with this once that is done. */
  stop: (because: Error) => void
}

/** Ends a task that takes too long. */
export class TimeLimitExceeded extends Error {}
/** Ends a task that needs too much memory. */
export class MemoryLimitExceeded extends Error {}

const idleSeconds = 30
/** A file is read and checked piece by piece: what needs more than this has gone astray. */
const maxMemoryMb = 768

interface Thread {
  worker: Worker
  task?: {
    resolve: (job: Job) => void
    reject: (error: Error) => void
    onAlive: (rows: number, isUndoing: boolean) => void
  }
  /** Why it was ended. */
  because?: Error
  idle?: NodeJS.Timeout
}

export interface ImportThreads {
  run: (seat: Seat, task: Task, limits: TimeLimits) => RunningTask
  close: () => Promise<void>
}

/** Threads that do one task at a time each; started when there is one, and ended when there has been none for a while. */
export function openThreads(store: Store, config: Config): ImportThreads {
  const all = new Set<Thread>()
  const free: Thread[] = []

  const open = (): Thread => {
    const worker = new Worker(new URL('import-thread.ts', import.meta.url), {
      workerData: config,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    const thread: Thread = { worker }
    const { threadId } = worker
    const turns = handOutTurns(store, (message) => worker.postMessage(message))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'turn wanted') turns.want()
      else if (message.kind === 'turn over') turns.end()
      else if (message.kind === 'alive') thread.task?.onAlive(message.rows, message.isUndoing ?? false)
      else settle(thread, message)
    })
    worker.on('error', (thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      thread.because ??= isOutOfMemory(error) ? new MemoryLimitExceeded(error.message) : error
    })
    // Whatever ended it: by now its database connections are closed.
    worker.on('exit', () => {
      all.delete(thread)
      clearTimeout(thread.idle)
      if (free.includes(thread)) free.splice(free.indexOf(thread), 1)
      turns.close()
      if (store.copy) removeCopiesOf(config, threadId)
      const { task } = thread
      delete thread.task
      task?.reject(thread.because ?? new Error('The thread that imports has ended'))
    })
    worker.unref()
    all.add(thread)
    return thread
  }

  const settle = (thread: Thread, message: Extract<FromWorker, { kind: 'answer' | 'refusal' }>): void => {
    const { task } = thread
    if (!task || thread.because) return
    delete thread.task
    free.push(thread)
    thread.idle = setTimeout(() => end(thread), idleSeconds * 1000).unref()
    if (message.kind === 'answer') task.resolve(message.job)
    else task.reject(message.problem ? new Problem(message.problem.status, message.problem) : message.error)
  }

  const end = (thread: Thread): void => {
    if (free.includes(thread)) free.splice(free.indexOf(thread), 1)
    void thread.worker.terminate()
  }

  return {
    run: (seat, task, limits) => {
      const thread = free.pop() ?? open()
      clearTimeout(thread.idle)
      let own: Thread['task']
      let isTakingBack = false
      const stop = (because: Error): void => {
        // The thread may have the next task by now; and a task that takes back what it had loaded would have to begin that again.
        if (!own || thread.task !== own || isTakingBack) return
        thread.because ??= because
        void thread.worker.terminate()
      }
      let rows = 0
      const watch = watchOver(limits, stop)
      const result = new Promise<Job>((resolve, reject) => {
        const onAlive = (done: number, isUndoing: boolean): void => {
          rows = done
          isTakingBack ||= isUndoing
          if (isTakingBack) watch.end()
          else watch.alive()
        }
        own = { resolve, reject, onAlive }
        thread.task = own
        thread.worker.postMessage({ kind: 'task', seat, task } satisfies ToWorker)
      })
      return { result: result.finally(watch.end), rows: () => rows, stop }
    },
    close: async () => {
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}

/** A thread that was ended had no time to remove the copy of the database that it rehearsed on. */
function removeCopiesOf({ dataDir }: Config, threadId: number): void {
  try {
    removeCopies(dataDir, threadId)
  } catch {
    // The next start removes what is left.
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function watchOver(
  { total, silence }: TimeLimits,
  stop: (because: Error) => void,
): { alive: () => void; end: () => void } {
  const after = (time: number): NodeJS.Timeout =>
    setTimeout(() => stop(new TimeLimitExceeded('a task took too long')), time).unref()
  const whole = after(total)
  const silent = after(silence)
  return {
    alive: () => void silent.refresh(),
    end: () => {
      clearTimeout(whole)
      clearTimeout(silent)
    },
  }
}

/** Each turn is one loan of the writer; where every connection writes for itself there is nothing to hand out. */
function handOutTurns(
  store: Store,
  say: (message: ToWorker) => void,
): { want: () => void; end: () => void; close: () => void } {
  let over: (() => void) | undefined
  let isClosed = false
  const end = (): void => {
    over?.()
    over = undefined
  }
  return {
    want: () => {
      const loan = (): Promise<void> =>
        new Promise((resolve) => {
          // A thread that ended while it waited for its turn would keep it for ever.
          if (isClosed) return resolve()
          over = resolve
          say({ kind: 'your turn' })
        })
      if (store.lend) store.lend(loan).catch(() => {})
      else void loan()
    },
    end,
    close: () => {
      isClosed = true
      end()
    },
  }
}
