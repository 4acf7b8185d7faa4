import { dayIn, formatInstant, instantAt, parseTime } from '#domain/dates/moments.ts'
import { parseDay } from '#domain/dates/dates.ts'
import { commandLine } from '#server/base/command-line.ts'
import { readConfig } from '#server/base/config.ts'
import { BackupError } from '#server/backups/backup-error.ts'
import { restoreDatabase } from '#server/backups/commands.ts'
import { folderOf, helpOf, runCommand, say, size } from './command.ts'

const help = `${helpOf([
  [commandLine('restore'), 'restores the newest state of the backups in BACKUP_DIR to DATA_DIR'],
  [
    commandLine('restore', '--at "18/11/2026 10:30"'),
    'restores the state of that moment, by the clock of TIME_ZONE',
  ],
  [commandLine('restore', '--at 2026-11-18T05:00:00Z'), 'the same in another time zone'],
])}
Stop the server first. The current database is kept beside the restored one. BACKUP_KEY is the key the backup was written with.
`

await runCommand(async () => {
  const [option, moment, ...rest] = process.argv.slice(2)
  if (option === '--help') return say(help)
  if (option !== undefined && (option !== '--at' || moment === undefined || rest.length > 0))
    throw new BackupError(`The only option is --at and a moment:\n\n${help}`)
  const config = readConfig(process.env)
  const { timeZone, dataDir, backups } = config
  const start = performance.now()
  const now = new Date()
  const at = moment === undefined ? undefined : readMoment(moment, timeZone)
  if (at && at > now)
    throw new BackupError(
      `${formatInstant(at.toISOString(), timeZone)} is in the future. Choose an earlier moment.`,
    )
  let shown = -1
  const { plan, kept, tables, bytes } = await restoreDatabase({
    dataDir,
    folder: folderOf(config),
    key: backups.key,
    now,
    at,
    onPlan: (planned) =>
      say(`Restoring the state of ${seconds(planned.at, timeZone)} (backup ${planned.backup.name}) …\n`),
    onProgress: (done, total) => {
      const percent = Math.floor((done / total) * 100)
      if (percent < shown + 10 && done < total) return
      shown = percent
      say(`${percent} %\n`)
    },
  })
  const took = ((performance.now() - start) / 1000).toFixed(1)
  say(
    `Restored the state of ${seconds(plan.at, timeZone)}: ${tables} tables, ${size(bytes)}, in ${took} s. ${kept === null ? '' : `The previous database is kept as ${kept}. `}Start the server now; everyone has to log in again.\n`,
  )
})

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
