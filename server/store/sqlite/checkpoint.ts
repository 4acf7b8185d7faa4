import { Worker } from 'node:worker_threads'
import { programFile } from '../../project/project.ts'

/** Runs a checkpoint of the write-ahead log in its own thread, so that it does not block saves. */
export async function checkpointInThread(file: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const thread = new Worker(programFile('server/store/sqlite/checkpoint-thread.ts'), {
    workerData: file,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  thread.unref()
  const terminate = (): void => void thread.terminate()
  signal.addEventListener('abort', terminate, { once: true })
  await new Promise<void>((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', () => resolve())
  }).finally(() => signal.removeEventListener('abort', terminate))
}
