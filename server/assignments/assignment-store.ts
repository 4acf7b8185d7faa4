import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'

interface Employee {
  employeeNumber: string
  name: string
}

/** The owner of each of these customers on that day, by customer code. */
export async function ownersOn(
  ctx: Context,
  codes: readonly string[],
  day: string,
  /** Within a transaction, pass it: transactions that each wait for a second connection would deadlock the pool. */
  db: Db = ctx.store.read,
): Promise<ReadonlyMap<string, Employee>> {
  requireRight(ctx, 'read', 'assignment')
  requireRight(ctx, 'read', 'employee')
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('employee', 'employee.employee_number', 'assignment.employee_number')
    .select(['assignment.customer_code', 'employee.employee_number', 'employee.name'])
    .where('assignment.customer_code', 'in', codes)
    .where('from_day', '<=', day)
    .where((eb) => eb.or([eb('until_day', 'is', null), eb('until_day', '>=', day)]))
    .execute()
  return new Map(
    rows.map((row) => [row.customer_code, { employeeNumber: row.employee_number, name: row.name }]),
  )
}
