import { randomUUID } from 'node:crypto'
import type { SyncAnswer } from '#domain/api/field/sync.ts'
import { newId } from '#server/store/new-id.ts'
import type { BenchData } from '../bench-data.ts'
import { cpuOfAll } from '../measure/cpu-of-all.ts'
import { percentile } from '../measure/statistics.ts'
import { headersOfAccount, send } from '../rows/accounts.ts'
import { createRequests, type Samples } from '../rows/sample-requests.ts'
import type { RunningServer } from '../rows/server-start.ts'
import type { Headers } from '../sides.ts'

/** What one representative sends in a day, and the share of the office work that belongs to it: one clerk for twenty of them. */
export const dayOfOne = {
  visits: 10,
  /** Every ten minutes of eight hours, as far as there is a network. */
  syncs: 30,
  officePages: 10,
  officeReads: 5,
  officeSaves: 2,
  searches: 4,
  plannerPages: 2,
  dashboards: 0.2,
} as const

/** A quarter of the day's work is done in its busiest hour, and a core is then half busy. */
const busiestHour = 0.25
const busyShare = 0.5

export interface WorkingDay {
  people: number
  requests: number
  refused: number
  p99: number
  /** CPU time of the server and the database for the day of one representative, in seconds. */
  cpuSeconds: number
  customersOfPhone: number
  representativesPerCore: number
}

interface Setting {
  data: BenchData
  server: RunningServer
  headers: Headers
  samples: Samples
  people: number
}

type Task = () => Promise<unknown>

const clients = 4

/** Sends the working day of some representatives and of their office, in random order, as fast as four clients can. */
export async function measureWorkingDay(setting: Setting): Promise<WorkingDay> {
  const { data, server, people } = setting
  // One after the other: the first syncs of all at once would wait for a connection longer than the server lets them.
  const phones: Phone[] = []
  for (let at = 0; at < people; at++) phones.push(await newPhone(setting, at))
  const tasks = shuffled([
    ...phones.flatMap((phone) => tasksOfPhone(setting, phone)),
    ...tasksOfOffice(setting),
  ])
  const times: number[] = []
  let refused = 0
  const cpuBefore = cpuOfAll(data, server)
  const work = async (): Promise<void> => {
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const began = performance.now()
      await task().catch(() => refused++)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const cpuSeconds = (cpuOfAll(data, server) - cpuBefore) / 1000 / people
  return {
    people,
    requests: times.length,
    refused,
    p99: percentile(times, 0.99),
    cpuSeconds,
    customersOfPhone: Math.round(phones.reduce((sum, { ids }) => sum + ids.length, 0) / people),
    representativesPerCore: Math.floor((busyShare * 3600) / (busiestHour * cpuSeconds)),
  }
}

interface Phone {
  headers: Headers
  account: string
  device: string
  cursor: string
  ids: string[]
}

/** An account that sees the pool of one of the sample customers, with its first sync done. */
async function newPhone({ server, headers, samples }: Setting, at: number): Promise<Phone> {
  const pool = String(samples.customers[(at * 7) % samples.customers.length]!['Pool_Code'])
  const email = `rep-${at}-${Date.now().toString(36)}@bench.example.in`
  const places = [{ level: 'pool' as const, code: pool }]
  const own = await headersOfAccount(headers, server, email, { role: 'FIELD', places })
  const me = await send(server, own, 'GET', '/api/v1/me')
  const device = randomUUID()
  const first = await sync(server, own, device, null)
  const account = Object(me['account'])['id'] ?? me['id']
  return {
    headers: own,
    account: String(account),
    device,
    cursor: first.cursor,
    ids: first.customers.map(({ id }) => id),
  }
}

async function sync(
  server: RunningServer,
  headers: Headers,
  device: string,
  cursor: string | null,
): Promise<SyncAnswer> {
  const body = { device, clock: new Date().toISOString(), waiting: 0, cursor }
  return (await send(server, headers, 'POST', '/api/v1/field/sync', body)) as SyncAnswer
}

function tasksOfPhone({ server }: Setting, phone: Phone): Task[] {
  const record = async (): Promise<void> => {
    const customer = phone.ids[Math.floor(Math.random() * phone.ids.length)]
    const { account, device } = phone
    const clock = new Date()
    const event = {
      id: newId(clock),
      kind: 'visit',
      version: 1,
      account,
      device,
      at: clock.toISOString(),
      customer: { id: customer },
      seen: null,
      values: { Feedback: 'Met at the field; wants seed before the rain', Season_Recommendation: 'Winter' },
    }
    const body = { device, clock: clock.toISOString(), waiting: 1, events: [event] }
    const { results } = await send(server, phone.headers, 'POST', '/api/v1/field/events', body)
    const [result] = results as { state: string; message: string | null }[]
    if (result?.state !== 'accepted') throw new Error(`Not accepted: ${result?.message}`)
  }
  const ask = async (): Promise<void> => {
    phone.cursor = (await sync(server, phone.headers, phone.device, phone.cursor)).cursor
  }
  return [...times(dayOfOne.visits, () => record), ...times(dayOfOne.syncs, () => ask)]
}

function tasksOfOffice({ server, headers, samples, people }: Setting): Task[] {
  const customer = (): Record<string, unknown> =>
    samples.customers[Math.floor(Math.random() * samples.customers.length)]!
  const get =
    (path: () => string): Task =>
    () =>
      send(server, headers, 'GET', path())
  const [create] = createRequests(samples)
  const save: Task = async () => {
    const { path, body } = create!.setupRequest!({ path: create!.path, headers })
    return send(server, headers, 'POST', String(path), JSON.parse(String(body)))
  }
  const of = (count: number, task: Task): Task[] => times(Math.ceil(count * people), () => task)
  return [
    ...of(
      dayOfOne.officePages,
      get(
        () =>
          `/api/v1/customers?sort=Customer_Name&limit=50&City_Code=${encodeURIComponent(String(customer()['City_Code']))}`,
      ),
    ),
    ...of(
      dayOfOne.officeReads,
      get(() => `/api/v1/customers/${String(customer()['id'])}/page`),
    ),
    ...of(dayOfOne.officeSaves, save),
    ...of(
      dayOfOne.searches,
      get(() => `/api/v1/search?q=${encodeURIComponent(String(customer()['Customer_Name']).slice(0, 12))}`),
    ),
    ...of(
      dayOfOne.plannerPages,
      get(
        () =>
          `/api/v1/visit-plans?due=overdue&limit=50&Zone_Code=${encodeURIComponent(String(customer()['Zone_Code']))}`,
      ),
    ),
    ...of(
      dayOfOne.dashboards,
      get(() => '/api/v1/dashboard'),
    ),
  ]
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

function shuffled<T>(values: T[]): T[] {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1))
    ;[values[at], values[other]] = [values[other]!, values[at]!]
  }
  return values
}
