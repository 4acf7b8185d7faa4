import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The product as users run it: a process of its own, which can be asked to stop, or killed. */
export interface ServerProcess {
  url: string
  pid: number
  /** Everything it printed so far. */
  output: () => string
  /** Sends the signal and waits for the end; the exit code, or the signal that ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | string>
}

const here = fileURLToPath(new URL('..', import.meta.url))
const running = new Set<ChildProcess>()
const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', killAll)
// A test worker that is told to end, as after a time-out, ends without "exit".
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killAll()
    process.kill(process.pid, signal)
  })
}

export interface StartOptions {
  /** Hears everything it has printed so far, and may kill it. */
  onOutput?: (output: string, kill: () => void) => void
  /** How long it may take to be ready. */
  seconds?: number
}

/** Starts it and waits until it is ready; throws with what it printed when it ends before that. */
export async function startServer(
  environment: Record<string, string>,
  root = here,
  { onOutput, seconds = 30 }: StartOptions = {},
): Promise<ServerProcess> {
  const port = environment['PORT'] ?? String(await freePort())
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'server/main.ts')],
    {
      env: {
        PATH: process.env['PATH'],
        // As scripts/start.ts has it: what was read once is not read again at every start.
        NODE_COMPILE_CACHE: join(tmpdir(), 'agridesk-compiled'),
        METRICS_PORT: '0',
        SAMPLE_DATA: 'false',
        LOG_LEVEL: 'warn',
        PORT: port,
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
  const url = `http://127.0.0.1:${port}`
  const outcome = await Promise.race([ended.then(() => 'ended'), answers(`${url}/readyz`, child, seconds)])
  if (outcome === 'ended') throw new Error(`The server ended before it was ready:\n${output}`)
  return {
    url,
    pid: child.pid!,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

async function answers(url: string, child: ChildProcess, seconds: number): Promise<'ready'> {
  for (let tries = 0; tries < seconds * 20 && child.exitCode === null; tries++) {
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return 'ready'
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} did not answer`)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
