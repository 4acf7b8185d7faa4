// `npm run try-deploy -- release`: tries the ways to run a release on this machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from './deploy/check-site.ts'
import { readGuide } from './deploy/guide.ts'
import { trials } from './deploy/trials.ts'

const [name = ''] = process.argv.slice(2)
const trial = trials[name]
if (trial) {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-try-'))
  try {
    const guide = readGuide()
    await trial.run({ folder, guide, say: (sentence) => void process.stdout.write(`${sentence}\n`) })
    const unused = guide.unused(trial.runs)
    ensure(unused.length === 0, `The trial did not run what it should: ${unused.join(', ')}`)
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
