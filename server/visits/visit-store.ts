import { sql } from 'kysely'
import { entities, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { daysBetween } from '#domain/dates/dates.ts'
import { numberAt, textAt } from '#domain/catalogue/values.ts'
import { dynamic, type Dialect, type Tx } from '../store/dialect.ts'
import type { Order } from '../store/query/list-order.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'
import type { RecordWriter } from '../store/records/records.ts'

const { employee, visit } = entities

export type Visit = RecordNamed<'visit'>
export type Customer = RecordNamed<'customer'>
export type VisitWriter = RecordWriter<Visit>

const openPlans = (tx: Tx) =>
  dynamic(tx).selectFrom(tableOf(visit)).select(shapeOf(visit).selection).where('status', '=', 'planned')

/** Locks the customer's open plan until the transaction ends. The caller must hold the lock of the customer. */
export async function lockOpenPlanOf(
  tx: Tx,
  dialect: Dialect,
  customerCode: string,
): Promise<Visit | undefined> {
  const row = await openPlans(tx)
    .where('customer_code', '=', customerCode)
    .modifyEnd(sql.raw(dialect.updateLock))
    .executeTakeFirst()
  return row && toRecord(visit, row)
}

/** These employees in the spelling of the master, also outside the scope of the account; undefined unless all exist. */
export async function employeesNamed(tx: Tx, given: unknown): Promise<string[] | undefined> {
  if (!Array.isArray(given) || given.length === 0 || !given.every((each) => typeof each === 'string'))
    return undefined
  const keys = [...new Set(given.map((each) => toKey(employee.fields.employeeNumber, each.trim())))]
  const rows = await tx
    .selectFrom('employee')
    .select(['employee_number', 'natural_key'])
    .where('natural_key', 'in', keys)
    .execute()
  const byKey = new Map(rows.map((row) => [row.natural_key, row.employee_number]))
  return keys.every((key) => byKey.has(key)) ? keys.map((key) => byKey.get(key)!) : undefined
}

/** Whether an approved or accepted work plan has a visit to the customer on this day. */
export async function isAgreedDay(tx: Tx, customerCode: string | null, day: string | null): Promise<boolean> {
  if (customerCode === null || day === null) return false
  const row = await tx
    .selectFrom('work_plan_stop')
    .innerJoin('work_plan', 'work_plan.plan_id', 'work_plan_stop.plan_id')
    .select('work_plan_stop.id')
    .where('work_plan_stop.customer_code', '=', customerCode)
    .where('work_plan_stop.visit_date', '=', day)
    .where('work_plan.state', 'in', ['approved', 'accepted'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** At most two, enough to see whether there is exactly one. Not locked: their customers must be locked first. */
export async function openPlansAt(tx: Tx, plannedAt: string, plannedBy: string | null): Promise<Visit[]> {
  const rows = await openPlans(tx)
    .where('planned_at', '=', plannedAt)
    .where('planned_by', '=', plannedBy)
    .limit(2)
    .execute()
  return rows.map((row) => toRecord(visit, row))
}

/** Visited customers by the day on which the next visit is due: the most overdue first. */
export const dueFirst: Order = {
  name: 'due',
  by: sql`customer.due_day`,
  indexColumn: 'due_day',
  valueIn: (customer) => dayNumber(textAt(customer, 'Last_Visited')) + numberAt(customer, 'Visit_In_Days'),
  type: 'number',
}

/** A day as a number of days since 1970-01-01, as `due_day` stores it. */
export const dayNumber = (day: string): number => daysBetween('1970-01-01', day)
