import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answerError, startStorageServer, storageKeys, type StorageServer } from '#testing/storage-server.ts'
import type { StorageConfig } from '../../base/backup-config.ts'
import { ObjectStorage } from './object-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'agridesk-objects-'))
let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
})
afterEach(() => {
  server.fault = undefined
  server.objects.clear()
  server.uploads.clear()
  server.answered.length = 0
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function storage(changed: Partial<StorageConfig> = {}): ObjectStorage {
  const { endpoint, bucket } = server
  const config = { endpoint, bucket, region: 'ap-south-1', prefix: 'agridesk/', ...storageKeys, ...changed }
  return new ObjectStorage(config, { timeout: 100, retryAfter: 1, partBytes: 1000 })
}

const file = (name: string, bytes: number): string => {
  const path = join(folder, name)
  writeFileSync(path, Buffer.alloc(bytes, name))
  return path
}

describe('the object storage', () => {
  it('writes, lists in pages, reads and removes, with signatures that the server computes as well', async () => {
    const own = storage()
    for (const name of ['a', 'b', 'c']) await own.put(`x/${name}`, Buffer.from(name))
    server.pageSize = 2
    expect(await own.list()).toEqual([
      { key: 'x/a', bytes: 1 },
      { key: 'x/b', bytes: 1 },
      { key: 'x/c', bytes: 1 },
    ])
    await own.remove('x/b')
    expect((await own.list()).map(({ key }) => key)).toEqual(['x/a', 'x/c'])
    expect((await own.get('x/a'))?.bytes.toString()).toBe('a')
    expect(await own.get('x/b')).toBeUndefined()
    await own.getFile({ key: 'x/c', bytes: 1 }, join(folder, 'c'))
    expect(readFileSync(join(folder, 'c'), 'utf8')).toBe('c')
    expect(Math.abs(await own.check())).toBeLessThan(2000)
  })

  it('sends a large file in parts, and removes the parts of one that failed or was killed', async () => {
    const path = file('large', 2500)
    expect(await storage().putFile('large', path)).toBe(2500)
    expect(server.objects.get('agridesk/large')?.bytes.equals(readFileSync(path))).toBe(true)
    expect(server.answered.filter((each) => each.startsWith('PUT'))).toHaveLength(3)
    server.fault = (request, response) => {
      if (!request.url?.includes('partNumber=2')) return false
      answerError(response, 507, 'InsufficientStorage')
      return true
    }
    await expect(storage().putFile('other', path)).rejects.toThrow(/is full/)
    expect(server.objects.has('agridesk/other')).toBe(false)
    expect(server.uploads.size).toBe(0)
    server.uploads.set('left', new Map())
    await storage().removeUnfinished()
    expect(server.uploads.size).toBe(0)
  })

  it.each<[string, Partial<StorageConfig>, RegExp]>([
    ['a wrong secret', { secretKey: 'wrong' }, /does not belong to it/],
    ['an unknown key', { accessKey: 'OTHER' }, /does not know BACKUP_S3_ACCESS_KEY/],
    ['a missing bucket', { bucket: 'elsewhere' }, /no bucket with the name in BACKUP_S3_BUCKET/],
    ['a closed port', { endpoint: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 cannot be reached/],
  ])('says what to do about %s', async (_, changed, sentence) => {
    await expect(storage(changed).put('a', Buffer.from('a'))).rejects.toThrow(sentence)
    expect(server.objects.size).toBe(0)
  })

  type Fault = (request: IncomingMessage, response: ServerResponse) => void
  const skewed: Fault = (_, response) => answerError(response, 403, 'RequestTimeTooSkewed')
  const full: Fault = (_, response) => answerError(response, 413, 'QuotaExceeded')
  const failing: Fault = (_, response) => answerError(response, 500, 'InternalError')
  const page: Fault = (_, response) => void response.writeHead(404).end('<html>Not here<br></html>')
  const moved: Fault = (_, response) => void response.writeHead(301, { location: 'http://x.invalid/' }).end()
  const hanging: Fault = () => {}
  const cut: Fault = (request) => void request.once('data', () => request.socket.destroy())

  it.each<[string, Fault, RegExp]>([
    ['a clock that differs', skewed, /The clock of this machine/],
    ['a full storage', full, /is full, or its quota is used up/],
    ['a storage that fails', failing, /fails: 500 InternalError/],
    ['another web server', page, /refuses a request: 404\. Check BACKUP_S3_ENDPOINT/],
    ['another region', moved, /in another region/],
    ['a storage that hangs', hanging, /did not answer in time/],
    ['a connection that is cut in the middle', cut, /the connection was lost/],
  ])('says what to do about %s, and goes on when it is over', async (_, fault, sentence) => {
    server.fault = (request, response) => {
      fault(request, response)
      return true
    }
    const path = file('small', 900)
    await expect(storage().putFile('small', path)).rejects.toThrow(sentence)
    expect(server.objects.size).toBe(0)
    server.fault = undefined
    await storage().putFile('small', path)
    expect(server.objects.size).toBe(1)
  })

  it('tries again by itself after a passing failure', async () => {
    let left = 2
    server.fault = (request, response) => {
      if (left-- <= 0) return false
      if (left === 1) answerError(response, 503, 'SlowDown')
      else request.socket.destroy()
      return true
    }
    await storage().put('a', Buffer.from('a'))
    expect(server.objects.size).toBe(1)
  })
})
