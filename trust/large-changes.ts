import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/measure/statistics.ts'
import { ask, atRate, keepAlive } from './client.ts'
import { combine, type Figure, type Finding } from './figure.ts'
import { fill } from './heavy-reads.ts'
import { onBoth, titles, withHome, withServer, type Served } from './with-server.ts'

const savesPerSecond = 20
const maxWait = 1000
/** A rename or merge is one transaction, see decision 029. */
const maxWaitForCode = 2000
/** The number of customers that others save, outside the bulk change. */
const othersCustomers = 200
const bulkSize = 4605

export const largeChanges: Figure = {
  number: 14,
  guarantee:
    'on 100,000 customers, during a bulk change of 4,605, a rename or merge of a zone with 9,000, or a move of a state with 4,600, and during its dry run and undo: others save one customer 20 times a second, each within 1 s, during a rename or merge within 2 s, none refused',
  measure: async ({ customers }, say) =>
    combine(
      await onBoth((database) =>
        withHome(database, async (home) => {
          say(`14: ${titles[database]}, filling in ${customers} customers`)
          await fill(home, customers)
          const finding = await withServer(home.settings, (served) => measureChanges(served, say))
          return { ...finding, measured: `${titles[database]}: ${finding.measured}` }
        }),
      ),
    ),
}

interface VersionedRecord {
  id: string
  version: number
}

interface PlaceWithCount extends VersionedRecord {
  Zone_Code: string
  State_Code?: string
  customers: number
}

interface Page<Item> {
  items: Item[]
  next: string | null
  total?: number
}

interface Changed {
  batch: { id: string } | null
}

type Send = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

const sender =
  ({ server, headers }: Served): Send =>
  async <Answer>(method: string, path: string, body?: unknown) => {
    const { status, text } = await ask(server.url + path, { method, headers, body })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text) as Answer
  }

const inPlace = ({ Zone_Code, State_Code }: PlaceWithCount): string =>
  State_Code === undefined
    ? `Zone_Code=${encodeURIComponent(Zone_Code)}`
    : `State_Code=${encodeURIComponent(State_Code)}`

/** The zones or states with customers, those with the fewest first. */
async function placesBySize(send: Send, path: 'zones' | 'states'): Promise<PlaceWithCount[]> {
  const { items } = await send<Page<PlaceWithCount>>('GET', `/api/v1/${path}?limit=200`)
  const places: PlaceWithCount[] = []
  for (const place of items) {
    const counted = `/api/v1/customers?${inPlace(place)}&limit=1&total=true`
    places.push({ ...place, customers: (await send<Page<VersionedRecord>>('GET', counted)).total ?? 0 })
  }
  return places
    .filter(({ customers }) => customers > 0)
    .toSorted((one, other) => one.customers - other.customers)
}

async function idsIn(send: Send, places: readonly PlaceWithCount[], most: number): Promise<string[]> {
  const ids: string[] = []
  for (const place of places) {
    for (let after = ''; ids.length < most;) {
      const path = `/api/v1/customers?${inPlace(place)}&limit=200${after}`
      const { items, next } = await send<Page<VersionedRecord>>('GET', path)
      ids.push(...items.map(({ id }) => id))
      if (next === null) break
      after = `&after=${encodeURIComponent(next)}`
    }
  }
  return ids.slice(0, most)
}

/** The large changes, each as a dry run and as a change, and the customers that others save. */
async function changesOf(
  send: Send,
): Promise<[Map<string, (isDryRun: boolean) => Promise<Changed>>, string[]]> {
  const [zone, other, ...rest] = (await placesBySize(send, 'zones')) as [
    PlaceWithCount,
    PlaceWithCount,
    ...PlaceWithCount[],
  ]
  const state = (await placesBySize(send, 'states')).findLast(
    ({ Zone_Code }) => Zone_Code !== zone.Zone_Code,
  )!
  const ids = await idsIn(send, rest, Math.min(bulkSize, zone.customers))
  const versionOf = async (path: string, { id }: VersionedRecord): Promise<number> =>
    (await send<VersionedRecord>('GET', `/api/v1/${path}/${id}`)).version
  const changes = new Map<string, (isDryRun: boolean) => Promise<Changed>>([
    [
      `bulk edit of ${ids.length}`,
      (isDryRun) => {
        const set = { Street: 'Station Road' }
        return send('POST', '/api/v1/bulk/customers', { action: 'update', ids, set, dryRun: isDryRun })
      },
    ],
    [
      `rename of a zone with ${zone.customers}`,
      async (isDryRun) => {
        const version = await versionOf('zones', zone)
        const to = { Zone_Code: 'RENAMED' }
        return send('POST', `/api/v1/zones/${zone.id}/rename`, { to, version, dryRun: isDryRun })
      },
    ],
    [
      `merge of a zone with ${zone.customers}`,
      async (isDryRun) => {
        const versions = {
          [zone.id]: await versionOf('zones', zone),
          [other.id]: await versionOf('zones', other),
        }
        return send('POST', `/api/v1/zones/${other.id}/merge`, {
          with: zone.id,
          versions,
          dryRun: isDryRun,
        })
      },
    ],
    [
      `move of a state with ${state.customers}`,
      async (isDryRun) => {
        const version = await versionOf('states', state)
        const to = { Zone_Code: zone.Zone_Code }
        return send('POST', `/api/v1/states/${state.id}/move`, { to, version, dryRun: isDryRun })
      },
    ],
  ])
  return [changes, await idsIn(send, [other], othersCustomers)]
}

