import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/processes/server-process.ts'
import { plainEnvironment } from '../plain-environment.ts'

export interface RunningServer {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its first successful response. */
  startedIn: number
  stop: () => Promise<void>
}

export interface ServerStart {
  /** The program and its arguments, started in the root of the repository unless another folder is named. */
  command: (port: number) => readonly string[]
  folder?: string
  environment: Record<string, string>
  /** Requested until it succeeds: then the server has started. */
  firstPath: string
  headers: Record<string, string>
  /** The folder of its log file. */
  logFolder: string
}

const timeout = 180_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A program of ours, by its path from the root. */
export const nodeCommand = (program: string) => () => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  join(root, program),
]

export async function startServer(start: ServerStart): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(start.logFolder, `${port}.log`)
  const log = openSync(logFile, 'a')
  const began = performance.now()
  const [program, ...args] = start.command(port)
  const child = spawn(program!, args, {
    cwd: start.folder ?? root,
    env: { ...plainEnvironment(), PORT: String(port), METRICS_PORT: '0', ...start.environment },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  while (!(await answers(`${url}${start.firstPath}`, start.headers))) {
    if (child.exitCode !== null || performance.now() - began > timeout) {
      child.kill('SIGKILL')
      throw new Error(
        `${program} ${args.join(' ')} did not start:\n${readFileSync(logFile, 'utf8').slice(-4000)}`,
      )
    }
    await sleep(5)
  }
  return {
    url,
    pid: child.pid!,
    startedIn: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
