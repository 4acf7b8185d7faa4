import { addDays } from '#domain/dates/dates.ts'
import type { Filter, Query, Related } from '../store/query/conditions.ts'

/** Customers that are assigned to the employee on the day; null: to no employee. */
export function assignedTo(employee: string | null, day: string): Related {
  const filters: Filter[] = [
    ...(employee === null ? [] : [{ field: 'Employee_Number', test: 'is', values: [employee] } as const]),
    { field: 'From_Day', test: 'to', values: [day] },
    // Not "from the day or empty": SQLite would read the index of that day, where nearly all assignments are, instead of the employee's.
    { none: [{ field: 'Until_Day', test: 'to', values: [addDays(day, -1)] }] },
  ]
  const others = { entity: 'assignment', field: 'Customer_Code', filters }
  return { field: 'Customer_Code', isAmong: employee !== null, others }
}

/** Joins the assignment on the day to records with a customer code; nulls where the customer has none. */
export const joinAssignment = (records: Query, table: 'customer' | 'balance', day: string): Query =>
  records.leftJoin('assignment', (join) =>
    join
      .onRef('assignment.customer_code', '=', `${table}.customer_code`)
      .on('assignment.from_day', '<=', day)
      .on((on) => on.or([on('assignment.until_day', 'is', null), on('assignment.until_day', '>=', day)])),
  )
