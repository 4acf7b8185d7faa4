import { daysBetween } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { writeCursor } from '#server/store/query/list-order.ts'
import { writePlanCursor } from '#server/planner/plan-parts.ts'
import type { BenchData, DataRow } from '../bench-data.ts'
import type { BenchRequest } from '../measure/load.ts'
import type { Headers, SideName } from '../sides.ts'

/** Values for the requests, read from the database: the same for both sides and in every run. */
export interface Samples {
  customers: Record<string, unknown>[]
  needles: string[]
  /** The page after nine tenths of the customers; the bare server gets the sort values instead of a cursor. */
  deepPath: Record<SideName, string>
  /** The same for the planner, by due day. */
  deepPlannerPath: Record<SideName, string>
}

const customersPath = '/api/v1/customers'
const plansPath = '/api/v1/visit-plans'
const sampleSize = 200

export async function readSamples(data: BenchData, url: string, headers: Headers): Promise<Samples> {
  const step = Math.max(1, Math.floor(data.rows / sampleSize))
  const rows = await data.query(
    `select customer_code, customer_name, city_code from
     (select customer_code, customer_name, city_code, row_number() over (order by id) as n from customer) as numbered
     where n % ${step} = 0 order by n`,
  )
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`, { headers })).json()
  const customers: Record<string, unknown>[] = []
  for (const { customer_code: code } of rows.slice(0, sampleSize)) {
    customers.push((await get(`${customersPath}/${code}`)) as Record<string, unknown>)
  }
  const [deep] = await data.query(
    `select customer_name from customer order by customer_name, id limit 1 offset ${Math.floor(data.rows * 0.9)}`,
  )
  const from = encodeURIComponent(String(deep!['customer_name']))
  // The cursor comes from a response of the list, so its format does not matter here.
  const start = await get(`${customersPath}?Customer_Name.from=${from}&sort=Customer_Name&limit=1`)
  const { items, next } = start as { items: { Customer_Name: string; id: string }[]; next: string }
  const { Customer_Name: name, id } = items[0]!
  return {
    customers,
    needles: needlesOf(rows),
    deepPath: {
      ours: `${customersPath}?sort=Customer_Name&limit=50&after=${encodeURIComponent(next)}`,
      bare: `${customersPath}?afterName=${encodeURIComponent(name)}&afterId=${id}`,
    },
    deepPlannerPath: await deepPlannerPath(data),
  }
}

async function deepPlannerPath(data: BenchData): Promise<Record<SideName, string>> {
  const [visited] = await data.query('select count(*) as n from customer where due_day is not null')
  const [place] = await data.query(
    `select due_day, id from customer where due_day is not null order by due_day, id
     limit 1 offset ${Math.floor(Number(visited!['n']) * 0.9)}`,
  )
  const today = dayIn(new Date(), 'Asia/Kolkata')
  const dueDay = Number(place!['due_day'])
  const id = String(place!['id'])
  const section = dueDay > daysBetween('1970-01-01', today) ? 'later' : 'due'
  const after = writePlanCursor({ section, today, after: writeCursor([dueDay, id]) })
  return {
    ours: `${plansPath}?limit=50&after=${encodeURIComponent(after)}`,
    bare: `${plansPath}?afterDay=${dueDay}&afterId=${id}`,
  }
}

/** Search terms: three with very many matches, three with some, three with one, and one without a match. */
function needlesOf(rows: readonly DataRow[]): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    for (const word of String(row['customer_name']).toLowerCase().split(/\W+/)) {
      if (word.length >= 4) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const byCount = [...counts.entries()].toSorted(([, one], [, other]) => other - one).map(([word]) => word)
  const middle = Math.floor(byCount.length / 2)
  const common = byCount.slice(0, 3).map((word) => word.slice(1))
  const some = byCount.slice(middle, middle + 3)
  const once = [0.2, 0.5, 0.8].map((share) => String(rows[Math.floor(rows.length * share)]!['customer_code']))
  return [...common, ...some, ...once.map((code) => code.toLowerCase()), 'qzxwv']
}

const page = `${customersPath}?sort=Customer_Name&limit=50`

export const readRequests = ({ customers }: Samples): BenchRequest[] =>
  customers.map((customer) => ({ path: `${customersPath}/${String(customer['Customer_Code'])}` }))

export const listRequests = (): BenchRequest[] => [{ path: page }]

export const cityRequests = ({ customers }: Samples): BenchRequest[] =>
  [...new Set(customers.map((customer) => String(customer['City_Code'])))].map((city) => ({
    path: `${page}&City_Code=${encodeURIComponent(city)}`,
  }))

export const searchRequests = ({ needles }: Samples): BenchRequest[] =>
  needles.map((needle) => ({ path: `${page}&q=${encodeURIComponent(needle)}` }))

export const deepRequests = ({ deepPath }: Samples, side: SideName): BenchRequest[] => [
  { path: deepPath[side] },
]

export const plannerRequests = ({ customers }: Samples): BenchRequest[] =>
  [...new Set(customers.map((customer) => String(customer['Zone_Code'])))].map((zone) => ({
    path: `${plansPath}?due=overdue&limit=50&Zone_Code=${encodeURIComponent(zone)}`,
  }))

export const deepPlannerRequests = ({ deepPlannerPath: path }: Samples, side: SideName): BenchRequest[] => [
  { path: path[side] },
]

// Unique over all runs and cases.
let created = 0
const run = Date.now().toString(36)
const notSent = ['id', 'version', 'createdAt', 'updatedAt', 'Last_Visited', 'Last_Visit_ID']

export const createRequests = ({ customers }: Samples): BenchRequest[] => {
  const bodies = customers.map((customer) =>
    Object.fromEntries(Object.entries(customer).filter(([name]) => !notSent.includes(name))),
  )
  return [
    {
      method: 'POST',
      path: customersPath,
      setupRequest: (request) => {
        const code = `B${run}${(++created).toString(36)}`
        const body = JSON.stringify({ ...bodies[created % bodies.length], Customer_Code: code })
        const headers = { ...request.headers, 'content-type': 'application/json', 'idempotency-key': code }
        return { ...request, headers, body }
      },
    },
  ]
}
