import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '#domain/dates/dates.ts'
import { percentile } from '../bench/measure/statistics.ts'
import { root, runNode } from '../scripts/test/run-program.ts'
import { startServer } from '#testing/processes/server-process.ts'
import { ask, atRate, runWorkers, keepAlive, NoReply } from './client.ts'
import { combine, type Figure, type Finding } from './figure.ts'
import { logIn, onBoth, titles, withHome, withServer, type Home, type Served } from './with-server.ts'

const readsPerSecond = 20
const checksPerSecond = 10
/** The number of hostile accounts, and of the concurrent requests of each. */
const crowds = [
  { accounts: 1, workers: 12 },
  { accounts: 12, workers: 3 },
]
const allAccounts = 12
const zonesOfOne = 6
/** Milliseconds between a refusal and the next request, so that the load is reads and not refusals. */
const pauseAfterRefusal = 100
const maxExit = 10

type Headers = Record<string, string>

export const heavyReads: Figure = {
  number: 13,
  guarantee:
    'one and twelve hostile field accounts on 100,000 customers: others read one record with p99 < 1 s, /healthz answers with p99 < 100 ms, SIGTERM meanwhile ends the process within 10 s',
  measure: async ({ customers, seconds }, say) =>
    combine(
      await onBoth((database) =>
        withHome(database, async (home) => {
          say(`13: ${titles[database]}, filling in ${customers} customers`)
          await fill(home, customers)
          const findings = await withServer(home.settings, (served) =>
            measureAttacks(served, seconds / 10, say),
          )
          findings.push(await stopUnderAttack(home))
          const finding = combine(findings)
          return { ...finding, measured: `${titles[database]}: ${finding.measured}` }
        }),
      ),
    ),
}

export async function fill({ settings }: Home, customers: number): Promise<void> {
  const { ok, output } = await runNode(join(root, 'scripts/sample.ts'), ['--customers', String(customers)], {
    env: settings,
  })
  if (!ok) throw new Error(output)
}

const hasTests = (tests: number, texts: number): string => {
  const values = Array.from({ length: texts }, (_, at) => `${'aeiounrtsl'[at % 10]}${'nrtslmkhpd'[at % 10]}`)
  const fields = ['Customer_Name', 'Primary_Contact', 'Street', 'Customer_Phone', 'Customer_Email']
  const any = Array.from({ length: tests }, (_, at) => ({ field: fields[at % 5], test: 'has', values }))
  return `where=${encodeURIComponent(JSON.stringify({ any }))}`
}
const ofCities = encodeURIComponent(
  JSON.stringify({
    all: Array.from({ length: 4 }, () => ({
      field: 'City_Name',
      test: 'has',
      values: ['zq', 'qz', 'xq', 'qx', 'jq', 'qj', 'vq', 'qv', 'wq', 'qw'],
    })),
  }),
)

/** Requests that made the server unresponsive before their cost was limited. */
const attacks: Record<string, string> = {
  '20 × 10 parts': `/api/v1/customers?${hasTests(20, 10)}`,
  '4 × 10 parts': `/api/v1/customers?${hasTests(4, 10)}`,
  '8 letters with a total': '/api/v1/customers?q=a+e+i+o+u+n+r+t&total=true',
  filteredData: '/api/contact24Data/filteredData',
  'totals of 30 × 10 parts': `/api/v1/totals/customers?${hasTests(30, 10)}`,
  'totals of 4 × 10 parts': `/api/v1/totals/customers?${hasTests(4, 10)}`,
  'sort by remarks': '/api/v1/visits?sort=Remarks',
  'planner search': '/api/v1/visit-plans?q=a+e',
  'parts of 20,000 cities': `/api/v1/cities?where=${ofCities}`,
  'everything at random': '',
}

