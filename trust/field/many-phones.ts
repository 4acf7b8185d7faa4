import { setTimeout as sleep } from 'node:timers/promises'
import type { SyncAnswer } from '#domain/api/field/sync.ts'
import { insertAccount } from '#server/accounts/account-store.ts'
import { openSession } from '#server/accounts/sign-in/session-store.ts'
import { newId } from '#server/store/new-id.ts'
import { openStore } from '#server/store/open-store.ts'
import { percentile } from '../../bench/measure/statistics.ts'
import { ask, atRate, keepAlive, NoReply, runWorkers } from '../client.ts'
import { combine, type Figure, type Finding } from '../figure.ts'
import { fill } from '../heavy-reads.ts'
import { onBoth, titles, withHome, withServer, type Home, type Served } from '../with-server.ts'

const customersOfPhone = 2000
const changedCustomers = 500
const officeReads = 20
const officeSaves = 2
/** A phone tries again when the server is busy, as the app does. */
const tries = 8
const maxSeconds = 30
const maxOffice = 1000

interface Phone {
  headers: Record<string, string>
  device: string
  cursor: string | null
}

export const manyPhones: Figure = {
  number: 16,
  guarantee:
    '2,000 phones of 2,000 customers each that sync within 10 minutes, one server: each within 30 s, p99 of the office ≤ 1 s meanwhile',
  measure: async ({ customers, phones, minutes }, say) =>
    combine(
      await onBoth((database) =>
        withHome(database, async (home) => {
          say(`16: ${titles[database]}, filling in ${customers} customers`)
          await fill(home, customers)
          const all = await addPhones(home, phones)
          const finding = await withServer(home.settings, (served) => morning(served, all, minutes, say))
          return { ...finding, measured: `${titles[database]}: ${finding.measured}` }
        }),
      ),
    ),
}

/** Accounts of field representatives, each with pools of about 2,000 customers. */
async function addPhones({ settings }: Home, count: number): Promise<Phone[]> {
  const now = new Date()
  const store = await openStore({
    dataDir: settings['DATA_DIR']!,
    databaseUrl: settings['DATABASE_URL'],
    now: () => now,
    onTrouble: (error) => process.stderr.write(`${error.message}\n`),
  })
  try {
    const pools = await store.read
      .selectFrom('customer')
      .innerJoin('pool', 'pool.pool_code', 'customer.pool_code')
      .select(['pool.id', 'pool.pool_code', (fn) => fn.fn.countAll<number>().as('customers')])
      .groupBy(['pool.id', 'pool.pool_code'])
      .execute()
    const phones: Phone[] = []
    await store.transaction(async (tx) => {
      for (let at = 0; at < count; at++) {
        const id = newId(now)
        const email = `phone${at}@firm.example`
        const account = {
          id,
          username: `phone${at}`,
          email,
          phone: null,
          language: null,
          passwordHash: 'none',
          version: 1,
        }
        const createdAt = now.toISOString()
        await insertAccount(tx, { ...account, status: 'active', role: 'FIELD', createdAt })
        const session = { accountId: id, role: 'FIELD', address: '127.0.0.1', device: 'phone' }
        const token = await openSession(tx, session, now)
        let covered = 0
        for (let step = 0; covered < customersOfPhone && step < pools.length; step++) {
          const pool = pools[(at * 7 + step) % pools.length]!
          covered += Number(pool.customers)
          const place = { level: 'pool' as const, code: pool.pool_code, record_id: pool.id }
          await tx
            .insertInto('account_place')
            .values({ account_id: id, ...place })
            .execute()
        }
        phones.push({ headers: { authorization: `Bearer ${token}` }, device: newId(now), cursor: null })
      }
    })
    return phones
  } finally {
    await store.close()
  }
}

/** Sends and receives like the app: tries again while the server is busy. */
async function send(url: string, phone: Phone, path: string, body: object): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(url + path, { method: 'POST', headers: phone.headers, body }).catch(
      (error: unknown) => {
        if (error instanceof NoReply) return undefined
        throw error
      },
    )
    if (reply && reply.status < 300) return reply.text
    if (reply && reply.status !== 503 && reply.status !== 429)
      throw new Error(`${path}: ${reply.status} ${reply.text}`)
    if (attempt === tries) throw new Error(`${path}: no answer after ${tries} attempts`)
    await sleep(500 * attempt * (0.75 + Math.random() / 2))
  }
}

