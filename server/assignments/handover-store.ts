import { entities, type EntityName, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { columnName, type ColumnName } from '#domain/catalogue/column-name.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { OwnershipTransfer } from '#domain/visits/assignment.ts'
import { inParallel } from '../base/in-parallel.ts'
import { dynamic, type Db } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'
import { keyOfCustomer } from '../core/customer-locks.ts'
import type { TerritoryField } from '#domain/visits/dashboard.ts'

const batchSize = 500

/** Reads long lists in batches, because the number of parameters of a statement is limited. */
async function inBatches<T, U>(all: readonly T[], read: (batch: readonly T[]) => Promise<U[]>): Promise<U[]> {
  const found: U[] = []
  for (let at = 0; at < all.length; at += batchSize) {
    found.push(...(await read(all.slice(at, at + batchSize))))
  }
  return found
}

const codesIn = (rows: readonly { customer_code: string | null }[]): string[] =>
  rows.flatMap((row) => row.customer_code ?? [])

/** Territory fields of the customer, with their codes. */
type Territory = Readonly<Partial<Record<TerritoryField, string>>>

const columnsOf = (territory: Territory): [ColumnName<TerritoryField>, string][] =>
  Object.entries(territory).map(([field, code]) => [columnName(field) as ColumnName<TerritoryField>, code])

/** Customers this employee owns on any day of the period. */
export async function customersOf(
  db: Db,
  employee: string,
  { from, until }: Pick<OwnershipTransfer, 'from' | 'until'>,
  territory: Territory,
  limit: number,
): Promise<string[]> {
  let query = db
    .selectFrom('assignment')
    .select('assignment.customer_code')
    .distinct()
    .where('assignment.employee_number', '=', employee)
    .where((eb) => eb.or([eb('until_day', 'is', null), eb('until_day', '>=', from)]))
  if (until !== null) query = query.where('from_day', '<=', until)
  const levels = columnsOf(territory)
  if (levels.length > 0) {
    let among = db.selectFrom('customer').select('customer.customer_code')
    for (const [column, code] of levels) among = among.where(column, '=', code)
    query = query.where('assignment.customer_code', 'in', among)
  }
  return codesIn(await query.orderBy('assignment.customer_code').limit(limit).execute())
}

/** Customers without an owner on that day. */
export async function customersWithoutOwner(
  db: Db,
  day: string,
  territory: Territory,
  limit: number,
): Promise<string[]> {
  let query = db
    .selectFrom('customer')
    .select('customer_code')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('assignment')
            .select('assignment.id')
            .whereRef('assignment.customer_code', '=', 'customer.customer_code')
            .where('from_day', '<=', day)
            .where((eb) => eb.or([eb('until_day', 'is', null), eb('until_day', '>=', day)])),
        ),
      ),
    )
  for (const [column, code] of columnsOf(territory)) query = query.where(column, '=', code)
  return codesIn(await query.orderBy('customer_code').limit(limit).execute())
}

/** The codes as stored, by the codes of the request. */
export async function existingCodes(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const keyByCode = new Map(codes.map((code) => [code, keyOfCustomer(code)]))
  const rows = await inBatches([...new Set(keyByCode.values())], (keys) =>
    db
      .selectFrom('customer')
      .select(['customer_code', 'natural_key'])
      .where('natural_key', 'in', keys)
      .execute(),
  )
  const byKey = new Map(rows.map((row) => [row.natural_key, row.customer_code]))
  return new Map([...keyByCode].flatMap(([code, key]) => (byKey.has(key) ? [[code, byKey.get(key)!]] : [])))
}

export const namesOfCustomers = (db: Db, codes: readonly string[]) =>
  inBatches(codes, (batch) =>
    db
      .selectFrom('customer')
      .innerJoin('city', 'city.city_code', 'customer.city_code')
      .select(['customer_code', 'customer_name', 'customer.local_name', 'customer.city_code'])
      .select(['city.city_name', 'city.local_name as city_local_name'])
      .where('customer_code', 'in', batch)
      .execute(),
  )

export function assignmentsOf(db: Db, codes: readonly string[]): Promise<RecordNamed<'assignment'>[]> {
  return recordsOf(db, 'assignment', codes)
}

export function openPlansOf(db: Db, codes: readonly string[]): Promise<RecordNamed<'visit'>[]> {
  return recordsOf(db, 'visit', codes, { status: 'planned' })
}

async function recordsOf<N extends EntityName>(
  db: Db,
  name: N,
  codes: readonly string[],
  conditions: Readonly<Record<string, string>> = {},
): Promise<RecordNamed<N>[]> {
  const entity = entities[name]
  const rows = await inBatches(codes, (batch) => {
    let query = dynamic(db).selectFrom(tableOf(entity)).select(shapeOf(entity).selection)
    for (const [column, value] of Object.entries(conditions)) query = query.where(column, '=', value)
    return query.where('customer_code', 'in', batch).execute()
  })
  return rows.map((row) => toRecord(entity, row))
}

/** Customers with an open plan assigned to this employee, regardless of their owner. */
export async function customersPlannedFor(db: Db, employee: string): Promise<string[]> {
  const rows = await db
    .selectFrom('visit')
    .select('customer_code')
    .where('assigned_to', '=', employee)
    .where('status', '=', 'planned')
    .execute()
  return codesIn(rows)
}

/** The number of customers an employee owns on that day, and of open plans. */
export async function assignedOn(
  db: Db,
  employee: string,
  day: string,
): Promise<{ customers: number; plans: number }> {
  const own = db
    .selectFrom('assignment')
    .where('employee_number', '=', employee)
    .where('from_day', '<=', day)
    .where((eb) => eb.or([eb('until_day', 'is', null), eb('until_day', '>=', day)]))
  const planned = db.selectFrom('visit').where('status', '=', 'planned')
  const [customers, assignedPlans, ownerPlans] = await inParallel([
    () => own.select(({ fn }) => fn.countAll<number>().as('found')).executeTakeFirstOrThrow(),
    () =>
      planned
        .where('assigned_to', '=', employee)
        .select(({ fn }) => fn.countAll<number>().as('found'))
        .executeTakeFirstOrThrow(),
    () =>
      planned
        .where('assigned_to', 'is', null)
        .where('customer_code', 'in', own.select('customer_code'))
        .select(({ fn }) => fn.countAll<number>().as('found'))
        .executeTakeFirstOrThrow(),
  ])
  return {
    customers: customers.found,
    plans: assignedPlans.found + ownerPlans.found,
  }
}
