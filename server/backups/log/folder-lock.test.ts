import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listBackups } from '../backup-folder.ts'
import { lockFolder, refreshLock, unlockFolder } from './folder-lock.ts'
import { startShipping } from './shipping.ts'

let folder: string
const now = new Date('2026-11-18T10:00:00.000Z')
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)
const lockedBy = (host: string, pid: number, at = now): void =>
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ id: 'other', host, pid, at: at.toISOString() }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agridesk-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Above the highest number that a process can have. */
const noProcess = 2 ** 22 + 1

it('is refused while another server refreshes it, and says which', () => {
  lockedBy('depot-server', noProcess)
  expect(() => lockFolder(folder, later(59))).toThrow(
    `Another server writes its backups to the same folder: process ${noProcess} on depot-server. Set BACKUP_DIR`,
  )
  lockedBy(hostname(), process.ppid)
  expect(() => lockFolder(folder, later(59))).toThrow(/BACKUP_DIR/)
})

it.each([
  ['was not refreshed for a minute', () => lockedBy('depot-server', 1), 60],
  ['is of a process that has ended', () => lockedBy(hostname(), noProcess), 1],
  ['is of a process with the same number, as in a container', () => lockedBy(hostname(), process.pid), 1],
  ['cannot be read', () => writeFileSync(join(folder, 'lock.json'), '{'), 1],
])('is taken over if it %s', (_, lock, seconds) => {
  lock()
  const id = lockFolder(folder, later(seconds))
  expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toContain(id)
})

it('is refreshed by its owner alone, and removed by its owner alone', () => {
  const id = lockFolder(folder, now)
  refreshLock(folder, id, later(30))
  expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toContain(later(30).toISOString())
  lockedBy('depot-server', 1)
  expect(() => refreshLock(folder, id, later(31))).toThrow(/on depot-server/)
  unlockFolder(folder, id)
  expect(existsSync(join(folder, 'lock.json'))).toBe(true)
  unlockFolder(folder, 'other')
  expect(existsSync(join(folder, 'lock.json'))).toBe(false)
})

it('keeps the backup of another server, also an unfinished one', async () => {
  const backups = join(folder, 'backups')
  mkdirSync(join(backups, '2026-11-18T020000.000Z'), { recursive: true })
  writeFileSync(join(backups, '2026-11-18T020000.000Z', 'base.sqlite.zst.part'), 'copying')
  writeFileSync(
    join(backups, 'lock.json'),
    JSON.stringify({ id: 'other', host: 'depot-server', pid: 1, at: new Date().toISOString() }),
  )
  await expectRefused(backups)
})

it('removes nothing when another server has taken the folder before the first copy', async () => {
  const backups = join(folder, 'backups')
  const unfinished = join(backups, '2026-11-18T020000.000Z')
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(join(unfinished, 'base.sqlite.zst.part'), 'copying')
  // With a position, the server locks the folder at its start, and the thread starts some intervals later.
  const position = { backup: 'gone', log: 1, salts: null, frame: 0, checksum: [0, 0], closed: null }
  writeFileSync(join(backups, 'position.json'), JSON.stringify(position))
  await expectRefused(backups, () =>
    writeFileSync(
      join(backups, 'lock.json'),
      JSON.stringify({ id: 'other', host: 'depot-server', pid: 1, at: new Date().toISOString() }),
    ),
  )
})

async function expectRefused(backups: string, whenStarted = (): void => {}): Promise<void> {
  const file = join(folder, 'a.sqlite')
  const writer = new DatabaseSync(file)
  writer.exec('pragma journal_mode = wal; create table t (id integer primary key)')
  const problems: string[] = []
  const options = { folder: backups, key: undefined, version: 'test', keepDays: 14, interval: 20 }
  const shipping = startShipping(file, (work) => work(), {
    ...options,
    onProblem: (sentence) => problems.push(sentence),
  })
  whenStarted()
  try {
    await vi.waitFor(() => expect(problems.join()).toMatch(/process 1 on depot-server/), 10_000)
    expect(existsSync(join(backups, '2026-11-18T020000.000Z', 'base.sqlite.zst.part'))).toBe(true)
    expect(listBackups(backups)).toEqual([])
  } finally {
    await shipping.stop()
    writer.close()
  }
}
