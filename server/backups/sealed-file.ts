import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline as connect, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { toError } from '../base/errors.ts'
import { BackupError } from './backup-error.ts'
import { syncFolder } from './sync-folder.ts'

// Files of a backup are compressed with zstd and, with a key, encrypted in the format of age. Both can be read without this
// program: `age --decrypt --identity key.txt base.sqlite.zst.age | zstd -d`.

export const sealedSuffix = (key: string | undefined): string => (key === undefined ? '.zst' : '.zst.age')
export const isEncrypted = (path: string): boolean => path.endsWith('.age')

export interface StoredFile {
  bytes: number
  /** Of the stored bytes, so that it can be verified without the key. */
  sha256: string
}

/** Writes a file that is complete or absent: under another name, synced, then renamed. */
export async function writeSealed(
  target: string,
  source: Readable,
  key: string | undefined,
): Promise<StoredFile> {
  const partial = `${target}.part`
  const stored = new Measure()
  try {
    const compressed = connect(source, createZstdCompress(), () => {})
    const sealed = key === undefined ? compressed : await encrypt(compressed, key)
    await pipeline(sealed, stored, createWriteStream(partial, { mode: 0o600, flush: true }))
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
  renameSync(partial, target)
  syncFolder(dirname(target))
  return stored.result()
}

/** The original bytes. A wrong key and damaged content fail with a sentence that names the file. */
export async function readSealed(path: string, key: string | undefined): Promise<Readable> {
  const compressed = isEncrypted(path) ? await decrypt(path, key) : createReadStream(path)
  const opened = connect(compressed, createZstdDecompress(), () => {})
  return Readable.from(explained(opened, path), { objectMode: false })
}

async function* explained(stream: Readable, path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupError(`${basename(path)} is missing from the backup.`)
    throw new BackupError(`${basename(path)} is damaged: ${toError(error).message}.`)
  }
}

async function encrypt(source: Readable, key: string): Promise<Readable> {
  const { Encrypter, identityToRecipient } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

async function decrypt(path: string, key: string | undefined): Promise<Readable> {
  if (key === undefined)
    throw new BackupError(
      `${basename(path)} is encrypted. Set BACKUP_KEY to the key it was written with (AGE-SECRET-KEY-…).`,
    )
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  const source = createReadStream(path)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    source.destroy()
    const isOtherKey = /no identity matched/.test(toError(error).message)
    throw new BackupError(
      isOtherKey
        ? `BACKUP_KEY is not the key that ${basename(path)} was written with. Set it to that key.`
        : `${basename(path)} is damaged: ${toError(error).message}.`,
    )
  }
}

// The library has the types of browsers, whose streams differ from those of Node in name only.
function toWeb(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void source.destroy(),
  })
}

function fromWeb(source: ReadableStream<Uint8Array>): Readable {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const reader = source.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

/** The size and the hash of a stored file. */
export async function measureFile(path: string): Promise<StoredFile> {
  const stored = new Measure()
  await pipeline(createReadStream(path), stored.resume())
  return stored.result()
}

/** Passes bytes on, and measures them. */
class Measure extends Transform {
  readonly #hash = createHash('sha256')
  #bytes = 0

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    done(null, chunk)
  }

  result(): StoredFile {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
