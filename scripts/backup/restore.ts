import { parseArgs } from 'node:util'
import { dayIn, formatInstant, instantAt, parseTime } from '#domain/dates/moments.ts'
import { parseDay } from '#domain/dates/dates.ts'
import { commandLine } from '#server/base/command-line.ts'
import { readConfig, type Config } from '#server/base/config.ts'
import { BackupError } from '#server/backups/backup-error.ts'
import { listBackups } from '#server/backups/backup-folder.ts'
import { fromFolder, restoreDatabase, type BackupSource } from '#server/backups/commands.ts'
import { fromStorage } from '#server/backups/mirror/storage-source.ts'
import { folderOf, helpOf, runCommand, say, size, storageOf } from './command.ts'

const help = `${helpOf([
  [commandLine('restore'), 'restores the newest state of the backups in BACKUP_DIR to DATA_DIR'],
  [
    commandLine('restore', '--at "18/11/2026 10:30"'),
    'restores the state of that moment, by the clock of TIME_ZONE',
  ],
  [commandLine('restore', '--at 2026-11-18T05:00:00Z'), 'the same in another time zone'],
  [
    commandLine('restore', '--from storage'),
    'restores from the storage of BACKUP_S3_BUCKET instead of BACKUP_DIR',
  ],
])}
If BACKUP_DIR has no backup and BACKUP_S3_BUCKET is set, it restores from the storage as well.
Stop the server first. The current database is kept beside the restored one. BACKUP_KEY is the key the backup was written with.
`

await runCommand(async () => {
  const { moment, isFromStorage, isHelp } = readOptions(process.argv.slice(2))
  if (isHelp) return say(help)
  const config = readConfig(process.env)
  const { timeZone, dataDir, backups } = config
  const start = performance.now()
  const now = new Date()
  const at = moment === undefined ? undefined : readMoment(moment, timeZone)
  if (at && at > now)
    throw new BackupError(
      `${formatInstant(at.toISOString(), timeZone)} is in the future. Choose an earlier moment.`,
    )
  const { plan, kept, tables, bytes } = await restoreDatabase({
    dataDir,
    source: sourceOf(config, isFromStorage),
    key: backups.key,
    now,
    at,
    onPlan: (planned) =>
      say(`Restoring the state of ${seconds(planned.at, timeZone)} (backup ${planned.backup.name}) …\n`),
    onProgress: showPercent('restored'),
  })
  const took = ((performance.now() - start) / 1000).toFixed(1)
  say(
    `Restored the state of ${seconds(plan.at, timeZone)}: ${tables} tables, ${size(bytes)}, in ${took} s. ${kept === null ? '' : `The previous database is kept as ${kept}. `}Start the server now; everyone has to log in again.\n`,
  )
})

/** Prints every ten percent. */
function showPercent(what: string): (done: number, total: number) => void {
  let shown = -1
  return (done, total) => {
    const percent = Math.floor((done / total) * 100)
    if (percent < shown + 10 && done < total) return
    shown = percent
    say(`${percent} % ${what}\n`)
  }
}

interface Options {
  moment: string | undefined
  isFromStorage: boolean
  isHelp: boolean
}

function readOptions(args: string[]): Options {
  try {
    const options = { at: { type: 'string' }, from: { type: 'string' }, help: { type: 'boolean' } } as const
    const { at, from, help: isHelp = false } = parseArgs({ args, options }).values
    if (from !== undefined && from !== 'storage') throw new Error(`--from ${from}`)
    return { moment: at, isFromStorage: from !== undefined, isHelp }
  } catch {
    throw new BackupError(`The options are --at with a moment, and --from storage:\n\n${help}`)
  }
}

function sourceOf(config: Config, isFromStorage: boolean): BackupSource {
  const { backups, dataDir } = config
  const folder = backups.storage && backups.folder === undefined ? undefined : folderOf(config)
  if (folder !== undefined && !isFromStorage && (!backups.storage || listBackups(folder).length > 0))
    return fromFolder(folder)
  const storage = storageOf(config)
  say(`Reading the backups in ${storage.place} …\n`)
  return fromStorage(storage, dataDir, showPercent('fetched'))
}

function seconds(at: string, timeZone: string): string {
  return `${formatInstant(at, timeZone)}:${at.slice(17, 19)}`
}

function readMoment(text: string, timeZone: string): Date {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text)
    ? new Date(text)
    : undefined
  if (instant && !Number.isNaN(instant.getTime())) return instant
  const [first, second] = text.trim().split(/[ T]+/)
  const day = second === undefined ? dayIn(new Date(), timeZone) : parseDay(first ?? '')
  const time = parseTime(second ?? first ?? '')
  if (day === undefined || time === undefined)
    throw new BackupError(
      `--at should be a moment like "18/11/2026 10:30" or 2026-11-18T05:00:00Z, not "${text}".`,
    )
  return new Date(instantAt(day, time, timeZone))
}
