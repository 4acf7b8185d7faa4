import { parentPort, workerData } from 'node:worker_threads'
import { explainBackupError } from '../backup-error.ts'
import { drill } from './drill.ts'
import type { DrillData, FromDrill } from './drill-messages.ts'

/** The worker thread of a restore drill. */
const post = (message: FromDrill): void => parentPort!.postMessage(message)

parentPort!.once('message', () => void run())
post({ kind: 'loaded' })

const data: DrillData = workerData

async function run(): Promise<void> {
  try {
    post({ kind: 'done', result: await drill(data, () => post({ kind: 'ready' })) })
  } catch (error) {
    post({ kind: 'failed', problem: explainBackupError(error) })
  }
}
