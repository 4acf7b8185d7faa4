import { sql } from 'kysely'
import type { Colleague } from '#domain/field/pack.ts'
import { managersAbove } from '#domain/visit-plans/approval.ts'
import type { Context } from '../../core/context.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import type { Db } from '../../store/dialect.ts'
import type { PackReader } from './pack-reader.ts'

/** More are chosen in the office. */
const maxColleagues = 500

/** The employees that the account sees, and its managers, who may be in other places: both may come along on a visit. */
export async function colleaguesOf(
  ctx: Context,
  db: Db,
  { employee }: Pick<PackReader, 'employee'>,
): Promise<Colleague[]> {
  const scope = territoryFilter(ctx, 'employee', 'employee')
  const managers = scope && employee !== null ? await managersOf(db, employee) : []
  const rows = await db
    .selectFrom('employee')
    .select(['employee_number', 'name'])
    .where('retired_on', 'is', null)
    .$if(employee !== null, (query) => query.where('employee_number', '!=', employee!))
    .$if(scope !== undefined, (query) =>
      query.where((where) =>
        managers.length > 0
          ? where.or([scope!.test(), where('employee_number', 'in', managers)])
          : where.and([scope!.test()]),
      ),
    )
    .orderBy('name')
    .orderBy('employee_number')
    .limit(maxColleagues)
    .execute()
  return rows.map((row) => ({ number: row.employee_number, name: row.name }))
}

/** By the User master: its users are employees with the same user id or e-mail address. */
async function managersOf(db: Db, employee: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_user')
    .leftJoin('employee', (join) =>
      join.on((where) =>
        where.or([
          where('employee.user_id', '=', where.ref('staff_user.user_id')),
          where(sql`lower(employee.email)`, '=', sql`lower(staff_user.emp_mail_id)`),
        ]),
      ),
    )
    .select([
      'employee.employee_number',
      'staff_user.employee_code',
      'staff_user.admin_rpt_manager_code',
      'staff_user.function_rpt_manager_code',
    ])
    .execute()
  const staff = new Map(
    rows.map((row) => [
      row.employee_code,
      { code: row.employee_code, managers: [row.admin_rpt_manager_code, row.function_rpt_manager_code] },
    ]),
  )
  const codesOf = (number: string): string[] =>
    rows.flatMap((row) => (row.employee_number === number ? [row.employee_code] : []))
  const above = new Set(managersAbove(staff, codesOf(employee)))
  return rows.flatMap((row) =>
    row.employee_number !== null && above.has(row.employee_code) ? [row.employee_number] : [],
  )
}
