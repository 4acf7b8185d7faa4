import { Worker } from 'node:worker_threads'
import { Problem } from '#domain/problem.ts'
import type { Config } from '../base/config.ts'
import type { Store } from '../store/store.ts'
import { removeCopies } from '../store/sqlite/dry-run-copies.ts'
import type { Job } from './import-store.ts'
import type { FromWorker, TaskContext, Task, ToWorker } from './worker-messages.ts'
import { programFile } from '../project/project.ts'

/** The time limits of a task in milliseconds: in total, and without progress. */
export interface TimeLimits {
  total: number
  noProgress: number
}

export interface RunningTask {
  result: Promise<Job>
  rows: () => number
  /** Terminates the thread, unless the task is over or undoes what it imported; the result then rejects with this reason. */
  stop: (reason: Error) => void
}

/** The time limit of a task. */
export class TimeLimitExceeded extends Error {}
/** The memory limit of a task. */
export class MemoryLimitExceeded extends Error {}

const idleSeconds = 30
/** Files are read in chunks: a task that needs more than this is broken or under attack. */
const maxMemoryMb = 768

interface Thread {
  worker: Worker
  task?: {
    resolve: (job: Job) => void
    reject: (error: Error) => void
    onAlive: (rows: number, isUndoing: boolean) => void
  }
  /** Why it was terminated. */
  reason?: Error
  idle?: NodeJS.Timeout
}

export interface ImportThreads {
  run: (taskContext: TaskContext, task: Task, limits: TimeLimits) => RunningTask
  close: () => Promise<void>
}

/** A pool of threads that run one task at a time; started on demand and terminated when idle. */
export function openThreads(store: Store, config: Config): ImportThreads {
  const all = new Set<Thread>()
  const free: Thread[] = []

  const open = (): Thread => {
    const worker = new Worker(programFile('server/import-thread.ts'), {
      workerData: config,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    const thread: Thread = { worker }
    const { threadId } = worker
    const turns = lendWriter(store, (message) => worker.postMessage(message))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'turn wanted') turns.request()
      else if (message.kind === 'turn over') turns.end()
      else if (message.kind === 'alive') thread.task?.onAlive(message.rows, message.isUndoing ?? false)
      else finishTask(thread, message)
    })
    worker.on('error', (thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      thread.reason ??= isOutOfMemory(error) ? new MemoryLimitExceeded(error.message) : error
    })
    // By now its database connections are closed.
    worker.on('exit', () => {
      all.delete(thread)
      clearTimeout(thread.idle)
      if (free.includes(thread)) free.splice(free.indexOf(thread), 1)
      turns.close()
      if (store.copy) removeCopiesOf(config, threadId)
      const { task } = thread
      delete thread.task
      task?.reject(thread.reason ?? new Error('The thread that imports has ended'))
    })
    worker.unref()
    all.add(thread)
    return thread
  }

  const finishTask = (thread: Thread, message: Extract<FromWorker, { kind: 'answer' | 'refusal' }>): void => {
    const { task } = thread
    if (!task || thread.reason) return
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
    run: (taskContext, task, limits) => {
      const thread = free.pop() ?? open()
      clearTimeout(thread.idle)
      let own: Thread['task']
      let hasBegunUndo = false
      const stop = (reason: Error): void => {
        // The thread may run the next task already; and a task that undoes its records would have to start that again.
        if (!own || thread.task !== own || hasBegunUndo) return
        thread.reason ??= reason
        void thread.worker.terminate()
      }
      let rows = 0
      const timeouts = startTimeouts(limits, stop)
      const result = new Promise<Job>((resolve, reject) => {
        const onAlive = (done: number, isUndoing: boolean): void => {
          rows = done
          hasBegunUndo ||= isUndoing
          if (hasBegunUndo) timeouts.end()
          else timeouts.alive()
        }
        own = { resolve, reject, onAlive }
        thread.task = own
        thread.worker.postMessage({ kind: 'task', taskContext, task } satisfies ToWorker)
      })
      return { result: result.finally(timeouts.end), rows: () => rows, stop }
    },
    close: async () => {
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}

/** A terminated thread cannot remove the copy of the database that it used for its dry run. */
function removeCopiesOf({ dataDir }: Config, threadId: number): void {
  try {
    removeCopies(dataDir, threadId)
  } catch {
    // The next start removes the rest.
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function startTimeouts(
  { total, noProgress }: TimeLimits,
  stop: (reason: Error) => void,
): { alive: () => void; end: () => void } {
  const after = (time: number): NodeJS.Timeout =>
    setTimeout(() => stop(new TimeLimitExceeded('a task took too long')), time).unref()
  const totalTimer = after(total)
  const noProgressTimer = after(noProgress)
  return {
    alive: () => void noProgressTimer.refresh(),
    end: () => {
      clearTimeout(totalTimer)
      clearTimeout(noProgressTimer)
    },
  }
}

/**
 * Each turn is one loan of the SQLite writer; on PostgreSQL every connection writes for itself, and turns are granted at
 * once.
 */
function lendWriter(
  store: Store,
  send: (message: ToWorker) => void,
): { request: () => void; end: () => void; close: () => void } {
  let endLoan: (() => void) | undefined
  let isClosed = false
  const end = (): void => {
    endLoan?.()
    endLoan = undefined
  }
  return {
    request: () => {
      const loan = (): Promise<void> =>
        new Promise((resolve) => {
          // A thread that ended while waiting must not hold its turn forever.
          if (isClosed) return resolve()
          endLoan = resolve
          send({ kind: 'your turn' })
        })
      if (store.lendWriter) store.lendWriter(loan).catch(() => {})
      else void loan()
    },
    end,
    close: () => {
      isClosed = true
      end()
    },
  }
}
