import type { BillsOfCustomer } from '#domain/api/money/ageing.ts'
import { noAgeing } from '#domain/balances/bills.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { ageingOfCustomers, openBillsOf } from './ageing-store.ts'

/** The open bills of a customer that the caller has found in its scope. */
export async function billsOfCustomer(ctx: Context, customerId: string): Promise<BillsOfCustomer> {
  requireRight(ctx, 'read', 'balance')
  const { read } = ctx.store
  const rows = await openBillsOf(read, customerId)
  if (rows.length === 0) return { ageing: noAgeing(), open: [] }
  const ageing = await ageingOfCustomers(read, [customerId], dayIn(ctx.now(), ctx.config.timeZone))
  return {
    ageing: ageing.get(customerId) ?? noAgeing(),
    open: rows.map((row) => ({
      Bill_Number: row.bill_number,
      Bill_Date: row.bill_date,
      Due_Date: addDays('1970-01-01', Number(row.due_day)),
      Amount: row.amount / 100,
      As_Of: row.as_of,
    })),
  }
}
