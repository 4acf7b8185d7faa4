import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { titles } from '../measure/measure.ts'
import { makeData, type BenchData } from '../bench-data.ts'
import { compare, type Bench, type Contender } from '../compare.ts'
import { memoryOfTree } from '../measure/process-numbers.ts'
import { median } from '../measure/statistics.ts'
import type { BenchOptions } from '../options.ts'
import { cases, isWanted } from '../rows/cases.ts'
import { importInto, newCustomers } from '../rows/import-speed.ts'
import { readSamples } from '../rows/sample-requests.ts'
import type { RunningServer } from '../rows/server-start.ts'
import { cpuReader, logIn, startSide, type Headers } from '../sides.ts'
import { measureFirstRows } from './first-rows.ts'
import type { ListPage, Peer, PreparedPeer } from './peer.ts'
import { cpuOf, peerRowOf, type PeerLine, type PeerSection } from './report-peers.ts'
import { checkSameRows } from './same-rows.ts'
import type { DatabaseName } from '#testing/databases.ts'

const ours = 'AgriDesk'
/** How many times as fast as each peer we are to be. */
const goals: Record<string, number> = { 1: 10, 2: 10, 3: 10, 4: 5, 5: 4 }
const loadedRows = 20_000
/** Validating them one after the other takes long enough with a tenth. */
const validatedRows = loadedRows / 10

interface Measured {
  peer: Peer
  prepared: PreparedPeer
}

/** Measures the product and its peers in turn, on copies of one database. */
export async function measurePeers(
  database: DatabaseName,
  rows: number,
  options: BenchOptions,
  peers: readonly Peer[],
  say: (sentence: string) => void,
): Promise<PeerSection> {
  const title = titles[database]
  const machineLoad = loadavg()[0]!
  const absent: string[] = []
  const present: Peer[] = []
  for (const peer of peers) {
    const reason = peer.databases.includes(database)
      ? await peer.missing()
      : `${peer.name} cannot use these tables on ${title}.`
    if (reason) absent.push(`  ${reason}`)
    else present.push(peer)
  }
  if (present.length === 0) return { database: title, rows, machineLoad, lines: [], absent }
  say(`${title}: creating ${rows.toLocaleString('en')} customers`)
  const data = await makeData(database, rows)
  try {
    const headers = await logIn(data)
    const measured: Measured[] = []
    for (const [at, peer] of present.entries())
      measured.push({ peer, prepared: await peer.prepare(data, await data.copy(`peer${at}`)) })
    const lines: PeerLine[] = []
    for await (const line of measureAll(data, options, headers, measured)) {
      // Printed at once, so that the results are not lost if a later row fails.
      say(`${title}: ${peerRowOf(line)}`)
      lines.push(line)
    }
    const order = (line: PeerLine): number => Number.parseInt(line.number, 10)
    lines.sort((one, other) => order(one) - order(other))
    return { database: title, rows, machineLoad, lines, absent }
  } finally {
    await data.drop()
  }
}

async function* measureAll(
  data: BenchData,
  options: BenchOptions,
  headers: Headers,
  measured: readonly Measured[],
): AsyncGenerator<PeerLine> {
  const wanted = (number: string): boolean => isWanted(number, options.only)
  if (wanted('8') || wanted('9')) yield* measureStarts(data, options, headers, measured)
  const servers = new Map<string, RunningServer>([[ours, await startSide('ours', data, headers)]])
  for (const { peer, prepared } of measured) servers.set(peer.name, await prepared.start())
  const server = servers.get(ours)!
  const bench: Bench = { options, data, headers, samples: await readSamples(data, server.url, headers) }
  for (const each of cases.filter(({ number }) => number in goals && wanted(number))) {
    const able = measured.filter(({ prepared }) => prepared.requests[each.number])
    const contenders: Record<string, Contender> = {
      [ours]: { servers: [server], requests: each.requests(bench.samples, 'ours') },
    }
    for (const { peer, prepared } of able) {
      const requests = prepared.requests[each.number]!(bench.samples)
      contenders[peer.name] = { servers: [servers.get(peer.name)!], requests, headers: prepared.headers }
      await checkSameRows(contenders[ours]!, contenders[peer.name]!, headers, prepared)
    }
    const { numbers, ratios } = await compare(bench, contenders)
    for (const { peer } of able) {
      const load = { ours: numbers[ours]!, theirs: numbers[peer.name]! }
      yield {
        number: each.number,
        work: each.work,
        peer: peer.name,
        unit: '/s',
        load,
        ours: load.ours.perSecond,
        theirs: load.theirs.perSecond,
        ratio: ratios[peer.name]!,
        cpuRatio: cpuOf(load.theirs) / cpuOf(load.ours),
        goal: goals[each.number]!,
      }
    }
  }
  if (wanted('9')) {
    for (const { peer } of measured) {
      const [own, theirs] = [memoryOfTree(server.pid), memoryOfTree(servers.get(peer.name)!.pid)]
      yield smaller('9', 'memory after these rows', peer, 'MB', own, theirs)
    }
  }
  if (wanted('6')) yield* measureImports(bench, server, measured)
  if (wanted('10')) yield* measureBrowser(bench, servers, measured)
  for (const each of servers.values()) await each.stop()
}

