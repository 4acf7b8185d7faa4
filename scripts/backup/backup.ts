import { formatInstant } from '#domain/dates/moments.ts'
import { commandLine } from '#server/base/command-line.ts'
import { readConfig } from '#server/base/config.ts'
import { versionOfPackage } from '#server/base/version.ts'
import { lastMomentOf, listBackups, type Backup } from '#server/backups/backup-folder.ts'
import { makeBackup } from '#server/backups/commands.ts'
import { listStored } from '#server/backups/mirror/stored-backups.ts'
import { folderOf, helpOf, readArguments, runCommand, say, size, storageOf } from './command.ts'

const help = helpOf([
  [commandLine('backup'), 'copies the whole database to BACKUP_DIR now; the server may be running'],
  [commandLine('backup', '--list'), 'lists the backups and the moments that can be restored'],
  [commandLine('backup', '--new-key'), 'prints a new key for BACKUP_KEY'],
])

await runCommand(async () => {
  const wanted = readArguments(process.argv.slice(2), ['--list', '--new-key', '--help'])
  if (wanted.has('--help')) return say(help)
  if (wanted.has('--new-key')) return say(`${await newKey()}\n`)
  const config = readConfig(process.env)
  const { timeZone, dataDir, backups } = config
  const folder = folderOf(config)
  const show = (at: string): string => formatInstant(at, timeZone)
  if (wanted.has('--list')) {
    const spanOf = (backup: Backup): string =>
      `${backup.name}  from ${show(backup.manifest.readyAt)} to ${show(lastMomentOf(backup))}, ${size(backup.manifest.base.bytes)}`
    const all = listBackups(folder)
    if (all.length === 0) say(`There is no backup in ${folder}.\n`)
    for (const backup of all)
      say(
        `${spanOf(backup)}, ${backup.provenAt ? `restored in a drill ${show(backup.provenAt)}` : 'not yet restored in a drill'}\n`,
      )
    if (!backups.storage) return
    const storage = storageOf(config)
    const stored = await listStored(storage, await storage.list(), '')
    say(
      stored.length === 0
        ? `\nThere is no complete backup in ${storage.place}.\n`
        : `\nIn ${storage.place}:\n`,
    )
    for (const backup of stored) say(`${spanOf(backup)}\n`)
    return
  }
  const start = performance.now()
  say(`Copying the database to ${folder} …\n`)
  const version = versionOfPackage()
  const { base } = await makeBackup({ dataDir, folder, key: backups.key, now: new Date(), version })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  say(
    `The backup is complete: ${size(base.databaseBytes)} as ${size(base.bytes)}${backups.key === undefined ? ', not encrypted' : ', encrypted'}, in ${seconds} s. Check it with: ${commandLine('drill', 'restore')}\n`,
  )
})

async function newKey(): Promise<string> {
  const { generateX25519Identity } = await import('age-encryption')
  return generateX25519Identity()
}
