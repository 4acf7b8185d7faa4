import { sql } from 'kysely'
import type { ReminderChoices } from '#domain/api/reminders/notifications.ts'
import { parseDaysOff } from '#domain/planning/working-time.ts'
import { foldText } from '#domain/text.ts'
import { dayOffReasons } from '#domain/visits/working-days.ts'
import { accessesOf, activeAccounts } from '../access/access-of-account.ts'
import type { Context } from '../core/context.ts'
import { holidaysFrom } from '../planner/working-days.ts'
import { chosenSettings, type AccountActor } from './reminder-settings.ts'

/** An active account that may get reminders. */
export interface Person {
  actor: AccountActor
  settings: ReminderChoices
  /** The employee of the account; null: none. */
  employee: { number: string; state: string } | null
}

/** The active accounts with their rights, settings and employees; a constant number of reads. */
export async function readPeople(ctx: Context): Promise<Person[]> {
  const db = ctx.store.read
  const accounts = await activeAccounts(db)
  if (accounts.length === 0) return []
  const accesses = await accessesOf(db, accounts)
  const settings = await chosenSettings(
    db,
    accounts.map(({ id }) => id),
  )
  const mail = sql<string>`lower(email)`
  const employees = await db
    .selectFrom('employee')
    .select(['employee_number', 'state_code', mail.as('mail')])
    .orderBy('natural_key', 'desc')
    .execute()
  const byMail = new Map(employees.map((row) => [row.mail, row]))
  return accounts.map(({ username, ...account }, at) => {
    const own = byMail.get(foldText(account.email.trim()))
    return {
      actor: { kind: 'account', ...account, name: username, sessionId: '', access: accesses[at]! },
      settings: settings.get(account.id) ?? ctx.config.reminders.defaults,
      employee: own ? { number: own.employee_number, state: own.state_code } : null,
    }
  })
}

/** Whether an employee does not work on a day; without an employee the weekly offs and holidays of the firm count. */
export type DaysOff = (employee: Person['employee']) => (day: string) => boolean

/** Weekly offs, holidays and leave from a day on. */
export async function daysOffFrom(ctx: Context, from: string): Promise<DaysOff> {
  const db = ctx.store.read
  const holidays = await holidaysFrom(db, from)
  const times = await db
    .selectFrom('working_time')
    .select(['employee_number', 'days_off'])
    .where('days_off', 'is not', null)
    .execute()
  const leaves = await db
    .selectFrom('leave')
    .select(['employee_number', 'from_date', 'to_date'])
    .where('to_date', '>=', from)
    .execute()
  const ownOffs = new Map(times.map((row) => [row.employee_number, parseDaysOff(row.days_off ?? '').days]))
  const leavesOf = Map.groupBy(leaves, (row) => row.employee_number)
  const known = new Map<string, (day: string) => boolean>()
  return (employee) => {
    const number = employee?.number ?? ''
    const found = known.get(number)
    if (found) return found
    const weeklyOffs = ownOffs.get(number) ?? ctx.config.weeklyOffs
    const reasonOf = dayOffReasons(weeklyOffs, holidays, employee ? [employee.state] : [])
    const isOff = (day: string): boolean =>
      reasonOf(day) !== undefined ||
      (leavesOf.get(number) ?? []).some((row) => row.from_date <= day && day <= row.to_date)
    known.set(number, isOff)
    return isOff
  }
}
