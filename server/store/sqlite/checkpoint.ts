import { Worker } from 'node:worker_threads'

/** Runs a checkpoint of the write-ahead log in its own thread, so that it does not block saves. */
export async function checkpointInThread(file: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const thread = new Worker(new URL('checkpoint-thread.ts', import.meta.url), {
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
