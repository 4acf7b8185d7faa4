import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom } from '#testing/random.ts'
import { startStorageServer, storageKeys } from '#testing/storage-server.ts'
import { fileName, openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { listBackups, type Backup } from '../backup-folder.ts'
import { restoreDatabase } from '../commands.ts'
import { drill } from './drill.ts'
import { LogShipper } from '../log/log-shipper.ts'
import { Mirror } from '../mirror/mirror.ts'
import { ObjectStorage } from '../mirror/object-storage.ts'
import { runDrill } from './run-drill.ts'

const now = new Date('2026-11-18T02:30:00.000Z')
let folder: string
let backups: string
let store: Store
let shipper: LogShipper
const key = await generateX25519Identity()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agridesk-drill-'))
  backups = join(folder, 'backups')
  store = await openStore({ dataDir: folder, now: () => now, onTrouble: () => {} })
  let seconds = 0
  shipper = new LogShipper(
    {
      file: join(folder, fileName),
      folder: backups,
      key,
      version: 'test',
      keepDays: 14,
      now: () => new Date(now.getTime() + seconds++ * 1000),
      withoutWrites: (work) => work(() => true),
    },
    undefined,
  )
  await shipper.copyBase()
  for (const name of ['one', 'two', 'three']) {
    await store.transaction(async (tx) => {
      await tx
        .insertInto('setting')
        .values({ name, value: 'x'.repeat(5000), changed_at: 'now' })
        .execute()
    })
    await shipper.ship()
  }
})

