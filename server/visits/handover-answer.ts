import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { invalid } from '#domain/problem.ts'
import type { HandedOver, Rewriting, Span } from '#domain/visits/assignment.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Db } from '../store/dialect.ts'
import type { HandoverRequest } from './handover-request.ts'
import { receiverInWords, type Receiver } from './handover-receiver.ts'
import { namesOfCustomers } from './handover-store.ts'

export interface Row extends Span {
  record: StoredRecord
}

/** What is to be written for some customers. */
export interface Changes {
  assignments: { code: string; rewriting: Rewriting<Row> }[]
  plans: StoredRecord[]
  skipped: number
}

export const summaryOf = (
  { assignments, plans, skipped }: Changes,
  request: HandoverRequest,
  receiver: Receiver | undefined,
): HandedOver => ({
  customers: assignments.length,
  plans: plans.length,
  skipped,
  first: [],
  Customer_Codes: assignments.map(({ code }) => code),
  Visit_IDs: plans.map((plan) => String(plan['Visit_ID'])).toSorted(),
  receiver: receiverInWords(receiver, request, { customers: assignments.length, plans: plans.length }),
})

export function refuseNothing({ move: { of, to }, which }: HandoverRequest, done: HandedOver): void {
  if (done.customers + done.plans > 0) return
  const where = which.codes ? 'None of these customers is' : 'In that time no customer there is'
  const whose =
    of === undefined
      ? `for anybody but ${to ?? 'nobody'}`
      : of === null
        ? 'without somebody'
        : `with employee ${of}`
  const message = `${where} ${whose}: there is nothing to hand over`
  throw invalid([{ field: which.codes ? 'customers' : 'From_Employee', message }])
}

const mostNamed = 20

/**
 * With the names of the first of them, in the order of their codes. Read where the caller is at work: one who holds a
 * transaction and asks for a second connection may wait for itself.
 */
export async function named(ctx: Context, db: Db, done: HandedOver): Promise<HandedOver> {
  demand(ctx, 'read', 'customer')
  const codes = done.Customer_Codes.slice(0, mostNamed)
  const rows = await namesOfCustomers(db, codes)
  const byCode = new Map(rows.map((row) => [row['customer_code'], row]))
  const first = codes.map((code) => ({
    Customer_Code: code,
    Customer_Name: String(byCode.get(code)?.['customer_name']),
    City_Code: String(byCode.get(code)?.['city_code']),
  }))
  return { ...done, first }
}
