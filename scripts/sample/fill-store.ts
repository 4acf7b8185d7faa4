import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { formatCode } from '#domain/catalogue/kinds/code.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '#server/core/context.ts'
import { soils } from '#server/starter/sample/crops.ts'
import { addMissing, addMissingByName } from '#server/starter/sample/add-missing.ts'
import { currencies } from '#domain/reference/currencies.ts'
import { gst, paymentTerms } from '#server/starter/sample/trade-terms.ts'
import type { Tx } from '#server/store/dialect.ts'
import { changeLogMark } from '#server/store/changes/change-log.ts'
import { deferStamp } from '#server/store/deferred-writes.ts'
import { applyDay } from '#server/store/owners/owners-of-day.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { loadThenIndex } from './bulk-load.ts'
import { insertRows, type NewRow } from './insert-rows.ts'
import {
  assignmentOf,
  balanceOf,
  customer,
  customerCode,
  enteredLastVisit,
  neverVisited,
  visitsOf,
  type Masters,
} from './people.ts'
import { fillPlaces } from './places.ts'
import { fieldStaff } from './staff.ts'
import { dynamic } from '#server/store/dialect.ts'

export interface Amount {
  customers: number
  visits: number
}

/** Customers in memory at a time. */
const chunk = 1000

/** Customers per transaction, few enough that requests that wait for the next visit code are hardly delayed. */
const batch = 2_000

export interface Listener {
  onProgress: (done: Amount) => void
  onStep: (sentence: string) => void
}

/**
 * Adds customers and visits. A large addition to SQLite is a single transaction. Otherwise every batch is a transaction
 * of its own, so that an interrupted run leaves whole batches. In both cases the next run continues after the highest code.
 */
export async function fillStore(ctx: Context, wanted: Amount, listener: Listener): Promise<Amount> {
  const masters = await readMasters(ctx)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const { store } = ctx
  const before = await countCustomers(ctx)
  const first = (await highestCustomer(ctx)) + 1
  // Ids contain the time: one millisecond per customer keeps them in order, and none is in the future.
  const startOfTime = ctx.now().getTime() - wanted.customers
  // The number of visits before the customer at this position, which gives each customer the same number, within one.
  const visitsBefore = (place: number): number => Math.floor((place * wanted.visits) / wanted.customers)

  // Rebuilding the indexes pays off when most rows are new, and SQLite has no other clients meanwhile.
  if (store.dialect.name === 'sqlite' && wanted.customers >= before) {
    await store.transaction((tx) =>
      loadThenIndex(
        tx,
        ['customer', 'visit', 'balance', 'assignment'],
        () => addRange(tx, 0, wanted.customers),
        listener.onStep,
      ),
    )
  } else {
    for (let from = 0; from < wanted.customers; from += batch) {
      await store.transaction((tx) => addRange(tx, from, Math.min(from + batch, wanted.customers)))
    }
  }
  await applyDay(store, today, ctx.now())
  await store.transaction(async (tx) => deferStamp(tx, changeLogMark))
  await vacuum(ctx)
  return wanted

  async function addRange(tx: Tx, from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += chunk) {
      const end = Math.min(at + chunk, to)
      await addChunk(tx, at, end)
      listener.onProgress({ customers: end, visits: visitsBefore(end) })
    }
  }

  async function addChunk(tx: Tx, from: number, to: number): Promise<void> {
    const visitCount = visitsBefore(to) - visitsBefore(from)
    let lastNumber = visitCount > 0 ? (await takeVisitNumbers(tx, visitCount)) - visitCount : 0
    const customers: NewRow[] = []
    const visits: NewRow[] = []
    const balances: NewRow[] = []
    const assignments: NewRow[] = []
    for (let place = from; place < to; place++) {
      const n = first + place
      const createdAt = new Date(startOfTime + place)
      const own = visitsOf(n, visitsBefore(place + 1) - visitsBefore(place), masters, today)
      let last = own.length > 0 ? neverVisited : enteredLastVisit(n, today)
      for (const visit of own) {
        const Visit_ID = formatCode(visitSeries, ++lastNumber)
        visits.push({ values: { ...visit, Visit_ID }, createdAt })
        if (visit['Status'] === 'visited') last = { day: textAt(visit, 'Visited_On'), id: Visit_ID }
      }
      const values = customer(n, masters, last)
      customers.push({ values, createdAt })
      for (const each of balanceOf(n, today)) balances.push({ values: each, createdAt })
      for (const each of assignmentOf(n, values, masters, today))
        assignments.push({ values: each, createdAt })
    }
    await insertRows(tx, store.dialect, 'customer', customers)
    await insertRows(tx, store.dialect, 'visit', visits)
    await insertRows(tx, store.dialect, 'balance', balances)
    await insertRows(tx, store.dialect, 'assignment', assignments)
  }
}

/** Runs the vacuum and analyze that PostgreSQL would run later by itself, so that measurements are reproducible. */
async function vacuum({ store }: Context): Promise<void> {
  if (store.dialect.name !== 'postgres') return
  await store.read.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum (analyze) customer, visit, balance, assignment`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

const visitSeries = entityNamed('visit').fields['Visit_ID']!.series!

/** Reserves a range of visit codes and returns its last number. */
async function takeVisitNumbers(tx: Tx, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into code_series (series, last) values ('visit.Visit_ID', ${count})
    on conflict (series) do update set last = code_series.last + ${count}
    returning last`.execute(tx)
  return Number(rows[0]!.last)
}

async function countCustomers(ctx: Context): Promise<number> {
  const query = ctx.store.read.selectFrom('customer').select((eb) => eb.fn.countAll().as('count'))
  const { count } = await query.executeTakeFirstOrThrow()
  return Number(count)
}

async function highestCustomer(ctx: Context): Promise<number> {
  const row = await ctx.store.read
    .selectFrom('customer')
    .select('natural_key')
    .where('natural_key', '>=', customerCode(0).toLowerCase())
    .where('natural_key', '<=', customerCode(99_999_999).toLowerCase())
    .orderBy('natural_key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.natural_key.slice(2)) : 0
}

/** The masters that customers refer to: those of the database, with a few added where it has none. */
async function readMasters(ctx: Context): Promise<Masters> {
  const places = await fillPlaces(ctx)
  await ctx.store.transaction(async (tx) => {
    const rupee = currencies.filter((currency) => currency.Currency_Code === 'INR')
    await addMissing(ctx, tx, 'currency', rupee)
    await addMissing(ctx, tx, 'gst', gst)
    await addMissing(ctx, tx, 'paymentTerm', paymentTerms)
    await addMissingByName(ctx, tx, 'soil', 'Soil_Name', soils)
    await addMissingByName(ctx, tx, 'employee', 'name', fieldStaff(places))
  })
  const names = async (table: string, column: string): Promise<string[]> => {
    const rows = await dynamic(ctx.store.read)
      .selectFrom(table)
      .select(column)
      .orderBy('natural_key')
      .limit(50)
      .execute()
    return rows.map((row) => textAt(row, column))
  }
  const rupee = await ctx.store.read
    .selectFrom('currency')
    .select('currency_name')
    .where('natural_key', '=', 'inr')
    .executeTakeFirstOrThrow()
  return {
    places,
    currency: rupee.currency_name,
    gst: await names('gst', 'gst_name'),
    paymentTerms: await names('payment_term', 'payment_term_code'),
    soils: await names('soil', 'soil_name'),
    seasons: await names('season', 'season_name'),
    crops: await names('crop', 'crop_name'),
    materials: await names('material', 'material_name'),
    employees: await names('employee', 'employee_number'),
  }
}
