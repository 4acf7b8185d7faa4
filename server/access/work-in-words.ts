import type { OwnWork } from '#domain/access/rights.ts'
import { showDay } from '#domain/dates.ts'
import { listInWords } from '#domain/text.ts'
import type { Db, Row } from '../store/dialect.ts'

const mostNamed = 3

/** Whose assigned and planned customers are seen: "Ravi (EMP0001) and 2 more". Empty where no employee is known. */
export async function employeesInWords(db: Db, work: OwnWork | undefined): Promise<string> {
  const numbers = work?.employees ?? []
  const named = [...(await namesOf(db, numbers.slice(0, mostNamed))).values()]
  const more = numbers.length - named.length
  return listInWords(more > 0 ? [...named, `${more} more`] : named)
}

/** Why a customer is seen beside the places: the assignment of the day and the open plan, each in a sentence without an end. */
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
  const isOwn = (row: Row | undefined, column: string, among: readonly string[]): row is Row =>
    row !== undefined && among.includes(String(row[column]))
  const names = await namesOf(
    db,
    [assigned?.['employee_number'], plan?.['assigned_to']].filter((number) => typeof number === 'string'),
  )
  const reasons: string[] = []
  if (isOwn(assigned, 'employee_number', employees)) {
    const until = assigned['until_day'] === null ? '' : ` until ${showDay(String(assigned['until_day']))}`
    const whom = names.get(String(assigned['employee_number']))
    reasons.push(`Assigned to ${whom} from ${showDay(String(assigned['from_day']))}${until}`)
  }
  if (isOwn(plan, 'assigned_to', employees))
    reasons.push(`Visit ${String(plan['visit_id'])} is planned for ${names.get(String(plan['assigned_to']))}`)
  if (plan?.['assigned_to'] === null && isOwn(plan, 'planned_by', accounts))
    reasons.push(`Visit ${String(plan['visit_id'])} is planned, and no employee is named for it`)
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
      const number = String(row['employee_number'])
      return [number, `${String(row['name'])} (${number})`]
    }),
  )
}
