// Figures that are proved by existing tests, which are run and counted here.
import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../bench/measure/statistics.ts'
import { countPlaywright, countVitest } from '../scripts/test/reports.ts'
import { root, runNode } from '../scripts/test/run-program.ts'
import { ask } from './client.ts'
import { combine, type Figure, type Finding } from './figure.ts'
import { withHome, withServer } from './with-server.ts'

const inModules = (program: string): string => join(root, 'node_modules', program)

/** The prefix of the counts that tests print. */
const counted = /^trust: (.+)$/gm

async function runTests(files: readonly string[]): Promise<Finding> {
  return withReport(async (report) => {
    const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { ok, output } = await runNode(inModules('vitest/vitest.mjs'), args, { env: { TRUST: 'true' } })
    const { passed, failed } = existsSync(report)
      ? countVitest(readFileSync(report, 'utf8'))
      : { passed: 0, failed: 1 }
    const counts = [...output.matchAll(counted)].map(([, words]) => words)
    return {
      measured: [`${passed} tests passed, ${failed} failed`, ...new Set(counts)].join(', '),
      isMet: ok && failed === 0 && passed > 0,
    }
  })
}

async function withReport<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-trust-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const access: Figure = {
  number: 4,
  guarantee:
    '0 unexpected allows over every route × 6 actors; a route without a policy keeps the server from starting',
  measure: (_options, say) => {
    say('4: every route as every actor')
    return runTests(['server/core/route-policy', 'server/access'])
  },
}

export const guessing: Figure = {
  number: 5,
  guarantee:
    'at most 10 wrong passwords per account per 15 min from anywhere and in parallel; strangers cannot lock out who logs in from a known device; known and unknown accounts get the same answer, within 20 ms of each other',
  measure: async (_options, say) => {
    say('5: guessing')
    return combine([
      await runTests([
        'server/accounts/sign-in/guessing',
        'server/accounts/sign-in/login-limits',
        'server/accounts/accounts',
      ]),
      await compareLoginAnswers(),
    ])
  },
}

/** Wrong passwords for existing and unknown accounts in turn, each from its own IP address. */
function compareLoginAnswers(): Promise<Finding> {
  return withHome('sqlite', ({ settings }) =>
    withServer({ ...settings, TRUST_PROXY: '127.0.0.1', REGISTRATION: 'approval' }, async ({ server }) => {
      let address = 0
      const post = (path: string, body: object) => {
        const from = `10.7.${Math.floor(++address / 250)}.${address % 250}`
        return ask(server.url + path, { method: 'POST', body, headers: { 'x-forwarded-for': from } })
      }
      const people = Array.from({ length: 10 }, (_, at) => `person${at}@example.in`)
      for (const email of people)
        await post('/api/auth/register', { username: 'Somebody', email, password: 'monsoon over the fields' })
      const known: number[] = []
      const unknown: number[] = []
      const answers = new Set<string>()
      for (let round = 0; round < 4; round++) {
        for (const email of people) {
          for (const [emails, times] of [
            [email, known],
            [`no-${round}-${email}`, unknown],
          ] as const) {
            const reply = await post('/api/auth/login', { email: emails, password: 'a wrong guess' })
            answers.add(`${reply.status} ${reply.text}`)
            times.push(reply.milliseconds)
          }
        }
      }
      const difference = Math.abs(median(known) - median(unknown))
      return {
        measured: `${known.length} wrong logins each: known ${median(known).toFixed(1)} ms, unknown ${median(unknown).toFixed(1)} ms (medians, ${difference.toFixed(1)} ms apart), ${answers.size} kind of answer`,
        isMet: difference <= 20 && answers.size === 1,
      }
    }),
  )
}

export const scripts: Figure = {
  number: 10,
  guarantee:
    '0 executions over hostile text in every field of every table in Chromium; CSP without unsafe-inline or unsafe-eval, Trusted Types',
  measure: async (_options, say) => {
    say('10: building the pages and typing hostile text into every field')
    const built = await runNode(join(root, 'scripts/build-web.ts'), [])
    if (!built.ok) return { measured: 'the web build failed', isMet: false }
    return combine([await hostileText(), await contentPolicy()])
  },
}

function hostileText(): Promise<Finding> {
  return withReport(async (report) => {
    const file = 'e2e/accessibility.spec.ts'
    const args = ['test', file, '--grep', 'hostile text', '--reporter=list,json']
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const { ok } = await runNode(inModules('@playwright/test/cli.js'), args, { env })
    const { passed, failed } = existsSync(report)
      ? countPlaywright(readFileSync(report, 'utf8'))
      : { passed: 0, failed: 1 }
    return {
      measured: ok
        ? `0 executions on every guarded page in Chromium (${passed} browser tests passed)`
        : `browser tests failed (${passed} passed, ${failed} failed)`,
      isMet: ok && passed > 0,
    }
  })
}

function contentPolicy(): Promise<Finding> {
  return withHome('sqlite', ({ settings }) =>
    withServer(settings, async ({ server }) => {
      const paths = ['/', '/login', '/contact24', '/api/docs', '/api/nowhere', '/healthz']
      const policies = await Promise.all(
        paths.map(async (path) => String((await ask(server.url + path)).headers['content-security-policy'])),
      )
      const strict = policies.filter(
        (policy) => !/unsafe/.test(policy) && /require-trusted-types-for 'script'/.test(policy),
      )
      return {
        measured: `${strict.length} of ${paths.length} answers with a policy without unsafe-* and with Trusted Types`,
        isMet: strict.length === paths.length,
      }
    }),
  )
}
