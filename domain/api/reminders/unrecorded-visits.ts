import * as z from 'zod/mini'
import { count, dateTime, described, text } from '../values.ts'
import { cityNames, customerNames, date, textOrNull, visitVersion } from '../visits/visit-values.ts'

/** A plan of an earlier day without a result. */
export const unrecordedVisit = z.strictObject({
  ...visitVersion,
  Planned_At: dateTime,
  Remarks: textOrNull,
  employeeName: described(textOrNull, 'The employee it is assigned to'),
  Customer_ID: described(text, 'The id of the customer, which a new code does not change'),
  Customer_Code: text,
  ...customerNames,
  ...cityNames,
})

export const unrecordedVisits = z.strictObject({
  count: described(count, 'All plans of earlier days without a result'),
  items: described(z.array(unrecordedVisit), 'The oldest first, at most five'),
  daysOff: described(z.array(date), 'Days off of the next weeks, for the states of these customers'),
})

export type UnrecordedVisit = z.infer<typeof unrecordedVisit>
export type UnrecordedVisits = z.infer<typeof unrecordedVisits>
