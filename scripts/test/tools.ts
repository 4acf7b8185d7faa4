// The programs that npm does not install: a browser and a database server; without them the tests fail.
import { existsSync } from 'node:fs'

import { findChromium, findPostgresPrograms } from '../../testing/find-tools.ts'
import { runProgram, type ProgramResult } from './run-program.ts'

export type Machine = {
  chromium: () => string | undefined
  postgres: () => string | undefined
  isDebian: () => boolean
  isRoot: () => boolean
  run: (program: string, args: string[]) => Promise<ProgramResult>
}

export const thisMachine: Machine = {
  chromium: findChromium,
  postgres: findPostgresPrograms,
  isDebian: () => existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get'),
  isRoot: () => process.getuid?.() === 0,
  run: (program, args) => runProgram(program, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }),
}

/** The Debian package of each tool, and its name for other systems. */
const tools = [
  {
    has: (on: Machine) => on.chromium(),
    package: 'chromium-headless-shell',
    words: 'Chromium or Chrome (or CHROMIUM_PATH naming it)',
  },
  {
    has: (on: Machine) => on.postgres(),
    package: 'postgresql',
    words: "PostgreSQL's server programs (initdb, postgres)",
  },
]

/** Installs missing tools with apt-get if possible; resolves with a message about those still missing. */
export async function ensureTools(
  on: Machine = thisMachine,
  isDatabaseNeeded = true,
): Promise<{ problem?: string; output?: string; note?: string }> {
  const wanted = tools.filter((tool) => isDatabaseNeeded || tool.package !== 'postgresql')
  const missing = wanted.filter((tool) => !tool.has(on))
  if (missing.length === 0) return {}
  const names = missing.map((tool) => tool.package)
  const before = on.isDebian() ? await rights(on) : undefined
  if (!before) return { problem: sentence(missing.map((tool) => tool.words)) }
  const updated = await apt(on, before, ['update'])
  const installed = await apt(on, before, ['install', '-y', '--no-install-recommends', ...names])
  const still = missing.filter((tool) => !tool.has(on))
  if (still.length === 0) return { note: `installed ${names.join(', ')}` }
  const output = [updated, installed].filter((step) => !step.ok).map((step) => step.output.slice(-3000))
  return { problem: sentence(still.map((tool) => tool.words)), output: output.join('\n') }
}

function sentence(words: string[]): string {
  return `The tests need ${words.join(' and ')}: please install ${words.length > 1 ? 'them' : 'it'}.`
}

async function rights(on: Machine): Promise<string[] | undefined> {
  if (on.isRoot()) return []
  const sudo = await on.run('sudo', ['-n', 'true'])
  return sudo.ok ? ['sudo', '-n'] : undefined
}

function apt(on: Machine, before: string[], args: string[]): Promise<ProgramResult> {
  const [program = 'apt-get', ...rest] = [...before, 'apt-get', ...args]
  return on.run(program, rest)
}
