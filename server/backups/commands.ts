import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { numberAt, textAt } from '#domain/catalogue/values.ts'
import { lockDataDir } from '../store/files/lock-data-dir.ts'
import { fileName } from '../store/open-store.ts'
import { BackupError } from './backup-error.ts'
import { format, toName, writeManifest, type Backup, type Manifest } from './backup-folder.ts'
import { copyDatabase } from './log/copy-database.ts'
import { listToRestore, planFrom, restoreTo, type RestorePlan } from './restore.ts'
import { syncFolder } from './sync-folder.ts'

// What `npm run backup` and `npm run restore` do.

export interface CommandOptions {
  dataDir: string
  folder: string
  key: string | undefined
  now: Date
}

/** Copies the whole database once more; the server may be running. */
export async function makeBackup(options: CommandOptions & { version: string }): Promise<Manifest> {
  const { dataDir, folder, key, now, version } = options
  const file = join(dataDir, fileName)
  if (!existsSync(file))
    throw new BackupError(`There is no database in ${dataDir}. Set DATA_DIR to its folder.`)
  const own = join(folder, toName(now))
  mkdirSync(own, { recursive: true, mode: 0o700 })
  try {
    const base = await copyDatabase(file, own, key)
    const createdAt = now.toISOString()
    const manifest: Manifest = { format, createdAt, version, base, readyAt: new Date().toISOString() }
    writeManifest(own, manifest)
    return manifest
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    throw error
  }
}

export interface Restored {
  plan: RestorePlan
  /** Where the database that was replaced is kept; null if there was none. */
  kept: string | null
  tables: number
  bytes: number
}

/** Where a backup is restored from. */
export interface BackupSource {
  /** The backups, the oldest first; at least one. */
  list: () => Promise<Backup[]>
  /** Makes the files of the plan available at their paths, and deletes what it has written for that. */
  fetch?: (plan: RestorePlan) => Promise<void>
  close?: () => void
}

export interface RestoreCommand extends Omit<CommandOptions, 'folder'> {
  source: BackupSource
  /** The moment to restore; undefined: the newest one. */
  at: Date | undefined
  onPlan: (plan: RestorePlan) => void
  onProgress: (done: number, total: number) => void
}

export const fromFolder = (folder: string): BackupSource => ({ list: async () => listToRestore(folder) })

/** Puts the database of a backup in the place of the current one, which is kept beside it. The server must be stopped. */
export async function restoreDatabase(options: RestoreCommand): Promise<Restored> {
  const { dataDir, source, key, at, now } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataDir(dataDir)
  const file = join(dataDir, fileName)
  const restored = `${file}.restored`
  try {
    const plan = planFrom(await source.list(), at)
    options.onPlan(plan)
    await checkSpace(dataDir, plan)
    removeFiles(restored)
    await source.fetch?.(plan)
    await restoreTo(restored, plan, { key, onProgress: options.onProgress })
    const tables = check(restored)
    const kept = existsSync(file) && statSync(file).size > 0 ? `${file}.before-restore-${toName(now)}` : null
    // The log belongs to the database: it is moved with it, under its name.
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(file + suffix)) renameSync(file + suffix, (kept ?? `${file}.empty`) + suffix)
    renameSync(restored, file)
    syncFolder(dataDir)
    removeFiles(`${file}.empty`)
    return { plan, kept, tables, bytes: statSync(file).size }
  } finally {
    removeFiles(restored)
    source.close?.()
    unlock()
  }
}

function removeFiles(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}

async function checkSpace(dataDir: string, { backup }: RestorePlan): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const needed = backup.manifest.base.databaseBytes * 1.2
  if (bavail * bsize < needed)
    throw new BackupError(
      `The restored database needs about ${Math.ceil(needed / 1024 / 1024)} MB in ${dataDir}, and less is free. Make room; the current database is kept.`,
    )
}

/** Every page is read; the number of tables is returned. */
function check(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const verdict = textAt(database.prepare('pragma quick_check(1)').get() ?? {}, 'quick_check')
    if (verdict !== 'ok')
      throw new BackupError(
        `The restored database is damaged: ${verdict}. Restore an earlier moment with --at.`,
      )
    return numberAt(
      database.prepare("select count(*) as n from sqlite_master where type = 'table'").get() ?? {},
      'n',
    )
  } finally {
    database.close()
  }
}
