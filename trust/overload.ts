import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/measure/statistics.ts'
import { ask, atRate, runWorkers, keepAlive, NoReply, type Reply } from './client.ts'
import { combine, type Figure, type Finding } from './figure.ts'
import { onBoth, titles, withHome, withServer, type Served } from './with-server.ts'

const times = 4
// Expensive for the server and cheap for the client, because both run on the same machine.
const path = '/api/v1/search?q=pat'
/** Maximum of open connections; a request that would need another is not sent. */
const maxAtOnce = 2000
const workers = 16
const secondsOfPeak = 5

export const overload: Figure = {
  number: 6,
  guarantee:
    'at 4 × capacity for 60 s: goodput ≥ 80 % of peak, p99 of what is accepted < 1 s, the rest 503 with Retry-After in < 50 ms, normal again within 5 s',
  measure: async ({ seconds }, say) =>
    combine(
      await onBoth((database) =>
        withHome(database, async ({ settings }) => {
          say(
            `6: ${titles[database]}, ${secondsOfPeak} s of what it can do and ${seconds} s of four times that`,
          )
          const firm = { ...settings, SAMPLE_DATA: 'true' }
          const finding = await withServer(firm, (served) => overloadOnce(served, seconds))
          return { ...finding, measured: `${titles[database]}: ${finding.measured}` }
        }),
      ),
    ),
}

async function overloadOnce(served: Served, seconds: number): Promise<Finding> {
  await measurePeak(served, 2)
  const peak = await measurePeak(served, secondsOfPeak)
  const { offered, accepted, refused, failures } = await flood(served, peak * times, seconds)
  const back = await secondsUntilNormal(served)
  const goodput = accepted.length / seconds / peak
  const slowest = percentile(accepted, 0.99)
  const refusal = percentile(refused, 0.99)
  const isMet =
    goodput >= 0.8 && slowest < 1000 && refused.length > 0 && refusal < 50 && failures === 0 && back <= 5
  return {
    measured:
      `${(offered / seconds / peak).toFixed(1)} × ${Math.round(peak)}/s for ${seconds} s: goodput ${Math.round(goodput * 100)} %, ` +
      `accepted p99 ${Math.round(slowest)} ms, 503 in p50 ${Math.round(percentile(refused, 0.5))} and p99 ${Math.round(refusal)} ms, ` +
      `${failures} of ${offered} answered otherwise or not, normal after ${back.toFixed(1)} s`,
    // If the client could not produce the load, nothing was measured.
    isMet: isMet && offered >= seconds * peak * times * 0.9,
  }
}

/** Successful responses per second of a fixed number of workers. */
async function measurePeak({ server, headers }: Served, seconds: number): Promise<number> {
  const agent = keepAlive(workers)
  const end = performance.now() + seconds * 1000
  let good = 0
  await runWorkers(
    workers,
    () => performance.now() > end,
    async () => {
      const { status } = await ask(server.url + path, { headers, agent })
      if (status === 200) good++
    },
  )
  agent.destroy()
  return good / seconds
}

async function flood({ server, headers }: Served, perSecond: number, seconds: number) {
  const agent = keepAlive()
  const end = performance.now() + seconds * 1000
  const accepted: number[] = []
  const refused: number[] = []
  let failures = 0
  let open = 0
  let offered = 0
  const sort = ({ status, headers: given, milliseconds }: Reply): void => {
    if (status === 200) accepted.push(milliseconds)
    else if (status === 503 && Number(given['retry-after']) > 0) refused.push(milliseconds)
    else failures++
  }
  await atRate(
    perSecond,
    () => performance.now() > end,
    async () => {
      if (open >= maxAtOnce) return
      open++
      offered++
      try {
        sort(await ask(server.url + path, { headers, agent }))
      } catch (error) {
        if (!(error instanceof NoReply)) throw error
        failures++
      }
      open--
    },
  )
  agent.destroy()
  return { offered, accepted, refused, failures }
}

const inARow = 20
const quick = 250
const timeout = 20_000

/** Seconds from the end of the overload to the first of a series of quick successful responses. */
async function secondsUntilNormal({ server, headers }: Served): Promise<number> {
  const began = performance.now()
  let since: number | undefined
  for (let good = 0; good < inARow;) {
    const at = performance.now()
    if (at - began > timeout) return Infinity
    const { status, milliseconds } = await ask(server.url + path, { headers })
    const isGood = status === 200 && milliseconds < quick
    good = isGood ? good + 1 : 0
    since = isGood ? (since ?? at) : undefined
    await sleep(20)
  }
  return ((since ?? began) - began) / 1000
}