async function measureAttacks(served: Served, seconds: number, say: (sentence: string) => void) {
  const hostile = await hostileTokens(served, allAccounts)
  const worst = { read: 0, health: 0, at: '', refused: 0, reads: 0 }
  for (const { accounts: count, workers } of crowds) {
    for (const [name, path] of Object.entries(attacks)) {
      const seen = await attackOnce(served, { hostile: hostile.slice(0, count), workers }, path, seconds)
      const read = percentile(seen.reads, 0.99)
      const health = percentile(seen.checks, 0.99)
      say(
        `13: ${count} × ${name}: p99 ${read.toFixed(0)} ms, /healthz ${health.toFixed(0)} ms, ${seen.refused} of ${seen.reads.length} others refused, hostile ${JSON.stringify(seen.statuses)}`,
      )
      if (read > worst.read) Object.assign(worst, { read, at: `${count} × ${name}` })
      worst.health = Math.max(worst.health, health)
      worst.refused += seen.refused
      worst.reads += seen.reads.length
    }
  }
  const finding: Finding = {
    measured: `worst p99 of others ${worst.read.toFixed(0)} ms (${worst.at}), of /healthz ${worst.health.toFixed(0)} ms, ${worst.refused} of ${worst.reads} refused`,
    isMet: worst.read < 1000 && worst.health < 100 && worst.refused === 0,
  }
  return [finding]
}

async function attackOnce(
  { server, headers }: Served,
  { hostile, workers }: { hostile: readonly Headers[]; workers: number },
  path: string,
  seconds: number,
) {
  const end = performance.now() + seconds * 1000
  const isOver = (): boolean => performance.now() > end
  const agents = hostile.map(() => keepAlive(workers))
  const statuses: Record<string, number> = {}
  const paths = Object.values(attacks).filter(Boolean)
  let sent = 0
  const strike = async (who: Headers, at: number): Promise<void> => {
    const target = path || paths[++sent % paths.length]!
    const status = await ask(server.url + target, { headers: who, agent: agents[at]! }).then(
      (reply) => reply.status,
      () => 0,
    )
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status >= 400) await sleep(pauseAfterRefusal)
  }
  const attack = Promise.all(hostile.map((who, at) => runWorkers(workers, isOver, () => strike(who, at))))
  const { reads, checks, refused } = await watch(server.url, headers, isOver)
  for (const agent of agents) agent.destroy()
  await attack
  return { reads, checks, refused, statuses }
}

/** Measures the requests of other users during the attack. */
async function watch(url: string, headers: Headers, isOver: () => boolean) {
  const agent = keepAlive()
  const reads: number[] = []
  const checks: number[] = []
  let refused = 0
  const timed = async (path: string, into: number[]): Promise<void> => {
    const { status, milliseconds } = await ask(url + path, { headers, agent })
    into.push(milliseconds)
    if (status !== 200) refused++
  }
  await Promise.all([
    atRate(readsPerSecond, isOver, () => timed('/api/v1/customers/CU00000077', reads)),
    atRate(checksPerSecond, isOver, () => timed('/healthz', checks)),
  ])
  agent.destroy()
  return { reads, checks, refused }
}

async function hostileTokens({ server, headers }: Served, count: number): Promise<Headers[]> {
  const { text } = await ask(`${server.url}/api/v1/zones?limit=${zonesOfOne}`, { headers })
  const zones = (JSON.parse(text) as { items: { Zone_Code: string }[] }).items
  const places = zones.map(({ Zone_Code: code }) => ({ level: 'zone', code }))
  const expiresOn = addDays(new Date().toISOString().slice(0, 10), 30)
  const tokens: Headers[] = []
  for (let at = 0; at < count; at++) {
    const body = { name: `Hostile ${at}`, role: 'FIELD', places, expiresOn }
    const made = await ask(`${server.url}/api/v1/api-tokens`, { method: 'POST', headers, body })
    if (made.status !== 201) throw new Error(made.text)
    tokens.push({ authorization: `Bearer ${(JSON.parse(made.text) as { token: string }).token}` })
  }
  return tokens
}

async function stopUnderAttack({ settings }: Home): Promise<Finding> {
  const server = await startServer(settings)
  const served = { server, headers: await logIn(server.url) }
  const hostile = await hostileTokens(served, allAccounts)
  let isGone = false
  const agent = keepAlive()
  const path = attacks['4 × 10 parts']!
  const attack = runWorkers(
    3 * hostile.length,
    () => isGone,
    async () => {
      const who = hostile[Math.floor(Math.random() * hostile.length)]!
      await ask(server.url + path, { headers: who, agent }).catch((error: unknown) => {
        if (!(error instanceof NoReply)) throw error
      })
      await sleep(pauseAfterRefusal)
    },
  )
  await sleep(2000)
  const began = performance.now()
  const code = await server.stop('SIGTERM')
  const took = (performance.now() - began) / 1000
  isGone = true
  agent.destroy()
  await attack
  return {
    measured: `SIGTERM meanwhile: exit ${code} after ${took.toFixed(1)} s`,
    isMet: code === 0 && took <= maxExit,
  }
}
