// A real PostgreSQL server for tests: in a temporary folder, on a free port, removed after the tests.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findPostgresPrograms } from '../find-tools.ts'
import { tempFolder } from '../files/temp-folder.ts'
import {
  childrenOf,
  isAlive,
  ordinaryUser,
  plainEnvironment,
  startWatchdog,
  waitUntil,
} from './postgres-process.ts'
import type { RunAs } from './postgres-process.ts'

export type PostgresServer = {
  url: string
  dataDir: string
  /** Starts the server again on the same folder and port, after kill() or stop({ keepData: true }). */
  start(): Promise<void>
  /** Stops the server and removes its folder, unless `keepData` is set for another start(). */
  stop(options?: { keepData?: boolean }): Promise<void>
  /** Simulates a power failure: SIGKILL to the postmaster and every child. */
  kill(): Promise<void>
}

export type PostgresOptions = {
  /** Keeps fsync and synchronous_commit on, for tests of what survives a kill. */
  durable?: boolean
}

const user = 'agridesk'
const timeout = 30_000

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = findPostgresPrograms()
  if (!programs) throw new Error("PostgreSQL's server programs (initdb, postgres) are not on this machine.")
  const runAs = ordinaryUser()
  // The ordinary user may have no access to the TMPDIR of root, but does to /tmp.
  const common = runAs ? '/tmp' : tmpdir()
  const folder = options.durable
    ? mkdtempSync(join(common, 'agridesk-pg-'))
    : tempFolder('agridesk-pg-', common)
  const watchdog = startWatchdog(folder)
  const dataDir = join(folder, 'data')
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  execFileSync(
    join(programs, 'initdb'),
    ['-D', dataDir, '-U', user, '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'],
    { cwd: folder, env: plainEnvironment(), stdio: 'pipe', ...runAs },
  )
  const port = await freePort()
  let postmaster = 0

  const server: PostgresServer = {
    // A UNIX socket takes less processor time than TCP, which the durable servers use as in production.
    url: `postgres://${user}@127.0.0.1:${port}/postgres${options.durable ? '' : `?host=${encodeURIComponent(folder)}`}`,
    dataDir,
    async start() {
      postmaster = await launch(join(programs, 'postgres'), folder, settingsFor(port, folder, options), runAs)
    },
    async stop({ keepData = false } = {}) {
      if (isAlive(postmaster)) process.kill(postmaster, 'SIGINT')
      if (!(await waitUntil(() => !isAlive(postmaster), timeout / 3))) await server.kill()
      if (keepData) return
      rmSync(folder, { recursive: true, force: true })
      watchdog.stdin?.end()
    },
    async kill() {
      const all = [postmaster, ...childrenOf(postmaster)].filter(isAlive)
      for (const pid of all) killNow(pid)
      // PostgreSQL does not start on the folder again while a child process is alive.
      await waitUntil(() => !all.some(isAlive), timeout)
    },
  }
  try {
    await server.start()
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

function settingsFor(port: number, folder: string, { durable = false }: PostgresOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function launch(program: string, folder: string, settings: string[], runAs: RunAs): Promise<number> {
  const dataDir = join(folder, 'data')
  const logFile = join(folder, 'server.log')
  const log = openSync(logFile, 'a')
  // Detached, so that Ctrl-C in the terminal stops the tests and not the database.
  const child = spawn(program, ['-D', dataDir, ...settings], {
    cwd: folder,
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
    ...runAs,
  })
  closeSync(log)
  child.unref()
  let ended = false
  child.once('error', () => (ended = true))
  child.once('exit', () => (ended = true))
  const pid = child.pid ?? 0
  await waitUntil(() => ended || isReady(dataDir, pid), timeout)
  if (ended || !isReady(dataDir, pid)) {
    if (!ended && pid > 0) killNow(pid)
    throw new Error(
      `PostgreSQL did not start:\n${existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-4000) : ''}`,
    )
  }
  return pid
}

// The postmaster writes its state to the last line of its pid file, so no client is needed.
function isReady(dataDir: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch {
    // Not written yet, or a server that starts after a kill has just removed the old file.
    return false
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}
