import { Worker } from 'node:worker_threads'
import { programFile } from '../../project/project.ts'

/** The result of the check: `ok` or SQLite's description of the damage; or why the check failed. */
export type CheckResult = { verdict: string } | { failure: string; errcode: number }

/** SQLite's description of damaged pages in a database file; undefined if there are none. Throws if the check failed. */
export async function findDamage(file: string, signal: AbortSignal): Promise<string | undefined> {
  const thread = new Worker(programFile('server/store/files/integrity-thread.ts'), {
    workerData: file,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  thread.unref()
  const terminate = (): void => void thread.terminate()
  signal.addEventListener('abort', terminate, { once: true })
  const result = await new Promise<CheckResult>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    // Terminated before it sent a result, because the server stops.
    thread.once('exit', () => resolve({ verdict: 'ok' }))
  }).finally(() => signal.removeEventListener('abort', terminate))
  if ('failure' in result)
    throw Object.assign(new Error(`The database file could not be checked: ${result.failure}`), {
      errcode: result.errcode,
    })
  return result.verdict === 'ok' ? undefined : result.verdict
}
