import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem, badRequest } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'

/** An uploaded file on the local disk until it is read. */
export interface ReceivedFile {
  path: string
  size: number
  hash: string
}

export const maxFileSize = 50 * 1024 * 1024
const tooLarge = (): Problem =>
  new Problem(413, {
    msg: t('This file is too large: at most 50 MB can be uploaded. Split it into several files'),
  })

const folderIn = (dataDir: string): string => join(dataDir, 'uploads')

/** Streams the body to disk, so that parallel uploads use little memory. */
export async function receiveFile(dataDir: string, body: Readable | undefined): Promise<ReceivedFile> {
  const folder = folderIn(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    // The connection must stay open for the response.
    for await (const chunk of chunksOf(body)) {
      size += chunk.length
      if (size > maxFileSize) throw tooLarge()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.close()
    return { path, size, hash: hash.digest('hex') }
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      ? badRequest(t('The upload was interrupted'))
      : error
  }
}

const chunksOf = (body: Readable | undefined): AsyncIterable<Buffer> | Buffer[] =>
  body?.iterator({ destroyOnReturn: false }) ?? []

export function refuseTooLarge(announced: number): void {
  if (announced > maxFileSize) throw tooLarge()
}

/** Deletes files that a killed process left behind; where several processes share the folder, only old ones. */
export function removeOldUploads(dataDir: string, before: Date): void {
  const folder = folderIn(dataDir)
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    return // no upload yet
  }
  for (const name of names) {
    const path = join(folder, name)
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (at !== undefined && at < before.getTime()) rmSync(path, { force: true })
  }
}
