import { sql } from 'kysely'
import type { Access } from '#domain/access/actor.ts'
import type { Level, TerritoryNode, Scope } from '#domain/access/rights.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Db } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'
import { mailOf, type AccountIdentity, type StaffUser, type Membership } from './membership.ts'

/** What is needed to resolve the scope of an account. */
interface ScopeRequest {
  /** The level of the places of employees; undefined if the role sees everything and the account has assigned places. */
  level: Level | undefined
  /** The assigned places; undefined if there are none. */
  assigned: readonly TerritoryNode[] | undefined
  account: string
  /** Undefined if the account is not approved, so that its e-mail is not trusted. */
  mail: string | undefined
  /** The user ids of this account, and of those who report to it. */
  own: readonly string[]
  below: readonly string[]
}

/** The scope of an account: places, and customers assigned to or planned for employees anywhere. */
export type VisibleScope = Pick<Access, 'scope' | 'ownWork'>

/**
 * An account sees its own place, the places of all employees who report to it directly or indirectly, and the customers
 * assigned to or planned for any of them. Uses a constant number of reads, in the order of the accounts.
 */
export async function scopesOf(
  db: Db,
  accounts: readonly AccountIdentity[],
  memberships: readonly Membership[],
): Promise<VisibleScope[]> {
  const limited = memberships.filter(({ sees, roles }) => sees !== 'everything' && roles.length > 0)
  const below = await reportingTo(
    db,
    limited.flatMap(({ users }) => users),
  )
  const requests = memberships.map(({ users, sees, isVouched, roles }, at): ScopeRequest | Scope => {
    if (sees === 'everything') return 'everything'
    if (roles.length === 0) return []
    return {
      level: sees.level,
      assigned: sees.assigned?.map(({ level, code }) => ({ level, code })),
      account: accounts[at]!.id,
      mail: isVouched ? mailOf(accounts[at]!) : undefined,
      own: users.map(({ userId }) => userId),
      below: below(users),
    }
  })
  const seenBy = await resolveScopes(db, requests.filter(isScopeRequest))
  return requests.map((each) => (isScopeRequest(each) ? seenBy(each) : { scope: each }))
}

const isScopeRequest = (each: ScopeRequest | Scope): each is ScopeRequest =>
  typeof each === 'object' && 'own' in each

type UserRow = Pick<
  Tables['staff_user'],
  'user_id' | 'employee_code' | 'admin_rpt_manager_code' | 'function_rpt_manager_code'
>

/** Finds the users below these managers by either of the two reporting lines, directly or indirectly. */
async function reportingTo(
  db: Db,
  users: readonly StaffUser[],
): Promise<(managers: readonly StaffUser[]) => string[]> {
  if (users.length === 0) return () => []
  const codes = sql.join([...new Set(users.map(({ employeeCode }) => employeeCode))])
  const { rows } = await sql<UserRow>`
    with recursive below(code) as (
      select employee_code from staff_user
        where admin_rpt_manager_code in (${codes}) or function_rpt_manager_code in (${codes})
      union
      select s.employee_code from staff_user as s join below as b
        on s.admin_rpt_manager_code = b.code or s.function_rpt_manager_code = b.code
    )
    select user_id, employee_code, admin_rpt_manager_code, function_rpt_manager_code from staff_user
      where employee_code in (select code from below)`.execute(db)
  const byManager = new Map<string | null, UserRow[]>()
  for (const row of rows) {
    for (const manager of new Set([row.admin_rpt_manager_code, row.function_rpt_manager_code])) {
      const own = byManager.get(manager)
      if (own) own.push(row)
      else byManager.set(manager, [row])
    }
  }
  return (managers) => {
    const found = new Set<UserRow>()
    const queue = managers.map(({ employeeCode }) => employeeCode)
    for (const code of queue) {
      for (const row of byManager.get(code) ?? []) {
        // Reporting lines may form a cycle.
        if (found.has(row)) continue
        found.add(row)
        queue.push(row.employee_code)
      }
    }
    return [...found].map((row) => row.user_id)
  }
}

/** Neither a trusted e-mail nor a user identifies the employee. */
const isUnidentified = ({ mail, own, below }: ScopeRequest): boolean =>
  mail === undefined && own.length === 0 && below.length === 0

const assignedPlacesOnly = ({ assigned }: ScopeRequest): VisibleScope => ({ scope: assigned ?? [] })

async function resolveScopes(
  db: Db,
  requests: readonly ScopeRequest[],
): Promise<(by: ScopeRequest) => VisibleScope> {
  const mails = new Set(requests.flatMap(({ mail }) => mail ?? []))
  const userIds = new Set(requests.flatMap(({ own, below }) => [...own, ...below]))
  if (mails.size === 0 && userIds.size === 0) return assignedPlacesOnly
  const columns = [...new Set(requests.flatMap(({ level }) => (level ? [`${level}_code` as const] : [])))]
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
  const byMail = Map.groupBy(rows, (row) => row.mail)
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  const ofUsers = (ids: readonly string[]): typeof rows => ids.flatMap((id) => byUser.get(id) ?? [])
  const accountOf = await accountsByMail(
    db,
    requests.flatMap(({ below }) => ofUsers(below)).map((row) => row.mail),
  )
  return (by) => {
    if (isUnidentified(by)) return assignedPlacesOnly(by)
    const { level, assigned, account, mail, own, below } = by
    const themselves = [...((mail !== undefined && byMail.get(mail)) || []), ...ofUsers(own)]
    const reports = ofUsers(below)
    // Assigned places replace the employee's own place, even if deleted; the places of reports are added in both cases.
    const placesFrom = assigned ? reports : [...themselves, ...reports]
    const codes = level ? new Set(placesFrom.map((row) => textAt(row, `${level}_code`))) : []
    const places = [...codes].toSorted().map((code) => ({ level: level!, code }))
    const employees = new Set([...themselves, ...reports].map((row) => row.employee_number))
    const accounts = new Set([account, ...reports.flatMap((row) => accountOf.get(row.mail) ?? [])])
    const ownWork = {
      employees: [...employees].toSorted(),
      accounts: [...accounts].filter((id) => id !== '').toSorted(),
    }
    return { scope: [...(assigned ?? []), ...places], ownWork }
  }
}

/** Only approved accounts, because anyone can register with the e-mail of an employee. */
async function accountsByMail(db: Db, mails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (mails.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'email_key'])
    .where('email_key', 'in', [...new Set(mails)])
    .where('unvouched_since', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.email_key, row.id]))
}
