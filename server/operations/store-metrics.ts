import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../core/context.ts'
import type { Db } from '../store/dialect.ts'
import { fileName } from '../store/open-store.ts'
import { readMaintenance } from './maintenance.ts'

type Ctx = Pick<Context, 'store' | 'config' | 'now'>
/** Values by the label, or one without a label; undefined: nothing is known. */
type Values = number | undefined | Readonly<Record<string, number>>

/** Values that are read from the database and the disk with each scrape. */
interface Reading {
  diskFree: number
  databaseBytes: number
  logBytes: number | undefined
  pool: Readonly<Record<string, number>> | undefined
  poolWaiting: number | undefined
  outbox: Waiting
  phones: Waiting
  fieldEvents: number
  imports: Readonly<Record<string, number>>
  maintenance: number
}

interface Waiting {
  count: number
  /** Seconds since the oldest; undefined if there is none. */
  age: number | undefined
}

export function addStoreMetrics(registry: Registry, ctx: Ctx, version: string): void {
  let reading: Promise<Reading> | undefined
  const add = (name: string, help: string, valuesOf: (read: Reading) => Values, label?: string): void => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      collect: async () => {
        const values = valuesOf(
          await (reading ??= read(ctx).finally(() => {
            reading = undefined
          })),
        )
        // A reset would set a value without a label to 0, as if there were an event that is new.
        if (label === undefined) gauge.remove()
        else gauge.reset()
        if (typeof values === 'number') gauge.set(values)
        else for (const [key, value] of Object.entries(values ?? {})) gauge.set({ [label ?? '']: key }, value)
      },
    })
  }
  add('disk_free_bytes', 'Free bytes on the disk of the data folder', ({ diskFree }) => diskFree)
  add('database_bytes', 'Size of the database', ({ databaseBytes }) => databaseBytes)
  add(
    'database_log_bytes',
    'Size of the write-ahead log of the embedded database',
    ({ logBytes }) => logBytes,
  )
  add('database_pool_connections', 'Connections to PostgreSQL', ({ pool }) => pool, 'state')
  add(
    'database_pool_waiting',
    'Statements that wait for a connection to PostgreSQL',
    ({ poolWaiting }) => poolWaiting,
  )
  add('webhook_deliveries_waiting', 'Events in the outbox of webhooks', ({ outbox }) => outbox.count)
  add(
    'webhook_oldest_delivery_age_seconds',
    'Age of the oldest event in the outbox',
    ({ outbox }) => outbox.age,
  )
  add('phone_events_unsent', 'Events that phones held at their last contact', ({ phones }) => phones.count)
  add(
    'phone_oldest_contact_age_seconds',
    'Time since the last contact of the phone that was heard of longest ago, among those with unsent events',
    ({ phones }) => phones.age,
  )
  add(
    'field_events_waiting',
    'Events of phones that wait for the decision on a proposal',
    ({ fieldEvents }) => fieldEvents,
  )
  add(
    'import_jobs',
    'Imports that are read, checked or run, and those that failed in the last day',
    ({ imports }) => imports,
    'state',
  )
  add('maintenance_mode', '1: only administrators are served', ({ maintenance }) => maintenance)
  new Gauge({
    name: 'agridesk_info',
    help: 'The version of this server',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version }, 1)
}

async function read({ store, config, now }: Ctx): Promise<Reading> {
  const { read: db, dialect } = store
  const age = (moment: string | null): number | undefined =>
    moment === null ? undefined : Math.max(0, (now().getTime() - Date.parse(moment)) / 1000)
  const { bavail, bsize } = await statfs(config.dataDir)
  const { total, idle, waiting } = store.poolCounts?.() ?? {}
  const outbox = await waitingIn(
    db
      .selectFrom('webhook_delivery')
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('since')])
      .where('state', '=', 'waiting')
      .executeTakeFirst(),
  )
  const phones = await waitingIn(
    db
      .selectFrom('field_device')
      .select(({ fn }) => [fn.sum('waiting').as('count'), fn.min('last_at').as('since')])
      .where('waiting', '>', 0)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  )
  return {
    diskFree: bavail * bsize,
    databaseBytes: await dialect.databaseSize(db),
    logBytes: dialect.isEmbedded ? await sizeOf(join(config.dataDir, `${fileName}-wal`)) : undefined,
    pool: total === undefined || idle === undefined ? undefined : { idle, used: total - idle },
    poolWaiting: waiting,
    outbox: { count: outbox.count, age: age(outbox.since) },
    phones: { count: phones.count, age: age(phones.since) },
    fieldEvents: await countWaitingEvents(db),
    imports: await countImports(db, now()),
    maintenance: (await readMaintenance(db)) ? 1 : 0,
  }
}

async function waitingIn(
  rows: Promise<{ count: unknown; since: string | null } | undefined>,
): Promise<{ count: number; since: string | null }> {
  const row = await rows
  return { count: Number(row?.count ?? 0), since: row?.since ?? null }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

async function countWaitingEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from field_event where waits_for is not null and state = 'waiting'`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const activeStates = ['reading', 'rehearsing', 'running'] as const
const day = 24 * 60 * 60 * 1000

async function countImports(db: Db, now: Date): Promise<Record<string, number>> {
  const recently = new Date(now.getTime() - day).toISOString()
  const rows = await db
    .selectFrom('import_job')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where(({ or, and, eb }) =>
      or([eb('state', 'in', activeStates), and([eb('state', '=', 'failed'), eb('state_at', '>', recently)])]),
    )
    .groupBy('state')
    .execute()
  const found = new Map<string, number>(rows.map(({ state, count }) => [state, Number(count)]))
  return Object.fromEntries([...activeStates, 'failed'].map((state) => [state, found.get(state) ?? 0]))
}
