import { sql } from 'kysely'
import { noAccess, type Access, type AccountStatus } from '#domain/access/actor.ts'
import { rightsOfToken } from '#domain/access/role-rights.ts'
import type { Place, Scope } from '#domain/access/rights.ts'
import type { Db, Row } from '../store/dialect.ts'
import { placesThere, type GivenPlace, type GivenScope } from './account-places.ts'
import { behindOpenScreens } from './closed-screens.ts'
import { decisionsOn } from './role-rights-store.ts'
import {
  mailOf,
  personOf,
  seenOf,
  standingsOf,
  type AccountOfAccess,
  type NamedAccount,
  type Person,
  type Standing,
  type Tried,
} from './standing.ts'

export async function accountNamed(db: Db, id: string): Promise<NamedAccount | undefined> {
  const row = await accounts(db).where('id', '=', id).executeTakeFirst()
  return row && namedAccount(row)
}

/** Everybody who could be let in now. */
export async function activeAccounts(db: Db): Promise<NamedAccount[]> {
  const rows = await accounts(db).where('status', '=', 'active').orderBy('id').execute()
  return rows.map(namedAccount)
}

const accounts = (db: Db) =>
  db.selectFrom('account').select(['id', 'username', 'email', 'status', 'role_code'])

const namedAccount = (row: Row): NamedAccount => ({
  id: String(row['id']),
  username: String(row['username']),
  email: String(row['email']),
  status: row['status'] as AccountStatus,
  role: row['role_code'] as string | null,
})

/** What the masters say about an account: its standing, the person's place, and the screens that are closed to its functions. */
export async function accessOf(db: Db, account: AccountOfAccess, tried?: Tried): Promise<Access> {
  const [standing] = await standingsOf(db, [account], tried)
  const { roles, given, functions } = standing!
  if (roles.length === 0) return noAccess
  const scope = await scopeOf(db, account, standing!)
  return behindOpenScreens(db, { roles, scope, ...seenOf(given, scope) }, functions)
}

/** An API token has its role and its places by itself, whatever the masters say of people and their functions. */
export async function accessOfToken(
  db: Db,
  { role, places }: { id: string; role: string; places: GivenScope },
): Promise<Access> {
  const scope = places === 'everything' ? places : await placesLeft(db, places)
  const decision = (await decisionsOn(db, [role])).get(role)
  return { roles: [role], scope, ...seenOf(rightsOfToken(role, decision), scope) }
}

async function placesLeft(db: Db, given: readonly GivenPlace[]): Promise<Place[]> {
  const there = await placesThere(db, given)
  return given.flatMap(({ id }) => there.get(id) ?? []).map(({ level, code }) => ({ level, code }))
}

/** Somebody sees their own place, and the places of those who report to them, however far down. */
async function scopeOf(db: Db, account: AccountOfAccess, standing: Standing): Promise<Scope> {
  const { people, sees, isVouched } = standing
  if (sees === 'everything') return 'everything'
  const given = (sees.given ?? []).map(({ level, code }): Place => ({ level, code }))
  // Who was given places has those instead of where he lives, also when they are gone; those of his people come to either.
  const isGiven = sees.given !== undefined
  const below = await reportingTo(db, people)
  const userIds = [...(isGiven ? [] : people), ...below].map(({ userId }) => userId)
  const isByEmail = !isGiven && isVouched
  if (!isByEmail && userIds.length === 0) return given
  const column = `${sees.level}_code`
  const query = db
    .selectFrom('employee')
    .select(column)
    .distinct()
    .where((on) =>
      on.or([
        ...(!isByEmail ? [] : [on(sql`lower(email)`, '=', mailOf(account))]),
        ...(userIds.length > 0 ? [on('user_id', 'in', userIds)] : []),
      ]),
    )
  const rows = await query.orderBy(column).execute()
  const own = rows.map((row): Place => ({ level: sees.level, code: String(row[column]) }))
  return [...given, ...own]
}

/** By either of the two reporting lines, and those who report to them in turn. */
async function reportingTo(db: Db, people: readonly Person[]): Promise<Person[]> {
  if (people.length === 0) return []
  const codes = sql.join(people.map(({ employeeCode }) => employeeCode))
  const { rows } = await sql<Row>`
    with recursive below(code) as (
      select employee_code from staff_user
        where admin_rpt_manager_code in (${codes}) or function_rpt_manager_code in (${codes})
      union
      select s.employee_code from staff_user as s join below as b
        on s.admin_rpt_manager_code = b.code or s.function_rpt_manager_code = b.code
    )
    select user_id, employee_code from staff_user where employee_code in (select code from below)
    order by user_id`.execute(db)
  return rows.map(personOf)
}