afterAll(async () => {
  await shipper.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const live = (): string => join(folder, fileName)

/** Runs a drill on a copy of the backups that `change` has damaged; resolves with the problem. */
async function problemAfter(
  change: (backup: Backup) => void,
  withKey: string | undefined = key,
): Promise<string | null> {
  const copy = mkdtempSync(join(tmpdir(), 'agridesk-fault-'))
  const scratch = mkdtempSync(join(copy, 'scratch-'))
  try {
    const damaged = join(copy, 'backups')
    cpSync(backups, damaged, { recursive: true })
    change(listBackups(damaged).at(-1)!)
    const data = { from: damaged, key: withKey, scratch, live: live(), now: now.toISOString() }
    return await drill(data, () => {}).then(
      () => null,
      (error: Error) => error.message,
    )
  } finally {
    rmSync(copy, { recursive: true })
  }
}

const filesOf = ({ folder: own, manifest, segments }: Backup): string[] => [
  join(own, manifest.base.name),
  ...segments.map(({ path }) => path),
]

/** Ways in which a file of a backup goes wrong. */
const faults: Record<string, (file: string, random: (below: number) => number) => void> = {
  'a flipped bit': (file, random) => {
    const bytes = readFileSync(file)
    bytes[random(bytes.length)]! ^= 1 << random(8)
    writeFileSync(file, bytes)
  },
  truncated: (file, random) => truncateSync(file, random(statSync(file).size)),
  empty: (file) => truncateSync(file, 0),
  missing: (file) => rmSync(file),
  'more bytes at its end': (file) => appendFileSync(file, 'more'),
}

describe('the restore drill', () => {
  it('proves a backup that is right, row by row', async () => {
    expect(await problemAfter(() => {})).toBeNull()
    const { result } = await runDrill({ from: backups, key, live: live(), dataDir: folder, now })
    expect(result).toMatchObject({ backup: basename(listBackups(backups)[0]!.folder) })
    expect(result!.rows).toBeGreaterThan(3)
    expect(listBackups(backups)[0]!.provenAt).toBe(now.toISOString())
  })

  it('reports every one of 50 faults in a sentence', async () => {
    const random = randomFrom(20)
    const kinds = Object.entries(faults)
    for (let at = 0; at < 50; at++) {
      const [kind, damage] = kinds[at % kinds.length]!
      let name = ''
      const problem = await problemAfter((backup) => {
        const files = filesOf(backup)
        const file = files[random(files.length)]!
        name = basename(file)
        damage(file, random)
      })
      expect(problem, `${kind}: ${name}`).toMatch(/[a-z]{3}.*\.$/)
    }
  }, 60_000)

  it('reports a stale backup, a lost row, a wrong key, a backup of a newer version and too small a disk', async () => {
    const isNewest = (backup: Backup): void => rmSync(backup.segments.at(-1)!.path)
    expect(await problemAfter(isNewest)).toBe(
      'The table setting has 3 rows in the backup and 4 in the database.',
    )
    expect(await problemAfter(() => {}, await generateX25519Identity())).toMatch(/BACKUP_KEY is not the key/)
    const isNewer = ({ folder: own, manifest }: Backup): void =>
      writeFileSync(join(own, 'base.json'), JSON.stringify({ ...manifest, format: 2, version: '9.0.0' }))
    expect(await problemAfter(isNewer)).toMatch(/made by AgriDesk 9\.0\.0, which is newer/)
    const isTooLarge = ({ folder: own, manifest }: Backup): void => {
      const base = { ...manifest.base, databaseBytes: 1e15 }
      writeFileSync(join(own, 'base.json'), JSON.stringify({ ...manifest, base }))
    }
    expect(await problemAfter(isTooLarge)).toMatch(
      /^The restore drill needs .* MB in .*, and less is free\. Make room\.$/,
    )
    const isUnfinished = ({ folder: own }: Backup): void => rmSync(join(own, 'base.json'))
    expect(await problemAfter(isUnfinished)).toMatch(/There is no backup/)
  })

  it('restores from the storage alone, and reports an object that is damaged or missing', async () => {
    const server = await startStorageServer()
    const { endpoint, bucket, objects } = server
    const from = { endpoint, bucket, region: 'r', prefix: 'agridesk/', ...storageKeys }
    const storage = new ObjectStorage(from)
    const mirror = new Mirror({
      folder: backups,
      storage,
      keepDays: 14,
      mustBeEncrypted: true,
      now: () => now,
    })
    await mirror.sendRest()
    await mirror.sendNewest()
    const run = (): Promise<string> => {
      const scratch = mkdtempSync(join(folder, 'scratch-'))
      const data = { from, key, scratch, live: undefined, now: now.toISOString() }
      return drill(data, () => {}).then(
        ({ backup }) => backup,
        (error: Error) => error.message,
      )
    }
    try {
      expect(await run()).toBe(listBackups(backups)[0]!.name)
      const stored = [...objects].filter(([name]) => name.endsWith('.age'))
      for (const [name, object] of stored.slice(0, 3)) {
        const bytes = Buffer.from(object.bytes)
        bytes[bytes.length >> 1]! ^= 1
        objects.set(name, { ...object, bytes })
        expect(await run(), name).toMatch(/[a-z]{3} .*\.$/)
        objects.set(name, object)
      }
      for (const name of stored.map(([each]) => each).slice(0, 2)) {
        objects.delete(name)
        expect(await run(), name).toMatch(/missing|There is no complete backup in backups\/agridesk\//)
      }
    } finally {
      await server.close()
    }
  })

  it('refuses to restore to a disk that is too small, and keeps the database', async () => {
    const dataDir = mkdtempSync(join(folder, 'small-'))
    writeFileSync(join(dataDir, fileName), 'the database in use')
    const [backup] = listBackups(backups)
    const base = { ...backup!.manifest.base, databaseBytes: 1e15 }
    const source = { list: async () => [{ ...backup!, manifest: { ...backup!.manifest, base } }] }
    const options = { dataDir, source, key, now, at: undefined, onPlan: () => {}, onProgress: () => {} }
    await expect(restoreDatabase(options)).rejects.toThrow(
      /less is free\. Make room; the current database is kept\.$/,
    )
    expect(readFileSync(join(dataDir, fileName), 'utf8')).toBe('the database in use')
  })

  it('compares content, not only numbers of rows', async () => {
    const other = new DatabaseSync(live())
    other.exec("update setting set value = 'y' || substr(value, 2) where name = 'two'")
    other.close()
    expect(await problemAfter(() => {})).toBe(
      'The rows of the table setting differ between the backup and the database.',
    )
  })
})
