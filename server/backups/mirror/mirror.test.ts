import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startStorageServer, storageKeys, type StorageServer } from '#testing/storage-server.ts'
import { listBackups, readPosition, segmentName, writeProof } from '../backup-folder.ts'
import { restoreDatabase } from '../commands.ts'
import { guardLog } from '../log/log-guard.ts'
import { LogShipper } from '../log/log-shipper.ts'
import { Mirror } from './mirror.ts'
import { ObjectStorage } from './object-storage.ts'
import { fromStorage } from './storage-source.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
})
afterAll(() => server.close())

let root: string
let folder: string
let writer: DatabaseSync
let shipper: LogShipper
let key: string | undefined
let now: Date

const storage = (): ObjectStorage =>
  new ObjectStorage(
    { endpoint: server.endpoint, bucket: server.bucket, region: 'r', prefix: 'agridesk/', ...storageKeys },
    { retryAfter: 1 },
  )
const mirrorOf = (own: string, keepDays = 14): Mirror =>
  new Mirror({
    folder: own,
    storage: storage(),
    keepDays,
    mustBeEncrypted: key !== undefined,
    now: () => now,
  })

const tick = (): Date => {
  now = new Date(now.getTime() + 1000)
  return now
}

function openShipper(): void {
  const file = join(root, 'a.sqlite')
  const guard = guardLog(file, folder, key)
  const withoutWrites = (work: (isInTime: () => boolean) => Promise<void>): Promise<void> => work(() => true)
  shipper = new LogShipper(
    { file, folder, key, version: 'test', keepDays: 14, now: tick, withoutWrites },
    guard.position,
  )
  guard.release()
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agridesk-mirror-'))
  folder = join(root, 'backups')
  key = undefined
  now = new Date('2026-11-18T02:00:00.000Z')
  writer = new DatabaseSync(join(root, 'a.sqlite'))
  writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 5; create table t (v text)')
  openShipper()
})
afterEach(async () => {
  await shipper.close()
  writer.close()
  rmSync(root, { recursive: true })
  server.fault = undefined
  server.objects.clear()
})

let rows = 0
async function save(count = 1): Promise<void> {
  for (let at = 0; at < count; at++) {
    writer.prepare('insert into t (v) values (?)').run(`row ${++rows} ${'x'.repeat(900)}`)
    await shipper.ship()
  }
}

const rowsIn = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('select count(*) as n from t').get()
  database.close()
  return Number(row?.['n'])
}
const saved = (): number => rowsIn(join(root, 'a.sqlite'))

/** On another machine, which has nothing but the settings. */
async function restore(at?: Date): Promise<{ rows: number; folder: string }> {
  const dataDir = mkdtempSync(join(root, 'new-'))
  const source = fromStorage(storage(), dataDir, () => {})
  const options = { dataDir, source, key, now, at, onPlan: () => {}, onProgress: () => {} }
  await restoreDatabase(options)
  return { rows: rowsIn(join(dataDir, 'agridesk.sqlite')), folder: dataDir }
}

const keysStored = (): string[] => [...server.objects.keys()].map((each) => each.slice('agridesk/'.length))

