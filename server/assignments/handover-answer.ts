import { decide } from '#domain/access/allowances.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { invalid } from '#domain/problem.ts'
import type { HandoverResult } from '#domain/api/visits/handovers.ts'
import type { AssignmentWrites, Span } from '#domain/visits/assignment.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'
import type { HandoverRequest } from './handover-request.ts'
import { describeReceiver, type Receiver } from './handover-receiver.ts'
import { namesOfCustomers } from './handover-store.ts'
import { t } from '#domain/messages/t.ts'

export interface AssignmentRow extends Span {
  record: RecordNamed<'assignment'>
}

/** The changes to write for a set of customers. */
export interface HandoverChanges {
  assignments: { code: string; rewriting: AssignmentWrites<AssignmentRow> }[]
  plans: RecordNamed<'visit'>[]
  skipped: number
}

export const summaryOf = (
  { assignments, plans, skipped }: HandoverChanges,
  request: HandoverRequest,
  receiver: Receiver | undefined,
  isDryRun: boolean,
): HandoverResult => ({
  isDryRun,
  customers: assignments.length,
  plans: plans.length,
  skipped,
  first: [],
  Customer_Codes: assignments.map(({ code }) => code),
  Visit_IDs: plans.map((plan) => plan.Visit_ID).toSorted(),
  receiver: describeReceiver(receiver, request, { customers: assignments.length, plans: plans.length }),
})

export function refuseEmpty({ move: { of, to }, selection }: HandoverRequest, done: HandoverResult): void {
  if (done.customers + done.plans > 0) return
  throw invalid([
    selection.codes
      ? { field: 'customers', message: nothingListed(of, to) }
      : { field: 'From_Employee', message: nothingThere(of, to) },
  ])
}

type Owner = HandoverRequest['move']['of']

function nothingListed(of: Owner, to: string | null): string {
  if (of === null) return t('None of these customers is without an owner: there is nothing to hand over')
  return of === undefined
    ? t(
        'None of these customers is assigned to an employee other than {employee}: there is nothing to hand over',
        { employee: to ?? t('none') },
      )
    : t('None of these customers is assigned to employee {employee}: there is nothing to hand over', {
        employee: of,
      })
}

function nothingThere(of: Owner, to: string | null): string {
  if (of === null)
    return t('No customer there is without an owner in that period: there is nothing to hand over')
  return of === undefined
    ? t(
        'No customer there is assigned to an employee other than {employee} in that period: there is nothing to hand over',
        { employee: to ?? t('none') },
      )
    : t(
        'No customer there is assigned to employee {employee} in that period: there is nothing to hand over',
        { employee: of },
      )
}

const maxNames = 20

/**
 * Adds the names of the first customers, in the order of their codes. Reads through the caller's connection: a
 * transaction that waits for a second connection may deadlock.
 */
export async function withCustomerNames(ctx: Context, db: Db, done: HandoverResult): Promise<HandoverResult> {
  requireRight(ctx, 'read', 'customer')
  const codes = done.Customer_Codes.slice(0, maxNames)
  const rows = await namesOfCustomers(db, codes)
  const byCode = new Map(rows.map((row) => [row.customer_code, row]))
  const mayReadCities = decide(ctx.actor, 'read', 'city').allowed
  const first = codes.flatMap((code) => {
    const row = byCode.get(code)
    if (!row) return []
    const { customer_name: Customer_Name, local_name: Local_Name, city_code: City_Code } = row
    const City_Name = mayReadCities ? shownName(row.city_name, row.city_local_name) : null
    return { Customer_Code: code, Customer_Name, Local_Name, City_Code, City_Name }
  })
  return { ...done, first }
}
