import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { machineTime } from './process-numbers.ts'

export type BenchRequest = autocannon.Request

export interface Load {
  /** Several addresses share the connections. */
  urls: string[]
  /** Each connection walks through them from a place of its own, so that no two ask for the same at once. */
  requests: BenchRequest[]
  headers: Record<string, string>
  seconds: number
  connections: number
  /** Processor milliseconds used so far, by the servers and by a database beside them. */
  cpu: () => { server: number; database: number }
}

export interface Measure {
  requestsPerSecond: number
  /** Milliseconds, one per answer. */
  latencies: number[]
  /** Milliseconds of processor time per request. */
  serverCpu: number
  databaseCpu: number
  /** How much of the machine was busy, 0 to 1: at 1 nothing more can be got out of it. */
  machineBusy: number
}

/** The server turned work away, as it should when the machine has no time for it, or none of it was done in time: nothing was measured. */
class TurnedAway extends Error {}

/** Drives a server for some seconds. An answer that is not a success ends the bench: it would measure refusals. */
async function driveOnce({ urls, requests, headers, seconds, connections, cpu }: Load): Promise<Measure> {
  const latencies: number[] = []
  let inTime = 0
  let refusal: string | undefined
  let turnedAway = false
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
    turnedAway ||= status === 503
    latencies.push(milliseconds)
    if (performance.now() - start <= seconds * 1000) inTime++
  })
  const { errors } = await run
  if (errors > 0) refusal ??= `${urls[0]} did not answer ${errors} times`
  if (refusal) {
    const sentence = `${refusal}: ${requests[0]!.method ?? 'GET'} ${requests[0]!.path}`
    throw turnedAway ? new TurnedAway(sentence) : new Error(sentence)
  }
  if (inTime === 0) throw new TurnedAway(`${urls[0]} answered nothing within ${seconds} s`)
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

const mostTries = 5

/** The same, tried again after a pause when other work on the machine left none of it to the server. */
export async function drive(load: Load): Promise<Measure> {
  for (let tries = 1; ; tries++) {
    try {
      return await driveOnce(load)
    } catch (error) {
      if (!(error instanceof TurnedAway) || tries === mostTries) throw error
      process.stderr.write(`  repeated: ${error.message}\n`)
      await sleep(3000)
    }
  }
}
