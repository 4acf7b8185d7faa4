// `npm test` runs all tests; `npm test -- <filter>` only the matching unit and API tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { tempFolder } from '../testing/files/temp-folder.ts'
import { startPostgres, type PostgresServer } from '../testing/processes/postgres-server.ts'
import { startServer, startBuiltServers } from '../testing/processes/server-process.ts'
import { needsDatabase } from '../testing/vitest/test-projects.ts'
import { countPlaywright, countVitest } from './test/reports.ts'
import { root, runNode, stopPrograms, type ProgramResult } from './test/run-program.ts'
import { runSteps, type Outcome, type Step } from './test/steps.ts'
import { ensureTools, thisMachine } from './test/tools.ts'

const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'agridesk-test-'))
const buildScripts = ['scripts/build-web.ts', 'scripts/build/build-server.ts']
let postgres: PostgresServer | undefined
let isBuilt = true

const program = (inModules: string): string => join(root, 'node_modules', inModules)
const toOutcome = ({ ok, output }: ProgramResult): Outcome => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  output,
})

const isDatabaseNeeded = needsDatabase(filters, root)

async function prepare(): Promise<Outcome> {
  const { problem, output = '', note } = await ensureTools(thisMachine, isDatabaseNeeded)
  if (isDatabaseNeeded && thisMachine.postgres()) postgres = await startPostgres()
  return {
    passed: 0,
    failed: problem ? 1 : 0,
    output: `${output}\n${problem}`.trim(),
    ...(note ? { note } : {}),
  }
}

/** Counts the exit code too, because it includes errors outside any test. */
function withExitCode(ended: ProgramResult, reportFile: string, count: (json: string) => Outcome): Outcome {
  const counts = existsSync(reportFile) ? count(readFileSync(reportFile, 'utf8')) : { passed: 0, failed: 0 }
  const failed = ended.ok ? counts.failed : Math.max(1, counts.failed)
  return { ...counts, failed, output: ended.output }
}

const testEnvironment = (): NodeJS.ProcessEnv => (postgres ? { TEST_POSTGRES_URL: postgres.url } : {})

async function unitTests(onLine: (line: string) => void): Promise<Outcome> {
  const file = join(reports, 'vitest.json')
  const args = ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ended = await runNode(program('vitest/vitest.mjs'), args, { onLine, env: testEnvironment() })
  return withExitCode(ended, file, countVitest)
}

async function build(onLine: (line: string) => void): Promise<Outcome> {
  for (const script of buildScripts) {
    const ended = await runNode(join(root, script), [], { onLine })
    isBuilt = ended.ok
    if (!ended.ok) return toOutcome(ended)
  }
  startBuiltServers()
  await startOnce()
  return { passed: 0, failed: 0 }
}

/**
 * Node writes its compile cache only when a process exits by itself, with the code it has run. The tests kill most of
 * their servers, and some do not start: one full start before them saves each a second.
 */
async function startOnce(): Promise<void> {
  const dataDir = tempFolder('agridesk-first-')
  try {
    const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'true' })
    await server.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function browserTests(onLine: (line: string) => void): Promise<Outcome> {
  const file = join(reports, 'playwright.json')
  const env = { ...testEnvironment(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ended = await runNode(program('@playwright/test/cli.js'), ['test', '--reporter=list,json'], {
    onLine,
    env,
  })
  return withExitCode(ended, file, countPlaywright)
}

const withoutPostgres = (): string | undefined =>
  postgres || !isDatabaseNeeded ? undefined : 'PostgreSQL is missing'
const withoutBrowserOrPages = (): string | undefined => {
  if (!thisMachine.chromium()) return 'Chromium is missing'
  return isBuilt ? withoutPostgres() : 'the build failed'
}

const tools: Step = { name: 'tools', run: prepare }
const unit: Step = {
  name: 'unit and API tests on both databases',
  skipReason: withoutPostgres,
  run: unitTests,
}
const others: Step[] = [
  {
    name: 'architecture rules',
    run: async () => toOutcome(await runNode(join(root, 'scripts/check-architecture.ts'), [])),
  },
  {
    name: 'lint',
    run: async () => toOutcome(await runNode(program('oxlint/bin/oxlint'), ['--deny-warnings'])),
  },
  { name: 'format', run: async () => toOutcome(await runNode(program('oxfmt/bin/oxfmt'), ['--check'])) },
  {
    name: 'types',
    // Each checker computes the common types anew: one uses two thirds of the processor time of four, the default.
    run: async () => toOutcome(await runNode(program('typescript/bin/tsc'), ['--noEmit', '--checkers', '1'])),
  },
]
const builds: Step = { name: 'builds and a first start', run: build }
const browser: Step = { name: 'browser tests', skipReason: withoutBrowserOrPages, run: browserTests }

async function cleanUp(): Promise<void> {
  rmSync(reports, { recursive: true, force: true })
  await postgres?.stop()
}

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // `on`, not `once`: a second signal without a listener would end the process before the cleanup.
  process.on(signal, () => {
    if (stopped) return
    stopped = true
    void stopPrograms()
      .then(cleanUp)
      .finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  })
}

const quick = filters.length > 0
try {
  // One after the other: tests that wait for a core longer than their timeouts would fail.
  const all = [[tools, ...others, builds], unit, browser]
  const total = await runSteps(quick ? [tools, unit] : all, console.log)
  const leftOut = [...others, builds, browser].map((step) => step.name)
  if (quick) console.log(`Skipped because of the filter: ${leftOut.join(', ')}.`)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
  await cleanUp()
  if (total.failures.length > 0) console.log(['Failed:', ...total.failures].join('\n  '))
  console.log(`${total.passed} passed, ${total.failed} failed`)
} catch (error) {
  await cleanUp()
  throw error
}
