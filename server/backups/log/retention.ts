import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupNames, listBackups, readManifest } from '../backup-folder.ts'

const day = 24 * 60 * 60 * 1000

/** Removes backups older than the retention time, but neither the newest one nor the newest one that was restored in a drill. */
export function removeOldBackups(folder: string, keepDays: number, now: Date): void {
  const backups = listBackups(folder)
  const cut = new Date(now.getTime() - keepDays * day).toISOString()
  const kept = new Set([backups.at(-1)?.name, backups.findLast(({ provenAt }) => provenAt !== null)?.name])
  const isOld = ({ name, segments, manifest }: (typeof backups)[number]): boolean =>
    !kept.has(name) && (segments.at(-1)?.at ?? manifest.readyAt) < cut
  for (const each of backups.filter(isOld)) rmSync(each.folder, { recursive: true })
}

/** Removes what an interrupted backup has left behind. */
export function removeUnfinishedBackups(folder: string): void {
  for (const name of backupNames(folder))
    if (!readManifest(join(folder, name))) rmSync(join(folder, name), { recursive: true })
}
