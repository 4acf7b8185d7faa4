import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Db } from '../store/dialect.ts'

interface Employee {
  employeeNumber: string
  name: string
}

/** Who looks after each of these customers on that day, by the customer's code. */
export async function employeesOf(
  ctx: Context,
  codes: readonly string[],
  day: string,
  /** A transaction reads with its own connection: waiting for a second one, many of them would wait for each other. */
  db: Db = ctx.store.read,
): Promise<ReadonlyMap<string, Employee>> {
  demand(ctx, 'read', 'assignment')
  demand(ctx, 'read', 'employee')
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('employee', 'employee.employee_number', 'assignment.employee_number')
    .select(['assignment.customer_code', 'employee.employee_number', 'employee.name'])
    .where('assignment.customer_code', 'in', codes)
    .where('from_day', '<=', day)
    .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', day)]))
    .execute()
  return new Map(
    rows.map((row) => [
      String(row['customer_code']),
      { employeeNumber: String(row['employee_number']), name: String(row['name']) },
    ]),
  )
}
