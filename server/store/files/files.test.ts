import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { explainOpenError } from './explain-open-error.ts'
import { readMigrations } from '../schema/migrations.ts'
import { openStore } from '../open-store.ts'

const now = (): Date => new Date('2026-11-15T06:00:00Z')
const upgraded = [...readMigrations(), { name: '9998-later', checksum: 'later', operations: [] }]
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('the files of the embedded database', () => {
  let home: TestDatabase
  beforeEach(async () => {
    home = await newDatabase('sqlite')
  })
  afterEach(() => home.drop())

  const open = (migrations = readMigrations(), messages: string[] = []) =>
    openStore({
      dataDir: home.dataDir,
      now,
      onTrouble: () => {},
      migrations,
      onProgress: (message) => messages.push(message),
    })
  const backups = (): string => join(home.dataDir, 'backups')

  it('are readable by their user only, also those of an older installation', async () => {
    await (await open()).close()
    chmodSync(home.dataDir, 0o755)
    for (const name of readdirSync(home.dataDir)) chmodSync(join(home.dataDir, name), 0o644)
    const store = await open(upgraded)
    const copy = await store.copy!()
    expect(modeOf(home.dataDir)).toBe('700')
    const names = readdirSync(home.dataDir).filter((name) => name !== 'backups')
    expect(names).toEqual(expect.arrayContaining(['agridesk.lock', 'agridesk.sqlite', 'agridesk.sqlite-wal']))
    expect(names.some((name) => name.startsWith('rehearsal-'))).toBe(true)
    for (const name of names) expect([name, modeOf(join(home.dataDir, name))]).toEqual([name, '600'])
    expect(modeOf(backups())).toBe('700')
    for (const name of readdirSync(backups())) expect(modeOf(join(backups(), name))).toBe('600')
    await copy.close()
    await store.close()
  })

  it('do not change the mode of a folder with other files', async () => {
    writeFileSync(join(home.dataDir, 'notes.txt'), 'not ours')
    chmodSync(home.dataDir, 0o755)
    await (await open()).close()
    expect(modeOf(home.dataDir)).toBe('755')
    expect(modeOf(join(home.dataDir, 'agridesk.sqlite'))).toBe('600')
    expect(modeOf(join(home.dataDir, 'notes.txt'))).not.toBe('600')
  })

  it('include the last three copies from before an upgrade, and no unfinished one', async () => {
    await (await open()).close()
    mkdirSync(backups())
    const older = ['2026-01', '2026-02', '2026-03', '2026-04'].map(
      (month) => `before-migration-${month}-01T060000.000Z.sqlite`,
    )
    for (const name of [
      ...older,
      'before-migration-x.sqlite.part',
      'before-migration-x.sqlite.part-journal',
      'mine.sqlite',
    ])
      writeFileSync(join(backups(), name), '')
    const messages: string[] = []
    await (await open(upgraded, messages)).close()
    expect(readdirSync(backups()).toSorted()).toEqual([
      ...older.slice(2),
      'before-migration-2026-11-15T060000.000Z.sqlite',
      'mine.sqlite',
    ])
    expect(messages).toEqual([
      'Upgrading the database: copying it to the folder backups first…',
      `Upgrading the database: 9998-later (1 of 1)…`,
    ])
  })
})

describe('a failed start', () => {
  it.each([
    [
      'a damaged file',
      'contains a database file that is damaged or not a database',
      (dataDir: string) =>
        writeFileSync(join(dataDir, 'agridesk.sqlite'), 'This is no database. '.repeat(999)),
    ],
    [
      'a folder in place of the file',
      'is not a folder, or a file in it is one',
      (dataDir: string) => mkdirSync(join(dataDir, 'agridesk.sqlite')),
    ],
    [
      'a file in place of the folder',
      'is not a folder, or a file in it is one',
      (dataDir: string) => {
        writeFileSync(join(dataDir, 'file'), '')
        return join(dataDir, 'file')
      },
    ],
    // The server prints this sentence and exits: see process.test.ts.
  ])('because of %s is explained in a sentence', async (_what, message, prepare) => {
    const folder = tempFolder('agridesk-start-')
    const dataDir = prepare(folder) ?? folder
    const failure: unknown = await openStore({ dataDir, now, onTrouble: () => {} }).catch(
      (error: unknown) => error,
    )
    const sentence = explainOpenError(failure, dataDir)
    expect(sentence).toMatch(/^The data folder/)
    expect(sentence).toContain(message)
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    [{ code: 'EROFS' }, 'cannot be opened for writing'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, 'cannot be opened for writing'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 14 }, 'cannot be opened for writing'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'is on a disk that is full'],
    [{ code: '25006' }, 'is read-only, as a standby server is'],
    [{ code: 'ECONNREFUSED' }, 'refuses the connection (ECONNREFUSED)'],
  ])('because of %o has a message', (members, message) => {
    expect(explainOpenError(Object.assign(new Error('no'), members), '/srv/data')).toContain(message)
  })

  it('for an unknown reason shows the stack', () => {
    expect(explainOpenError(new Error('no'), '/srv/data')).toBeUndefined()
  })
})
