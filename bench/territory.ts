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
 * program that sees everything ("bare") and by one that sees a zone, or a few stations; and by people, of whom one sees
 * everything and the others a station and the customers that are assigned to them, wherever these lie.
 */
export async function* measureTerritory(bench: Bench, server: RunningServer): AsyncGenerator<Line> {
  const everything = await headersFor(bench, server, 'everything')
  for (const { who, places } of territories(bench.samples)) {
    const headers = await headersFor(bench, server, places)
    // What lies elsewhere is answered as not there: nothing to measure.
    const customers = bench.samples.customers.filter((each) => isIn(each, places))
    yield* linesOf(bench, server, { who, headers, customers }, everything)
  }
  yield* measureAssigned(bench, server)
}

/** So many customers are looked after by each of the people who ask. */
const assigned = [15, 300]

async function* measureAssigned(bench: Bench, server: RunningServer): AsyncGenerator<Line> {
  const everything = await headersOfPerson(bench, server, 'everything@bench.example.in')
  for (const count of assigned) {
    const { email, customers } = await employeeWith(bench, server, count)
    const headers = await headersOfPerson(bench, server, email, territories(bench.samples)[1]!.places)
    const who = `one station with ${count} assigned customers`
    yield* linesOf(bench, server, { who, headers, customers }, everything)
  }
}

interface Asking {
  who: string
  headers: Headers
  /** Whom they see, of those that are asked for. */
  customers: Samples['customers']
}

async function* linesOf(
  bench: Bench,
  server: RunningServer,
  { who, headers: scoped, customers }: Asking,
  everything: Headers,
): AsyncGenerator<Line> {
  const seen = { ...bench.samples, customers }
  for (const { work, requests } of works) {
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

type Answer = Record<string, unknown>

async function send(
  server: RunningServer,
  headers: Headers,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const told = (await answer.json()) as Answer
  if (!answer.ok) throw new Error(`The bench got no answer to ${method} ${path}: ${String(told['msg'])}`)
  return told
}

/** A new employee, who looks after that many of the customers that are asked for, and others where those are too few. */
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
  // Two employees do not look after the same customer, so each takes from another end.
  const customers = count < 100 ? samples.customers.slice(-count) : samples.customers.slice(0, 100)
  const more = await data.query(`select customer_code from customer order by natural_key limit ${count}`)
  const codes = [
    ...customers.map((each) => each['Customer_Code']),
    ...more.map((row) => row['customer_code']),
  ]
  await send(server, headers, 'POST', '/api/v1/handovers', {
    To_Employee: made['employeeNumber'],
    customers: { Customer_Codes: [...new Set(codes)].slice(0, count) },
    From_Day: dayIn(new Date(), 'Asia/Kolkata'),
  })
  return { email, customers }
}

/** Somebody who may read everything that lies in these places, and what is assigned to the employee with that e-mail. */
async function headersOfPerson(
  { headers }: Bench,
  server: RunningServer,
  email: string,
  places: Place[] = [],
): Promise<Headers> {
  const password = 'a bench is not a bank 4711'
  const person = { username: email.split('@')[0], email, phone: '9800000000', password }
  const { account } = await send(server, {}, 'POST', '/api/auth/register', person)
  const { id, version } = account as Answer
  const change = { status: 'active', role: 'VIEWER', places, version }
  await send(server, headers, 'PATCH', `/api/admin/users/${String(id)}`, change)
  const { token } = await send(server, {}, 'POST', '/api/auth/login', { email, password })
  return { authorization: `Bearer ${String(token)}` }
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
  const { token } = await send(server, headers, 'POST', '/api/v1/api-tokens', {
    name: 'Bench',
    role: 'VIEWER',
    places,
    expiresOn: addDays(dayIn(new Date(), 'Asia/Kolkata'), 30),
  })
  return { authorization: `Bearer ${String(token)}` }
}
