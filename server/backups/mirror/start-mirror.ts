import { Worker } from 'node:worker_threads'
import type { ShippingStatus } from '../../store/store.ts'
import { explainBackupError } from '../backup-error.ts'
import { programFile } from '../../project/project.ts'
import type { FromMirror, MirrorData, ToMirror } from './mirror-messages.ts'

/** Copies the backup folder to a storage. */
export interface RunningMirror {
  /** Called when everything committed before that moment is in the folder. */
  look: (through: string) => void
  /** Everything committed before `through` can be restored from the storage. */
  status: () => ShippingStatus
  /** Sends what the folder has since, but waits only some seconds. */
  stop: () => Promise<void>
}

/** Milliseconds that the storage may fail, by the network or by itself, before it is a problem of the administrator. */
const tolerated = 120_000
/** Milliseconds until the thread is started again after it has ended by an error. */
const restartAfter = 60_000
/** Milliseconds that a stop waits for the storage. */
const maxStop = 5000

export function startMirror(data: MirrorData, onProblem: (sentence: string) => void): RunningMirror {
  const status: ShippingStatus = { through: null, problem: null }
  let thread: Worker | undefined
  let startAt = 0
  let failsSince: number | undefined

  function fail(sentence: string, isPassing: boolean): void {
    failsSince ??= Date.now()
    if (isPassing && Date.now() - failsSince < tolerated) return
    if (status.problem !== sentence) onProblem(sentence)
    status.problem = sentence
  }

  function receive(message: FromMirror): void {
    if (message.kind === 'failed') return fail(message.problem, message.isPassing)
    if (message.kind === 'sent') {
      status.through = message.through
      return
    }
    failsSince = undefined
    status.problem = null
  }

  function start(): Worker {
    const started = new Worker(programFile('server/backups/mirror/mirror-thread.ts'), {
      workerData: data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    started.unref()
    started.on('message', receive)
    started.on('error', (error) => fail(explainBackupError(error), false))
    started.on('exit', () => {
      thread = undefined
      startAt = Date.now() + restartAfter
    })
    return started
  }

  return {
    look: (through) => {
      if (!thread && Date.now() < startAt) return
      thread ??= start()
      thread.postMessage({ kind: 'look', through } satisfies ToMirror)
    },
    status: () => ({ ...status }),
    stop: async () => {
      const stopped = thread
      if (!stopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxStop)
        stopped.on('exit', () => {
          clearTimeout(timer)
          resolve()
        })
        stopped.postMessage({ kind: 'stop' } satisfies ToMirror)
      })
      await stopped.terminate()
    },
  }
}
