import { Worker } from 'node:worker_threads'
import { Problem } from '#domain/problem.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Store } from '../store/open-store.ts'
import type { ImportWorker } from './import-service.ts'
import { changeJob, findJob, type Job } from './import-store.ts'
import { settleLost } from './recover.ts'
import type { FromWorker, Task, ToWorker } from './worker-messages.ts'

interface Asked {
  of: Worker
  resolve: (job: Job | null) => void
  reject: (error: Error) => void
}

const idleSeconds = 30
const pulseSeconds = 15

/** Hands files to a thread of its own, started when there is one and ended when there has been none for a while. */
export function startImportWorker(store: Store, config: Config): ImportWorker {
  let thread: Worker | undefined
  let count = 0
  let isClosing = false
  let idle: NodeJS.Timeout | undefined
  const asked = new Map<number, Asked>()
  const running = new Map<string, Pick<Context, 'now'> & { ending: Promise<unknown> }>()

  const open = (): Worker => {
    clearTimeout(idle)
    if (thread) return thread
    const made = new Worker(new URL('import-thread.ts', import.meta.url), {
      workerData: config,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const turns = handOutTurns(store, (message) => made.postMessage(message))
    made.on('message', (message: FromWorker) => {
      if (message.kind === 'turn wanted') turns.want()
      else if (message.kind === 'turn over') turns.end()
      else settle(message)
    })
    // Whatever ended it: nobody waits for it any longer.
    const lost = (error: Error): void => {
      if (thread === made) thread = undefined
      turns.end()
      for (const [id, { of, reject }] of asked) if (of === made && asked.delete(id)) reject(error)
    }
    made.on('error', lost)
    made.on('exit', () => lost(new Error('The thread that imports has ended')))
    made.unref()
    return (thread = made)
  }

  const settle = (message: Extract<FromWorker, { id: number }>): void => {
    const one = asked.get(message.id)
    asked.delete(message.id)
    if (message.kind === 'answer') one?.resolve(message.job)
    else one?.reject(message.problem ? new Problem(message.problem.status, message.problem) : message.error)
    if (asked.size === 0) idle = setTimeout(end, idleSeconds * 1000).unref()
  }

  // Whoever comes while it ends gets another.
  const end = (): void => {
    void thread?.terminate()
    thread = undefined
  }

  const ask = (ctx: Context, task: Task): Promise<Job | null> =>
    new Promise((resolve, reject) => {
      const id = ++count
      const of = open()
      asked.set(id, { of, resolve, reject })
      const { actor, requestId, address } = ctx
      const seat = { actor, requestId, address, config, at: ctx.now().getTime() }
      const bytes = task.kind === 'take in' ? [task.bytes.buffer as ArrayBuffer] : []
      of.postMessage({ kind: 'task', id, seat, task } satisfies ToWorker, bytes)
    })

  // Shows other instances that whoever works on it is alive, also while it waits for its turn.
  const pulse = setInterval(() => {
    for (const [id, { now }] of running)
      store.transaction((tx) => changeJob(tx, id, { stateAt: now().toISOString() })).catch(() => {})
  }, pulseSeconds * 1000).unref()

  return {
    takeIn: async (ctx, { bytes, ...file }) => {
      const own = new Uint8Array(bytes)
      return (await ask(ctx, { kind: 'take in', ...file, bytes: own }))!
    },
    start: (ctx, job, rehearsal) => {
      const ending = ask(ctx, { kind: 'run', job, rehearsal })
        .catch(async (error: unknown) => {
          // Where it is many transactions, the next start takes them back: a stop must not wait for that.
          if (isClosing && store.copy) return
          if (!isClosing) ctx.log.error({ err: error }, 'an import was lost')
          const found = await findJob(store.read, job.id)
          if (found)
            await settleLost(ctx, found, isClosing ? 'The server was stopped' : 'Something went wrong')
        })
        .catch((error: unknown) => ctx.log.error({ err: error }, 'a lost import could not be settled'))
        .finally(() => running.delete(job.id))
      running.set(job.id, { now: ctx.now, ending })
    },
    close: async () => {
      isClosing = true
      clearInterval(pulse)
      clearTimeout(idle)
      await thread?.terminate()
      await Promise.all([...running.values()].map(({ ending }) => ending))
    },
  }
}

/** Each turn is one loan of the writer; where every connection writes for itself there is nothing to hand out. */
function handOutTurns(store: Store, say: (message: ToWorker) => void): { want: () => void; end: () => void } {
  let over: (() => void) | undefined
  return {
    want: () => {
      const loan = (): Promise<void> =>
        new Promise((resolve) => {
          over = resolve
          say({ kind: 'your turn' })
        })
      if (store.lend) store.lend(loan).catch(() => {})
      else void loan()
    },
    end: () => {
      over?.()
      over = undefined
    },
  }
}
