import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { HandOver } from '#domain/visits/assignment.ts'
import { inParallel } from '../in-parallel.ts'
import type { Db, Row } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'
import { keyOfCustomer } from './customer-locks.ts'

const rowsAtOnce = 500

/** Long lists are asked for in parts: a statement holds only so many values. */
async function inParts<T, U>(all: readonly T[], read: (part: readonly T[]) => Promise<U[]>): Promise<U[]> {
  const found: U[] = []
  for (let at = 0; at < all.length; at += rowsAtOnce) {
    found.push(...(await read(all.slice(at, at + rowsAtOnce))))
  }
  return found
}

const codesIn = (rows: readonly Row[]): string[] => rows.map((row) => String(row['customer_code']))

/** The territory as columns of the customer. */
type Territory = Readonly<Record<string, string>>

/** Whose days in that time are those of this employee. */
export async function customersOf(
  db: Db,
  employee: string,
  { from, until }: Pick<HandOver, 'from' | 'until'>,
  territory: Territory,
  limit: number,
): Promise<string[]> {
  let query = db
    .selectFrom('assignment')
    .select('assignment.customer_code')
    .distinct()
    .where('assignment.employee_number', '=', employee)
    .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', from)]))
  if (until !== null) query = query.where('from_day', '<=', until)
  const parts = Object.entries(territory)
  if (parts.length > 0) {
    let among = db.selectFrom('customer').select('customer.customer_code')
    for (const [field, code] of parts) among = among.where(columnName(field), '=', code)
    query = query.where('assignment.customer_code', 'in', among)
  }
  return codesIn(await query.orderBy('assignment.customer_code').limit(limit).execute())
}

/** Those whom nobody looks after when that time begins. */
export async function customersOfNobody(
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
            .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', day)])),
        ),
      ),
    )
  for (const [field, code] of Object.entries(territory)) query = query.where(columnName(field), '=', code)
  return codesIn(await query.orderBy('customer_code').limit(limit).execute())
}

/** The codes as the customers have them, by the way they were asked for. */
export async function existingCodes(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const asked = new Map(codes.map((code) => [code, keyOfCustomer(code)]))
  const rows = await inParts([...new Set(asked.values())], (keys) =>
    db
      .selectFrom('customer')
      .select(['customer_code', 'natural_key'])
      .where('natural_key', 'in', keys)
      .execute(),
  )
  const byKey = new Map(rows.map((row) => [row['natural_key'], String(row['customer_code'])]))
  return new Map([...asked].flatMap(([code, key]) => (byKey.has(key) ? [[code, byKey.get(key)!]] : [])))
}

export async function namesOfCustomers(db: Db, codes: readonly string[]): Promise<Row[]> {
  return inParts(codes, (part) =>
    db
      .selectFrom('customer')
      .select(['customer_code', 'customer_name', 'city_code'])
      .where('customer_code', 'in', part)
      .execute(),
  )
}

export function assignmentsOf(db: Db, codes: readonly string[]): Promise<StoredRecord[]> {
  return recordsOf(db, 'assignment', codes)
}

export function openPlansOf(db: Db, codes: readonly string[]): Promise<StoredRecord[]> {
  return recordsOf(db, 'visit', codes, { status: 'planned' })
}

async function recordsOf(
  db: Db,
  name: string,
  codes: readonly string[],
  alike: Readonly<Record<string, string>> = {},
): Promise<StoredRecord[]> {
  const entity = entityNamed(name)
  const rows = await inParts(codes, (part) => {
    let query = db.selectFrom(entity.table).select(shapeOf(entity).selection)
    for (const [column, value] of Object.entries(alike)) query = query.where(column, '=', value)
    return query.where('customer_code', 'in', part).execute()
  })
  return rows.map((row) => toRecord(entity, row))
}

/** Customers at whom this employee is to make a visit, whoever looks after them. */
export async function customersPlannedFor(db: Db, employee: string): Promise<string[]> {
  const rows = await db
    .selectFrom('visit')
    .select('customer_code')
    .where('assigned_to', '=', employee)
    .where('status', '=', 'planned')
    .execute()
  return codesIn(rows)
}

/** How many customers an employee looks after on that day, and how many visits they are to make. */
export async function assignedOn(
  db: Db,
  employee: string,
  day: string,
): Promise<{ customers: number; plans: number }> {
  const own = db
    .selectFrom('assignment')
    .where('employee_number', '=', employee)
    .where('from_day', '<=', day)
    .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', day)]))
  const planned = db.selectFrom('visit').where('status', '=', 'planned')
  const [customers, named, theirs] = await inParallel([
    () => own.select(({ fn }) => fn.countAll().as('found')).executeTakeFirst(),
    () =>
      planned
        .where('assigned_to', '=', employee)
        .select(({ fn }) => fn.countAll().as('found'))
        .executeTakeFirst(),
    () =>
      planned
        .where('assigned_to', 'is', null)
        .where('customer_code', 'in', own.select('customer_code'))
        .select(({ fn }) => fn.countAll().as('found'))
        .executeTakeFirst(),
  ])
  return {
    customers: Number(customers?.['found']),
    plans: Number(named?.['found']) + Number(theirs?.['found']),
  }
}
