import * as z from 'zod/mini'
import { ageingBuckets } from '../../balances/bills.ts'
import { described, text } from '../values.ts'
import { date, rupees, shapeOf } from '../visits/visit-values.ts'

/** What is open by days since the due day. */
export const ageing = z.strictObject(
  shapeOf(
    ageingBuckets.map(({ name }) => name),
    () => rupees,
  ),
)

export const openBill = z.strictObject({
  Bill_Number: text,
  Bill_Date: date,
  Due_Date: described(date, 'The bill date and the days of the payment term'),
  Amount: rupees,
  As_Of: described(date, 'The day of the file that had it last'),
})

/** The open bills of a customer, the longest due first. */
export const billsOfCustomer = z.strictObject({
  ageing,
  open: z.array(openBill),
})

export type OpenBill = z.infer<typeof openBill>
export type BillsOfCustomer = z.infer<typeof billsOfCustomer>
