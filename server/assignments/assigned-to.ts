import type { Filter, Related } from '../store/query/conditions.ts'

/** Customers that are assigned to the employee on the day; null: to no employee. */
export function assignedTo(employee: string | null, day: string): Related {
  const filters: Filter[] = [
    ...(employee === null ? [] : [{ field: 'Employee_Number', test: 'is', values: [employee] } as const]),
    { field: 'From_Day', test: 'to', values: [day] },
    { field: 'Until_Day', test: 'from', values: [day, null] },
  ]
  const others = { entity: 'assignment', field: 'Customer_Code', filters }
  return { field: 'Customer_Code', isAmong: employee !== null, others }
}
