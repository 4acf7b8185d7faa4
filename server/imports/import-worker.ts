import { idOfActor } from '#domain/access/actor.ts'
import { Problem } from '#domain/problem.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Store } from '../store/open-store.ts'
import { ImportQueue, type Ticket } from './import-queue.ts'
import {
  MemoryLimitExceeded,
  openThreads,
  TimeLimitExceeded,
  type ImportThreads,
  type RunningTask,
  type TimeLimits,
} from './import-threads.ts'
import { aliveAndAsked, findJob, type Job } from './import-store.ts'
import { settleBroken, settleLost, wasStopped } from './recover.ts'
import { refused } from './refused.ts'
import type { Task } from './worker-messages.ts'

/** Whatever does the work of an import. */
export interface ImportWorker {
  /** Takes a place for one more file, until it is given back; throws when too many wait already. */
  admit: (ctx: Context) => () => void
  /** Reads a file that arrived. Fails with the sentence when it cannot be read. */
  read: (ctx: Context, job: Job, path: string) => Promise<Job>
  /** Rehearses or runs an import; how it ends is written down. */
  start: (ctx: Context, job: Job, rehearsal: boolean) => void
  /** Stops it wherever it stands: it leaves the queue, ends at its next piece, or its thread is ended. */
  cancel: (jobId: string) => void
  /** How many imports go before it, or how many rows of it are done; undefined when it is not at work here. */
  standing: (jobId: string) => { ahead: number } | { done: number } | undefined
  close: () => Promise<void>
}

export interface ImportLimits {
  read: TimeLimits
  load: TimeLimits
  /** How long an import that was asked to stop may take to do so by itself. */
  stopping: number
}

const minute = 60_000
const usualLimits: ImportLimits = {
  read: { total: 3 * minute, silence: 3 * minute },
  load: { total: 120 * minute, silence: 10 * minute },
  stopping: 10_000,
}

const pulseMilliseconds = 15_000
/** Files that wait to be read lie on the disk: so many of one account, and of all together. */
const maxWaiting = { ofAccount: 20, ofAll: 40 }

class Cancelled extends Error {}

interface Entry {
  ticket: Ticket
  ctx: Context
  begin: () => RunningTask
  fail: (error: Error) => void
  task?: RunningTask
  /** Comes when it is settled, one way or the other. */
  ending: Promise<unknown>
  isStopping?: boolean
  /** When a task that was asked to stop is ended from here. */
  deadline?: NodeJS.Timeout
}

