import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { currentCaller } from '../../base/caller.ts'
import { FairQueue, clientDisconnected, tookTooLong } from '../fair-queue.ts'
import { longReadTimeout } from '../long-reads.ts'
import type { ReaderRequest, ReaderResponse, ReaderRow } from './sqlite-reader-messages.ts'
import { boundValues } from './bound-values.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { programFile } from '../../project/project.ts'

/** Each needs about 70 MB, and more than there are processors would only slow each other down. */
const maxReaders = 2
const idleMilliseconds = 30_000
/** Timeout for starting a process on a busy machine; not part of the timeout of a read. */
const startTimeout = 10_000
/** Lower than the server's own priority, so that short reads go first. */
const priority = 10

interface Pending {
  resolve: (rows: ReaderRow[]) => void
  reject: (error: Error) => void
}

/** One process that runs one statement at a time. */
class Reader {
  readonly #process: ChildProcess
  readonly #onEnd: () => void
  #pending: Pending | undefined
  #idle: NodeJS.Timeout | undefined
  /** Callbacks for when the process is ready; undefined once it is. */
  #onReady: (() => void)[] | undefined = []

  constructor(file: string, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#process = fork(fileURLToPath(programFile('server/store/sqlite/sqlite-reader.ts')), [file], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    lowerPriority(this.#process)
    this.#process.on('message', (response: ReaderResponse) => {
      if ('ready' in response) this.#startPending()
      else this.#handleResponse(response)
    })
    this.#process.on('error', (error) => this.#fail(error))
    this.#process.on('exit', () => this.#fail(readerExited()))
    // The readers end with the server, unless it is killed.
    process.on('exit', this.#kill)
    this.#process.unref()
    this.#process.channel?.unref()
  }

  run(request: ReaderRequest, signal: AbortSignal | undefined, timeout: number): Promise<ReaderRow[]> {
    clearTimeout(this.#idle)
    return new Promise<ReaderRow[]>((resolve, reject) => {
      const stop = (error: Error): void => {
        this.#pending = undefined
        this.end()
        settle()
        reject(error)
      }
      let timer = setTimeout(() => stop(readerExited()), startTimeout)
      const onAbort = (): void => stop(clientDisconnected())
      const settle = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      this.#pending = {
        resolve: (rows) => {
          settle()
          resolve(rows)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      }
      if (signal?.aborted) return stop(clientDisconnected())
      signal?.addEventListener('abort', onAbort, { once: true })
      const begin = (): void => {
        clearTimeout(timer)
        if (!this.#pending) return
        timer = setTimeout(() => stop(tookTooLong()), timeout)
        this.#process.send(request, (error) => error && this.#fail(error))
      }
      if (this.#onReady) this.#onReady.push(begin)
      else begin()
    })
  }

  #startPending(): void {
    const waiting = this.#onReady ?? []
    this.#onReady = undefined
    for (const begin of waiting) begin()
  }

  end(): void {
    clearTimeout(this.#idle)
    process.off('exit', this.#kill)
    this.#kill()
    this.#onEnd()
  }

  readonly #kill = (): void => void this.#process.kill('SIGKILL')

  #handleResponse(response: Exclude<ReaderResponse, { ready: true }>): void {
    const pending = this.#pending
    this.#pending = undefined
    this.#idle = setTimeout(() => this.end(), idleMilliseconds).unref()
    if ('rows' in response) pending?.resolve(response.rows)
    else {
      const { message, errcode } = response.failure
      pending?.reject(Object.assign(new Error(message), { errcode }))
    }
  }

  #fail(error: Error): void {
    const pending = this.#pending
    this.#pending = undefined
    this.end()
    pending?.reject(error)
  }
}

/** Looks like an I/O error of SQLite, which the caller may retry. */
const readerExited = (): Error =>
  Object.assign(new Error('The process that reads has ended'), { errcode: 10 })

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // It has already ended, or the system does not permit it: then the priority stays the same.
  }
}

/** Runs statements in reader processes, which are started on demand and ended when idle. */
export class LongReadDriver implements Driver {
  readonly #file: string
  readonly #timeout: number
  readonly #queue = new FairQueue({ slots: maxReaders })
  readonly #readers = new Set<Reader>()
  readonly #free: Reader[] = []
  #isStopped = false

  constructor(file: string, timeout = longReadTimeout) {
    this.#file = file
    this.#timeout = timeout
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LongReadConnection> {
    const caller = currentCaller()
    const leave = await this.#queue.enter(caller)
    return {
      leave,
      executeQuery: <R>({ sql, parameters }: CompiledQuery) =>
        this.#run({ sql, parameters: boundValues(parameters) }, caller.signal?.()) as Promise<QueryResult<R>>,
      streamQuery: () => {
        throw new Error('Long reads cannot be streamed')
      },
    }
  }

  async releaseConnection(connection: LongReadConnection): Promise<void> {
    connection.leave()
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Transactions belong to the writer')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.stop()
  }

  stop(): void {
    this.#isStopped = true
    this.#queue.close()
    for (const reader of this.#readers) reader.end()
  }

  async #run(request: ReaderRequest, signal: AbortSignal | undefined): Promise<QueryResult<ReaderRow>> {
    const reader = this.#free.pop() ?? (await this.#startFor(signal))
    try {
      return { rows: await reader.run(request, signal, this.#timeout) }
    } finally {
      // A failed statement leaves the process usable; a stopped one ended it.
      if (this.#readers.has(reader)) this.#free.push(reader)
    }
  }

  /** Starting a process blocks the event loop: when many clients disconnect at once, none is started for the next of them. */
  async #startFor(signal: AbortSignal | undefined): Promise<Reader> {
    await yieldToEventLoop()
    if (this.#isStopped || signal?.aborted) throw clientDisconnected()
    return this.#free.pop() ?? this.#start()
  }

  #start(): Reader {
    const reader: Reader = new Reader(this.#file, () => {
      this.#readers.delete(reader)
      const at = this.#free.indexOf(reader)
      if (at >= 0) this.#free.splice(at, 1)
    })
    this.#readers.add(reader)
    return reader
  }
}

interface LongReadConnection extends DatabaseConnection {
  leave: () => void
}
