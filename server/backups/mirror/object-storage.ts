import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StorageConfig } from '../../base/backup-config.ts'
import { refusal, StorageError, unanswered } from './storage-error.ts'
import { readLeaves } from './xml-leaves.ts'

export interface StoredObject {
  /** Without the prefix. */
  key: string
  bytes: number
}

export interface ReadObject {
  bytes: Buffer
  /** How long ago it was written, in milliseconds by the clock of the storage. */
  age: number
}

interface Limits {
  /** Milliseconds for an answer, besides the time for the content. */
  timeout: number
  /** Milliseconds before the second attempt of a request; twice as many before the third one. */
  retryAfter: number
  /** Files above this size are sent in parts of this size; S3 requires at least 5 MB. */
  partBytes: number
}

const defaults: Limits = { timeout: 20_000, retryAfter: 1000, partBytes: 16 * 1024 * 1024 }
/** Of one upload. */
const maxParts = 10_000
const attempts = 3
/** Bytes per millisecond that a connection transfers at least. */
const slowest = 50

interface Sent {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  key?: string
  query?: Record<string, string>
  body?: Buffer<ArrayBuffer>
  /** Of the content that is sent or received. */
  bytes?: number
}

/** A bucket of a storage with the interface of S3. Objects are complete or absent, and replaced as a whole. */
export class ObjectStorage {
  readonly #config: StorageConfig
  readonly #limits: Limits
  /** Keys for signing, which are derived once a day. */
  readonly #cache = new Map<string, ArrayBuffer>()

  constructor(config: StorageConfig, limits: Partial<Limits> = {}) {
    this.#config = config
    this.#limits = { ...defaults, ...limits }
  }

  /** For sentences. */
  get place(): string {
    const { bucket, prefix, endpoint } = this.#config
    return `${bucket}/${prefix} at ${new URL(endpoint).host}`
  }

  async list(): Promise<StoredObject[]> {
    const { prefix } = this.#config
    const found: StoredObject[] = []
    let token: string | undefined
    do {
      const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
      const leaves = await this.#ask({ method: 'GET', query })
      let key = ''
      token = undefined
      for (const { name, text } of leaves)
        if (name === 'Key') key = text
        else if (name === 'Size') found.push({ key: key.slice(prefix.length), bytes: Number(text) })
        else if (name === 'NextContinuationToken') token = text
    } while (token !== undefined)
    return found
  }

  /** Whether the bucket can be listed, without reading all of it; returns by how many milliseconds its clock is ahead. */
  async check(): Promise<number> {
    const { prefix } = this.#config
    return this.#send(
      { method: 'GET', query: { 'list-type': '2', prefix, 'max-keys': '1' } },
      async (answer) => {
        await answer.arrayBuffer()
        return dateOf(answer, 'date') - Date.now()
      },
    )
  }

  async put(key: string, body: Buffer<ArrayBuffer>): Promise<void> {
    await this.#ask({ method: 'PUT', key, body })
  }

  /** A file that does not change any more. */
  async putFile(key: string, path: string): Promise<number> {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      if (size <= this.#limits.partBytes) await this.put(key, await readPart(file, 0, size))
      else await this.#putParts(key, file, size)
      return size
    } finally {
      await file.close()
    }
  }

  async #putParts(key: string, file: FileHandle, size: number): Promise<void> {
    const uploadId = textOf(await this.#ask({ method: 'POST', key, query: { uploads: '' } }), 'UploadId')
    try {
      const partBytes = Math.max(this.#limits.partBytes, Math.ceil(size / maxParts))
      const parts: string[] = []
      for (let start = 0; start < size; start += partBytes) {
        const partNumber = String(parts.length + 1)
        const body = await readPart(file, start, Math.min(partBytes, size - start))
        const tag = await this.#send(
          { method: 'PUT', key, query: { partNumber, uploadId }, body },
          async (answer) => answer.headers.get('etag') ?? '',
        )
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${escape(tag)}</ETag></Part>`)
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      await this.#ask({ method: 'POST', key, query: { uploadId }, body })
    } catch (error) {
      // What was sent so far would be stored, and paid for, without being visible.
      await this.#ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  /** Removes the parts of uploads that a killed process has left behind. */
  async removeUnfinished(): Promise<void> {
    const { prefix } = this.#config
    const leaves = await this.#ask({ method: 'GET', query: { uploads: '', prefix } })
    let key = ''
    for (const { name, text } of leaves)
      if (name === 'Key') key = text.slice(prefix.length)
      else if (name === 'UploadId') await this.#ask({ method: 'DELETE', key, query: { uploadId: text } })
  }

  /** Undefined if there is none. */
  async get(key: string): Promise<ReadObject | undefined> {
    try {
      return await this.#send({ method: 'GET', key }, async (answer) => ({
        bytes: Buffer.from(await answer.arrayBuffer()),
        age: Math.max(0, dateOf(answer, 'date') - dateOf(answer, 'last-modified')),
      }))
    } catch (error) {
      if (error instanceof StorageError && error.code === 'NoSuchKey') return undefined
      throw error
    }
  }

  /** Writes an object to a file. */
  async getFile({ key, bytes }: StoredObject, path: string): Promise<void> {
    await this.#send({ method: 'GET', key, bytes }, async (answer) => {
      const body = Readable.from(answer.body ?? [], { objectMode: false })
      await pipeline(body, createWriteStream(path, { mode: 0o600 }))
    })
  }

  async remove(key: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key })
  }

  /** The elements with text of the answer. */
  #ask(sent: Sent): Promise<{ name: string; text: string }[]> {
    return this.#send(sent, async (answer) => {
      const leaves = readLeaves(await answer.text())
      // The end of an upload in parts can fail after the status was sent.
      const code = leaves.find(({ name }) => name === 'Code')
      if (code) throw refusal(500, code.text)
      return leaves
    })
  }

  async #send<T>(sent: Sent, read: (answer: Response) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#sendOnce(sent, read)
      } catch (error) {
        if (attempt === attempts || !(error instanceof StorageError) || !error.isPassing) throw error
        await sleep(this.#limits.retryAfter * attempt)
      }
  }

  async #sendOnce<T>(
    { method, key, query, body, bytes }: Sent,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const { endpoint, bucket, prefix, region, accessKey, secretKey } = this.#config
    const url = new URL(endpoint)
    url.pathname = [
      url.pathname.replace(/\/$/, ''),
      bucket,
      ...(key === undefined ? [] : [prefix + key]),
    ].join('/')
    url.search = new URLSearchParams(query).toString()
    // Loaded with the first request: most servers have no storage.
    const { AwsV4Signer } = await import('aws4fetch')
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache: this.#cache,
    }).sign()
    const timeout = this.#limits.timeout + Math.ceil((bytes ?? body?.length ?? 0) / slowest)
    try {
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
        ...(body && { body }),
      })
      if (!answer.ok) throw refusal(answer.status, await codeOf(answer))
      return await read(answer)
    } catch (error) {
      throw isOwn(error) ? error : unanswered(error, url.host)
    }
  }
}

/** Not a failure of the connection: an answer of the storage, or a failure of a file here. */
const isOwn = (error: unknown): boolean =>
  error instanceof StorageError || (error instanceof Error && 'syscall' in error)

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}

const dateOf = (answer: Response, header: string): number => Date.parse(answer.headers.get(header) ?? '') || 0

const textOf = (leaves: readonly { name: string; text: string }[], wanted: string): string =>
  leaves.find(({ name }) => name === wanted)?.text ?? ''

const codeOf = async (answer: Response): Promise<string> => textOf(readLeaves(await answer.text()), 'Code')

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
