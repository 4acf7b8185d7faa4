import {
  mkdirSync,
  rmdirSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { threadId } from 'node:worker_threads'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, describe, expect, it } from 'vitest'
import { randomFrom } from '#testing/random.ts'
import { listBackups } from '../backup-folder.ts'
import { guardLog, markClosed } from './log-guard.ts'
import { LogShipper } from './log-shipper.ts'
import { planRestore, restoreTo } from '../restore.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})
let seconds = 0

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-backup-'))
  folders.push(folder)
  return folder
}

/** A database with a writer, and a shipper on a clock that goes on by a second with every look at it. */
function open(folder: string, key?: string) {
  const file = join(folder, 'a.sqlite')
  const backups = join(folder, 'backups')
  const writer = new DatabaseSync(file)
  writer.exec('pragma journal_mode = wal; create table if not exists t (id integer primary key, v text)')
  const ship = (): LogShipper => {
    const { position, release } = guardLog(file, backups, key)
    const shipper = new LogShipper(
      {
        file,
        folder: backups,
        key,
        version: 'test',
        keepDays: 14,
        now: () => new Date(Date.UTC(2026, 10, 18, 2, 0, seconds++)),
        withoutWrites: (work) => work(() => true),
      },
      position,
    )
    release()
    return shipper
  }
  const write = (rows: number): void => {
    writer.exec('begin')
    for (let at = 0; at < rows; at++) writer.prepare('insert into t (v) values (?)').run('x'.repeat(900))
    writer.exec('commit')
  }
  const count = (): number => rowsOf(writer)
  return { file, backups, writer, write, count, ship }
}

const rowsOf = (database: DatabaseSync): number =>
  Number(database.prepare('select count(*) as n from t').get()!['n'])

async function restoredRows(backups: string, key?: string, at?: Date): Promise<number> {
  const target = join(newFolder(), 'restored.sqlite')
  await restoreTo(target, planRestore(backups, at), { key })
  const database = new DatabaseSync(target)
  const rows = rowsOf(database)
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
  return rows
}