const smaller = (
  number: string,
  work: string,
  { name }: Peer,
  unit: PeerLine['unit'],
  own: number,
  theirs: number,
): PeerLine => ({
  number,
  work,
  peer: name,
  unit,
  ours: own,
  theirs,
  ratio: theirs / own,
  cpuRatio: null,
  goal: 1,
})

/** The time from the start of the process to its first page of customers, and the memory a second later. */
async function* measureStarts(
  data: BenchData,
  { rounds }: BenchOptions,
  headers: Headers,
  measured: readonly Measured[],
): AsyncGenerator<PeerLine> {
  const starts = [
    () => startSide('ours', data, headers),
    ...measured.map(
      ({ prepared }) =>
        () =>
          prepared.start(),
    ),
  ]
  const found = starts.map((): { times: number[]; memory: number[] } => ({ times: [], memory: [] }))
  for (let round = 0; round < rounds; round++) {
    const order = [...starts.keys()]
    for (const at of round % 2 === 0 ? order : order.toReversed()) {
      const server = await starts[at]!()
      await sleep(1000)
      found[at]!.times.push(server.startedIn)
      found[at]!.memory.push(memoryOfTree(server.pid))
      await server.stop()
    }
  }
  const [own, ...others] = found.map(({ times, memory }) => ({ time: median(times), memory: median(memory) }))
  for (const [at, { peer }] of measured.entries()) {
    const theirs = others[at]!
    yield smaller('8', 'cold start to the first page', peer, 'ms', own!.time, theirs.time)
    yield smaller('9', 'memory, idle', peer, 'MB', own!.memory, theirs.memory)
  }
}

/** The same customers: ours checked and with history, theirs as fast as they load them, and with validation. */
async function* measureImports(
  bench: Bench,
  server: RunningServer,
  measured: readonly Measured[],
): AsyncGenerator<PeerLine> {
  const customers = newCustomers(bench, loadedRows)
  const cpu = cpuReader([server], bench.data)
  let used = 0
  const { checked, loaded } = await importInto(server, bench.headers, customers, async (running) => {
    const before = cpu()
    await running
    const after = cpu()
    used = after.server - before.server + after.database - before.database
  })
  const database = cpuReader([], bench.data)
  for (const { peer, prepared } of measured) {
    for (const isChecked of prepared.load ? [false, true] : []) {
      const from = isChecked ? loadedRows - validatedRows : 0
      const file = join(bench.data.folder, `${isChecked ? 'checked' : 'unchecked'}.json`)
      const part = isChecked
        ? customers
            .slice(from)
            .map((each) => ({ ...each, Customer_Code: `C${String(each['Customer_Code'])}` }))
        : customers
      writeFileSync(file, JSON.stringify(part))
      const before = database().database
      const theirs = await prepared.load!(file, isChecked)
      const theirCpu = (theirs.cpu + database().database - before) / part.length
      yield {
        number: '6',
        unit: '/s',
        peer: peer.name,
        goal: 1,
        work: isChecked ? 'import, both validated' : 'import, theirs not validated',
        ours: customers.length / loaded,
        theirs: part.length / theirs.seconds,
        ratio: customers.length / loaded / (part.length / theirs.seconds),
        cpuRatio: theirCpu / (used / customers.length),
        note: `CPU ms a row ${(used / customers.length).toFixed(2)} / ${theirCpu.toFixed(2)}; ours loaded ${customers.length} in ${loaded.toFixed(1)} s after a check of ${checked.toFixed(1)} s, theirs ${part.length} in ${theirs.seconds.toFixed(1)} s`,
      }
    }
  }
}

async function* measureBrowser(
  { headers, options }: Bench,
  servers: ReadonlyMap<string, RunningServer>,
  measured: readonly Measured[],
): AsyncGenerator<PeerLine> {
  const token = headers['authorization']!.replace('Bearer ', '')
  const ourPage: ListPage = {
    path: '/lists/customers',
    rows: '.table tbody tr',
    cookies: [],
    localStorage: [{ name: 'token', value: token }],
  }
  const able = measured.filter(({ prepared }) => prepared.listPage)
  const pages = [
    { server: servers.get(ours)!, page: ourPage },
    ...able.map(({ peer, prepared }) => ({ server: servers.get(peer.name)!, page: prepared.listPage! })),
  ]
  const [own, ...others] = (await measureFirstRows(pages, options.rounds)) ?? []
  if (!own) return
  for (const [at, { peer }] of able.entries()) {
    const theirs = others[at]!
    yield smaller('10', 'first rows of the list, empty cache', peer, 'ms', own.empty, theirs.empty)
    yield smaller('10', 'first rows of the list, files cached', peer, 'ms', own.full, theirs.full)
  }
}
