import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { numberAt, textAt } from '#domain/catalogue/values.ts'
import type { Ageing } from '#domain/balances/bills.ts'
import { isOpenBill, sumsByBucket, toAgeing, type BucketSums } from '../balances/ageing-store.ts'
import { joinAssignment } from '../assignments/assigned-to.ts'
import type { Db, Dialect } from '../store/dialect.ts'
import { valuesIn } from '../store/history/history-store.ts'
import { conditionsOf, where, type Matching, type Query } from '../store/query/conditions.ts'
import type { Order } from '../store/query/list-order.ts'
import type { Selection } from '../store/query/record-list.ts'
import type { Tables } from '../store/tables/tables.ts'

type Balance = Pick<Tables['balance'], 'id' | 'customer_code' | 'as_of' | 'receivable' | 'overdue'>
type Customer = Pick<
  Tables['customer'],
  'customer_name' | 'local_name' | 'customer_phone' | 'city_code' | 'credit_limit'
> & {
  customer_id: string
  city_name: string
  city_local_name: string | null
}
type Owner = { employee_number: string | null; employee_name: string | null }

/** A balance with its customer, and the owner today; amounts in paise. */
export type ReceivableRow = Balance & Customer & Owner

/** In paise, as the index has it. */
export const byOverdue: Order = {
  name: 'overdue',
  by: sql`balance.overdue`,
  column: 'overdue',
  valueIn: (row) => numberAt(row, 'overdue'),
  type: 'number',
}

/** Joins the customer of each balance, and its assignment on the day if it has one. */
const joinOwner = (balances: Query, day: string): Query =>
  joinAssignment(
    balances.innerJoin('customer', 'customer.customer_code', 'balance.customer_code'),
    'balance',
    day,
  )

export const receivableSelection = (day: string): Selection<ReceivableRow> => ({
  name: 'receivables',
  columns: [
    'balance.id',
    'balance.customer_code',
    'balance.as_of',
    'balance.receivable',
    'balance.overdue',
    'customer.id as customer_id',
    'customer.customer_name',
    'customer.local_name',
    'customer.customer_phone',
    'customer.city_code',
    'customer.credit_limit',
    'city.city_name',
    'city.local_name as city_local_name',
    'employee.employee_number',
    'employee.name as employee_name',
  ],
  join: (balances) =>
    joinOwner(balances, day)
      .innerJoin('city', 'city.city_code', 'customer.city_code')
      .leftJoin('employee', 'employee.employee_number', 'assignment.employee_number'),
  parameters: [day, day],
})

/** The sums of one owner in one territory; amounts in paise. */
export interface SumRow {
  employee: string | null
  territory: string
  customers: number
  debtors: number
  receivable: number
  overdue: number
  above_limit: number
  oldest: string
  newest: string
}

/** One pass over the balances that match, for the totals by owner and those by territory. */
export async function sumsOf(
  db: Db,
  dialect: Dialect,
  matching: Matching,
  { column, day }: { column: string; day: string },
): Promise<SumRow[]> {
  const entity = entityNamed('balance')
  const territory = sql.ref(`customer.${column}`)
  const rows = await joinOwner(where(db, entity, await conditionsOf(db, dialect, entity, matching)), day)
    .select([
      'assignment.employee_number as employee',
      sql<string>`${territory}`.as('territory'),
      sql<number>`count(*)`.as('customers'),
      sql<number>`sum(case when balance.overdue > 0 then 1 else 0 end)`.as('debtors'),
      sql<number>`sum(balance.receivable)`.as('receivable'),
      sql<number>`sum(case when balance.overdue > 0 then balance.overdue else 0 end)`.as('overdue'),
      sql<number>`sum(case when balance.receivable > customer.credit_limit then 1 else 0 end)`.as(
        'above_limit',
      ),
      sql<string>`min(balance.as_of)`.as('oldest'),
      sql<string>`max(balance.as_of)`.as('newest'),
    ])
    .groupBy(['assignment.employee_number', territory])
    .$castTo<SumRow>()
    .execute()
  // PostgreSQL returns the sum of large integers as text.
  return rows.map((row) => ({
    ...row,
    customers: Number(row.customers),
    debtors: Number(row.debtors),
    receivable: Number(row.receivable),
    overdue: Number(row.overdue),
    above_limit: Number(row.above_limit),
  }))
}

/** The open bills of the customers whose balances match. */
export async function ageingOfMatching(
  db: Db,
  dialect: Dialect,
  matching: Matching,
  today: string,
): Promise<Ageing> {
  const entity = entityNamed('balance')
  const balances = where(db, entity, await conditionsOf(db, dialect, entity, matching)).select(
    'balance.customer_code',
  )
  const { rows } = await sql<BucketSums>`select ${sumsByBucket(today)}
    from bill join customer on customer.id = bill.customer_id
    join payment_term on payment_term.payment_term_code = customer.payment_term_code
    where ${isOpenBill} and customer.customer_code in (${balances})`.execute(db)
  return toAgeing(rows[0]!)
}

export interface OverdueSince {
  day: string
  isExact: boolean
}

/** More balances of one customer than this are not read: the amount is then overdue since this day or earlier. */
const maxVersions = 100

/** Since when each of these balances has had an overdue amount, from its history. */
export async function overdueSince(
  db: Db,
  balances: readonly Pick<ReceivableRow, 'id' | 'as_of' | 'overdue'>[],
): Promise<ReadonlyMap<string, OverdueSince>> {
  const overdue = balances.filter((balance) => balance.overdue > 0)
  if (overdue.length === 0) return new Map()
  const rows = await db
    .selectFrom('history')
    .innerJoin('balance', 'balance.id', 'history.record_id')
    .select(['history.record_id', 'history.after_values'])
    .where('history.entity', '=', 'balance')
    .where(
      'history.record_id',
      'in',
      overdue.map(({ id }) => id),
    )
    .where(sql<boolean>`history.version > balance.version - ${sql.lit(maxVersions)}`)
    .orderBy('history.record_id')
    .orderBy('history.version', 'desc')
    .execute()
  const byBalance = Map.groupBy(rows, (row) => row.record_id)
  return new Map(
    overdue.map((balance) => {
      const texts = (byBalance.get(balance.id) ?? []).map((row) => row.after_values)
      return [balance.id, startOf(balance.as_of, texts)]
    }),
  )
}

/** The newest balance comes first. */
function startOf(asOf: string, texts: readonly (string | null)[]): OverdueSince {
  let day = asOf
  for (const text of texts) {
    const values = text === null ? null : valuesIn(text)
    if (!values || numberAt(values, 'Overdue') <= 0) return { day, isExact: true }
    const before = textAt(values, 'As_Of')
    if (before < day) day = before
  }
  return { day, isExact: false }
}
