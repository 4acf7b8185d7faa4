import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { makeWorkbook } from '#testing/files/make-zip.ts'
import type { Bench } from '../compare.ts'
import { latenciesUntil } from '../measure/latencies.ts'
import { cpuOfAll } from '../measure/cpu-of-all.ts'
import { memoryOf } from '../measure/process-numbers.ts'
import { median, percentile } from '../measure/statistics.ts'
import type { Line } from '../report.ts'
import type { Headers } from '../sides.ts'
import { headersOfAccount, send, type Answer } from './accounts.ts'
import { newCustomers } from './import-speed.ts'
import type { RunningServer } from './server-start.ts'

/** The longest time a page may take when the server has read it before. */
const maxPage = 100
/** How much longer another request may take while work runs in the background. */
const maxDelay = 100
const warmUps = 3
const repeats = 15

type Wanted = (number: string) => boolean
type SmallBench = Pick<Bench, 'data' | 'samples' | 'headers'>

export const officeRows = ['13', '14', '15', '16', '17']

/** Measured without a bare server. */
const onOurServer = { unit: 'ms', bare: null, ratio: null } as const

/** Rows 13 to 17: work of the office whose cost could grow with the number of customers. */
export async function* measureOfficeWork(
  bench: SmallBench,
  server: RunningServer,
  wanted: Wanted,
): AsyncGenerator<Line> {
  // The first start on a day checks the data and searches for duplicates.
  await untilQuiet(bench, server)
  if (wanted('13')) yield* duplicates(bench, server)
  if (wanted('14')) yield* receivables(bench, server)
  if (wanted('15')) yield* homes(bench, server)
  if (wanted('16')) yield* dataQuality(bench, server)
  if (wanted('17')) yield await workbook(bench, server)
}

const pairsPath = '/api/v1/duplicate-pairs'
const qualityPath = '/api/v1/data-quality'
const listPath = '/api/v1/customers?sort=Customer_Name&limit=50'

async function untilQuiet({ headers }: SmallBench, server: RunningServer): Promise<void> {
  for (;;) {
    const pairs = await send(server, headers, 'GET', `${pairsPath}?limit=1`)
    const quality = await send(server, headers, 'GET', qualityPath)
    if (pairs['isLooking'] !== true && quality['isLooking'] !== true) return
    await sleep(100)
  }
}

const verdictOf = (isMet: boolean): Line['verdict'] => (isMet ? 'met' : 'missed')

/** One page, requested again and again by one client. */
async function pageLine(
  number: string,
  work: string,
  bench: SmallBench,
  server: RunningServer,
  path: string,
  headers: Headers = bench.headers,
): Promise<Line> {
  const times: number[] = []
  let cpuBefore = 0
  for (let at = -warmUps; at < repeats; at++) {
    if (at === 0) cpuBefore = cpuOfAll(bench.data, server)
    const began = performance.now()
    const answer = await fetch(`${server.url}${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`)
    if (at >= 0) times.push(performance.now() - began)
  }
  const cpu = (cpuOfAll(bench.data, server) - cpuBefore) / repeats
  const ours = median(times)
  return {
    ...onOurServer,
    number,
    work,
    ours,
    goal: `≤ ${maxPage} ms`,
    verdict: verdictOf(ours <= maxPage),
    note: `${work}: ${cpu.toFixed(1)} ms of CPU time; slowest of ${repeats}: ${Math.max(...times).toFixed(0)} ms`,
  }
}

/** Work in the background, and how long a list takes meanwhile. */
async function backgroundLine(
  number: string,
  work: string,
  bench: SmallBench,
  server: RunningServer,
  run: () => Promise<unknown>,
): Promise<Line> {
  const { headers } = bench
  const url = `${server.url}${listPath}`
  const idle = await latenciesUntil(url, headers, sleep(4000))
  let memory = 0
  const watch = setInterval(() => (memory = Math.max(memory, memoryOf(server.pid).resident)), 100)
  const cpuBefore = cpuOfAll(bench.data, server)
  const began = performance.now()
  const running = run()
  const meanwhile = await latenciesUntil(url, headers, running)
  clearInterval(watch)
  await running
  const ours = performance.now() - began
  const cpu = (cpuOfAll(bench.data, server) - cpuBefore) / 1000
  const [before, during] = [percentile(idle, 0.99), percentile(meanwhile, 0.99)]
  const slowest = Math.max(...meanwhile)
  return {
    ...onOurServer,
    number,
    work,
    ours,
    goal: `others ≤ ${maxDelay} ms longer`,
    verdict: verdictOf(during - before <= maxDelay),
    note: `${work}: ${cpu.toFixed(1)} s of CPU time; p99 of a list meanwhile ${during.toFixed(1)} ms (slowest ${slowest.toFixed(0)}), ${before.toFixed(1)} ms idle; at most ${Math.round(memory)} MB resident`,
  }
}

async function* duplicates(bench: SmallBench, server: RunningServer): AsyncGenerator<Line> {
  const { headers } = bench
  yield await backgroundLine('13', 'likely duplicates among all customers', bench, server, async () => {
    await send(server, headers, 'POST', `${pairsPath}/search`)
    await untilQuiet(bench, server)
  })
  const { open } = await send(server, headers, 'GET', `${pairsPath}?limit=20`)
  const line = await pageLine('13', 'open the queue of duplicates', bench, server, `${pairsPath}?limit=20`)
  yield { ...line, note: `${String(open)} pairs; ${line.note}` }
}

