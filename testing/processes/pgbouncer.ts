// A real PgBouncer with the configuration of deploy/failover, in front of a PostgreSQL on this machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isListening, ordinaryUser } from './postgres-process.ts'
import { freePort } from './server-process.ts'

const deployed = new URL('../../deploy/failover/pgbouncer.ini', import.meta.url)

export interface PoolerPlace {
  folder: string
  port: number
  /** Where it connects to, and as whom. */
  target: { port: number; user: string; database: string }
}

/** Writes its files into the folder, and returns the path of the configuration. */
export function writePoolerFiles({ folder, port, target }: PoolerPlace): string {
  const users = join(folder, 'userlist.txt')
  const file = join(folder, 'pgbouncer.ini')
  const database = `${target.database} = host=127.0.0.1 port=${target.port} dbname=${target.database}`
  const set: Record<string, string | number> = {
    listen_port: port,
    auth_type: 'trust',
    auth_file: users,
    logfile: join(folder, 'pgbouncer.log'),
    pidfile: join(folder, 'pgbouncer.pid'),
    unix_socket_dir: folder,
  }
  let text = readFileSync(deployed, 'utf8').replace(/^agridesk = .*$/m, database)
  for (const [name, value] of Object.entries(set))
    text = text.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`)
  writeFileSync(users, `"${target.user}" ""\n`)
  writeFileSync(file, text)
  return file
}

export interface Pooler {
  url: string
  stop: () => Promise<void>
}

/** Starts the program in front of the server of the URL, with `settings` instead of those of the file. */
export async function startPooler(
  program: string,
  databaseUrl: string,
  settings: Record<string, string | number> = {},
): Promise<Pooler> {
  const url = new URL(databaseUrl)
  const runAs = ordinaryUser()
  const folder = mkdtempSync('/tmp/agridesk-pooler-')
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  const port = await freePort()
  const database = url.pathname.slice(1)
  const target = { port: Number(url.port), user: url.username, database }
  const file = writePoolerFiles({ folder, port, target })
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(file, readFileSync(file, 'utf8') + lines.join(''))
  const child = spawn(program, [file], { stdio: 'ignore', ...runAs })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    kill()
    await ended
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries === 200) {
      const log = readFileSync(join(folder, 'pgbouncer.log'), 'utf8')
      await stop()
      throw new Error(`PgBouncer does not listen:\n${log}`)
    }
    await sleep(25)
  }
  return { url: `postgres://${url.username}@127.0.0.1:${port}/${database}`, stop }
}
