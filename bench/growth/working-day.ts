import { randomUUID } from 'node:crypto'
import type { SyncAnswer } from '#domain/api/field/sync.ts'
import { newId } from '#server/store/new-id.ts'
import type { BenchData } from '../bench-data.ts'
import { cpuOfAll } from '../measure/cpu-of-all.ts'
import { cpuOfPostgres } from '../measure/process-numbers.ts'
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
  /** Of all customers of a state: a clerk exports once a day. */
  exports: 0.05,
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
  /** The part of it that a replica could take: the CPU time of the database for searches, the dashboard and exports. */
  replicaSeconds: number
  /** The CPU time of the database in it. */
  databaseSeconds: number
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
  const work = async (): Promise<void> => {
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const began = performance.now()
      await task().catch(() => refused++)
      times.push(performance.now() - began)
    }
  }
  const all = (): number => cpuOfAll(data, server)
  const ofDatabase = (): number => cpuOfPostgres(data.serverFolder!)
  const [cpu, database] = await spent([all, ofDatabase], () =>
    Promise.all(Array.from({ length: clients }, work)),
  )
  const [replica] = await spent([ofDatabase], async () => {
    for (const task of tasksOfReplica(setting)) await task()
  })
  const cpuSeconds = cpu! / 1000 / people
  return {
    people,
    requests: times.length,
    refused,
    p99: percentile(times, 0.99),
    cpuSeconds,
    databaseSeconds: database! / 1000 / people,
    replicaSeconds: replica! / 1000 / people,
    customersOfPhone: Math.round(phones.reduce((sum, { ids }) => sum + ids.length, 0) / people),
    representativesPerCore: Math.floor((busyShare * 3600) / (busiestHour * cpuSeconds)),
  }
}

/** What the clocks advance by meanwhile. */
async function spent(clocks: readonly (() => number)[], work: () => Promise<unknown>): Promise<number[]> {
  const before = clocks.map((clock) => clock())
  await work()
  return clocks.map((clock, at) => clock() - before[at]!)
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

const anyCustomer = ({ samples }: Setting): Record<string, unknown> =>
  samples.customers[Math.floor(Math.random() * samples.customers.length)]!

/** A read of the office, with a value of any customer in its path. */
const readBy =
  (setting: Setting, field: string, path: (value: string) => string): Task =>
  () =>
    send(
      setting.server,
      setting.headers,
      'GET',
      path(encodeURIComponent(String(anyCustomer(setting)[field]))),
    )

const tasksOf = ({ people }: Setting, count: number, task: Task): Task[] =>
  times(Math.ceil(count * people), () => task)

function tasksOfOffice(setting: Setting): Task[] {
  const { server, headers, samples } = setting
  const [create] = createRequests(samples)
  const save: Task = async () => {
    const { path, body } = create!.setupRequest!({ path: create!.path, headers })
    return send(server, headers, 'POST', String(path), JSON.parse(String(body)))
  }
  const page = readBy(
    setting,
    'City_Code',
    (city) => `/api/v1/customers?sort=Customer_Name&limit=50&City_Code=${city}`,
  )
  const planner = readBy(
    setting,
    'Zone_Code',
    (zone) => `/api/v1/visit-plans?due=overdue&limit=50&Zone_Code=${zone}`,
  )
  return [
    ...tasksOf(setting, dayOfOne.officePages, page),
    ...tasksOf(
      setting,
      dayOfOne.officeReads,
      readBy(setting, 'id', (id) => `/api/v1/customers/${id}/page`),
    ),
    ...tasksOf(setting, dayOfOne.officeSaves, save),
    ...tasksOf(setting, dayOfOne.plannerPages, planner),
    ...tasksOfReplica(setting),
  ]
}

/** What may be a moment old, and so could be read from a replica. */
function tasksOfReplica(setting: Setting): Task[] {
  const { server, headers } = setting
  const search: Task = () => {
    const name = String(anyCustomer(setting)['Customer_Name']).slice(0, 12)
    return send(server, headers, 'GET', `/api/v1/search?q=${encodeURIComponent(name)}`)
  }
  const exportOfState: Task = async () => {
    const state = encodeURIComponent(String(anyCustomer(setting)['State_Code']))
    const response = await fetch(`${server.url}/api/v1/exports/customers.csv?State_Code=${state}`, {
      headers,
    })
    await response.text()
    if (!response.ok) throw new Error(`The export answered ${response.status}`)
  }
  return [
    ...tasksOf(setting, dayOfOne.searches, search),
    ...tasksOf(setting, dayOfOne.dashboards, () => send(server, headers, 'GET', '/api/v1/dashboard')),
    ...tasksOf(setting, dayOfOne.exports, exportOfState),
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
