// Helpers for the processes of a temporary PostgreSQL server: they run as an ordinary user and are always cleaned up.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** PostgreSQL refuses to run as root, which is often the only user of a container. */
export type RunAs = { uid: number; gid: number } | undefined

export function ordinaryUser(): RunAs {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.')
}

/** The environment without variables that configure the PostgreSQL programs. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_'),
  )
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function waitUntil(done: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!done()) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/** Whether a program on this machine accepts connections on the port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (result: boolean): void => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => finish(true)).once('error', () => finish(false))
  })
}

export function childrenOf(pid: number): number[] {
  const pairs = process.platform === 'linux' ? pairsFromProc() : pairsFromPs()
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child)
}

type ChildAndParent = [child: number, parent: number]

// Reads /proc, because small images have no ps.
function pairsFromProc(): ChildAndParent[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): ChildAndParent[] => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The name of a program may contain spaces and brackets, but nothing after the last bracket does.
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]]
      } catch {
        return []
      }
    })
}

function pairsFromPs(): ChildAndParent[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return rows.map((row): ChildAndParent => {
    const [child = '0', parent = '0'] = row.trim().split(/\s+/)
    return [Number(child), Number(parent)]
  })
}

// Retries, because initdb may still be writing, or the server may not have written its pid yet.
const watch = `
cat >/dev/null
end() {
  pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
  [ -n "$pid" ] && kill "$2" "$pid" 2>/dev/null
}
for _ in 1 2 3 4 5 6; do end "$1" -QUIT || break; sleep 0.3; done
for _ in 1 2 3 4 5 6; do
  end "$1" -KILL
  rm -rf "$1" 2>/dev/null && break
  sleep 0.5
done
`

/**
 * Cleans up when this process ends in any way, even if it is killed: the pipe to the watchdog closes, and the watchdog
 * removes the server and its folder. It runs in its own session, so that Ctrl-C does not end it first.
 */
export function startWatchdog(folder: string, script = watch): ChildProcess {
  const watchdog = spawn('sh', ['-c', script, 'watchdog', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  const pipe: unknown = watchdog.stdin
  if (isUnrefable(pipe)) pipe.unref()
  return watchdog
}

function isUnrefable(value: unknown): value is { unref(): void } {
  return typeof value === 'object' && value !== null && 'unref' in value && typeof value.unref === 'function'
}
