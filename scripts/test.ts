// The one test command. `npm test` runs everything; `npm test -- <filter>` only the unit and API tests it names.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { passingFolder } from '../testing/passing-folder.ts'
import { startPostgres, type PostgresServer } from '../testing/postgres-server.ts'
import { startServer } from '../testing/server-process.ts'
import { countPlaywright, countVitest } from './test/reports.ts'
import { root, runNode, stopPrograms, type Ended } from './test/run-program.ts'
import { runSteps, type Outcome, type Step } from './test/steps.ts'
import { ensureTools, thisMachine } from './test/tools.ts'

const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'agridesk-test-'))
const buildScript = 'scripts/build-web.ts'
let postgres: PostgresServer | undefined
let webIsBuilt = true

const program = (inModules: string): string => join(root, 'node_modules', inModules)
const one = ({ ok, output }: Ended): Outcome => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, output })

async function prepare(): Promise<Outcome> {
  const { problem, output = '', note } = await ensureTools()
  if (thisMachine.postgres()) postgres = await startPostgres()
  return {
    passed: 0,
    failed: problem ? 1 : 0,
    output: `${output}\n${problem}`.trim(),
    ...(note ? { note } : {}),
  }
}

/** The program's own verdict counts too: it also knows of errors outside any test. */
function withVerdict(ended: Ended, reportFile: string, count: (json: string) => Outcome): Outcome {
  const counts = existsSync(reportFile) ? count(readFileSync(reportFile, 'utf8')) : { passed: 0, failed: 0 }
  const failed = ended.ok ? counts.failed : Math.max(1, counts.failed)
  return { ...counts, failed, output: ended.output }
}

const testEnvironment = (): NodeJS.ProcessEnv => (postgres ? { TEST_POSTGRES_URL: postgres.url } : {})

async function unitTests(hear: (line: string) => void): Promise<Outcome> {
  const file = join(reports, 'vitest.json')
  const args = ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ended = await runNode(program('vitest/vitest.mjs'), args, { hear, env: testEnvironment() })
  return withVerdict(ended, file, countVitest)
}

async function buildWeb(hear: (line: string) => void): Promise<Outcome> {
  if (!existsSync(join(root, buildScript)))
    return { passed: 0, failed: 0, note: `left out: there is no ${buildScript}` }
  const ended = await runNode(join(root, buildScript), [], { hear })
  webIsBuilt = ended.ok
  if (ended.ok) await startOnce()
  return { passed: 0, failed: ended.ok ? 0 : 1, output: ended.output }
}

/**
 * Only a process that ends by itself leaves its compiled code for the next, and one that has done more leaves more. The
 * tests kill most of theirs, and some are refused at the door: a full start before them spares each a second.
 */
async function startOnce(): Promise<void> {
  const dataDir = passingFolder('agridesk-first-')
  try {
    const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'true' })
    await server.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function journeys(hear: (line: string) => void): Promise<Outcome> {
  const file = join(reports, 'playwright.json')
  const env = { ...testEnvironment(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ended = await runNode(program('@playwright/test/cli.js'), ['test', '--reporter=list,json'], {
    hear,
    env,
  })
  return withVerdict(ended, file, countPlaywright)
}

const withoutPostgres = (): string | undefined => (postgres ? undefined : 'PostgreSQL is missing')
const withoutBrowserOrPages = (): string | undefined => {
  if (!thisMachine.chromium()) return 'Chromium is missing'
  return webIsBuilt ? withoutPostgres() : 'the web app could not be built'
}

const tools: Step = { name: 'tools', run: prepare }
const unit: Step = {
  name: 'unit and API tests on both databases',
  pointless: withoutPostgres,
  run: unitTests,
}
const others: Step[] = [
  { name: 'house rules', run: async () => one(await runNode(join(root, 'scripts/check-house.ts'), [])) },
  { name: 'lint', run: async () => one(await runNode(program('oxlint/bin/oxlint'), ['--deny-warnings'])) },
  { name: 'format', run: async () => one(await runNode(program('oxfmt/bin/oxfmt'), ['--check'])) },
  { name: 'types', run: async () => one(await runNode(program('typescript/bin/tsc'), ['--noEmit'])) },
]
const web: Step = { name: 'web build and a first start', run: buildWeb }
const browser: Step = { name: 'journeys in the browser', pointless: withoutBrowserOrPages, run: journeys }

async function cleanUp(): Promise<void> {
  rmSync(reports, { recursive: true, force: true })
  await postgres?.stop()
}

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // `on`, not `once`: the same signal may come twice, and without a listener the second would end the cleaning.
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
  // What keeps one core busy, or none, goes beside the rest; the two that keep every core busy have them to themselves.
  const all = [[tools, ...others, web], unit, browser]
  const total = await runSteps(quick ? [tools, unit] : all, console.log)
  const leftOut = [...others, web, browser].map((step) => step.name)
  if (quick) console.log(`Left out because of the filter: ${leftOut.join(', ')}.`)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
  await cleanUp()
  if (total.failures.length > 0) console.log(['Failed:', ...total.failures].join('\n  '))
  console.log(`${total.passed} passed, ${total.failed} failed`)
} catch (error) {
  await cleanUp()
  throw error
}