describe('the mirror of the backup folder', () => {
  it('restores the newest state, and an earlier one, from the storage alone', async () => {
    await shipper.copyBase()
    const mirror = mirrorOf(folder)
    await save(3)
    expect(await mirror.sendNewest()).toBe(false)
    await expect(restore()).rejects.toThrow(/There is no complete backup in backups\/agridesk\//)
    await mirror.sendRest()
    const early = now
    await save(10)
    expect(await mirror.sendNewest()).toBe(true)
    expect((await restore()).rows).toBe(saved())
    expect((await restore(early)).rows).toBe(3)
    const before = server.answered.length
    expect(await mirror.sendNewest()).toBe(true)
    await mirror.sendRest()
    expect(server.answered.slice(before)).toEqual([])
  })

  it('goes on with the backup before until a new copy of the database is in the storage', async () => {
    await shipper.copyBase()
    const mirror = mirrorOf(folder)
    await mirror.sendRest()
    await save(5)
    for (let night = 0; night < 3; night++) {
      await shipper.copyBase()
      expect(await mirror.sendNewest()).toBe(true)
      expect((await restore()).rows).toBe(saved())
      await save(night * 5)
      expect(await mirror.sendNewest()).toBe(true)
      expect((await restore()).rows).toBe(saved())
    }
    const bases = (): string[] => keysStored().filter((each) => basename(each) === 'base.sqlite.zst')
    expect(bases()).toHaveLength(1)
    await mirror.sendRest()
    expect(bases()).toHaveLength(4)
    expect((await restore()).rows).toBe(saved())
  })

  it('sends no segment that a start after a kill would write again', async () => {
    await shipper.copyBase()
    await save(2)
    const { backup, log, frame } = readPosition(folder)!
    const [segment] = listBackups(folder)[0]!.segments
    const name = `${segmentName({ log, from: frame, to: frame + 1 }, tick())}.zst`
    copyFileSync(segment!.path, join(folder, backup, name))
    const mirror = mirrorOf(folder)
    await mirror.sendRest()
    expect(await mirror.sendNewest()).toBe(true)
    expect(keysStored()).not.toContain(`${backup}/${name}`)
    await shipper.close()
    openShipper()
    await save(2)
    expect(await mirror.sendNewest()).toBe(true)
    expect((await restore()).rows).toBe(saved())
  })

  it('sends only encrypted files once there is a key, from a new backup on', async () => {
    await shipper.copyBase()
    await save(1)
    await shipper.close()
    key = await generateX25519Identity()
    openShipper()
    expect(shipper.isShipping).toBe(false)
    await shipper.copyBase()
    await save(2)
    const mirror = mirrorOf(folder)
    await mirror.sendRest()
    expect(await mirror.sendNewest()).toBe(true)
    const contents = keysStored().filter((each) => !each.endsWith('.json'))
    expect(contents.length).toBeGreaterThan(1)
    expect(contents.filter((each) => !each.endsWith('.age'))).toEqual([])
    expect((await restore()).rows).toBe(saved())
    key = await generateX25519Identity()
    await expect(restore()).rejects.toThrow(/BACKUP_KEY is not the key/)
    key = undefined
    await expect(restore()).rejects.toThrow(/Set BACKUP_KEY/)
  })

  it('deletes by age what the folder has deleted, and nothing because the folder is empty', async () => {
    for (let day = 0; day < 3; day++) {
      await shipper.copyBase()
      now = new Date(now.getTime() + 6 * 86_400_000)
    }
    const names = (): string[] => [
      ...new Set(keysStored().flatMap((each) => /^(\d.*)\//.exec(each)?.[1] ?? [])),
    ]
    cpSync(folder, join(root, 'all'), { recursive: true })
    writeProof(join(root, 'all', listBackups(join(root, 'all'))[0]!.name), now)
    await mirrorOf(join(root, 'all')).sendRest()
    await mirrorOf(join(root, 'all')).sendNewest()
    expect(names()).toHaveLength(3)
    const empty = join(root, 'empty')
    for (const object of server.objects.values()) object.at = new Date(0)
    // 18, 12 and 6 days old: the oldest is the last proven one.
    await mirrorOf(empty, 5).sendRest()
    expect(names()).toHaveLength(2)
    expect(names()).toContain(listBackups(join(root, 'all'))[0]!.name)
    expect((await restore()).rows).toBe(saved())
  })

  it('refuses the place of another server, and takes it over when that one is gone', async () => {
    await shipper.copyBase()
    const first = mirrorOf(folder)
    await first.sendRest()
    const clone = mirrorOf(folder)
    await clone.sendRest()
    now = new Date(now.getTime() + 61_000)
    await expect(first.sendNewest()).rejects.toThrow(/Another server, on .* Set BACKUP_S3_PREFIX/)
    await expect(first.sendNewest()).rejects.toThrow(/Another server/)
    const other = join(root, 'other')
    cpSync(folder, other, { recursive: true })
    rmSync(join(other, 'mirror.json'))
    await expect(mirrorOf(other).sendNewest()).rejects.toThrow(/taken over after 5 minutes/)
    server.objects.get('agridesk/owner.json')!.at = new Date(Date.now() - 6 * 60_000)
    expect(await mirrorOf(other).sendNewest()).toBe(true)
  })

  it('restores the list of erasures of all machines', async () => {
    await shipper.copyBase()
    const list = join(folder, 'erasures.jsonl')
    writeFileSync(list, '{"id":"1"}\n')
    const mirror = mirrorOf(folder)
    await mirror.sendRest()
    await mirror.sendNewest()
    appendFileSync(list, '{"id":"2"}\n')
    await mirror.sendNewest()
    const { folder: restored } = await restore()
    expect(readFileSync(join(restored, 'erasures.jsonl'), 'utf8')).toBe('{"id":"1"}\n{"id":"2"}\n')
  })

  it('goes on where it was when the storage was away', async () => {
    await shipper.copyBase()
    const mirror = mirrorOf(folder)
    await mirror.sendRest()
    server.fault = (request) => {
      request.socket.destroy()
      return true
    }
    await save(3)
    await expect(mirror.sendNewest()).rejects.toThrow(/cannot be reached/)
    server.fault = undefined
    expect(await mirror.sendNewest()).toBe(true)
    expect((await restore()).rows).toBe(saved())
  })
})
