// `npm run test:watch -- <part of a path>`: the matching unit and API tests, run again when a file they import changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './test/run-program.ts'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const flags = ['--disable-warning=ExperimentalWarning', vitest, 'watch', ...process.argv.slice(2)]
const watching = spawn(process.execPath, flags, { cwd: root, stdio: 'inherit' })
// Ctrl+C reaches both processes; this one waits for the tests, so that they stop their database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => watching.kill(signal))
watching.on('exit', (code) => process.exit(code ?? 1))
