import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchData } from '../bench-data.ts'
import { cases } from './cases.ts'
import type { Bench } from '../compare.ts'
import { drive } from '../measure/load.ts'
import { memoryOf, type Memory } from '../measure/process-numbers.ts'
import type { RunningServer } from './server-start.ts'
import { cpuReader, sideNames, startSide, type Headers, type SideName } from '../sides.ts'
import { median } from '../measure/statistics.ts'

/** The median time in milliseconds from the start of the process to its first page of customers. */
export async function measureStarts(
  data: BenchData,
  headers: Headers,
  rounds: number,
): Promise<Record<SideName, number>> {
  const times: Record<SideName, number[]> = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sideNames : sideNames.toReversed()) {
      const server = await startSide(side, data, headers)
      times[side].push(server.startedIn)
      await server.stop()
    }
  }
  return { ours: median(times.ours), bare: median(times.bare) }
}

export interface MemoryNumbers {
  idle: Memory
  loaded: Memory
}

/** Memory of new servers, idle and after all kinds of load, regardless of the selected rows. */
export async function measureMemory(bench: Bench): Promise<Record<SideName, MemoryNumbers>> {
  const { data, headers } = bench
  const measure = async (side: SideName): Promise<MemoryNumbers> => {
    const server = await startSide(side, data, headers)
    await sleep(1000)
    const idle = memoryOf(server.pid)
    await loadWithEverything(bench, server, side)
    const loaded = memoryOf(server.pid)
    await server.stop()
    return { idle, loaded }
  }
  return { ours: await measure('ours'), bare: await measure('bare') }
}

async function loadWithEverything(
  { data, options, headers, samples }: Bench,
  server: RunningServer,
  side: SideName,
): Promise<void> {
  for (const each of cases) {
    await drive({
      urls: [server.url],
      requests: each.requests(samples, side),
      headers,
      seconds: options.seconds,
      connections: options.connections,
      cpu: cpuReader([server], data),
    })
  }
}
