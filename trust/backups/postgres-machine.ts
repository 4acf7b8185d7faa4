import { execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgresPrograms, findProgram } from '#testing/find-tools.ts'
import {
  childrenOf,
  isAlive,
  ordinaryUser,
  plainEnvironment,
  startWatchdog,
  waitUntil,
} from '#testing/processes/postgres-process.ts'
import { freePort } from '#testing/processes/server-process.ts'
import { root } from '../../scripts/test/run-program.ts'

const run = promisify(execFile)
const shipped = (name: string): string => readFileSync(join(root, 'deploy/pgbackrest', name), 'utf8')
const startSeconds = 1800

/**
 * A machine with PostgreSQL and the files of deploy/pgbackrest, of which only the paths are changed. As on Debian the
 * settings are outside of the data folder; the repository is on another disk, which survives.
 */
export class PostgresMachine {
  readonly url: string
  readonly #folder: string
  readonly #programs: string
  readonly #user = ordinaryUser()
  readonly #environment: NodeJS.ProcessEnv
  readonly #watchdog
  #postmaster = 0
  /** Process ids of pgBackRest. */
  readonly #running = new Set<number>()

  private constructor(port: number, programs: string) {
    this.#programs = programs
    // Not TMPDIR, to which the ordinary user may have no access.
    this.#folder = mkdtempSync('/tmp/agridesk-pgbackrest-')
    this.#own(this.#folder)
    this.#watchdog = startWatchdog(this.#folder)
    this.url = `postgres://agridesk@127.0.0.1:${port}/agridesk`
    this.#environment = {
      ...plainEnvironment(),
      PGBACKREST_CONFIG: this.#path('pgbackrest.conf'),
      PGBACKREST_LOG_PATH: this.#path('log'),
      PGBACKREST_LOCK_PATH: this.#path('lock'),
      PGBACKREST_PG1_SOCKET_PATH: this.#folder,
      PGBACKREST_PG1_PORT: String(port),
    }
    for (const name of ['data', 'repository', 'log', 'lock', 'conf.d']) this.#makeFolder(name)
    const settings = {
      'postgresql.conf': `data_directory = '${this.#path('data')}'
hba_file = '${this.#path('pg_hba.conf')}'
ident_file = '${this.#path('pg_ident.conf')}'
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${this.#folder}'
include_dir = 'conf.d'
`,
      'pg_hba.conf': 'local all all trust\nhost all all 127.0.0.1/32 trust\n',
      'pg_ident.conf': '',
      'pgbackrest.conf': shipped('pgbackrest.conf')
        .replace(/^repo1-path=.*$/m, `repo1-path=${this.#path('repository')}`)
        .replace(/^pg1-path=.*$/m, `pg1-path=${this.#path('data')}`),
    }
    for (const [name, text] of Object.entries(settings)) writeFileSync(this.#path(name), text)
  }

  /** With an empty database, not yet backed up. */
  static async create(): Promise<PostgresMachine> {
    const programs = findPostgresPrograms()
    if (!programs || !findProgram('pgbackrest'))
      throw new Error('PostgreSQL and pgBackRest are needed. Install them: apt install postgresql pgbackrest')
    const machine = new PostgresMachine(await freePort(), programs)
    const options = ['-U', 'postgres', '--auth=trust', '--locale=C', '--encoding=UTF8']
    await machine.#run(join(programs, 'initdb'), ['-D', machine.#path('data'), ...options])
    await machine.start()
    await machine.query('create role agridesk login', machine.#urlOf('postgres'))
    await machine.query('create database agridesk owner agridesk', machine.#urlOf('postgres'))
    return machine
  }

  readonly #path = (name: string): string => join(this.#folder, name)
  readonly #urlOf = (user: string): string => this.url.replace(/agridesk@(.*)agridesk$/, `${user}@$1postgres`)

  #own(path: string): void {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid)
  }

  #makeFolder(name: string): void {
    mkdirSync(this.#path(name), { mode: 0o700 })
    this.#own(this.#path(name))
  }

  async #run(program: string, args: string[]): Promise<void> {
    const options = { cwd: this.#folder, env: this.#environment, maxBuffer: 2 ** 26, ...this.#user }
    const running = run(program, args, options)
    const pid = running.child.pid ?? 0
    this.#running.add(pid)
    await running.finally(() => this.#running.delete(pid))
  }

  readonly #pgBackRest = (...args: string[]): Promise<void> =>
    this.#run('pgbackrest', ['--stanza=agridesk', ...args])

  /** The steps of docs/operations.md for a database that is in use. */
  async setUpBackups(): Promise<void> {
    writeFileSync(this.#path('conf.d/archive.conf'), shipped('archive.conf'))
    process.kill(this.#postmaster, 'SIGINT')
    if (!(await waitUntil(() => !isAlive(this.#postmaster), startSeconds * 1000)))
      throw new Error('PostgreSQL did not stop.')
    await this.start()
    await this.#pgBackRest('stanza-create')
    await this.backUp('full')
  }

  backUp(type: 'full' | 'diff'): Promise<void> {
    return this.#pgBackRest(`--type=${type}`, 'backup')
  }

  /** Waits until it accepts writes. */
  async start(): Promise<void> {
    const log = openSync(this.#path('server.log'), 'a')
    const args = ['-D', this.#path('data'), '-c', `config_file=${this.#path('postgresql.conf')}`]
    const child = spawn(join(this.#programs, 'postgres'), args, {
      cwd: this.#folder,
      env: this.#environment,
      detached: true,
      stdio: ['ignore', log, log],
      ...this.#user,
    })
    closeSync(log)
    child.unref()
    this.#postmaster = child.pid ?? 0
    const until = performance.now() + startSeconds * 1000
    while (!(await this.#isWritable())) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(
          `PostgreSQL did not start:\n${readFileSync(this.#path('server.log'), 'utf8').slice(-4000)}`,
        )
      await sleep(100)
    }
  }

  async #isWritable(): Promise<boolean> {
    try {
      const [row] = await this.query('select pg_is_in_recovery() as waits', this.#urlOf('postgres'))
      return row?.['waits'] === false
    } catch {
      // Starting, or in recovery.
      return false
    }
  }

  async query(statement: string, url = this.url): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** Kills PostgreSQL and pgBackRest with all their processes. */
  async kill(): Promise<void> {
    const all = [this.#postmaster, ...this.#running].filter(isAlive).flatMap(freeze)
    for (const pid of all) send(pid, 'SIGKILL')
    await waitUntil(() => !all.some(isAlive), 30_000)
  }

  /** On another machine: the settings, the repository, and an empty folder. */
  async restore(): Promise<void> {
    rmSync(this.#path('data'), { recursive: true })
    this.#makeFolder('data')
    await this.#pgBackRest('restore')
    await this.start()
    // Until a checkpoint, the process of PostgreSQL that follows archive_timeout sleeps as it did in the recovery.
    await this.query('checkpoint', this.#urlOf('postgres'))
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
    this.#watchdog.stdin?.end()
  }
}

/** Stops a process before its children are listed, so that none is started meanwhile, and returns all of them. */
function freeze(pid: number): number[] {
  send(pid, 'SIGSTOP')
  return [pid, ...childrenOf(pid).flatMap(freeze)]
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}
