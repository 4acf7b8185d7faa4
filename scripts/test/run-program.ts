import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type Ended = { ok: boolean; output: string }

const running = new Set<ChildProcess>()

let stopping = false

/** Ends what runs at the moment and waits for it a little; from then on nothing else is started. */
export async function stopPrograms(): Promise<void> {
  stopping = true
  for (const child of running) child.kill('SIGTERM')
  for (let tries = 0; running.size > 0 && tries < 100; tries += 1) await sleep(50)
}

/** Runs a program to its end without a terminal and without colours; `hear` gets each line as it comes. */
export function runProgram(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; hear?: (line: string) => void } = {},
): Promise<Ended> {
  if (stopping) return new Promise(() => {})
  // Not NO_COLOR: Playwright's workers set FORCE_COLOR themselves, and Node warns of the two together.
  const { NO_COLOR: _, ...inherited } = process.env
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited, FORCE_COLOR: '0', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const keep = (chunk: Buffer): void => {
    // Some programs colour their lines in CI whatever they are told.
    const text = stripVTControlCharacters(chunk.toString())
    output += text
    const line = text.trimEnd().split('\n').at(-1)?.trim()
    if (line) options.hear?.(line)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve) => {
    const end = (ok: boolean, last = ''): void => {
      running.delete(child)
      if (!stopping) resolve({ ok, output: (output + last).trimEnd() })
    }
    child.on('error', (error) => end(false, `${program} could not be started: ${error.message}`))
    child.on('close', (code, signal) => end(code === 0, signal ? `\n${program} was ended by ${signal}` : ''))
  })
}

/** A script or an npm package's program, on the Node that runs this. */
export function runNode(
  script: string,
  args: string[],
  options?: Parameters<typeof runProgram>[2],
): Promise<Ended> {
  return runProgram(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], options)
}
