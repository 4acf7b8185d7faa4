import type { BenchData } from './bench-data.ts'
import type { Case } from './rows/cases.ts'
import { drive, type BenchRequest, type Measure } from './measure/load.ts'
import type { BenchOptions } from './options.ts'
import type { Samples } from './rows/sample-requests.ts'
import type { RunningServer } from './rows/server-start.ts'
import { cpuReader, sideNames, type Headers, type SideName } from './sides.ts'
import { median, percentile } from './measure/statistics.ts'

/** The context of a measurement. */
export interface Bench {
  options: BenchOptions
  data: BenchData
  samples: Samples
  headers: Headers
}

export interface LoadNumbers {
  perSecond: number
  p50: number
  p99: number
  serverCpu: number
  databaseCpu: number
  machineBusy: number
}

export interface Comparison<Name extends string> {
  numbers: Record<Name, LoadNumbers>
  /** Requests per second of the first divided by those of each: the median of the ratios of the rounds. */
  ratios: Record<Name, number>
  /** The same of the first and the second. */
  ratio: number
}

export interface Contender {
  servers: readonly RunningServer[]
  requests: BenchRequest[]
  /** Default: the headers of the administrator. */
  headers?: Headers
}

const warmUpShare = 0.5

/**
 * Measures contenders in turn: each round loads one after the other, so that other work on the machine slows all of them,
 * and every other round begins with the last one.
 */
export async function compare<Name extends string>(
  bench: Bench,
  contenders: Record<Name, Contender>,
): Promise<Comparison<Name>> {
  const names = Object.keys(contenders) as Name[]
  const run = (name: Name, share = 1): Promise<Measure> => {
    const { servers, requests, headers = bench.headers } = contenders[name]
    return drive({
      urls: servers.map(({ url }) => url),
      requests,
      headers,
      seconds: bench.options.seconds * share,
      connections: bench.options.connections,
      cpu: cpuReader(servers, bench.data),
    })
  }
  const measures = Object.fromEntries(names.map((name) => [name, [] as Measure[]])) as Record<Name, Measure[]>
  for (const name of names) await run(name, warmUpShare)
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) measures[name].push(await run(name))
  }
  const byName = <Value>(pick: (name: Name) => Value): Record<Name, Value> =>
    Object.fromEntries(names.map((name) => [name, pick(name)])) as Record<Name, Value>
  const first = measures[names[0]!].map((each) => each.requestsPerSecond)
  const ratios = byName((name) =>
    median(first.map((each, round) => each / measures[name][round]!.requestsPerSecond)),
  )
  return { numbers: byName((name) => summarise(measures[name])), ratios, ratio: ratios[names[1]!] }
}

function summarise(measures: readonly Measure[]): LoadNumbers {
  const latencies = measures.flatMap((each) => each.latencies)
  const of = (pick: (measure: Measure) => number): number => median(measures.map(pick))
  return {
    perSecond: of((each) => each.requestsPerSecond),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    serverCpu: of((each) => each.serverCpu),
    databaseCpu: of((each) => each.databaseCpu),
    machineBusy: of((each) => each.machineBusy),
  }
}

export function compareSides(
  bench: Bench,
  servers: Record<SideName, RunningServer>,
  each: Case,
): Promise<Comparison<SideName>> {
  const contender = (side: SideName): Contender => ({
    servers: [servers[side]],
    requests: each.requests(bench.samples, side),
  })
  const [ours, bare] = sideNames.map(contender)
  return compare(bench, { ours: ours!, bare: bare! })
}
