import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram as findInstalled } from '../../testing/find-tools.ts'
import { root } from '../test/run-program.ts'
import type { Guide } from './guide.ts'

/** What every way to run AgriDesk is tried with. */
export interface Trial {
  /** An empty folder, deleted afterwards. */
  folder: string
  /** docs/operations.md, whose commands are run. */
  guide: Guide
  say: (sentence: string) => void
}

export function findProgram(name: string): string {
  const found = findInstalled(name)
  if (found === undefined) throw new Error(`${name} is not installed`)
  return found
}

/** The archive of the release for this platform. */
export function releaseArchive(): string {
  const folder = join(root, 'dist/release')
  const ending = `-${process.platform}-${process.arch}.tar.gz`
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)) : []
  const name = names.toSorted().at(-1)
  if (name === undefined) throw new Error('There is no release for this platform: run npm run release first')
  execFileSync('sha256sum', ['--check', '--quiet', `${name}.sha256`], { cwd: folder, stdio: 'inherit' })
  return join(folder, name)
}

/** Unpacks the release and returns its folder. */
export function unpackRelease(folder: string): string {
  execFileSync('tar', ['-xzf', releaseArchive(), '-C', folder])
  return join(folder, readdirSync(folder).find((name) => name.startsWith('agridesk-')) ?? '')
}

/** Starts a program that writes to a file; the result stops it. */
export function startInBackground(
  program: string,
  args: readonly string[],
  { env, log }: { env: NodeJS.ProcessEnv; log: string },
): () => Promise<void> {
  const file = openSync(log, 'a')
  const child = spawn(program, args, { env, stdio: ['ignore', file, file] })
  closeSync(file)
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit')
  return async () => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', kill)
  }
}
