import { sql } from 'kysely'
import { reportingLine } from '#domain/reminders/reporting-line.ts'
import { foldText } from '#domain/text.ts'
import type { Db } from '../store/dialect.ts'
import type { Person } from './people.ts'

/** The managers of an employee with an active account, the nearest first. */
export type ManagersOf = (employee: string) => readonly Person[]

/**
 * By the User master: the function reporting manager, otherwise the administrative one. A manager without an active account is left
 * out, so that the next above takes the place.
 */
export async function readManagers(db: Db, people: readonly Person[]): Promise<ManagersOf> {
  const users = await db
    .selectFrom('staff_user')
    .select([
      'user_id',
      'employee_code',
      'function_rpt_manager_code',
      'admin_rpt_manager_code',
      sql<string | null>`lower(emp_mail_id)`.as('mail'),
    ])
    .orderBy('user_id')
    .execute()
  const employees = await db
    .selectFrom('employee')
    .select(['employee_number', 'user_id', sql<string>`lower(email)`.as('mail')])
    .execute()
  const byCode = new Map(users.map((user) => [user.employee_code, user]))
  const byUserId = new Map(users.map((user) => [user.user_id, user]))
  const byMail = new Map(users.flatMap((user) => (user.mail === null ? [] : [[user.mail, user]])))
  const mailOfEmployee = new Map(employees.map((row) => [row.user_id, row.mail]))
  const personByMail = new Map(people.map((person) => [foldText(person.actor.email.trim()), person]))
  const managerOf = (code: string): string | null => {
    const user = byCode.get(code)
    return user?.function_rpt_manager_code ?? user?.admin_rpt_manager_code ?? null
  }
  const personOf = (code: string): Person | undefined => {
    const user = byCode.get(code)
    // The e-mail of the User master, or that of the employee with the same user id.
    const mails = user ? [user.mail, mailOfEmployee.get(user.user_id) ?? null] : []
    return mails.flatMap((mail) => (mail === null ? [] : (personByMail.get(mail) ?? []))).at(0)
  }
  const codeOfEmployee = new Map(
    employees.flatMap((row) => {
      const user = byUserId.get(row.user_id) ?? byMail.get(row.mail)
      return user ? [[row.employee_number, { code: user.employee_code, mail: row.mail }]] : []
    }),
  )
  return (employee) => {
    const own = codeOfEmployee.get(employee)
    if (!own) return []
    const self = personByMail.get(own.mail)
    const above = reportingLine(own.code, managerOf).flatMap((code) => personOf(code) ?? [])
    return [...new Set(above)].filter((person) => person !== self)
  }
}
