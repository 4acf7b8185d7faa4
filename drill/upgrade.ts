import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres, type PostgresServer } from '#testing/processes/postgres-server.ts'
import { root, runNode } from '../scripts/test/run-program.ts'
import { ask } from '../trust/client.ts'
import type { Finding } from '../trust/figure.ts'
import { logIn } from '../trust/with-server.ts'
import { Background } from './background.ts'
import { haproxyConfiguration } from './configurations.ts'
import { choosePorts, prepareLoad, storedWrites, untilCalm } from './failover.ts'
import { Instances } from './instances.ts'
import type { Load } from './load.ts'
import { LockWaits } from './lock-waits.ts'
import { buildNewerVersion, newField, newIndex } from './newer-version.ts'
import { compareWrites, outageOf } from './outage.ts'
import type { Programs } from './programs.ts'

interface Row {
  number: number
  guarantee: string
}
type Measure = (row: Row, measure: () => Promise<Finding>) => Promise<void>

const bar =
  '0 requests that a user had to repeat, no other statement waits for a table longer than 1 s; 0 acknowledged writes lost, 0 doubled'
const rows = {
  forth: {
    number: 6,
    guarantee: `three instances replaced one by one by a newer version, while a transaction writes for 5 s to the tables that it changes: ${bar}`,
  },
  back: { number: 7, guarantee: `and back to the older version on the upgraded database: ${bar}` },
  killed: {
    number: 8,
    guarantee: `the first new instance and its server process of PostgreSQL killed while it builds an index, and started again: ${bar}`,
  },
}

/** Milliseconds. */
const writing = 5000
const restartDelay = 100

/** Requests: a new instance needs much of two cores while it starts. */
const perSecond = 10
const longestLockWait = 1000

const endedEarly = 'ended before it was ready'

interface Parts {
  instances: Instances
  load: Load
  databaseUrl: string
  newer: string
  say: (sentence: string) => void
}

/** Replaces instances by a newer version and back, each time under load on a database of this many customers. */
export async function drillUpgrades(
  options: {
    programs: Programs
    say: (sentence: string) => void
    logs: string | undefined
    customers: number
  },
  measure: Measure,
): Promise<void> {
  const { say, customers } = options
  say('Building the newer version')
  const { folder, remove } = buildNewerVersion()
  const database = await startPostgres({ durable: true })
  try {
    say(`Loading ${customers} customers`)
    await fill(database, customers)
    await withInstances(database, 'first', folder, options, async (parts) => {
      await measure(rows.forth, () => measured(parts, () => goForth(parts)))
      await measure(rows.back, () => measured(parts, () => replaceAll(parts, undefined)))
    })
    await withInstances(database, 'second', folder, options, (parts) =>
      measure(rows.killed, () => measured(parts, () => goForthWithKill(parts))),
    )
  } finally {
    await database.stop()
    remove()
  }
}

const urlOf = ({ url }: PostgresServer, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href

async function fill(database: PostgresServer, customers: number): Promise<void> {
  await query(database.url, 'create database filled')
  const words = ['--customers', String(customers), '--visits', String(customers * 3)]
  const env = { DATABASE_URL: urlOf(database, 'filled'), DATA_DIR: database.dataDir }
  const { ok, output } = await runNode(join(root, 'scripts/sample.ts'), words, { env })
  if (!ok) throw new Error(output)
}

async function query<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}

async function withInstances(
  database: PostgresServer,
  name: string,
  newer: string,
  { programs, say, logs }: { programs: Programs; say: Parts['say']; logs: string | undefined },
  work: (parts: Parts) => Promise<void>,
): Promise<void> {
  await query(database.url, `create database ${name} template filled`)
  const databaseUrl = urlOf(database, name)
  const ports = await choosePorts()
  const background = new Background()
  try {
    say('Starting three instances and HAProxy')
    const instances = new Instances(background, ports.apps, databaseUrl)
    await instances.startAll()
    const file = join(background.folder, 'haproxy.cfg')
    writeFileSync(file, haproxyConfiguration(ports))
    background.own(file)
    background.start('haproxy', programs.haproxy, ['-db', '-f', file])
    await sleep(1000)
    const load = await prepareLoad(`http://127.0.0.1:${ports.site}`)
    load.start(perSecond)
    try {
      await untilCalm(load)
      await work({ instances, load, databaseUrl, newer, say })
    } finally {
      await load.stop()
    }
  } finally {
    if (logs !== undefined) background.copyLogs(logs)
    await background.end()
  }
}

/** Stops and starts the instances one after the other: in this version if there is no folder. */
async function replaceAll(parts: Parts, folder: string | undefined, from = 0): Promise<void> {
  const { instances, load, say } = parts
  for (let at = from; at < instances.count; at++) {
    say(`Replacing instance ${at + 1}`)
    await instances.stop(at)
    await startAsService(parts, at, folder)
    await untilCalm(load)
  }
}

