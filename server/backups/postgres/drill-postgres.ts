import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { numberAt, textAt } from '#domain/catalogue/values.ts'
import { toError } from '../../base/errors.ts'
import { openStore } from '../../store/open-store.ts'
import { BackupError } from '../backup-error.ts'
import type { DrillResult } from '../drill/drill-messages.ts'
import { compareTables, digestTables } from './table-digests.ts'

const run = promisify(execFile)

export interface PostgresDrill {
  databaseUrl: string
  /** The stanza of pgBackRest. */
  stanza: string
  /** A folder on a disk with room for the whole database. */
  scratch: string
  /** Further options of pgBackRest, such as the path of its configuration. */
  options?: readonly string[]
  now: Date
}

/** Milliseconds for the archive to receive the log, and for the restored server to apply it. */
const archiveTimeout = 120_000
const startTimeout = 3_600_000

/**
 * Restores the backup of pgBackRest up to this moment into a temporary folder, starts a PostgreSQL server on it and compares
 * it with the database in use: every table that has not changed meanwhile, row by row. Then
 * it is opened as a start would open it, with all migrations. Runs as the user of PostgreSQL, on its machine.
 */
export async function drillPostgres(drill: PostgresDrill): Promise<DrillResult> {
  const startedAt = performance.now()
  const live = new pg.Client({ connectionString: drill.databaseUrl })
  await live.connect().catch((error: unknown) => {
    throw new BackupError(
      `The database in use could not be reached: ${toError(error).message}. On the machine of PostgreSQL, as its user, DATABASE_URL is like postgres:///agridesk?host=/var/run/postgresql`,
    )
  })
  const folder = mkdtempSync(join(drill.scratch, 'agridesk-drill-'))
  chmodSync(folder, 0o700)
  let restored: ChildProcess | undefined
  try {
    const before = await digestTables(live)
    const name = `agridesk-drill-${drill.now.getTime()}`
    const restoredAt = await markRestorePoint(live, name)
    const after = await digestTables(live)
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    const label = await newestBackup(drill)
    await pgBackRest(drill, [
      `--pg1-path=${data}`,
      '--type=name',
      `--target=${name}`,
      '--target-action=promote',
      'restore',
    ])
    const port = await freePort()
    restored = startRestored(await binFolder(live), data, folder, port)
    const database = decodeURIComponent(new URL(drill.databaseUrl).pathname.slice(1))
    const user = decodeURIComponent(new URL(drill.databaseUrl).username) || 'postgres'
    const url = `postgres://${user}@127.0.0.1:${port}/${database}`
    const copy = await connectWhenReady(url)
    const digests = await digestTables(copy)
    compareTables(digests, before, after)
    const bytes = await databaseBytes(copy)
    await copy.end()
    const store = await openStore({
      dataDir: folder,
      databaseUrl: url,
      now: () => drill.now,
      onTrouble: () => {},
    })
    await store.close()
    return {
      backup: label,
      restoredAt,
      tables: digests.size,
      rows: [...digests.values()].reduce((sum, { rows }) => sum + rows, 0),
      bytes,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    }
  } finally {
    await live.end()
    if (restored) await stop(restored)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Marks the moment in the log, and waits until the archive has it. */
async function markRestorePoint(live: pg.Client, name: string): Promise<string> {
  const { rows } = await live.query<{ wal: string; at: string }>(
    `select pg_walfile_name(pg_create_restore_point($1)) as wal, to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    [name],
  )
  const { wal, at } = rows[0]!
  await live.query('select pg_switch_wal()')
  const until = performance.now() + archiveTimeout
  for (;;) {
    const archiver = await live.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    )
    if ((archiver.rows[0]?.last ?? '') >= wal) return at
    if (performance.now() > until)
      throw new BackupError(
        `The log ${wal} was not archived within ${archiveTimeout / 1000} s. Check archive_mode and archive_command of PostgreSQL, and the repository of pgBackRest.`,
      )
    await sleep(200)
  }
}

async function newestBackup(drill: PostgresDrill): Promise<string> {
  const info: unknown = JSON.parse(await pgBackRest(drill, ['--output=json', 'info']))
  const backups = Array.isArray(info) ? (info[0]?.backup ?? []) : []
  const label: unknown = backups.at(-1)?.label
  if (typeof label !== 'string')
    throw new BackupError(
      `pgBackRest has no backup of the stanza ${drill.stanza}. Make one: pgbackrest --stanza=${drill.stanza} --type=full backup`,
    )
  return label
}

async function pgBackRest({ stanza, options = [] }: PostgresDrill, args: string[]): Promise<string> {
  try {
    const { stdout } = await run('pgbackrest', [`--stanza=${stanza}`, ...options, ...args], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupError('pgBackRest is not installed on this machine: apt install pgbackrest')
    const { message } = toError(error)
    const reason = /^(?:P\d+ +)?ERROR: (.*)$/m.exec(message)?.[1] ?? message
    throw new BackupError(`pgBackRest failed: ${reason}`)
  }
}

async function binFolder(live: pg.Client): Promise<string> {
  const { rows } = await live.query("select current_setting('server_version_num')::int / 10000 as major")
  const debian = `/usr/lib/postgresql/${numberAt(rows[0] ?? {}, 'major')}/bin`
  try {
    const { stdout } = await run(join(debian, 'pg_config'), ['--bindir'])
    return stdout.trim()
  } catch {
    return debian
  }
}

/** Debian keeps the configuration outside of the data folder, so the copy gets one of its own. */
function startRestored(bin: string, data: string, folder: string, port: number): ChildProcess {
  const configuration = {
    'postgresql.conf': `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
hba_file = '${folder}/pg_hba.conf'
ident_file = '${folder}/pg_ident.conf'
archive_mode = off
`,
    'pg_hba.conf': 'host all all 127.0.0.1/32 trust\n',
    'pg_ident.conf': '',
  }
  for (const [name, text] of Object.entries(configuration)) writeFileSync(join(folder, name), text)
  const args = ['-D', data, '-c', `config_file=${join(folder, 'postgresql.conf')}`]
  return spawn(join(bin, 'postgres'), args, { stdio: 'ignore' })
}

async function connectWhenReady(url: string): Promise<pg.Client> {
  const until = performance.now() + startTimeout
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query<{ waits: boolean }>('select pg_is_in_recovery() as waits')
      if (rows[0]?.waits === false) return client
    } catch (error) {
      if (performance.now() > until)
        throw new BackupError(`The restored PostgreSQL did not start: ${toError(error).message}`)
    }
    await client.end().catch(() => {})
    await sleep(200)
  }
}

async function databaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
  return Number(textAt(rows[0] ?? {}, 'bytes'))
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  // Immediate: the copy is deleted anyway.
  server.kill('SIGQUIT')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