export async function measureChanges(served: Served, say: (sentence: string) => void): Promise<Finding> {
  const send = sender(served)
  const [changes, othersIds] = await changesOf(send)
  const others = await OtherUsers.of(served, othersIds)
  const findings: Finding[] = []
  for (const [name, change] of changes) {
    let batch = ''
    const steps: Record<string, () => Promise<unknown>> = {
      check: () => change(true),
      work: async () => (batch = (await change(false)).batch!.id),
      undo: () => send('POST', `/api/v1/batches/${batch}/undo`),
    }
    const seen: Seen[] = []
    for (const [step, work] of Object.entries(steps)) {
      seen.push(await others.during(work))
      say(`14: ${name}, ${step}: ${describeSeen(seen.at(-1)!)}`)
    }
    const refused = seen.reduce((sum, each) => sum + each.refused, 0)
    const longest = seen.map((each) => Math.max(...each.waits))
    findings.push({
      measured: `${name}: longest wait ${longest.map(Math.round).join(', ')} ms (check, work, undo), ${refused} refused`,
      isMet:
        refused === 0 && longest.every((wait) => wait < (isCodeChanged(name) ? maxWaitForCode : maxWait)),
    })
  }
  return combine(findings)
}

const isCodeChanged = (name: string): boolean => /^(?:rename|merge)/.test(name)

interface Seen {
  waits: number[]
  refused: number
  seconds: number
}

const describeSeen = ({ waits, refused, seconds }: Seen): string =>
  `${seconds.toFixed(1)} s, others' ${waits.length} saves: longest ${Math.round(Math.max(...waits))} ms, p50 ${Math.round(percentile(waits, 0.5))} ms, ${refused} refused`

/** Other users, who save one customer each at a constant rate. */
class OtherUsers {
  readonly #served: Served
  readonly #free: VersionedRecord[]
  #saved = 0

  private constructor(served: Served, customers: VersionedRecord[]) {
    this.#served = served
    this.#free = customers
  }

  static async of(served: Served, ids: readonly string[]): Promise<OtherUsers> {
    const send = sender(served)
    const customers: VersionedRecord[] = []
    for (const id of ids) customers.push(await send<VersionedRecord>('GET', `/api/v1/customers/${id}`))
    return new OtherUsers(served, customers)
  }

  async during(work: () => Promise<unknown>): Promise<Seen> {
    const { server, headers } = this.#served
    const agent = keepAlive()
    const seen: Seen = { waits: [], refused: 0, seconds: 0 }
    const state = { isOver: false }
    const save = async (): Promise<void> => {
      const customer = this.#free.shift()
      // All customers are being saved already, so another request would not change the longest wait.
      if (!customer) return
      const body = { Street: `Lane ${++this.#saved}`, version: customer.version }
      const url = `${server.url}/api/v1/customers/${customer.id}`
      const { status, text, milliseconds } = await ask(url, { method: 'PATCH', headers, body, agent })
      seen.waits.push(milliseconds)
      if (status === 200) this.#free.push(JSON.parse(text) as VersionedRecord)
      else {
        seen.refused++
        this.#free.push(customer)
      }
    }
    const saving = atRate(savesPerSecond, () => state.isOver, save)
    await sleep(500)
    const began = performance.now()
    try {
      await work()
      seen.seconds = (performance.now() - began) / 1000
      await sleep(500)
    } finally {
      state.isOver = true
      await saving
      agent.destroy()
    }
    return seen
  }
}