describe('a log that is shipped', () => {
  it.each([1, 2, 3])(
    'can be restored at every moment, whichever connection runs checkpoints (seed %i)',
    async (seed) => {
      const random = randomFrom(seed)
      const { backups, writer, write, count, ship, file } = open(newFolder())
      const other = new DatabaseSync(file)
      other.exec('pragma busy_timeout = 0')
      write(10)
      const shipper = ship()
      await shipper.copyBase()
      const expected = new Map<string, number>()
      for (let step = 0; step < 60; step++) {
        const kind = random(6)
        if (kind < 3) write(1 + random(200))
        else if (kind === 3)
          other.exec(`pragma wal_checkpoint(${['passive', 'restart', 'truncate'][random(3)]})`)
        else if (kind === 4 && random(4) === 0) writer.exec('delete from t where id % 7 = 0')
        else {
          await shipper.ship()
          expected.set(planRestore(backups).at, count())
        }
      }
      await shipper.ship()
      expected.set(planRestore(backups).at, count())
      expect(expected.size).toBeGreaterThan(5)
      for (const [at, rows] of expected)
        expect(await restoredRows(backups, undefined, new Date(at))).toBe(rows)
      await shipper.close()
    },
  )

  it('starts the log again when it has grown, and loses nothing while a copy is being made', async () => {
    const { backups, write, count, ship } = open(newFolder())
    write(3000)
    const shipper = ship()
    const copying = shipper.copyBase()
    for (let at = 0; at < 20; at++) {
      write(200)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await copying
    for (let at = 0; at < 30; at++) {
      write(500)
      await shipper.ship()
    }
    const logs = new Set(listBackups(backups)[0]!.segments.map(({ log }) => log))
    expect(logs.size).toBeGreaterThan(1)
    expect(await restoredRows(backups)).toBe(count())
    await shipper.close()
  })

  it('loses nothing when a segment was written and the position could not be, as on a full disk', async () => {
    const { backups, write, count, ship, file } = open(newFolder())
    const other = new DatabaseSync(file)
    const shipper = ship()
    write(10)
    await shipper.copyBase()
    // In the place of the temporary file.
    const part = join(backups, `position.json.${process.pid}-${threadId}.part`)
    for (let time = 0; time < 3; time++) {
      mkdirSync(part)
      write(5)
      await expect(shipper.ship()).rejects.toThrow()
      await expect(shipper.copyBase()).rejects.toThrow()
      other.exec('pragma wal_checkpoint(truncate)')
      write(5)
      other.exec('pragma wal_checkpoint(truncate)')
      rmdirSync(part)
      write(5)
      if (time === 1) await shipper.copyBase()
      await shipper.ship()
      expect(await restoredRows(backups)).toBe(count())
    }
    other.close()
    await shipper.close()
  })

  it('continues the same backup after a kill and after a stop, with what was saved in between', async () => {
    const { file, backups, writer, write, count, ship } = open(newFolder())
    write(50)
    const first = ship()
    await first.copyBase()
    write(50)
    await first.ship()
    write(50) // not shipped
    // The files as a kill leaves them.
    const killed = newFolder()
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, join(killed, `a.sqlite${suffix}`))
    cpSync(backups, join(killed, 'backups'), { recursive: true })
    const again = open(killed)
    const second = again.ship()
    expect(second.isShipping).toBe(true)
    again.write(50)
    await second.ship()
    expect(await restoredRows(again.backups)).toBe(200)
    expect(listBackups(again.backups)).toHaveLength(1)
    // A clean stop.
    await first.close()
    writer.exec('pragma wal_checkpoint(truncate)')
    const saved = count()
    writer.close()
    markClosed(file, backups)
    const third = open(join(file, '..'))
    const shipper = third.ship()
    expect(shipper.isShipping).toBe(true)
    third.write(7)
    await shipper.ship()
    expect(await restoredRows(backups)).toBe(saved + 7)
    await shipper.close()
    await second.close()
  })

  it('needs a new backup after another program has written to the database', async () => {
    const { file, backups, writer, write, ship } = open(newFolder())
    write(50)
    const first = ship()
    await first.copyBase()
    await first.close()
    writer.exec('pragma wal_checkpoint(truncate)')
    writer.close()
    markClosed(file, backups)
    const other = new DatabaseSync(file)
    other.exec('delete from t where id = 1')
    other.close()
    const shipper = open(join(file, '..')).ship()
    expect(shipper.isShipping).toBe(false)
    await shipper.copyBase()
    expect(await restoredRows(backups)).toBe(49)
    await shipper.close()
  })

  it('is encrypted with a key, and read with that key only', async () => {
    const [key, other] = [await generateX25519Identity(), await generateX25519Identity()]
    const { backups, write, ship } = open(newFolder(), key)
    write(50)
    const shipper = ship()
    await shipper.copyBase()
    write(5)
    await shipper.ship()
    const stored = readdirSync(listBackups(backups)[0]!.folder).filter((name) => !name.endsWith('.json'))
    expect(stored.every((name) => name.endsWith('.zst.age'))).toBe(true)
    expect(await restoredRows(backups, key)).toBe(55)
    await expect(restoredRows(backups, other)).rejects.toThrow(/BACKUP_KEY is not the key that base\.sqlite/)
    await expect(restoredRows(backups)).rejects.toThrow(/is encrypted\. Set BACKUP_KEY/)
    await shipper.close()
  })

  it('keeps the backups of the retention time, the newest and the last one that was proven', async () => {
    const folder = newFolder()
    const { file, backups, write } = open(folder)
    write(5)
    const copyAt = async (at: string): Promise<void> => {
      const shipper = new LogShipper(
        {
          file,
          folder: backups,
          key: undefined,
          version: 'test',
          keepDays: 14,
          now: () => new Date(at),
          withoutWrites: (work) => work(() => true),
        },
        undefined,
      )
      await shipper.copyBase()
      await shipper.close()
    }
    for (const day of ['01', '10', '20', '30']) await copyAt(`2026-11-${day}T02:00:00.000Z`)
    expect(listBackups(backups).map(({ name }) => name.slice(8, 10))).toEqual(['20', '30'])
    expect(existsSync(file)).toBe(true)
  })

  it('restores the newest state, and that of a moment, after the clock was wrong for a while', async () => {
    const { backups, write, count, ship } = open(newFolder())
    const counts = new Map<string, number>()
    const shipper = ship()
    const right = seconds
    const shipRows = async (): Promise<void> => {
      write(3)
      await shipper.ship()
      counts.set(new Date(Date.UTC(2026, 10, 18, 2, 0, seconds - 1)).toISOString(), count())
    }
    await shipper.copyBase()
    await shipRows()
    // A day ahead, with a backup of that time, and set right again.
    seconds += 86_400
    await shipRows()
    await shipper.copyBase()
    await shipRows()
    seconds = right + 60
    expect(await restoredRows(backups)).toBe(count())
    await shipRows()
    await shipper.copyBase()
    await shipRows()
    expect(await restoredRows(backups)).toBe(count())
    // Of before the clock was wrong, and of the last change.
    for (const at of [0, 4]) {
      const [moment, rows] = [...counts][at]!
      expect(await restoredRows(backups, undefined, new Date(moment))).toBe(rows)
    }
    await shipper.close()
  })

  it('restores neither a backup nor a segment that a kill has left half-written', async () => {
    const { backups, write, count, ship } = open(newFolder())
    write(5)
    const shipper = ship()
    await shipper.copyBase()
    const [whole] = listBackups(backups)
    const half = join(backups, '2026-11-18T230000.000Z')
    cpSync(whole!.folder, half, { recursive: true })
    rmSync(join(half, 'base.json'))
    const segment = '00000001-0000000000-0000000420-2026-11-18T230010.123Z.zst'
    writeFileSync(join(whole!.folder, `${segment}.part`), 'half of it')
    write(5)
    await shipper.ship()
    expect(await restoredRows(backups)).toBe(count())
    await shipper.close()
  })

  it('does not keep the log from starting again when the first backup fails', async () => {
    const folder = newFolder()
    const { backups, writer, write, ship } = open(folder)
    writeFileSync(backups, 'not a folder')
    write(2000)
    const shipper = ship()
    await expect(shipper.copyBase()).rejects.toThrow()
    write(10)
    expect(writer.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 })
    await shipper.close()
  })

  it('keeps the log protected when the moment without writes was too short', async () => {
    const { file, backups, writer, write, count } = open(newFolder())
    write(10)
    let turns = 0
    const shipper = new LogShipper(
      {
        file,
        folder: backups,
        key: undefined,
        version: 'test',
        keepDays: 14,
        now: () => new Date(Date.UTC(2026, 10, 18, 2, 0, seconds++)),
        // Others write before the work has ended, once.
        withoutWrites: (work) =>
          work(() => {
            if (turns++ === 0) write(50)
            return turns > 1
          }),
      },
      undefined,
    )
    await shipper.copyBase()
    write(12_000)
    await shipper.ship()
    writer.exec('pragma wal_checkpoint(passive)')
    write(5)
    await shipper.ship()
    expect(turns).toBe(2)
    expect(await restoredRows(backups)).toBe(count())
    await shipper.close()
  })

  it('refuses a time before the first backup, and a folder without one, with what to do', async () => {
    const { backups, write, ship } = open(newFolder())
    expect(() => planRestore(backups)).toThrow(/There is no backup in .* Set BACKUP_DIR/)
    write(5)
    const shipper = ship()
    await shipper.copyBase()
    expect(() => planRestore(backups, new Date('2026-11-01'))).toThrow(
      /The first backup is of 2026-11-18T02:/,
    )
    await shipper.close()
  })
})
