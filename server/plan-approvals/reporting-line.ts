import { sql } from 'kysely'
import { managersAbove } from '#domain/visit-plans/approval.ts'
import { foldText } from '#domain/text.ts'
import type { Db } from '../store/dialect.ts'

/** A manager above an employee; one without an account cannot decide. */
export interface Manager {
  name: string
  account: string | null
}

/**
 * The managers above each of these employees by both reporting lines, the nearest first. An employee is found in the User master
 * by the user id or the e-mail address, an account by the e-mail address; only active accounts that were approved count.
 */
export async function managersOf(
  db: Db,
  employees: readonly string[],
): Promise<(employee: string) => Manager[]> {
  if (employees.length === 0) return () => []
  const [people, users] = [
    await db
      .selectFrom('employee')
      .select(['employee_number', 'user_id', 'email'])
      .where('employee_number', 'in', [...new Set(employees)])
      .execute(),
    await db
      .selectFrom('staff_user')
      .leftJoin('account', (join) =>
        join
          .on(sql`lower(staff_user.emp_mail_id)`, '=', sql.ref('account.email_key'))
          .on('account.status', '=', 'active')
          .on('account.unvouched_since', 'is', null),
      )
      .select([
        'staff_user.user_id',
        'employee_code',
        'employee_name',
        'emp_mail_id',
        'account.id as account',
      ])
      .select(['admin_rpt_manager_code', 'function_rpt_manager_code'])
      .execute(),
  ]
  const byCode = new Map(users.map((user) => [user.employee_code, user]))
  const staff = new Map(
    users.map((user) => [
      user.employee_code,
      { code: user.employee_code, managers: [user.admin_rpt_manager_code, user.function_rpt_manager_code] },
    ]),
  )
  const own = new Map(
    people.map((person) => [
      person.employee_number,
      users
        .filter(
          ({ user_id, emp_mail_id }) =>
            user_id === person.user_id || foldText(emp_mail_id ?? '') === foldText(person.email),
        )
        .map((user) => user.employee_code),
    ]),
  )
  return (employee) =>
    managersAbove(staff, own.get(employee) ?? []).flatMap((code) => {
      const user = byCode.get(code)
      return user ? [{ name: user.employee_name, account: user.account }] : []
    })
}
