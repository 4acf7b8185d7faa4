import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#testing/processes/server-process.ts'
import { ask } from '../trust/client.ts'
import type { Finding } from '../trust/figure.ts'
import { logIn } from '../trust/with-server.ts'
import { Background } from './background.ts'
import { Cluster } from './cluster.ts'
import type { Ports } from './configurations.ts'
import { Instances } from './instances.ts'
import { Load } from './load.ts'
import { compareWrites, outageOf, type Outage } from './outage.ts'
import type { Programs } from './programs.ts'
import type { Scenario } from './scenarios.ts'

/** Seconds without a failed try after which the next kill may follow. */
const calm = 2

export interface Drilled {
  measure: (scenario: Scenario, kills: number) => Promise<Finding>
}

/** Starts all parts and a load on them, and ends them after the work. */
export async function withFailover(
  { programs, say, logs }: Pick<Parts, 'say'> & { programs: Programs; logs: string | undefined },
  work: (drilled: Drilled) => Promise<void>,
): Promise<void> {
  const ports = await choosePorts()
  const background = new Background()
  try {
    say('Starting etcd, Patroni with two PostgreSQL servers, HAProxy and PgBouncer')
    const cluster = new Cluster(background, programs, ports)
    await cluster.start()
    say('Starting three instances')
    const instances = new Instances(background, ports.apps, cluster.databaseUrl)
    await instances.startAll()
    const load = await prepareLoad(cluster.siteUrl)
    load.start()
    try {
      await untilCalm(load)
      await work({
        measure: (scenario, kills) => measure({ cluster, instances, load, say }, scenario, kills),
      })
    } finally {
      await load.stop()
    }
  } finally {
    if (logs !== undefined) background.copyLogs(logs)
    await background.end()
  }
}

export async function choosePorts(): Promise<Ports> {
  const all: number[] = []
  while (all.length < 12) {
    const port = await freePort()
    if (!all.includes(port)) all.push(port)
  }
  const [site, database, pooler, etcd, etcdPeer, one, two, three, ...rest] = all
  const nodes = [
    { postgres: rest[0]!, patroni: rest[1]! },
    { postgres: rest[2]!, patroni: rest[3]! },
  ]
  return {
    site: site!,
    database: database!,
    pooler: pooler!,
    etcd: etcd!,
    etcdPeer: etcdPeer!,
    apps: [one!, two!, three!],
    nodes,
  }
}

export async function prepareLoad(url: string): Promise<Load> {
  const headers = await logIn(url)
  const { text } = await ask(`${url}/api/v1/customers?limit=100`, { headers })
  const { items } = JSON.parse(text) as { items: { Customer_Code: string }[] }
  return new Load(
    url,
    headers,
    items.map(({ Customer_Code }) => Customer_Code),
  )
}

interface Parts {
  cluster: Cluster
  instances: Instances
  load: Load
  say: (sentence: string) => void
}

async function measure(parts: Parts, scenario: Scenario, kills: number): Promise<Finding> {
  const { cluster, load, say } = parts
  const outages: Outage[] = []
  const before = load.acknowledged.size
  for (let time = 0; time < kills; time++) {
    await cluster.untilReplicated()
    await untilCalm(load)
    const firstAttempt = load.attempts.length
    const firstRequest = load.requests.length
    const killed = performance.now()
    await scenario.kill(parts, time)
    await cluster.untilReplicated()
    await untilCalm(load)
    const outage = outageOf(killed, load.attempts.slice(firstAttempt), load.requests.slice(firstRequest))
    outages.push(outage)
    say(`${scenario.number}: kill ${time + 1} of ${kills}: ${sentenceOf(outage)}`)
  }
  const { lost, doubled } = compareWrites(new Set(load.acknowledged), await cluster.query(storedWrites))
  const errors = Math.max(...outages.map((each) => each.errors))
  const wait = Math.max(...outages.map((each) => each.longestWait))
  const sum = (of: (outage: Outage) => number): number => outages.reduce((total, each) => total + of(each), 0)
  const shown = sum((each) => each.shown)
  const refused = load.refused.splice(0)
  return {
    measured: `${kills} kills: errors for ${errors.toFixed(1)} s at most (median ${median(outages.map((each) => each.errors)).toFixed(1)} s), ${sum((each) => each.failed)} failed tries, the slowest request ${wait.toFixed(1)} s with its retries, ${shown} requests that a user had to repeat, ${refused.length} refused${refused[0] ? ` (${refused[0].slice(0, 200)})` : ''}; of ${load.acknowledged.size - before} acknowledged writes ${lost} lost, ${doubled} doubled`,
    isMet:
      errors <= scenario.maxErrors &&
      lost === 0 &&
      doubled === 0 &&
      refused.length === 0 &&
      (shown === 0 || !scenario.isUnseen),
  }
}

const sentenceOf = ({ errors, failed, reasons, longestWait, shown }: Outage): string =>
  `errors for ${errors.toFixed(1)} s, ${failed} failed tries${reasons && ` (${reasons})`}, the slowest request ${longestWait.toFixed(1)} s, ${shown} shown to users`

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** What the load has written, by its tokens. */
export const storedWrites = `select token, count(*)::int as count from (
    select soil_name as token from soil union all select feedback from visit
  ) as written where token like 'drill-%' group by token`

/** Waits until no try has failed for a while. */
export async function untilCalm(load: Load): Promise<void> {
  const end = performance.now() + 90_000
  for (;;) {
    const since = performance.now()
    const from = load.attempts.length
    await sleep(calm * 1000)
    const recent = load.attempts.slice(from)
    if (recent.length > 0 && recent.every(({ error }) => error === undefined)) return
    if (since > end) throw new Error('After 90 s requests still fail')
  }
}
