import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { textAt } from '#domain/catalogue/values.ts'
import { openStore } from '../../store/open-store.ts'
import { BackupError } from '../backup-error.ts'
import { fromFolder, type BackupSource } from '../commands.ts'
import { ObjectStorage } from '../mirror/object-storage.ts'
import { fromStorage } from '../mirror/storage-source.ts'
import type { DrillData, DrillResult } from './drill-messages.ts'
import { openSnapshot } from '../log/log-guard.ts'
import { compareTable, type TableDigest } from '../table-digest.ts'
import { planFrom, restoreTo, type RestorePlan } from '../restore.ts'

/**
 * Restores the newest backup into an empty folder and checks it: every part, every page, every reference, and, if the
 * database in use is given, the number and the content of the rows of every table. Then it is opened as a start would
 * open it, with all migrations. `onReady` is called when the database in use may be written again.
 */
export async function drill(data: DrillData, onReady: () => void): Promise<DrillResult> {
  const startedAt = performance.now()
  const source = sourceOf(data)
  const plan = planFrom(await source.list())
  const live = data.live === undefined ? undefined : openSnapshot(data.live)
  onReady()
  try {
    await checkSpace(data.scratch, plan)
    await source.fetch?.(plan)
    const file = join(data.scratch, 'agridesk.sqlite')
    await restoreTo(file, plan, { key: data.key })
    const { tables, rows } = checkFile(file, live)
    const bytes = statSync(file).size
    await openAsAStartWould(data)
    return {
      backup: plan.backup.name,
      restoredAt: plan.at,
      tables,
      rows,
      bytes,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    }
  } finally {
    live?.close()
  }
}

const sourceOf = ({ from, scratch }: DrillData): BackupSource =>
  typeof from === 'string' ? fromFolder(from) : fromStorage(new ObjectStorage(from), scratch, () => {})

async function checkSpace(scratch: string, { backup }: RestorePlan): Promise<void> {
  const { bavail, bsize } = await statfs(scratch)
  const needed = backup.manifest.base.databaseBytes * 1.5
  if (bavail * bsize < needed)
    throw new BackupError(
      `The restore drill needs ${Math.ceil(needed / 1024 / 1024)} MB in ${scratch}, and less is free. Make room.`,
    )
}

function checkFile(file: string, live: DatabaseSync | undefined): { tables: number; rows: number } {
  const restored = new DatabaseSync(file, { readOnly: true })
  try {
    const verdict = textAt(restored.prepare('pragma integrity_check(1)').get() ?? {}, 'integrity_check')
    if (verdict !== 'ok') throw new BackupError(`The restored database is damaged: ${verdict}.`)
    const broken = restored.prepare('pragma foreign_key_check').get()
    if (broken)
      throw new BackupError(
        `References in the table ${textAt(broken, 'table')} of the restored database are broken.`,
      )
    const digests = new Map(tableNames(restored).map((name) => [name, digestOf(restored, name)]))
    if (live) for (const name of tableNames(live)) compareTable(name, digests.get(name), digestOf(live, name))
    const rows = [...digests.values()].reduce((sum, digest) => sum + digest.rows, 0)
    return { tables: digests.size, rows }
  } finally {
    restored.close()
  }
}

/** Tables with rows of their own; the virtual tables of the search index have theirs in others. */
const tableNames = (database: DatabaseSync): string[] =>
  database
    .prepare("select name from sqlite_master where type = 'table' and rootpage > 0 order by name")
    .all()
    .map(({ name }) => String(name))

function digestOf(database: DatabaseSync, table: string): TableDigest {
  const quoted = `"${table.replaceAll('"', '""')}"`
  const statement = database.prepare(`select * from ${quoted}`)
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  const hash = createHash('sha256')
  let rows = 0
  for (const row of statement.iterate()) {
    for (const value of Object.values(row)) {
      // The type and the length are part of it, so that no two different rows have the same bytes.
      const bytes = value instanceof Uint8Array ? value : String(value)
      hash.update(`${typeof value}:${bytes.length}:`).update(bytes)
    }
    rows++
  }
  return { rows, hash: hash.digest('hex') }
}

/** All migrations and checks of the tables run on the restored copy. */
async function openAsAStartWould({ scratch, now }: DrillData): Promise<void> {
  const store = await openStore({ dataDir: scratch, now: () => new Date(now), onTrouble: () => {} })
  await store.close()
}
