import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startStorageServer, storageKeys, type StorageServer } from '#testing/storage-server.ts'
import { makeBackup } from '../commands.ts'
import { startMirror, type RunningMirror } from './start-mirror.ts'

const root = mkdtempSync(join(tmpdir(), 'agridesk-thread-'))
const folder = join(root, 'backups')
let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
  new DatabaseSync(join(root, 'agridesk.sqlite')).exec('create table t (v text)')
  await makeBackup({ dataDir: root, folder, key: undefined, now: new Date(), version: 'test' })
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true })
})

const problems: string[] = []
function start(secretKey: string): RunningMirror {
  const { endpoint, bucket } = server
  const storage = { endpoint, bucket, region: 'r', prefix: 'agridesk/', ...storageKeys, secretKey }
  const data = { folder, keepDays: 14, mustBeEncrypted: false, storage }
  return startMirror(data, (sentence) => problems.push(sentence))
}

const soon = { timeout: 20_000, interval: 50 }

describe('the thread that copies backups to the storage', () => {
  it('says up to which moment the storage can be restored, and what is wrong otherwise', async () => {
    const refused = start('wrong')
    const mirror = start(storageKeys.secretKey)
    const through = '2026-11-18T02:00:00.000Z'
    refused.look(through)
    await vi.waitFor(() => {
      mirror.look(through)
      expect(mirror.status()).toEqual({ through, problem: null })
    }, soon)
    await vi.waitFor(() => expect(refused.status().problem).toMatch(/BACKUP_S3_SECRET_KEY/), soon)
    expect(refused.status().through).toBeNull()
    expect(problems).toHaveLength(1)
    expect([...server.objects.keys()].some((key) => key.endsWith('/base.sqlite.zst'))).toBe(true)
    await refused.stop()
    await mirror.stop()
  }, 30_000)
})
