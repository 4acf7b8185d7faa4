import type { OwnWork } from '#domain/access/rights.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { formatList } from '#domain/text.ts'
import type { Db } from '../../store/dialect.ts'
import { t } from '#domain/messages/t.ts'

const maxNamed = 3

/** The employees whose assigned and planned customers are seen: "Ravi (EMP0001) and 2 more". Empty without an employee. */
export async function formatEmployees(db: Db, work: OwnWork | undefined): Promise<string> {
  const numbers = work?.employees ?? []
  const named = [...(await namesOf(db, numbers.slice(0, maxNamed))).values()]
  const more = numbers.length - named.length
  return formatList(more > 0 ? [...named, t('{count, number} more', { count: more })] : named)
}

/** Why a customer outside the places is seen: the current assignment and the open plan, each as text without a full stop. */
export async function reasonsOfWork(
  db: Db,
  { employees, accounts }: OwnWork,
  customer: string,
  today: string,
): Promise<string[]> {
  const assigned = await db
    .selectFrom('assignment')
    .select(['employee_number', 'from_day', 'until_day'])
    .where('customer_code', '=', customer)
    .where('from_day', '<=', today)
    .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', today)]))
    .executeTakeFirst()
  const plan = await db
    .selectFrom('visit')
    .select(['visit_id', 'assigned_to', 'planned_by'])
    .where('customer_code', '=', customer)
    .where('status', '=', 'planned')
    .executeTakeFirst()
  const names = await namesOf(
    db,
    [assigned?.employee_number, plan?.assigned_to].filter((number) => typeof number === 'string'),
  )
  const reasons: string[] = []
  if (assigned && employees.includes(assigned.employee_number)) {
    const employee = names.get(assigned.employee_number) ?? ''
    const from = formatDate(assigned.from_day)
    reasons.push(
      assigned.until_day === null
        ? t('Assigned to {employee} from {from}', { employee, from })
        : t('Assigned to {employee} from {from} until {until}', {
            employee,
            from,
            until: formatDate(assigned.until_day),
          }),
    )
  }
  if (typeof plan?.assigned_to === 'string' && employees.includes(plan.assigned_to))
    reasons.push(
      t('Visit {visit} is planned for {employee}', {
        visit: plan.visit_id,
        employee: names.get(plan.assigned_to) ?? '',
      }),
    )
  if (plan?.assigned_to === null && plan.planned_by !== null && accounts.includes(plan.planned_by))
    reasons.push(t('Visit {visit} is planned, and no employee is named for it', { visit: plan.visit_id }))
  return reasons
}

async function namesOf(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('employee')
    .select(['employee_number', 'name'])
    .where('employee_number', 'in', [...new Set(numbers)])
    .orderBy('natural_key')
    .execute()
  return new Map(
    rows.map((row) => {
      const number = row.employee_number
      return [number, `${row.name} (${number})`]
    }),
  )
}
