import { addDays } from '#domain/dates/dates.ts'
import type { TerritoryNode } from '#domain/access/rights.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { headersOfAccount, send, type Answer } from './accounts.ts'
import { compare, type Bench, type Contender } from '../compare.ts'
import type { Line } from '../report.ts'
import {
  listRequests,
  plannerRequests,
  readRequests,
  searchRequests,
  type Samples,
} from './sample-requests.ts'
import type { RunningServer } from './server-start.ts'
import type { Headers } from '../sides.ts'

/** The maximum cost relative to the same request by an account that sees everything. */
const maxCost = 1.3

const works = [
  { work: 'read one', requests: readRequests },
  { work: 'page of 50, sorted by name', requests: listRequests },
  { work: 'part of a name', requests: searchRequests },
  { work: 'planner page of a zone', requests: plannerRequests },
] as const

/**
 * Row 12: the cost of a limited scope. Both sides are our own server, with the same requests from an API token that sees
 * everything ("bare") and one that sees a zone or a few stations; then from accounts, of which one sees everything and
 * the others a station and their assigned customers anywhere.
 */
export async function* measureTerritory(bench: Bench, server: RunningServer): AsyncGenerator<Line> {
  const everything = await headersFor(bench, server, 'everything')
  for (const { who, places } of territories(bench.samples)) {
    const headers = await headersFor(bench, server, places)
    // Customers outside the scope would be answered with 404.
    const customers = bench.samples.customers.filter((each) => isIn(each, places))
    yield* linesOf(bench, server, { who, headers, customers }, everything)
  }
  yield* measureAssigned(bench, server)
}

/** The numbers of customers assigned to the employees of the accounts. */
const assigned = [15, 300]

async function* measureAssigned(bench: Bench, server: RunningServer): AsyncGenerator<Line> {
  const everything = await headersOfAccount(bench.headers, server, 'everything@bench.example.in')
  for (const count of assigned) {
    const { email, customers } = await employeeWith(bench, server, count)
    const { places } = territories(bench.samples)[1]!
    const headers = await headersOfAccount(bench.headers, server, email, { places })
    const who = `one station with ${count} assigned customers`
    yield* linesOf(bench, server, { who, headers, customers }, everything)
  }
}

interface ScopedClient {
  who: string
  headers: Headers
  /** The sample customers in its scope. */
  customers: Samples['customers']
}

async function* linesOf(
  bench: Bench,
  server: RunningServer,
  { who, headers: scoped, customers }: ScopedClient,
  everything: Headers,
): AsyncGenerator<Line> {
  const seen = { ...bench.samples, customers }
  for (const { work, requests } of works) {
    const contender = (headers: Headers): Contender => ({
      servers: [server],
      requests: requests(seen),
      headers,
    })
    const { numbers, ratio } = await compare(bench, { ours: contender(scoped), bare: contender(everything) })
    yield {
      number: '12',
      work: `${work}, scope: ${who}`,
      unit: '/s',
      ours: numbers.ours.perSecond,
      bare: numbers.bare.perSecond,
      ratio,
      goal: `≤ ${maxCost} × the cost`,
      verdict: ratio >= 1 / maxCost ? 'met' : 'missed',
      load: numbers,
    }
  }
}

/** Creates an employee who owns `count` customers: sample customers first, then others. */
async function employeeWith(
  { headers, data, samples }: Bench,
  server: RunningServer,
  count: number,
): Promise<{ email: string; customers: Samples['customers'] }> {
  const { items } = await send(server, headers, 'GET', '/api/v1/employees?limit=1')
  const { id: _, version: _2, createdAt: _3, updatedAt: _4, ...like } = (items as Answer[])[0]!
  const email = `assigned-${count}@bench.example.in`
  const made = await send(server, headers, 'POST', '/api/v1/employees', {
    ...like,
    name: `Assigned ${count}`,
    email,
    employeeNumber: `BENCH${count}`,
  })
  // A customer has one owner, so the two employees take from different ends.
  const customers = count < 100 ? samples.customers.slice(-count) : samples.customers.slice(0, 100)
  const more = await data.query(`select customer_code from customer order by natural_key limit ${count}`)
  const codes = [
    ...customers.map((each) => each['Customer_Code']),
    ...more.map((row) => row['customer_code']),
  ]
  const own = [...new Set(codes)].slice(0, count)
  const today = dayIn(new Date(), 'Asia/Kolkata')
  await send(server, headers, 'POST', '/api/v1/handovers', {
    To_Employee: made['employeeNumber'],
    customers: { Customer_Codes: own },
    From_Day: today,
  })
  // As in most firms, the owner of a customer also plans the next visit.
  for (let from = 0; from < own.length; from += 200)
    await send(server, headers, 'POST', '/api/v1/visit-plans', {
      Customer_Codes: own.slice(from, from + 200),
      Day: addDays(today, 1),
      From: '09:00',
      Assigned_To: made['employeeNumber'],
      Even_If_Off: true,
    })
  return { email, customers }
}

const isIn = (customer: Record<string, unknown>, places: readonly TerritoryNode[]): boolean =>
  places.some(({ level, code }) => customer[columnOf(level)] === code)

const columnOf = (level: TerritoryNode['level']): string => `${level[0]!.toUpperCase()}${level.slice(1)}_Code`

function territories({ customers }: Samples): { who: string; places: TerritoryNode[] }[] {
  const of = (level: TerritoryNode['level'], count: number, among = customers): TerritoryNode[] =>
    [...new Set(among.map((each) => String(each[columnOf(level)])))]
      .slice(0, count)
      .map((code) => ({ level, code }))
  const zone = of('zone', 1)
  return [
    { who: 'one zone', places: zone },
    { who: 'one station', places: of('station', 1) },
    // In one zone, as for a manager's team; and anywhere, so that most rows read for a zone are filtered out.
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
  places: TerritoryNode[] | 'everything',
): Promise<Headers> {
  const { token } = await send(server, headers, 'POST', '/api/v1/api-tokens', {
    name: 'Bench',
    role: 'VIEWER',
    places,
    expiresOn: addDays(dayIn(new Date(), 'Asia/Kolkata'), 30),
  })
  return { authorization: `Bearer ${String(token)}` }
}
