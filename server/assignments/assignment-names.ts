import type { Db } from '../store/dialect.ts'

export async function namesOfEmployees(
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('employee')
    .select(['employee_number', 'name'])
    .where('employee_number', 'in', [...new Set(numbers)])
    .execute()
  return new Map(rows.map((row) => [row.employee_number, row.name]))
}
