import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Cell } from '#domain/catalogue/field.ts'
import { currentCaller } from '../caller.ts'
import type { Row } from './dialect.ts'
import { FairQueue, hungUp, tookTooLong } from './fair-queue.ts'
import { longReadLimit } from './long-reads.ts'
import type { ReaderAnswer, ReaderQuestion } from './sqlite-reader-messages.ts'

/** Each needs about 70 MB, and more of them than processors would only slow each other down. */
const maxReaders = 2
const idleMilliseconds = 30_000
/** On a machine that has much to do, starting takes a while; it is no part of the time that the read may take. */
const maxStart = 10_000
/** Lower than the server's own, so that whoever reads one record goes first. */
const priority = 10

interface Pending {
  resolve: (rows: Row[]) => void
  reject: (error: Error) => void
}

/** One process that runs one statement at a time. */
class Reader {
  readonly #process: ChildProcess
  readonly #onEnd: () => void
  #pending: Pending | undefined
  #idle: NodeJS.Timeout | undefined
  /** What is begun once the process is ready; undefined when it is. */
  #atReady: (() => void)[] | undefined = []

  constructor(file: string, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#process = fork(fileURLToPath(new URL('sqlite-reader.ts', import.meta.url)), [file], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    lowerPriority(this.#process)
    this.#process.on('message', (answer: ReaderAnswer) => {
      if ('ready' in answer) this.#begin()
      else this.#answered(answer)
    })
    this.#process.on('error', (error) => this.#lost(error))
    this.#process.on('exit', () => this.#lost(readerEnded()))
    // However the server ends, short of being killed, it leaves no reader behind.
    process.on('exit', this.#kill)
    this.#process.unref()
    this.#process.channel?.unref()
  }

  run(question: ReaderQuestion, signal: AbortSignal | undefined, limit: number): Promise<Row[]> {
    clearTimeout(this.#idle)
    return new Promise<Row[]>((resolve, reject) => {
      const stop = (error: Error): void => {
        this.#pending = undefined
        this.end()
        settle()
        reject(error)
      }
      let timer = setTimeout(() => stop(readerEnded()), maxStart)
      const onAbort = (): void => stop(hungUp())
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
      if (signal?.aborted) return stop(hungUp())
      signal?.addEventListener('abort', onAbort, { once: true })
      const begin = (): void => {
        clearTimeout(timer)
        if (!this.#pending) return
        timer = setTimeout(() => stop(tookTooLong()), limit)
        this.#process.send(question, (error) => error && this.#lost(error))
      }
      if (this.#atReady) this.#atReady.push(begin)
      else begin()
    })
  }

  #begin(): void {
    const waiting = this.#atReady ?? []
    this.#atReady = undefined
    for (const begin of waiting) begin()
  }

  end(): void {
    clearTimeout(this.#idle)
    process.off('exit', this.#kill)
    this.#kill()
    this.#onEnd()
  }

  readonly #kill = (): void => void this.#process.kill('SIGKILL')

  #answered(answer: Exclude<ReaderAnswer, { ready: true }>): void {
    const pending = this.#pending
    this.#pending = undefined
    this.#idle = setTimeout(() => this.end(), idleMilliseconds).unref()
    if ('rows' in answer) pending?.resolve(answer.rows)
    else {
      const { message, errcode } = answer.failure
      pending?.reject(Object.assign(new Error(message), { errcode }))
    }
  }

  #lost(error: Error): void {
    const pending = this.#pending
    this.#pending = undefined
    this.end()
    pending?.reject(error)
  }
}

/** As SQLite says that it cannot read: the caller may try again. */
const readerEnded = (): Error => Object.assign(new Error('The process that reads has ended'), { errcode: 10 })

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // It has ended already, or the system does not allow it: then all have the same priority.
  }
}

/** Hands statements to reader processes, which are started when they are needed and ended when they have been idle. */
export class LongReadDriver implements Driver {
  readonly #file: string
  readonly #limit: number
  readonly #queue = new FairQueue({ slots: maxReaders })
  readonly #readers = new Set<Reader>()
  readonly #free: Reader[] = []

  constructor(file: string, limit = longReadLimit) {
    this.#file = file
    this.#limit = limit
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const caller = currentCaller()
    const leave = await this.#queue.enter(caller)
    const connection: LongReadConnection = {
      leave,
      executeQuery: <R>({ sql, parameters }: CompiledQuery) =>
        this.#run({ sql, parameters: [...parameters] as Cell[] }, caller.signal?.()) as Promise<
          QueryResult<R>
        >,
      streamQuery: () => {
        throw new Error('Long reads are answered as a whole')
      },
    }
    return connection
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as LongReadConnection).leave()
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
    this.#queue.close()
    for (const reader of this.#readers) reader.end()
  }

  async #run(question: ReaderQuestion, signal: AbortSignal | undefined): Promise<QueryResult<Row>> {
    const reader = this.#free.pop() ?? this.#start()
    try {
      return { rows: await reader.run(question, signal, this.#limit) }
    } finally {
      // A statement that failed leaves the process as good as before; one that was stopped ended it.
      if (this.#readers.has(reader)) this.#free.push(reader)
    }
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
