import { Worker } from 'node:worker_threads'
import { toError } from '../../base/errors.ts'
import type { StorageConfig } from '../../base/backup-config.ts'
import type { LogShipping, ShippingStatus } from '../../store/store.ts'
import { BackupError, explainBackupError } from '../backup-error.ts'
import { readPosition, type Manifest } from '../backup-folder.ts'
import { lockFolder, unlockFolder } from './folder-lock.ts'
import { guardLog, markClosed, type LogGuard } from './log-guard.ts'
import { maxTurn, type FromShipping, type ShippingData, type ToShipping } from './shipping-messages.ts'
import type { MirrorData } from '../mirror/mirror-messages.ts'
import { startMirror } from '../mirror/start-mirror.ts'
import { programFile } from '../../project/project.ts'

export interface ShippingOptions extends Pick<
  ShippingData,
  'folder' | 'key' | 'version' | 'keepDays' | 'interval'
> {
  /** Where the folder is copied to. */
  storage?: StorageConfig | undefined
  /** Called with a sentence for the administrator, when it differs from the last one. */
  onProblem: (sentence: string) => void
}

/** Makes backups of the embedded database: the whole on request, and the log since, every few seconds. */
export interface Shipping extends LogShipping {
  /** The database file. */
  file: string
  /** Ships, and runs the work when everything that was committed is in the backup and nothing is written. */
  whenShipped: <T>(work: () => Promise<T>) => Promise<T>
  /** Copies the whole database. */
  copyBase: () => Promise<Manifest>
}

type LendWriter = <T>(work: () => Promise<T>) => Promise<T>

/** Milliseconds until the thread is started again after it has ended by an error. */
const restartAfter = 60_000

/** The first backup of a database is made after so many intervals: many servers are only tried for a moment. */
const firstAfter = 4

const toMirror = ({ folder, keepDays, key }: ShippingOptions, storage: StorageConfig): MirrorData => ({
  folder,
  keepDays,
  storage,
  mustBeEncrypted: key !== undefined,
})

export function startShipping(file: string, lendWriter: LendWriter, options: ShippingOptions): Shipping {
  const { folder, onProblem, interval } = options
  const status: ShippingStatus = { through: null, problem: null }
  const mirror = options.storage && startMirror(toMirror(options, options.storage), onProblem)
  let guard: LogGuard | undefined
  let lock: string | undefined
  try {
    if (readPosition(folder)) lock = lockFolder(folder)
    guard = guardLog(file, folder, options.key)
  } catch (error) {
    fail(explainBackupError(error))
  }
  const listeners = new Set<(message: FromShipping) => void>()
  let thread: Worker | undefined
  let isStopped = false
  let isComplete = false
  let endTurn: (() => void) | undefined

  function fail(sentence: string): void {
    if (status.problem !== sentence) onProblem(sentence)
    status.problem = sentence
  }

  function receive(message: FromShipping): void {
    if (message.kind === 'started') {
      // From now on it is the lock of the thread; the next thread needs one of its own.
      lock = undefined
      guard?.release()
      guard = undefined
    } else if (message.kind === 'turn wanted') void lendWriter(giveTurn).catch(() => {})
    else if (message.kind === 'turn over') endTurn?.()
    else if (message.kind === 'failed') fail(message.problem)
    else if (message.kind === 'shipped') Object.assign(status, { through: message.through, problem: null })
    else if (message.kind === 'base')
      Object.assign(status, { through: message.manifest.readyAt, problem: null })
    // Also while the folder fails: what it has got is still sent.
    const mayHaveMore = ['shipped', 'base', 'failed'].includes(message.kind)
    if (mayHaveMore && status.through !== null) mirror?.look(status.through)
    for (const listener of listeners) listener(message)
  }

  const giveTurn = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, maxTurn)
      endTurn = () => {
        clearTimeout(timer)
        resolve()
      }
      send({ kind: 'turn' })
    })

  function send(message: ToShipping): void {
    thread?.postMessage(message)
  }

  function start(): void {
    if (thread || isStopped) return
    const { key, version, keepDays } = options
    const data: ShippingData = {
      file,
      folder,
      key,
      version,
      keepDays,
      interval,
      lock,
      position: guard?.position,
    }
    thread = new Worker(programFile('server/backups/log/shipping-thread.ts'), {
      workerData: data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    thread.unref()
    thread.on('message', receive)
    thread.on('error', (error) => fail(explainBackupError(toError(error))))
    thread.on('exit', () => {
      thread = undefined
      // Without the thread the log is not protected any more, so the next one begins with a new backup.
      guard?.release()
      guard = undefined
      endTurn?.()
      receive({ kind: 'stopped', isComplete: false })
      if (!isStopped) setTimeout(start, restartAfter).unref()
    })
  }

  /** Starts the thread if needed, and waits for its answer to a request, but not longer than the time given. */
  function request<T>(
    message: ToShipping,
    answer: (from: FromShipping) => T | undefined,
    maxMilliseconds = Infinity,
  ): Promise<T> {
    start()
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => {
        listeners.delete(listener)
        reject(new BackupError('The backup folder is too slow: a copy was not finished in time.'))
      }
      const timer = maxMilliseconds < Infinity ? setTimeout(giveUp, maxMilliseconds).unref() : undefined
      const listener = (from: FromShipping): void => {
        const result = answer(from)
        if (result === undefined && from.kind !== 'failed' && from.kind !== 'stopped') return
        clearTimeout(timer)
        listeners.delete(listener)
        if (result === undefined) reject(new Error(status.problem ?? 'The server stops.'))
        else resolve(result)
      }
      listeners.add(listener)
      send(message)
    })
  }

  const shipNow = (): Promise<boolean> => {
    const asked = new Date().toISOString()
    return request(
      { kind: 'ship' },
      (from) => (from.kind === 'shipped' && from.through >= asked ? true : undefined),
      maxTurn,
    )
  }

  if (guard?.position) start()
  const delay = setTimeout(start, interval * firstAfter).unref()

  return {
    file,
    status: () => ({ ...status, ...(mirror && { storage: mirror.status() }) }),
    whenShipped: async (work) => {
      // Most of it is shipped before writes have to wait.
      await shipNow()
      return lendWriter(async () => {
        await shipNow()
        return work()
      })
    },
    copyBase: () =>
      request({ kind: 'copy base' }, (from) => (from.kind === 'base' ? from.manifest : undefined)),
    stop: async () => {
      isStopped = true
      clearTimeout(delay)
      if (thread)
        isComplete = await new Promise<boolean>((resolve) => {
          listeners.add((from) => from.kind === 'stopped' && resolve(from.isComplete))
          send({ kind: 'stop' })
        })
      else {
        guard?.release()
        if (lock !== undefined) unlockFolder(folder, lock)
      }
      await mirror?.stop()
    },
    closed: () => {
      if (isComplete) markClosed(file, folder)
    },
  }
}
