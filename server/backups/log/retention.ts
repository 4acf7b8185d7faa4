import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupNames, lastMomentOf, listBackups, readManifest } from '../backup-folder.ts'

const day = 24 * 60 * 60 * 1000

export interface AgedBackup {
  name: string
  /** The newest moment that it can restore. */
  last: string
  isProven: boolean
}

/** The names of those older than the retention time, but neither the newest one nor the newest one that was restored in a drill. */
export function oldBackups(backups: readonly AgedBackup[], keepDays: number, now: Date): string[] {
  const cut = new Date(now.getTime() - keepDays * day).toISOString()
  const kept = new Set([backups.at(-1)?.name, backups.findLast(({ isProven }) => isProven)?.name])
  return backups.filter(({ name, last }) => !kept.has(name) && last < cut).map(({ name }) => name)
}

export function removeOldBackups(folder: string, keepDays: number, now: Date): void {
  const backups = listBackups(folder).map((backup) => ({
    name: backup.name,
    last: lastMomentOf(backup),
    isProven: backup.provenAt !== null,
  }))
  for (const name of oldBackups(backups, keepDays, now)) rmSync(join(folder, name), { recursive: true })
}

/** Removes what an interrupted backup has left behind. */
export function removeUnfinishedBackups(folder: string): void {
  for (const name of backupNames(folder))
    if (!readManifest(join(folder, name))) rmSync(join(folder, name), { recursive: true })
}
