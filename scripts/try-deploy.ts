// `npm run try-deploy -- release`: tries the ways to run a release on this machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Trial } from './deploy/trial.ts'
import { tryImage } from './deploy/try-image.ts'
import { tryProxy } from './deploy/try-proxy.ts'
import { tryRelease } from './deploy/try-release.ts'
import { trySystemd } from './deploy/try-systemd.ts'

const trials: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  release: tryRelease,
  image: tryImage,
  proxy: tryProxy,
  systemd: trySystemd,
}

const [name = ''] = process.argv.slice(2)
const run = trials[name]
if (run) {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-try-'))
  try {
    await run({ folder, say: (sentence) => void process.stdout.write(`${sentence}\n`) })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
} else {
  process.stderr.write(`Which way should be tried? ${Object.keys(trials).join(', ')}\n`)
  process.exitCode = 1
}
