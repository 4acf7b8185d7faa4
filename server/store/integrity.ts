import { Worker } from 'node:worker_threads'

/** What is wrong with the pages of a database file, in the words of SQLite; undefined when all is well. */
export async function findDamage(file: string, ending: AbortSignal): Promise<string | undefined> {
  const thread = new Worker(new URL('integrity-thread.ts', import.meta.url), {
    workerData: file,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  thread.unref()
  const end = (): void => void thread.terminate()
  ending.addEventListener('abort', end, { once: true })
  const verdict = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    // Ended before it could say anything, because the server stops.
    thread.once('exit', () => resolve('ok'))
  })
  ending.removeEventListener('abort', end)
  return verdict === 'ok' ? undefined : verdict
}
