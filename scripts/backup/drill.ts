import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { formatInstant } from '#domain/dates/moments.ts'
import { commandLine } from '#server/base/command-line.ts'
import { readConfig, type Config } from '#server/base/config.ts'
import { BackupError, explainBackupError } from '#server/backups/backup-error.ts'
import { saveDrill, toStoredDrill } from '#server/backups/backup-status.ts'
import type { DrillOutcome } from '#server/backups/drill/drill-messages.ts'
import { runDrill } from '#server/backups/drill/run-drill.ts'
import { drillPostgres } from '#server/backups/postgres/drill-postgres.ts'
import { openForThread } from '#server/store/open-store.ts'
import { folderOf, helpOf, runCommand, say, size, storageConfigOf } from './command.ts'

const help = `${helpOf([
  [
    commandLine('drill', 'restore'),
    'restores the newest backup into a temporary folder, checks it and deletes it',
  ],
  [
    commandLine('drill', 'restore', '--from storage'),
    'the same from the storage of BACKUP_S3_BUCKET instead of BACKUP_DIR',
  ],
  [
    commandLine('drill', 'failover'),
    'kills instances, the pooler and the primary of a scratch cluster under load; only in a clone of the sources',
  ],
  [
    commandLine('drill', 'upgrade'),
    'replaces three instances by a newer version under load; only in a clone of the sources',
  ],
])}
With DATABASE_URL, it restores the backup of pgBackRest: run it as the user of PostgreSQL, on its machine.
PGBACKREST_STANZA (agridesk) is the stanza, TMPDIR the disk with room for the whole database.
`

const drills = new URL('../../drill/run.ts', import.meta.url)

await runCommand(async () => {
  const [which, ...rest] = process.argv.slice(2)
  if ((which === 'failover' || which === 'upgrade') && existsSync(drills)) {
    // Imported only when needed: a release does not contain it.
    await import(drills.href)
    return
  }
  const isFromStorage = rest.join(' ') === '--from storage'
  if (which !== 'restore' || (rest.length > 0 && !isFromStorage)) throw new BackupError(help)
  const config = readConfig(process.env)
  const now = new Date()
  say('Restoring the newest backup into a temporary folder …\n')
  const { result, problem } = await (isFromStorage || config.databaseUrl === undefined
    ? drillEmbedded(config, isFromStorage, now)
    : drillOnPostgres(config.databaseUrl, now))
  if (problem !== null) throw new BackupError(problem)
  say(
    `The backup ${result.backup} can be restored: the state of ${formatInstant(result.restoredAt, config.timeZone)}, ${result.tables} tables, ${result.rows} rows, ${size(result.bytes)}, in ${result.seconds} s.\n`,
  )
})

function drillEmbedded(config: Config, isFromStorage: boolean, now: Date): Promise<DrillOutcome> {
  const { dataDir, backups } = config
  const from = isFromStorage ? storageConfigOf(config) : folderOf(config)
  if (isFromStorage) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return runDrill({ from, key: backups.key, live: undefined, dataDir, now })
}

/** The outcome is saved in the database in use, so that the home page and the metrics of the servers show it. */
async function drillOnPostgres(databaseUrl: string, now: Date): Promise<DrillOutcome> {
  const stanza = process.env['PGBACKREST_STANZA'] ?? 'agridesk'
  const outcome = await drillPostgres({ databaseUrl, stanza, scratch: tmpdir(), now }).then(
    (result): DrillOutcome => ({ result, problem: null }),
    (error: unknown): DrillOutcome => ({ result: null, problem: explainBackupError(error) }),
  )
  const store = await openForThread({
    dataDir: '',
    databaseUrl,
    onTrouble: () => {},
    withWriter: (work) => work(),
  })
  await saveDrill(store, toStoredDrill(outcome, now), now).finally(() => store.close())
  return outcome
}
