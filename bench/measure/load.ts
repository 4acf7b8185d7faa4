import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { machineTime } from './process-numbers.ts'

export type BenchRequest = autocannon.Request

export interface Load {
  /** Several servers share the connections. */
  urls: string[]
  /** Each connection starts at a different offset, so that they do not send the same request at the same time. */
  requests: BenchRequest[]
  headers: Record<string, string>
  seconds: number
  connections: number
  /** CPU time used so far by the servers and by the database server, in milliseconds. */
  cpu: () => { server: number; database: number }
}

export interface Measure {
  requestsPerSecond: number
  /** Milliseconds, one per response. */
  latencies: number[]
  /** CPU time per request, in milliseconds. */
  serverCpu: number
  databaseCpu: number
  /** CPU utilisation of the machine, 0 to 1. */
  machineBusy: number
}

/** The server shed load, or answered nothing in time, because the machine was too busy: nothing was measured. */
class LoadShed extends Error {}

/** Sends requests for some seconds; fails on any response that is not a success, which would measure refusals. */
async function driveOnce({ urls, requests, headers, seconds, connections, cpu }: Load): Promise<Measure> {
  const latencies: number[] = []
  let inTime = 0
  let refusal: string | undefined
  let isShed = false
  let started = 0
  const cpuBefore = cpu()
  const machineBefore = machineTime()
  const start = performance.now()
  const run = autocannon({
    url: urls,
    connections,
    duration: seconds,
    sampleInt: 50,
    headers,
    requests,
    setupClient: (client) => {
      const place = Math.floor((requests.length * started++) / connections)
      client.setRequests([...requests.slice(place), ...requests.slice(0, place)])
    },
  })
  run.on('response', (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    if (status < 200 || status > 299) refusal ??= `${urls[0]} answered ${status}`
    isShed ||= status === 503
    latencies.push(milliseconds)
    if (performance.now() - start <= seconds * 1000) inTime++
  })
  const { errors } = await run
  if (errors > 0) refusal ??= `${urls[0]} did not answer ${errors} times`
  if (refusal) {
    const sentence = `${refusal}: ${requests[0]!.method ?? 'GET'} ${requests[0]!.path}`
    throw isShed ? new LoadShed(sentence) : new Error(sentence)
  }
  if (inTime === 0) throw new LoadShed(`${urls[0]} answered nothing within ${seconds} s`)
  const cpuAfter = cpu()
  const machineAfter = machineTime()
  const busy = machineAfter.busy - machineBefore.busy
  return {
    requestsPerSecond: inTime / seconds,
    latencies,
    serverCpu: (cpuAfter.server - cpuBefore.server) / latencies.length,
    databaseCpu: (cpuAfter.database - cpuBefore.database) / latencies.length,
    machineBusy: busy / (busy + machineAfter.idle - machineBefore.idle),
  }
}

const maxTries = 5

/** Repeats the measurement after a pause if the machine was too busy. */
export async function drive(load: Load): Promise<Measure> {
  for (let tries = 1; ; tries++) {
    try {
      return await driveOnce(load)
    } catch (error) {
      if (!(error instanceof LoadShed) || tries === maxTries) throw error
      process.stderr.write(`  repeated: ${error.message}\n`)
      await sleep(3000)
    }
  }
}
