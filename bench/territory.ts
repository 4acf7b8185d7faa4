import { addDays } from '#domain/dates.ts'
import type { Place } from '#domain/access/rights.ts'
import { dayIn } from '#domain/moments.ts'
import { compare, type Bench, type Contender } from './compare.ts'
import type { Line } from './report.ts'
import {
  listRequests,
  plannerRequests,
  readRequests,
  searchRequests,
  type Samples,
} from './sample-requests.ts'
import type { RunningServer } from './server-start.ts'
import type { Headers } from './sides.ts'

/** At most this many times the work of the same question by somebody who sees everything. */
const most = 1.3

const works = [
  { work: 'read one', requests: readRequests },
  { work: 'page of 50, sorted by name', requests: listRequests },
  { work: 'part of a name', requests: searchRequests },
  { work: 'planner page of a zone', requests: plannerRequests },
] as const

/**
 * Row 12: what it costs that somebody sees only his own territory. Both sides are our own server, asked the same by a
 * program that sees everything ("bare") and by one that sees a zone, or a few stations.
 */
export async function* measureTerritory(bench: Bench, server: RunningServer): AsyncGenerator<Line> {
  const everything = await headersFor(bench, server, 'everything')
  for (const { who, places } of territories(bench.samples)) {
    const scoped = await headersFor(bench, server, places)
    for (const { work, requests } of works) {
      // What lies elsewhere is answered as not there: nothing to measure.
      const seen = {
        ...bench.samples,
        customers: bench.samples.customers.filter((each) => isIn(each, places)),
      }
      const asked = (headers: Headers): Contender => ({
        servers: [server],
        requests: requests(seen),
        headers,
      })
      const { numbers, ratio } = await compare(bench, { ours: asked(scoped), bare: asked(everything) })
      yield {
        number: '12',
        work: `${work}, by somebody of ${who}`,
        unit: '/s',
        ours: numbers.ours.perSecond,
        bare: numbers.bare.perSecond,
        ratio,
        goal: `≤ ${most} × the cost`,
        verdict: ratio >= 1 / most ? 'met' : 'missed',
        load: numbers,
      }
    }
  }
}

const isIn = (customer: Record<string, unknown>, places: readonly Place[]): boolean =>
  places.some(({ level, code }) => customer[columnOf(level)] === code)

const columnOf = (level: Place['level']): string => `${level[0]!.toUpperCase()}${level.slice(1)}_Code`

function territories({ customers }: Samples): { who: string; places: Place[] }[] {
  const of = (level: Place['level'], count: number, among = customers): Place[] =>
    [...new Set(among.map((each) => String(each[columnOf(level)])))]
      .slice(0, count)
      .map((code) => ({ level, code }))
  const zone = of('zone', 1)
  return [
    { who: 'one zone', places: zone },
    { who: 'one station', places: of('station', 1) },
    // As those of a manager's people lie; and anywhere, so that of what is read for one zone most is left out again.
    {
      who: 'five stations of a zone',
      places: of(
        'station',
        5,
        customers.filter((each) => isIn(each, zone)),
      ),
    },
    { who: 'five stations anywhere', places: of('station', 5) },
  ]
}

async function headersFor(
  { headers }: Bench,
  server: RunningServer,
  places: Place[] | 'everything',
): Promise<Headers> {
  const answer = await fetch(`${server.url}/api/v1/api-tokens`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      role: 'VIEWER',
      places,
      expiresOn: addDays(dayIn(new Date(), 'Asia/Kolkata'), 30),
    }),
  })
  const { token, msg } = (await answer.json()) as { token?: string; msg?: string }
  if (!token) throw new Error(`The bench got no token: ${msg}`)
  return { authorization: `Bearer ${token}` }
}
