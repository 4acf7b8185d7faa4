import { sql } from 'kysely'
import type { Level, Place, Scope } from '#domain/access/rights.ts'
import type { Db, Row } from '../store/dialect.ts'
import { mailOf, type AccountOfAccess, type Person, type Standing } from './standing.ts'

/** Of whose employees somebody sees the place, at which level, and what they were given. */
interface Asked {
  level: Level
  given: readonly Place[]
  /** None where the e-mail says nothing. */
  mail: string | undefined
  userIds: readonly string[]
}

/**
 * Everybody sees their own place, and the places of those who report to them, however far down: as many reads for a thousand accounts as
 * for one, in their order.
 */
export async function scopesOf(
  db: Db,
  accounts: readonly AccountOfAccess[],
  standings: readonly Standing[],
): Promise<Scope[]> {
  const inPart = standings.filter(({ sees, roles }) => sees !== 'everything' && roles.length > 0)
  const below = await reportingTo(
    db,
    inPart.flatMap(({ people }) => people),
  )
  const asked = standings.map(({ people, sees, isVouched, roles }, at): Asked | 'everything' | 'nothing' => {
    if (sees === 'everything') return 'everything'
    if (roles.length === 0) return 'nothing'
    // Who was given places has those instead of where he lives, also when they are gone; those of his people come to either.
    const isGiven = sees.given !== undefined
    const own = isGiven ? [] : people.map(({ userId }) => userId)
    return {
      level: sees.level,
      given: (sees.given ?? []).map(({ level, code }) => ({ level, code })),
      mail: !isGiven && isVouched ? mailOf(accounts[at]!) : undefined,
      userIds: [...own, ...below(people)],
    }
  })
  const placesOf = await employeesAsked(
    db,
    asked.filter((each) => typeof each === 'object'),
  )
  return asked.map((each) => {
    if (each === 'nothing') return []
    return each === 'everything' ? each : [...each.given, ...placesOf(each)]
  })
}

/** By either of the two reporting lines, and those who report to them in turn: the users below any of these people. */
async function reportingTo(
  db: Db,
  people: readonly Person[],
): Promise<(managers: readonly Person[]) => string[]> {
  if (people.length === 0) return () => []
  const codes = sql.join([...new Set(people.map(({ employeeCode }) => employeeCode))])
  const { rows } = await sql<Row>`
    with recursive below(code) as (
      select employee_code from staff_user
        where admin_rpt_manager_code in (${codes}) or function_rpt_manager_code in (${codes})
      union
      select s.employee_code from staff_user as s join below as b
        on s.admin_rpt_manager_code = b.code or s.function_rpt_manager_code = b.code
    )
    select user_id, employee_code, admin_rpt_manager_code, function_rpt_manager_code from staff_user
      where employee_code in (select code from below)`.execute(db)
  const byManager = new Map<unknown, Row[]>()
  for (const row of rows) {
    for (const manager of new Set([row['admin_rpt_manager_code'], row['function_rpt_manager_code']])) {
      const own = byManager.get(manager)
      if (own) own.push(row)
      else byManager.set(manager, [row])
    }
  }
  return (managers) => {
    const found = new Set<Row>()
    const waiting: unknown[] = managers.map(({ employeeCode }) => employeeCode)
    for (const code of waiting) {
      for (const row of byManager.get(code) ?? []) {
        // Lines may lead in a circle.
        if (found.has(row)) continue
        found.add(row)
        waiting.push(row['employee_code'])
      }
    }
    return [...found].map((row) => String(row['user_id']))
  }
}

async function employeesAsked(db: Db, asked: readonly Asked[]): Promise<(by: Asked) => Place[]> {
  const mails = new Set(asked.flatMap(({ mail }) => mail ?? []))
  const userIds = new Set(asked.flatMap((each) => each.userIds))
  if (mails.size === 0 && userIds.size === 0) return () => []
  const columns = [...new Set(asked.map(({ level }) => `${level}_code`))]
  const mailOfRow = sql<string>`lower(email)`
  const rows = await db
    .selectFrom('employee')
    .select(['user_id', mailOfRow.as('mail'), ...columns])
    .where((on) =>
      on.or([
        ...(mails.size > 0 ? [on(mailOfRow, 'in', [...mails])] : []),
        ...(userIds.size > 0 ? [on('user_id', 'in', [...userIds])] : []),
      ]),
    )
    .execute()
  const byMail = Map.groupBy(rows, (row) => row['mail'])
  const byUser = Map.groupBy(rows, (row) => row['user_id'])
  return ({ level, mail, userIds: ids }) => {
    const byOwnMail = mail === undefined ? undefined : byMail.get(mail)
    const own = [...(byOwnMail ?? []), ...ids.flatMap((id) => byUser.get(id) ?? [])]
    const codes = new Set(own.map((row) => String(row[`${level}_code`])))
    return [...codes].toSorted().map((code) => ({ level, code }))
  }
}
