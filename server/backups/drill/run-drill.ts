import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { explainBackupError } from '../backup-error.ts'
import { writeProof } from '../backup-folder.ts'
import type { DrillData, DrillOutcome, FromDrill, ToDrill } from './drill-messages.ts'
import { programFile } from '../../project/project.ts'

/** Of the folders in the data folder in which backups are restored; those of killed processes are removed at the start. */
const scratchPrefix = 'drill-'

export interface DrillOptions extends Pick<DrillData, 'from' | 'key' | 'live'> {
  dataDir: string
  now: Date
  /** Runs the work while everything is in the backup and nothing is written. */
  whenShipped?: <T>(work: () => Promise<T>) => Promise<T>
}

/** Restores the newest backup in a thread, and marks a backup of the folder as proven if everything was right. */
export async function runDrill(options: DrillOptions): Promise<DrillOutcome> {
  const { from, key, live, dataDir, now, whenShipped = (work) => work() } = options
  const scratch = mkdtempSync(join(dataDir, scratchPrefix))
  const data: DrillData = { from, key, live, scratch, now: now.toISOString() }
  const thread = openThread(data)
  try {
    await thread.received('loaded')
    // Writes wait only until the drill has chosen what to restore, and has its view of the database in use.
    await whenShipped(() => thread.begin())
    const outcome = await thread.ended
    if (outcome.result && typeof from === 'string') writeProof(join(from, outcome.result.backup), now)
    return outcome
  } catch (error) {
    return { result: null, problem: explainBackupError(error) }
  } finally {
    await thread.terminate()
    rmSync(scratch, { recursive: true, force: true })
  }
}

interface DrillThread {
  /** Resolves when the message was received, or the thread has ended. */
  received: (kind: FromDrill['kind']) => Promise<void>
  /** Begins; resolves when the database in use may be written again. */
  begin: () => Promise<void>
  ended: Promise<DrillOutcome>
  terminate: () => Promise<unknown>
}

function openThread(data: DrillData): DrillThread {
  const worker = new Worker(programFile('server/backups/drill/drill-thread.ts'), {
    workerData: data,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  worker.unref()
  const ended = new Promise<DrillOutcome>((resolve) => {
    const fail = (problem: string): void => resolve({ result: null, problem })
    worker.on('message', (message: FromDrill) => {
      if (message.kind === 'done') resolve({ result: message.result, problem: null })
      else if (message.kind === 'failed') fail(message.problem)
    })
    worker.on('error', (error) => fail(explainBackupError(error)))
    worker.on('exit', () => fail('The restore drill was stopped before it ended.'))
  })
  const received = (kind: FromDrill['kind']): Promise<void> =>
    new Promise((resolve) => {
      worker.on('message', (message: FromDrill) => message.kind === kind && resolve())
      void ended.then(() => resolve())
    })
  return {
    received,
    begin: () => {
      const ready = received('ready')
      worker.postMessage({ kind: 'begin' } satisfies ToDrill)
      return ready
    },
    ended,
    terminate: () => worker.terminate(),
  }
}

/** Removes what the drills of killed processes have left behind. */
export function removeScratch(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(scratchPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true })
}
