import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type ProgramResult = { ok: boolean; output: string }

const running = new Set<ChildProcess>()

let stopping = false

/** Stops the running programs and waits up to five seconds for them; no other program starts afterwards. */
export async function stopPrograms(): Promise<void> {
  stopping = true
  for (const child of running) child.kill('SIGTERM')
  for (let tries = 0; running.size > 0 && tries < 100; tries += 1) await sleep(50)
}

/** Runs a program without a terminal and without colours; `onLine` gets each line of its output. */
export function runProgram(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; onLine?: (line: string) => void } = {},
): Promise<ProgramResult> {
  if (stopping) return new Promise(() => {})
  // Without NO_COLOR: Playwright's workers set FORCE_COLOR, and Node warns if both are set.
  const { NO_COLOR: _, ...inherited } = process.env
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited, FORCE_COLOR: '0', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const collect = (chunk: Buffer): void => {
    // Some programs colour their output in CI regardless of the settings.
    const text = stripVTControlCharacters(chunk.toString())
    output += text
    const line = text.trimEnd().split('\n').at(-1)?.trim()
    if (line) options.onLine?.(line)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve) => {
    const end = (ok: boolean, last = ''): void => {
      running.delete(child)
      if (!stopping) resolve({ ok, output: (output + last).trimEnd() })
    }
    child.on('error', (error) => end(false, `Could not start ${program}: ${error.message}`))
    child.on('close', (code, signal) => end(code === 0, signal ? `\n${program} was ended by ${signal}` : ''))
  })
}

/** Runs a script or the program of an npm package with the current Node. */
export function runNode(
  script: string,
  args: string[],
  options?: Parameters<typeof runProgram>[2],
): Promise<ProgramResult> {
  return runProgram(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], options)
}
