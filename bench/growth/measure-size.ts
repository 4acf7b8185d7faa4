import { setTimeout as sleep } from 'node:timers/promises'
import { makeData, type BenchData } from '../bench-data.ts'
import type { BenchRequest } from '../measure/load.ts'
import { cpuOfAll } from '../measure/cpu-of-all.ts'
import { percentile } from '../measure/statistics.ts'
import { send } from '../rows/accounts.ts'
import { readSamples } from '../rows/sample-requests.ts'
import type { RunningServer } from '../rows/server-start.ts'
import { logIn, startSide, type Headers } from '../sides.ts'
import { fillChanges } from './fill-changes.ts'
import type { GrowthOptions } from './options.ts'
import { create, reads } from './requests.ts'
import { measureWorkingDay, type WorkingDay } from './working-day.ts'

export interface WorkNumbers {
  name: string
  p50: number
  p99: number
  /** CPU time of the server, its reader processes and the database per request, in milliseconds. */
  cpu: number
}

export interface TableSize {
  table: string
  rows: number
  bytes: number
}

export interface SizeNumbers {
  customers: number
  visits: number
  changes: number
  startedIn: number
  fillSeconds: number
  bytes: number
  tables: TableSize[]
  works: WorkNumbers[]
  day: WorkingDay
}

type Say = (sentence: string) => void

/** Creates a database of one size, starts the server on it, and sends every kind of request. */
export async function measureSize(customers: number, options: GrowthOptions, say: Say): Promise<SizeNumbers> {
  const visits = customers * options.visitsPerCustomer
  const changes = customers * options.changesPerCustomer
  say(
    `${customers.toLocaleString('en')} customers, ${visits.toLocaleString('en')} visits, ${changes.toLocaleString('en')} changes: creating them`,
  )
  const began = performance.now()
  const data = await makeData('postgres', customers, visits)
  try {
    // Before the changes are added: they are then not new to the server, which would seal them while it is measured.
    const headers = await logIn(data)
    await fillChanges(data, changes, say)
    await data.query('vacuum analyze')
    await data.query('checkpoint')
    const fillSeconds = (performance.now() - began) / 1000
    const server = await startSide('ours', data, headers)
    try {
      const samples = await readSamples(data, server.url, headers)
      await untilQuiet(server, headers, say)
      const works: WorkNumbers[] = []
      for (const { name, requests } of [...reads, create]) {
        works.push(
          await measureWork(name, requests(samples), { data, server, headers, count: options.requests }),
        )
        say(describe(works.at(-1)!))
      }
      const day = await measureWorkingDay({ data, server, headers, samples, people: options.people })
      return {
        customers,
        visits,
        changes,
        startedIn: server.startedIn,
        fillSeconds,
        ...(await sizesOf(data)),
        works,
        day,
      }
    } finally {
      await server.stop()
    }
  } finally {
    await data.drop()
  }
}

const describe = ({ name, p50, p99, cpu }: WorkNumbers): string =>
  `${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(2)} ms of CPU time`

/** The first start on a day checks the data, searches for duplicates and computes the figures of the dashboard. */
async function untilQuiet(server: RunningServer, headers: Headers, say: Say): Promise<void> {
  const began = performance.now()
  const isBusy = async (): Promise<boolean> => {
    const pairs = await send(server, headers, 'GET', '/api/v1/duplicate-pairs?limit=1')
    const quality = await send(server, headers, 'GET', '/api/v1/data-quality')
    return pairs['isLooking'] === true || quality['isLooking'] === true
  }
  while (await isBusy()) await sleep(500)
  say(`quiet ${((performance.now() - began) / 1000).toFixed(0)} s after the start`)
}

interface Setting {
  data: BenchData
  server: RunningServer
  headers: Headers
}

const warmUps = 10

/** One request after the other, so that a time is that of the work and not of a queue. */
async function measureWork(
  name: string,
  requests: readonly BenchRequest[],
  { data, server, headers, count }: Setting & { count: number },
): Promise<WorkNumbers> {
  const times: number[] = []
  let cpuBefore = 0
  for (let at = -warmUps; at < count; at++) {
    if (at === 0) cpuBefore = cpuOfAll(data, server)
    const each: BenchRequest = { ...requests[(at + warmUps) % requests.length]!, headers }
    const { path, ...request } = each.setupRequest?.(each) ?? each
    const began = performance.now()
    const response = await fetch(`${server.url}${path}`, request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
    if (at >= 0) times.push(performance.now() - began)
  }
  return {
    name,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: (cpuOfAll(data, server) - cpuBefore) / count,
  }
}

async function sizesOf(data: BenchData): Promise<Pick<SizeNumbers, 'bytes' | 'tables'>> {
  const rows = await data.query(
    `select relname, greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(pg_class.oid) as bytes
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname = 'public' order by 3 desc limit 8`,
  )
  const [whole] = await data.query('select pg_database_size(current_database()) as bytes')
  return {
    bytes: Number(whole!['bytes']),
    tables: rows.map((row) => ({
      table: String(row['relname']),
      rows: Number(row['rows']),
      bytes: Number(row['bytes']),
    })),
  }
}
