// Formats the code: first the fixes of the linter, then the formatter.
import { join } from 'node:path'

import { root, runNode } from './test/run-program.ts'

const steps: [script: string, args: string[]][] = [
  ['oxlint/bin/oxlint', ['--fix', '--deny-warnings']],
  ['oxfmt/bin/oxfmt', []],
]

for (const [script, args] of steps) {
  const { ok, output } = await runNode(join(root, 'node_modules', script), args)
  if (output) console.log(output)
  if (!ok) process.exitCode = 1
}
