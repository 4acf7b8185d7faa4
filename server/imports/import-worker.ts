import { idOfActor } from '#domain/access/actor.ts'
import { Problem } from '#domain/problem.ts'
import type { Config } from '../base/config.ts'
import type { Context } from '../core/context.ts'
import { currentLanguageCode } from '../core/language.ts'
import type { Store } from '../store/store.ts'
import { ImportQueue, type Ticket } from './import-queue.ts'
import {
  MemoryLimitExceeded,
  openThreads,
  TimeLimitExceeded,
  type ImportThreads,
  type RunningTask,
  type TimeLimits,
} from './import-threads.ts'
import { recordHeartbeats, findJob, type Job } from './import-store.ts'
import { ReadingStopped, resolveBroken, resolveLost, stopped, type Failure } from './recover.ts'
import { entitiesOf } from './sheet-jobs.ts'
import { fileProblem } from './reading/file-problem.ts'
import type { Task } from './worker-messages.ts'
import { t } from '#domain/messages/t.ts'

/** Runs the imports of this process. */
export interface ImportWorker {
  /** Reserves a place for one more file and returns its release; throws when too many wait already. */
  admit: (ctx: Context) => () => void
  /** Reads an uploaded file; rejects with a message when it cannot be read. */
  read: (ctx: Context, job: Job, path: string) => Promise<Job>
  /** Checks or runs an import and records how it ends. */
  start: (ctx: Context, job: Job, isDryRun: boolean) => void
  /** Stops an import: removes it from the queue, ends it after its current chunk, or terminates its thread. */
  cancel: (jobId: string) => void
  /** Its queue position or its number of finished rows; undefined when this process does not run it. */
  progressOf: (jobId: string) => { ahead: number } | { done: number } | undefined
  close: () => Promise<void>
}

export interface ImportLimits {
  read: TimeLimits
  load: TimeLimits
  /** How long an import may take to stop by itself. */
  stopping: number
}

const minute = 60_000
const defaultLimits: ImportLimits = {
  read: { total: 3 * minute, noProgress: 3 * minute },
  load: { total: 120 * minute, noProgress: 10 * minute },
  stopping: 10_000,
}

const heartbeatInterval = 15_000
/** Files that wait to be read use disk space, so their number is limited per account and in total. */
const maxWaiting = { ofAccount: 20, ofAll: 40 }

class Cancelled extends Error {}

interface Entry {
  ticket: Ticket
  ctx: Context
  begin: () => RunningTask
  fail: (error: Error) => void
  task?: RunningTask
  /** Resolves when the task has ended, successfully or not. */
  ending: Promise<unknown>
  isStopping?: boolean
  /** Terminates a task that does not stop by itself. */
  deadline?: NodeJS.Timeout
}