async function* receivables(bench: SmallBench, server: RunningServer): AsyncGenerator<Line> {
  const { headers, samples } = bench
  const totals = await send(server, headers, 'GET', '/api/v1/receivable-totals')
  const owner = (totals['people'] as { employee: Answer | null }[]).find((each) => each.employee)?.employee
  const zone = String(samples.customers[0]!['Zone_Code'])
  const queries = {
    'first page': '',
    'of one person': `&employee=${String(owner?.['employeeNumber'])}`,
    'of one zone': `&Zone_Code=${encodeURIComponent(zone)}`,
    'with a name': `&q=${encodeURIComponent(String(samples.customers[1]!['Customer_Name']))}`,
  }
  for (const [which, query] of Object.entries(queries)) {
    const path = `/api/v1/receivables?limit=50${query}`
    yield await pageLine('14', `receivables, ${which}`, bench, server, path)
    const sums = `/api/v1/receivable-totals?show=overdue${query}`
    yield await pageLine('14', `totals of receivables, ${which}`, bench, server, sums)
  }
  let size = 0
  yield await backgroundLine('14', 'export of all receivables', bench, server, async () => {
    const file = await fetch(`${server.url}/api/v1/exports/receivables.csv?show=all`, { headers })
    size = (await file.arrayBuffer()).byteLength
  }).then((line) => ({ ...line, note: `${line.note}; ${Math.round(size / 1024)} kB` }))
}

async function* homes(bench: SmallBench, server: RunningServer): AsyncGenerator<Line> {
  const { headers, samples } = bench
  yield await pageLine('15', 'home of an administrator', bench, server, '/api/v1/home')
  const zone = [{ level: 'zone' as const, code: String(samples.customers[0]!['Zone_Code']) }]
  const station = [{ level: 'station' as const, code: String(samples.customers[0]!['Station_Code']) }]
  const stamp = Date.now().toString(36)
  for (const [who, account] of [
    ['a clerk', { role: 'OFFICE' }],
    ['a viewer of one zone', { role: 'VIEWER', places: zone }],
    ['a person in the field with one zone', { role: 'FIELD', places: zone }],
    ['a person in the field with one station', { role: 'FIELD', places: station }],
  ] as const) {
    const email = `${who.replaceAll(' ', '-')}-${stamp}@bench.example.in`
    const own = await headersOfAccount(headers, server, email, { ...account })
    yield await pageLine('15', `home of ${who}`, bench, server, '/api/v1/home', own)
  }
}

async function* dataQuality(bench: SmallBench, server: RunningServer): AsyncGenerator<Line> {
  const { headers } = bench
  yield await pageLine('16', 'users', bench, server, '/api/admin/users')
  yield await backgroundLine('16', 'check of the data', bench, server, async () => {
    await send(server, headers, 'POST', `${qualityPath}/check`)
    await untilQuiet(bench, server)
  })
  const { items } = await send(server, headers, 'GET', qualityPath)
  const most = (items as { rule: string; found: number | null }[]).toSorted(
    (one, other) => (other.found ?? 0) - (one.found ?? 0),
  )
  for (const { rule } of most) {
    const path = `${qualityPath}/${rule}/fix-all`
    const fixable = await send(server, headers, 'POST', path, { dryRun: true }).catch(() => undefined)
    if (!fixable) continue
    yield await backgroundLine('16', `Fix all of ${rule}: ${String(fixable['fixed'])}`, bench, server, () =>
      send(server, headers, 'POST', path, {}),
    )
    return
  }
}

const workbookRows = 10_000

/** A workbook of zones, cities and customers. */
async function workbook(bench: SmallBench, server: RunningServer): Promise<Line> {
  const { headers } = bench
  const customers = newCustomers(bench, Math.min(workbookRows, bench.data.rows)).map((each, at) => ({
    ...each,
    Customer_Code: `WB${at}`,
    Customer_Name: `Workbook ${at}`,
  }))
  const columns = Object.keys(customers[0]!)
  const table = customers.map((each) => columns.map((name) => String(Object(each)[name] ?? '')))
  const file = makeWorkbook({ Customers: [columns, ...table] })
  const ask = async (path: string, method = 'GET', body?: Uint8Array<ArrayBuffer>): Promise<ImportJob> => {
    const answer = await fetch(`${server.url}/api/v1/imports${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/octet-stream' }) },
      ...(body && { body }),
    })
    const job = (await answer.json()) as ImportJob
    if (!answer.ok) throw new Error(`The server refused the import: ${JSON.stringify(job)}`)
    return job
  }
  return backgroundLine(
    '17',
    `check and import of a workbook of ${customers.length}`,
    bench,
    server,
    async () => {
      const { id } = await ask('?name=bench.xlsx', 'POST', new Uint8Array(file))
      for (const step of ['check', 'run'] as const) {
        await ask(`/${id}/${step}`, 'POST')
        for (let job = await ask(`/${id}`); job.progress !== null; job = await ask(`/${id}`)) {
          if (job.failure) throw new Error(job.failure)
          await sleep(200)
        }
      }
    },
  )
}