/** Starts it again if it ends at once, as systemd does. */
async function startAsService(
  parts: Parts,
  at: number,
  folder: string | undefined,
  tries = 3,
): Promise<void> {
  const { instances, say } = parts
  await instances.start(at, folder).catch(async (error: unknown) => {
    if (tries === 1 || !String(error).includes(endedEarly)) throw error
    say(
      `Instance ${at + 1} ended, and is started again: ${String(error).split('\n').slice(1).join(' ').trim()}`,
    )
    await sleep(restartDelay)
    await startAsService(parts, at, folder, tries - 1)
  })
}

async function goForth(parts: Parts): Promise<void> {
  const { instances, databaseUrl, newer, load } = parts
  await instances.stop(0)
  const writer = new pg.Client(databaseUrl)
  await writer.connect()
  await writer.query('begin; lock table visit, customer, soil in row exclusive mode')
  const committed = sleep(writing).then(() => writer.query('commit'))
  await startAsService(parts, 0, newer)
  await committed
  await writer.end()
  await untilCalm(load)
  await exchange(instances.urlOf(0), instances.urlOf(1))
  await replaceAll(parts, newer, 1)
}

async function goForthWithKill(parts: Parts): Promise<void> {
  const { instances, databaseUrl, newer, load, say } = parts
  await instances.stop(0)
  const reader = new pg.Client(databaseUrl)
  await reader.connect()
  // The build of an index waits for older snapshots: it is not done when the instance is killed.
  await reader.query('begin isolation level repeatable read; select 1')
  await instances
    .start(0, newer, (output, kill) => {
      if (output.includes(`building the index ${newIndex}`)) setTimeout(kill, 1000)
    })
    .then(
      () => Promise.reject(new Error('The new instance was not killed')),
      (error: unknown) => {
        if (!String(error).includes(endedEarly)) throw error
      },
    )
  const ended = await query<{ pid: number }>(
    databaseUrl,
    'select pid, pg_terminate_backend(pid) from pg_stat_progress_create_index where datname = current_database()',
  )
  if (ended.length === 0) throw new Error('No index was being built when the new instance was killed')
  await reader.query('commit')
  await reader.end()
  say('The new instance was killed')
  await untilCalm(load)
  await startAsService(parts, 0, newer)
  const valid = await query(
    databaseUrl,
    `select 1 from pg_index where indexrelid = '${newIndex}'::regclass and indisvalid`,
  )
  if (valid.length === 0) throw new Error('The index is not complete')
  await replaceAll(parts, newer, 1)
}

/** A record that both versions change one after the other has the values of both. */
async function exchange(newer: string, older: string): Promise<void> {
  const headers = await logIn(newer)
  const send = async (url: string, method: string, path: string, body?: object) => {
    const { status, text } = await ask(`${url}/api/v1/soils${path}`, { method, headers, body })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text) as Record<string, string>
  }
  const written = await send(newer, 'POST', '', { Soil_Name: 'exchange', [newField]: 'of the newer version' })
  const id = written['id']!
  const read = await send(older, 'GET', `/${id}`)
  if (read['Soil_Name'] !== 'exchange' || newField in read)
    throw new Error('The older version reads another record')
  await send(older, 'PATCH', `/${id}`, { Soil_Name: 'exchanged', version: read['version'] })
  const result = await send(newer, 'GET', `/${id}`)
  if (result['Soil_Name'] !== 'exchanged' || result[newField] !== 'of the newer version')
    throw new Error('A value of one version was lost by the other')
}

async function measured({ load, databaseUrl, say }: Parts, work: () => Promise<void>): Promise<Finding> {
  const [attempts, requests, before] = [load.attempts.length, load.requests.length, load.acknowledged.size]
  const locks = new LockWaits(databaseUrl)
  await locks.start()
  const began = performance.now()
  try {
    await work()
  } finally {
    await locks.stop()
  }
  await untilCalm(load)
  const outage = outageOf(began, load.attempts.slice(attempts), load.requests.slice(requests))
  const stored = await query<{ token: string; count: number }>(databaseUrl, storedWrites)
  const { lost, doubled } = compareWrites(new Set(load.acknowledged), stored)
  const refused = load.refused.splice(0)
  if (outage.failed > 0) say(`Failed tries: ${outage.reasons}`)
  return {
    measured: `${load.requests.length - requests} requests in ${((performance.now() - began) / 1000).toFixed(0)} s: ${outage.failed} failed tries, ${outage.shown} requests that a user had to repeat, ${refused.length} refused${refused[0] ? ` (${refused[0].slice(0, 200)})` : ''}, the slowest ${outage.longestWait.toFixed(1)} s with its retries; longest wait for a table ${locks.longest.toFixed(0)} ms; of ${load.acknowledged.size - before} acknowledged writes ${lost} lost, ${doubled} doubled`,
    isMet:
      outage.shown === 0 &&
      refused.length === 0 &&
      lost === 0 &&
      doubled === 0 &&
      locks.longest <= longestLockWait,
  }
}
