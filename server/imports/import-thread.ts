import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { openLog } from '../log.ts'
import { openBeside, type Store } from '../store/open-store.ts'
import type { Job } from './import-store.ts'
import { runJob } from './run-job.ts'
import { readInto } from './take-in.ts'
import type { FromWorker, Seat, Task, ToWorker } from './worker-messages.ts'

/** A thread that imports: whatever it does, requests are served meanwhile. It is given one task at a time. */
const { dataDir, databaseUrl, logLevel } = workerData as Seat['config']
const log = openLog(logLevel)
// On Linux a thread has a rank of its own: where processors are few, whoever asks for a page goes first. Not where others
// wait for its turn to end before they can save.
if (process.platform === 'linux' && databaseUrl) setPriority(5)
// The thread ends with such an error and its jobs are settled by the server; what it was is known only here.
process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'the thread that imports failed'))
const say = (message: FromWorker): void => parentPort!.postMessage(message)

const waiting: (() => void)[] = []
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    say({ kind: 'turn wanted' })
  })
  try {
    return await work()
  } finally {
    say({ kind: 'turn over' })
  }
}

const store: Store = await openBeside({
  dataDir,
  databaseUrl,
  inTurn,
  onTrouble: (error) => log.warn({ err: error }, 'a database connection broke'),
})

async function work(seat: Seat, task: Task): Promise<Job> {
  const began = performance.now()
  const ctx: Context = {
    actor: seat.actor,
    requestId: seat.requestId,
    config: seat.config,
    store,
    log,
    address: seat.address,
    now: () => new Date(seat.at + performance.now() - began),
  }
  if (task.kind === 'read') return readInto(ctx, task.job, task.path, (rows) => say({ kind: 'alive', rows }))
  await runJob(ctx, task.job, task.rehearsal, {
    onRows: (rows) => say({ kind: 'alive', rows }),
    onUndo: () => say({ kind: 'alive', rows: 0, isUndoing: true }),
  })
  return task.job
}

async function answer(seat: Seat, task: Task): Promise<void> {
  try {
    say({ kind: 'answer', job: await work(seat, task) })
  } catch (error) {
    const problem = error instanceof Problem ? error : store.problemOf(error)
    const carried = problem && {
      status: problem.status,
      msg: problem.message,
      errors: problem.details.errors ?? [],
    }
    say({ kind: 'refusal', problem: carried ?? null, error: error as Error })
  }
}

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'your turn') waiting.shift()?.()
  else void answer(message.seat, message.task)
})
