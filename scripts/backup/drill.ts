import { formatInstant } from '#domain/dates/moments.ts'
import { readConfig } from '#server/base/config.ts'
import { BackupError } from '#server/backups/backup-error.ts'
import { runDrill } from '#server/backups/drill/run-drill.ts'
import { folderOf, runCommand, say, size } from './command.ts'

const help = `npm run drill -- restore   restores the newest backup into a temporary folder, checks it and deletes it
`

await runCommand(async () => {
  const [which, ...rest] = process.argv.slice(2)
  if (which !== 'restore' || rest.length > 0) throw new BackupError(help)
  const config = readConfig(process.env)
  const { dataDir, timeZone, backups } = config
  say('Restoring the newest backup into a temporary folder …\n')
  const { result, problem } = await runDrill({
    folder: folderOf(config),
    key: backups.key,
    live: undefined,
    dataDir,
    now: new Date(),
  })
  if (problem !== null) throw new BackupError(problem)
  say(
    `The backup ${result.backup} can be restored: the state of ${formatInstant(result.restoredAt, timeZone)}, ${result.tables} tables, ${result.rows} rows, ${size(result.bytes)}, in ${result.seconds} s.\n`,
  )
})
