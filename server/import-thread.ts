import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '#domain/problem.ts'
import type { Context } from './core/context.ts'
import { inLanguage, readLanguages, setLanguages } from './core/language.ts'
import './hooks.ts'
import { openLog } from './base/log.ts'
import { openForThread } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import type { Job } from './imports/import-store.ts'
import { runJob } from './imports/loading/run-job.ts'
import { readInto } from './imports/reading/read-into-rows.ts'
import type { FromWorker, TaskContext, Task, ToWorker } from './imports/worker-messages.ts'
import { toError } from './base/errors.ts'

/** The worker thread that runs imports, one task at a time, so that requests are served meanwhile. */
const { dataDir, databaseUrl, logLevel } = workerData as TaskContext['config']
const log = openLog(logLevel)
// On Linux a thread has its own priority: with few processors, page requests go first. Not on SQLite, where other
// writers wait for this thread's turn to end.
if (process.platform === 'linux' && databaseUrl) setPriority(5)
// Such an error ends the thread and the server settles its jobs; only here can the error be logged.
process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'the import thread failed'))
const post = (message: FromWorker): void => parentPort!.postMessage(message)

setLanguages(readLanguages())

const waitingTurns: (() => void)[] = []
const withWriter = async <T>(runTask: () => Promise<T>): Promise<T> => {
  await new Promise<void>((resolve) => {
    waitingTurns.push(resolve)
    post({ kind: 'turn wanted' })
  })
  try {
    return await runTask()
  } finally {
    post({ kind: 'turn over' })
  }
}

const store: Store = await openForThread({
  dataDir,
  databaseUrl,
  withWriter,
  onTrouble: (error) => log.warn({ err: error }, 'a database connection was lost'),
})

async function runTask(taskContext: TaskContext, task: Task): Promise<Job> {
  const startedAt = performance.now()
  const ctx: Context = {
    actor: taskContext.actor,
    requestId: taskContext.requestId,
    config: taskContext.config,
    store,
    log,
    address: taskContext.address,
    now: () => new Date(taskContext.at + performance.now() - startedAt),
  }
  if (task.kind === 'read') return readInto(ctx, task.job, task.path, (rows) => post({ kind: 'alive', rows }))
  await runJob(ctx, task.job, task.isDryRun, {
    onRows: (rows) => post({ kind: 'alive', rows }),
    onUndo: () => post({ kind: 'alive', rows: 0, isUndoing: true }),
  })
  return task.job
}

async function answer(taskContext: TaskContext, task: Task): Promise<void> {
  try {
    post({ kind: 'answer', job: await inLanguage(taskContext.language, () => runTask(taskContext, task)) })
  } catch (error) {
    const problem = error instanceof Problem ? error : store.problemOf(error)
    const details = problem && {
      status: problem.status,
      msg: problem.message,
      errors: problem.details.errors ?? [],
    }
    post({ kind: 'refusal', problem: details ?? null, error: toError(error) })
  }
}

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'your turn') waitingTurns.shift()?.()
  else void answer(message.taskContext, message.task)
})
