import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { writeCsv } from '#domain/csv.ts'
import { bareImport } from '../bare/bare-import.ts'
import type { Customer } from '../bare/bare-sql.ts'
import type { Bench } from '../compare.ts'
import { memoryOf } from '../measure/process-numbers.ts'
import type { Line } from '../report.ts'
import type { RunningServer } from './server-start.ts'
import type { Headers } from '../sides.ts'
import { percentile } from '../measure/statistics.ts'
import { latenciesUntil } from '../measure/latencies.ts'

const maxRows = 100_000

/** Row 6: a file of new customers, imported by the product and inserted directly into the table. */
export async function measureImport(bench: Bench, server: RunningServer): Promise<Line> {
  const customers = newCustomers(bench, Math.min(maxRows, bench.data.rows))
  const bareSeconds = await bareImport(bench.data, customers)
  const { headers } = bench
  const path = `${server.url}/api/v1/customers/${String(bench.samples.customers[0]!['Customer_Code'])}`
  const idle = await latenciesUntil(path, headers, sleep(6000))
  let meanwhile: number[] = []
  const { checked, loaded, memory } = await importInto(server, headers, customers, async (running) => {
    meanwhile = await latenciesUntil(path, headers, running)
  })
  const ours = customers.length / loaded
  const bare = customers.length / bareSeconds
  const [before, during] = [percentile(idle, 0.99), percentile(meanwhile, 0.99)]
  return {
    number: '6',
    work: `import ${customers.length.toLocaleString('en')} customers`,
    unit: '/s',
    ours,
    bare,
    ratio: ours / bare,
    goal: '≥ 0.5 × bare',
    verdict: ours / bare >= 0.5 ? 'met' : 'missed',
    note: `checked in ${checked.toFixed(1)} s, loaded in ${loaded.toFixed(1)} s, at most ${Math.round(memory)} MB resident; p99 of other requests ${during.toFixed(1)} ms, ${(during / before).toFixed(2)} × idle`,
  }
}

/** Uploads a file of the customers, checks and imports it; in seconds, and the most memory in megabytes. */
export async function importInto(
  server: RunningServer,
  headers: Headers,
  customers: readonly Customer[],
  during: (running: Promise<unknown>) => Promise<unknown> = (running) => running,
): Promise<{ checked: number; loaded: number; memory: number }> {
  const ask = async (path: string, method = 'GET', body?: string): Promise<ImportJob> => {
    const answer = await fetch(`${server.url}/api/v1/imports${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'text/csv' }) },
      ...(body !== undefined && { body }),
    })
    const job = (await answer.json()) as ImportJob
    if (!answer.ok) throw new Error(`The server refused the import: ${JSON.stringify(job)}`)
    return job
  }
  const columns = Object.keys(customers[0]!)
  const table = customers.map((each) => columns.map((name) => String(each[name] ?? '')))
  const { id } = await ask('?entity=customer&name=bench.csv', 'POST', writeCsv([columns, ...table]))
  let memory = 0
  const finish = async (step: 'check' | 'run'): Promise<ImportJob> => {
    await ask(`/${id}/${step}`, 'POST')
    for (;;) {
      memory = Math.max(memory, memoryOf(server.pid).resident)
      const job = await ask(`/${id}`)
      if (job.failure) throw new Error(job.failure)
      if (job.progress === null) return job
      await sleep(200)
    }
  }
  const checkedJob = await finish('check')
  const running = finish('run')
  await during(running)
  const { report } = await running
  if (report?.created !== customers.length || checkedJob.report?.created !== customers.length)
    throw new Error(`Not all of ${customers.length} rows were imported: ${JSON.stringify(report)}`)
  return { checked: checkedJob.report.seconds, loaded: report.seconds, memory }
}

export function newCustomers({ samples }: Pick<Bench, 'samples'>, count: number): Customer[] {
  return Array.from({ length: count }, (_, at) => {
    const {
      id: _1,
      version: _2,
      createdAt: _3,
      updatedAt: _4,
      ...like
    } = samples.customers[at % samples.customers.length]!
    return {
      ...(like as Customer),
      Customer_Code: `IMP${String(at).padStart(7, '0')}`,
      Erp_Code: `E${at}`,
      Last_Visit_ID: null,
    }
  })
}