async function syncOnce(url: string, phone: Phone): Promise<SyncAnswer> {
  const body = { device: phone.device, clock: new Date().toISOString(), waiting: 0, cursor: phone.cursor }
  const answer = JSON.parse(await send(url, phone, '/api/v1/field/sync', body)) as SyncAnswer
  phone.cursor = answer.cursor
  return answer
}

async function morning(
  { server, headers }: Served,
  phones: readonly Phone[],
  minutes: number,
  say: (sentence: string) => void,
): Promise<Finding> {
  let held = 0
  let next = 0
  const packs: number[] = []
  await runWorkers(
    4,
    () => next >= phones.length,
    async () => {
      const phone = phones[next++]
      if (!phone) return
      const began = performance.now()
      const { customers } = await syncOnce(server.url, phone)
      held += customers.length
      packs.push(performance.now() - began)
    },
  )
  say(
    `16: first packs: ${Math.round(held / phones.length)} customers, p50 ${percentile(packs, 0.5).toFixed(0)} ms`,
  )
  await changeCustomers(server.url, headers)

  const end = performance.now() + minutes * 60_000
  const isOver = (): boolean => performance.now() > end
  const syncs: number[] = []
  let failed = 0
  let received = 0
  const wake = phones.map(async (phone) => {
    await sleep(Math.random() * minutes * 60_000)
    const began = performance.now()
    try {
      const { customers } = await syncOnce(server.url, phone)
      received += customers.length
      syncs.push(performance.now() - began)
    } catch (error) {
      failed++
      say(`16: ${String(error)}`)
    }
  })
  const { reads, saves, refused } = await office(server.url, headers, isOver)
  await Promise.all(wake)
  const slowest = Math.max(...syncs) / 1000
  const worst = Math.max(percentile(reads, 0.99), percentile(saves, 0.99))
  return {
    measured: `${syncs.length} phones of ${Math.round(held / phones.length)} customers, ${Math.round(received / phones.length)} changed for each: slowest ${slowest.toFixed(1)} s, p50 ${percentile(syncs, 0.5).toFixed(0)} ms, ${failed} failed; office: p99 of reads ${percentile(reads, 0.99).toFixed(0)} ms, of saves ${percentile(saves, 0.99).toFixed(0)} ms, ${refused} of ${reads.length + saves.length} refused`,
    isMet: failed === 0 && slowest <= maxSeconds && worst <= maxOffice && refused === 0,
  }
}

/** What the office did since yesterday: some customers of every phone changed. */
async function changeCustomers(url: string, headers: Record<string, string>): Promise<void> {
  for (let at = 1; at <= changedCustomers; at++) {
    const code = `CU${String(at * 20).padStart(8, '0')}`
    const { text } = await ask(`${url}/api/v1/customers/${code}`, { headers })
    const { version, id } = JSON.parse(text) as { version: number; id: string }
    const body = { Street: `Market Road ${at}`, version }
    const { status, text: answer } = await ask(`${url}/api/v1/customers/${id}`, {
      method: 'PATCH',
      headers,
      body,
    })
    if (status !== 200) throw new Error(`Changing ${code}: ${status} ${answer}`)
  }
}

async function office(url: string, headers: Record<string, string>, isOver: () => boolean) {
  const agent = keepAlive()
  const reads: number[] = []
  const saves: number[] = []
  let refused = 0
  const timed = async (into: number[], path: string, body?: object): Promise<void> => {
    const method = body ? 'POST' : 'GET'
    const { status, milliseconds } = await ask(url + path, { method, headers, agent, ...(body && { body }) })
    into.push(milliseconds)
    if (status >= 300) refused++
  }
  await Promise.all([
    atRate(officeReads, isOver, () => timed(reads, '/api/v1/customers?limit=50&sort=Customer_Name')),
    atRate(officeSaves, isOver, () => timed(saves, '/api/v1/soils', { Soil_Name: `Soil ${Math.random()}` })),
  ])
  agent.destroy()
  return { reads, saves, refused }
}
