import { sql } from 'kysely'
import type { Access } from '#domain/access/actor.ts'
import type { Level, Place, Scope } from '#domain/access/rights.ts'
import type { Db, Row } from '../store/dialect.ts'
import { mailOf, type AccountOfAccess, type Person, type Standing } from './standing.ts'

/** Whose places and customers an account sees. */
interface Asked {
  /** At which the places of employees are seen; undefined where the role sees everything and the account was given places. */
  level: Level | undefined
  /** Undefined where none were given. */
  given: readonly Place[] | undefined
  account: string
  /** None where the e-mail says nothing. */
  mail: string | undefined
  /** The users who are this person, and those below them. */
  own: readonly string[]
  below: readonly string[]
}

/** What an account sees of customers: places, and the work of employees wherever it lies. */
export type Seen = Pick<Access, 'scope' | 'ownWork'>

/**
 * Everybody sees their own place, and the places of those who report to them, however far down; and beside these what is
 * assigned to or planned for any of them. As many reads for a thousand accounts as for one, in their order.
 */
export async function scopesOf(
  db: Db,
  accounts: readonly AccountOfAccess[],
  standings: readonly Standing[],
): Promise<Seen[]> {
  const inPart = standings.filter(({ sees, roles }) => sees !== 'everything' && roles.length > 0)
  const below = await reportingTo(
    db,
    inPart.flatMap(({ people }) => people),
  )
  const asked = standings.map(({ people, sees, isVouched, roles }, at): Asked | Scope => {
    if (sees === 'everything') return 'everything'
    if (roles.length === 0) return []
    return {
      level: sees.level,
      given: sees.given?.map(({ level, code }) => ({ level, code })),
      account: accounts[at]!.id,
      mail: isVouched ? mailOf(accounts[at]!) : undefined,
      own: people.map(({ userId }) => userId),
      below: below(people),
    }
  })
  const seenBy = await employeesAsked(db, asked.filter(isAsked))
  return asked.map((each) => (isAsked(each) ? seenBy(each) : { scope: each }))
}

const isAsked = (each: Asked | Scope): each is Asked => typeof each === 'object' && 'own' in each

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

/** Nothing says who this is: neither an e-mail that somebody vouched for, nor a user. */
const isUnknown = ({ mail, own, below }: Asked): boolean =>
  mail === undefined && own.length === 0 && below.length === 0

const givenAlone = ({ given }: Asked): Seen => ({ scope: given ?? [] })

async function employeesAsked(db: Db, asked: readonly Asked[]): Promise<(by: Asked) => Seen> {
  const mails = new Set(asked.flatMap(({ mail }) => mail ?? []))
  const userIds = new Set(asked.flatMap(({ own, below }) => [...own, ...below]))
  if (mails.size === 0 && userIds.size === 0) return givenAlone
  const columns = [...new Set(asked.flatMap(({ level }) => (level ? [`${level}_code`] : [])))]
  const mailOfRow = sql<string>`lower(email)`
  const rows = await db
    .selectFrom('employee')
    .select(['user_id', 'employee_number', mailOfRow.as('mail'), ...columns])
    .where((on) =>
      on.or([
        ...(mails.size > 0 ? [on(mailOfRow, 'in', [...mails])] : []),
        ...(userIds.size > 0 ? [on('user_id', 'in', [...userIds])] : []),
      ]),
    )
    .execute()
  const byMail = Map.groupBy(rows, (row) => row['mail'])
  const byUser = Map.groupBy(rows, (row) => row['user_id'])
  const ofUsers = (ids: readonly string[]): Row[] => ids.flatMap((id) => byUser.get(id) ?? [])
  const accountOf = await accountsByMail(
    db,
    asked.flatMap(({ below }) => ofUsers(below)).map((row) => String(row['mail'])),
  )
  return (by) => {
    if (isUnknown(by)) return givenAlone(by)
    const { level, given, account, mail, own, below } = by
    const themselves = [...((mail !== undefined && byMail.get(mail)) || []), ...ofUsers(own)]
    const theirs = ofUsers(below)
    // Places that were given stand in for where the person lives, also when they are gone; those of their people are added to either.
    const lived = given ? theirs : [...themselves, ...theirs]
    const codes = level ? new Set(lived.map((row) => String(row[`${level}_code`]))) : []
    const places = [...codes].toSorted().map((code) => ({ level: level!, code }))
    const employees = new Set([...themselves, ...theirs].map((row) => String(row['employee_number'])))
    const accounts = new Set([account, ...theirs.flatMap((row) => accountOf.get(String(row['mail'])) ?? [])])
    const ownWork = {
      employees: [...employees].toSorted(),
      accounts: [...accounts].filter((id) => id !== '').toSorted(),
    }
    return { scope: [...(given ?? []), ...places], ownWork }
  }
}

/** Who registered with the e-mail of an employee and was not let in by anybody is not that employee. */
async function accountsByMail(db: Db, mails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (mails.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'email_key'])
    .where('email_key', 'in', [...new Set(mails)])
    .where('unvouched_since', 'is', null)
    .execute()
  return new Map(rows.map((row) => [String(row['email_key']), String(row['id'])]))
}