/** Queues imports and runs each on a thread of its own. */
export function startImportWorker(
  store: Store,
  config: Config,
  limits: ImportLimits = defaultLimits,
  threads: ImportThreads = openThreads(store, config),
): ImportWorker {
  const queue = new ImportQueue()
  const entries = new Map<string, Entry>()
  const admitted = new Map<string, number>()
  let isClosing = false

  const startNext = (): void => {
    if (isClosing) return
    for (let ticket = queue.next(); ticket; ticket = queue.next()) begin(ticket)
  }
  const begin = (ticket: Ticket): void => {
    const entry = entries.get(ticket.jobId)!
    entry.task = entry.begin()
    const end = (): void => {
      clearTimeout(entry.deadline)
      queue.end(ticket)
      startNext()
    }
    entry.task.result.then(end, end)
  }

  const enqueue = (ctx: Context, task: Task): Promise<Job> => {
    const { job } = task
    const lane = task.kind === 'read' ? 'read' : 'load'
    const ticket: Ticket = { jobId: job.id, lane, owner: ownerOf(ctx), entities: entitiesOf(job) }
    const { promise, resolve, reject } = Promise.withResolvers<Job>()
    const { actor, requestId, address } = ctx
    const language = currentLanguageCode()
    const entry: Entry = {
      ticket,
      ctx,
      begin: () => {
        const taskContext = { actor, requestId, address, config, language, at: ctx.now().getTime() }
        const running = threads.run(taskContext, task, limits[lane])
        running.result.then(resolve, reject)
        return running
      },
      fail: reject,
      ending: promise.catch(() => undefined),
    }
    entries.set(job.id, entry)
    queue.add(ticket)
    startNext()
    return promise
  }
  const dequeue = (jobId: string): void => void entries.delete(jobId)

  const cancel = (jobId: string): void => {
    const entry = entries.get(jobId)
    if (!entry || entry.isStopping) return
    entry.isStopping = true
    if (queue.remove(jobId)) entry.fail(new Cancelled())
    else if (entry.ticket.lane === 'read') entry.task?.stop(new Cancelled())
    // An import ends after its current chunk and undoes its records; one that hangs is terminated.
    else {
      const stop = (): void => entry.task?.stop(new Cancelled())
      entry.deadline = setTimeout(stop, limits.stopping).unref()
    }
  }

  // Shows other instances that the import is running or queued here, and receives their stop requests.
  const heartbeat = setInterval(() => {
    const [first] = entries.values()
    if (!first) return
    const { ctx } = first
    recordHeartbeats(ctx.store, [...entries.keys()], ctx.now().toISOString())
      .then((stopRequested) => stopRequested.forEach(cancel))
      .catch(() => {})
  }, heartbeatInterval).unref()

  return {
    admit: (ctx) => {
      const owner = ownerOf(ctx)
      const own = admitted.get(owner) ?? 0
      const all = [...admitted.values()].reduce((sum, each) => sum + each, 0)
      if (own >= maxWaiting.ofAccount || all >= maxWaiting.ofAll)
        throw new Problem(429, {
          msg: t(
            '{count, plural, one {# file is} other {# files are}} waiting to be read. Upload this one when some of them are done',
            { count: own >= maxWaiting.ofAccount ? own : all },
          ),
          retryAfterSeconds: 30,
        })
      admitted.set(owner, own + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const now = admitted.get(owner)! - 1
        if (now > 0) admitted.set(owner, now)
        else admitted.delete(owner)
      }
    },
    read: (ctx, job, path) =>
      enqueue(ctx, { kind: 'read', job, path })
        .catch((error: unknown) => {
          throw problemOf(error) ?? error
        })
        .finally(() => dequeue(job.id)),
    start: (ctx, job, isDryRun) => {
      const ending = enqueue(ctx, { kind: 'run', job, isDryRun })
        .catch(async (error: unknown) => {
          // On SQLite the next start undoes the import, so that stopping the server does not wait for it.
          if (isClosing && store.copy) return
          const found = await findJob(store.read, job.id)
          if (!found) return
          if (error instanceof Cancelled) await resolveLost(ctx, found, { state: 'read', failure: stopped() })
          else if (error instanceof TimeLimitExceeded || error instanceof MemoryLimitExceeded)
            await resolveLost(ctx, found, { state: 'failed', failure: describeLimit(error, isDryRun) })
          else {
            if (!isClosing) ctx.log.error({ err: error }, 'an import was lost')
            await resolveBroken(
              ctx,
              found,
              isClosing
                ? t('The server was stopped during the import')
                : t('Something went wrong during the import'),
            )
          }
        })
        .catch((error: unknown) => ctx.log.error({ err: error }, 'a lost import could not be resolved'))
        .finally(() => dequeue(job.id))
      const entry = entries.get(job.id)
      if (entry) entry.ending = ending
    },
    cancel,
    progressOf: (jobId) => {
      const entry = entries.get(jobId)
      const ahead = entry && queue.aheadOf(jobId)
      if (ahead !== undefined) return { ahead }
      return entry?.task && { done: entry.task.rows() }
    },
    close: async () => {
      isClosing = true
      clearInterval(heartbeat)
      const all = [...entries.values()]
      for (const { ticket, fail } of all)
        if (queue.remove(ticket.jobId)) fail(new Error('The server is stopping'))
      await threads.close()
      await Promise.all(all.map(({ ending }) => ending))
    },
  }
}

const ownerOf = ({ actor }: Context): string => idOfActor(actor) ?? actor.kind

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Cancelled) return new ReadingStopped()
  if (error instanceof TimeLimitExceeded)
    return fileProblem(
      t(
        'Reading the file took too long and was stopped. Split it into several files, or upload CSV instead of XLSX',
      ),
    )
  if (error instanceof MemoryLimitExceeded)
    return fileProblem(t('Reading the file needs too much memory. Split it into several files'))
  return undefined
}

function describeLimit(error: TimeLimitExceeded | MemoryLimitExceeded, isDryRun: boolean): Failure {
  const task = isDryRun ? 'check' : 'import'
  const cause =
    error instanceof MemoryLimitExceeded
      ? t(
          '{task, select, check {Checking it needs too much memory and was stopped} other {Importing it needs too much memory and was stopped}}',
          { task },
        )
      : t(
          '{task, select, check {Checking it took too long and was stopped} other {Importing it took too long and was stopped}}',
          { task },
        )
  return { cause, advice: t('split the file') }
}