/** Keeps the queue of imports and gives each in its turn to a thread of its own. */
export function startImportWorker(
  store: Store,
  config: Config,
  limits: ImportLimits = usualLimits,
  threads: ImportThreads = openThreads(store, config),
): ImportWorker {
  const queue = new ImportQueue()
  const entries = new Map<string, Entry>()
  const admitted = new Map<string, number>()
  let isClosing = false

  const beginNext = (): void => {
    if (isClosing) return
    for (let ticket = queue.next(); ticket; ticket = queue.next()) begin(ticket)
  }
  const begin = (ticket: Ticket): void => {
    const entry = entries.get(ticket.jobId)!
    entry.task = entry.begin()
    const end = (): void => {
      clearTimeout(entry.deadline)
      queue.end(ticket)
      beginNext()
    }
    entry.task.result.then(end, end)
  }

  const enter = (ctx: Context, task: Task): Promise<Job> => {
    const { job } = task
    const lane = task.kind === 'read' ? 'read' : 'load'
    const ticket: Ticket = { jobId: job.id, lane, owner: ownerOf(ctx), entity: job.entity }
    const { promise, resolve, reject } = Promise.withResolvers<Job>()
    const { actor, requestId, address } = ctx
    const entry: Entry = {
      ticket,
      ctx,
      begin: () => {
        const seat = { actor, requestId, address, config, at: ctx.now().getTime() }
        const running = threads.run(seat, task, limits[lane])
        running.result.then(resolve, reject)
        return running
      },
      fail: reject,
      ending: promise.catch(() => undefined),
    }
    entries.set(job.id, entry)
    queue.add(ticket)
    beginNext()
    return promise
  }
  const leave = (jobId: string): void => void entries.delete(jobId)

  const cancel = (jobId: string): void => {
    const entry = entries.get(jobId)
    if (!entry || entry.isStopping) return
    entry.isStopping = true
    if (queue.remove(jobId)) entry.fail(new Cancelled(wasStopped))
    else if (entry.ticket.lane === 'read') entry.task?.stop(new Cancelled(wasStopped))
    // It takes back what it had loaded and ends at its next piece; one that comes to none is ended from here.
    else {
      const stop = (): void => entry.task?.stop(new Cancelled(wasStopped))
      entry.deadline = setTimeout(stop, limits.stopping).unref()
    }
  }

  // Shows other instances that whoever works on it is alive, also while it waits, and hears from them that it should stop.
  const pulse = setInterval(() => {
    const [first] = entries.values()
    if (!first) return
    const { ctx } = first
    aliveAndAsked(ctx.store, [...entries.keys()], ctx.now().toISOString())
      .then((asked) => asked.forEach(cancel))
      .catch(() => {})
  }, pulseMilliseconds).unref()

  return {
    admit: (ctx) => {
      const owner = ownerOf(ctx)
      const own = admitted.get(owner) ?? 0
      const all = [...admitted.values()].reduce((sum, each) => sum + each, 0)
      if (own >= maxWaiting.ofAccount || all >= maxWaiting.ofAll)
        throw new Problem(429, {
          msg: `${own >= maxWaiting.ofAccount ? own : all} files are waiting to be read. Send this one when some of them are done`,
          retryAfterSeconds: 30,
        })
      admitted.set(owner, own + 1)
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        const now = admitted.get(owner)! - 1
        if (now > 0) admitted.set(owner, now)
        else admitted.delete(owner)
      }
    },
    read: (ctx, job, path) =>
      enter(ctx, { kind: 'read', job, path })
        .catch((error: unknown) => {
          throw sentenceOf(error) ?? error
        })
        .finally(() => leave(job.id)),
    start: (ctx, job, rehearsal) => {
      const ending = enter(ctx, { kind: 'run', job, rehearsal })
        .catch(async (error: unknown) => {
          // Where it is many transactions, the next start takes them back: a stop must not wait for that.
          if (isClosing && store.copy) return
          const found = await findJob(store.read, job.id)
          if (!found) return
          if (error instanceof Cancelled) await settleLost(ctx, found, { state: 'read', failure: wasStopped })
          else if (error instanceof TimeLimitExceeded || error instanceof MemoryLimitExceeded)
            await settleLost(ctx, found, { state: 'failed', failure: sentenceOfLimit(error, rehearsal) })
          else {
            if (!isClosing) ctx.log.error({ err: error }, 'an import was lost')
            await settleBroken(ctx, found, isClosing ? 'The server was stopped' : 'Something went wrong')
          }
        })
        .catch((error: unknown) => ctx.log.error({ err: error }, 'a lost import could not be settled'))
        .finally(() => leave(job.id))
      const entry = entries.get(job.id)
      if (entry) entry.ending = ending
    },
    cancel,
    standing: (jobId) => {
      const entry = entries.get(jobId)
      const ahead = entry && queue.aheadOf(jobId)
      if (ahead !== undefined) return { ahead }
      return entry?.task && { done: entry.task.rows() }
    },
    close: async () => {
      isClosing = true
      clearInterval(pulse)
      const all = [...entries.values()]
      for (const { ticket, fail } of all)
        if (queue.remove(ticket.jobId)) fail(new Error('The server is stopping'))
      await threads.close()
      await Promise.all(all.map(({ ending }) => ending))
    },
  }
}

const ownerOf = ({ actor }: Context): string => idOfActor(actor) ?? actor.kind

function sentenceOf(error: unknown): Problem | undefined {
  if (error instanceof Cancelled) return refused(wasStopped)
  if (error instanceof TimeLimitExceeded)
    return refused(
      'Reading the file took too long and was stopped. Send it in several files, or as CSV instead of XLSX',
    )
  if (error instanceof MemoryLimitExceeded)
    return refused('Reading the file needs too much memory. Send it in several files')
  return undefined
}

function sentenceOfLimit(error: TimeLimitExceeded | MemoryLimitExceeded, rehearsal: boolean): string {
  const what = rehearsal ? 'Checking it' : 'Importing it'
  const why = error instanceof MemoryLimitExceeded ? 'needs too much memory' : 'took too long'
  return `${what} ${why} and was stopped. Nothing of the file was kept; send it in several files`
}
