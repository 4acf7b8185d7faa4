import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The server in a process of its own, as in production, which can be stopped or killed. */
export interface ServerProcess {
  url: string
  pid: number
  /** Its output so far. */
  output: () => string
  /** Sends the signal and waits for the exit; resolves with the exit code, or the signal that ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | string>
}

/** The compile cache of Node, shared by the processes. */
export const compiledFolder = join(tmpdir(), 'agridesk-compiled')

/** The settings of a server that a test starts, unless it changes them. */
export const testSettings = {
  METRICS_PORT: '0',
  SAMPLE_DATA: 'false',
  LOG_LEVEL: 'warn',
  // Any free port: one that was probed before could be taken by now.
  PORT: '0',
}

const here = fileURLToPath(new URL('../..', import.meta.url))
const builtVariable = 'TEST_BUILT_SERVER'

/** From now on tests start the server of the build, as production does; without it, that of the sources. Their processes inherit it. */
export const startBuiltServers = (): void => {
  process.env[builtVariable] = 'true'
}

export const choiceOfServer = (): Record<string, string> =>
  process.env[builtVariable] ? { [builtVariable]: process.env[builtVariable] } : {}

/** A source of the server, or its file in the build where the tests use that. */
export const serverFile = (source: string, root = here): string =>
  process.env[builtVariable] && (root === here || existsSync(join(root, 'dist/server/main.js')))
    ? join(root, 'dist/server', `${basename(source, '.ts')}.js`)
    : join(root, source)
const running = new Set<ChildProcess>()
const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', killAll)
// A test worker that is ended by a signal, as after a timeout, emits no "exit".
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll()
    process.kill(process.pid, signal)
  })
}

export interface StartOptions {
  /** Called with the whole output after each chunk; may kill the process. */
  onOutput?: (output: string, kill: () => void) => void
  /** The timeout until it is ready. */
  seconds?: number
}

/** Starts the server and waits until it is ready; throws with its output if it exits before. */
export async function startServer(
  environment: Record<string, string>,
  root = here,
  { onOutput, seconds = 60 }: StartOptions = {},
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', serverFile('server/main.ts', root)],
    {
      env: {
        PATH: process.env['PATH'],
        // As in scripts/start.ts: avoids compiling the sources at every start.
        NODE_COMPILE_CACHE: compiledFolder,
        ...testSettings,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      onOutput?.(output, () => child.kill('SIGKILL'))
    })
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal ?? 'gone')
    })
  })
  const deadline = new AbortController()
  const outcome = await Promise.race([
    ended.then(() => 'ended'),
    addressIn(child),
    sleep(seconds * 1000, 'late', { ref: false, signal: deadline.signal }),
  ])
  deadline.abort()
  if (outcome === 'ended') throw new Error(`The server ended before it was ready:\n${output}`)
  if (outcome === 'late') throw new Error(`The server was not ready after ${seconds} s:\n${output}`)
  return {
    url: outcome,
    pid: child.pid!,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** The URL that the server prints when it is ready. */
function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /AgriDesk is ready: (\S+)\n/.exec(output)?.[1]
      if (address) resolve(address)
    })
  })
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
