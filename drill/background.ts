import { spawn, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  closeSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  childrenOf,
  isAlive,
  ordinaryUser,
  plainEnvironment,
  startWatchdog,
  waitUntil,
} from '#testing/processes/postgres-process.ts'

// Patroni first, which would start PostgreSQL again; PostgreSQL ends its other processes itself.
const endAll = `
cat >/dev/null
for _ in 1 2 3 4 5; do
  for file in "$1"/*.pid "$1"/*/data/postmaster.pid; do
    pid=$(head -n 1 "$file" 2>/dev/null) && [ -n "$pid" ] && kill -KILL "$pid" 2>/dev/null
  done
  sleep 0.3
done
for _ in 1 2 3 4 5; do rm -rf "$1" && break; sleep 0.5; done
`

/** Programs in the background and their scratch folder. Both are gone when this process ends in any way, even if it is killed. */
export class Background {
  readonly folder = mkdtempSync('/tmp/agridesk-drill-')
  readonly #runAs = ordinaryUser()
  readonly #watchdog = startWatchdog(this.folder, endAll)
  readonly #running = new Map<string, ChildProcess>()

  constructor() {
    this.own(this.folder)
  }

  /** A folder for the user of the programs. */
  newFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder, { mode: 0o700 })
    this.own(folder)
    return folder
  }

  own(path: string): void {
    if (this.#runAs) chownSync(path, this.#runAs.uid, this.#runAs.gid)
  }

  start(name: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    // Detached, so that Ctrl-C in the terminal does not end it before the drill.
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...plainEnvironment(), ...env },
      detached: true,
      stdio: ['ignore', log, log],
      ...this.#runAs,
    })
    closeSync(log)
    child.on('error', () => {})
    this.#running.set(name, child)
    this.note(name, child.pid)
    child.once('exit', () => {
      if (this.#running.get(name) === child) this.note(name, undefined)
    })
  }

  /** Has the process ended with all others, whatever happens. */
  note(name: string, pid: number | undefined): void {
    const file = join(this.folder, `${name}.pid`)
    if (pid === undefined) rmSync(file, { force: true })
    else writeFileSync(file, String(pid))
  }

  pidOf(name: string): number {
    return this.#running.get(name)?.pid ?? 0
  }

  copyLogs(target: string): void {
    mkdirSync(target, { recursive: true })
    for (const file of globSync('{*.log,*/*.log,*/data/log/*.log}', { cwd: this.folder }))
      copyFileSync(join(this.folder, file), join(target, file.replaceAll('/', '-')))
  }

  /** Ends the folder and all programs, and waits for it. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#watchdog.once('exit', resolve))
    this.#watchdog.ref()
    this.#watchdog.stdin?.end()
    await ended
  }
}

/** Kills processes with all their children at once, and waits until they are gone. */
export async function killWithChildren(...pids: readonly number[]): Promise<void> {
  const all = withChildren(pids)
  signal(all, 'SIGKILL')
  await waitUntil(() => !all.some(isAlive), 10_000)
}

export const withChildren = (pids: readonly number[]): number[] =>
  pids.filter((pid) => pid > 0).flatMap((pid) => [pid, ...childrenOf(pid)])

/** Processes that have just ended are skipped. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (isAlive(pid)) throw error
    }
  }
}
