import { Worker } from 'node:worker_threads'

/** What the thread found: `ok`, or the damage in the words of SQLite; or why it could not check the file. */
export type CheckResult = { verdict: string } | { failure: string; errcode: number }

/** What is wrong with the pages of a database file, in the words of SQLite; undefined when all is well. Throws when it could not be checked. */
export async function findDamage(file: string, ending: AbortSignal): Promise<string | undefined> {
  const thread = new Worker(new URL('integrity-thread.ts', import.meta.url), {
    workerData: file,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  thread.unref()
  const end = (): void => void thread.terminate()
  ending.addEventListener('abort', end, { once: true })
  const result = await new Promise<CheckResult>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    // Ended before it could say anything, because the server stops.
    thread.once('exit', () => resolve({ verdict: 'ok' }))
  }).finally(() => ending.removeEventListener('abort', end))
  if ('failure' in result)
    throw Object.assign(new Error(`The database file could not be checked: ${result.failure}`), {
      errcode: result.errcode,
    })
  return result.verdict === 'ok' ? undefined : result.verdict
}
