import { sql } from 'kysely'
import { noAccess, type Access, type AccountStatus } from '#domain/access/actor.ts'
import {
  joinedRights,
  rightsOf,
  rightsOfToken,
  sightedRights,
  unseenRights,
  widestSight,
  type RoleDecision,
} from '#domain/access/role-rights.ts'
import { withoutCustomers } from '#domain/access/of-customers.ts'
import type { Place, Rights, Scope, Sight } from '#domain/access/rights.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Row } from '../store/dialect.ts'
import { placesGiven, placesThere, type GivenPlace, type GivenScope } from './account-places.ts'
import { behindOpenScreens } from './closed-screens.ts'
import { decisionsOn } from './role-rights-store.ts'

export interface AccountOfAccess {
  id: string
  email: string
  role: string | null
  /** In place of those that were given to it, when that is only tried. */
  places?: Scope
}

export interface NamedAccount extends AccountOfAccess {
  username: string
  status: AccountStatus
}

export async function accountNamed(db: Db, id: string): Promise<NamedAccount | undefined> {
  const row = await db
    .selectFrom('account')
    .select(['id', 'username', 'email', 'status', 'role_code'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id: String(row['id']),
      username: String(row['username']),
      email: String(row['email']),
      status: row['status'] as AccountStatus,
      role: row['role_code'] as string | null,
    }
  )
}

type Tried = ReadonlyMap<string, RoleDecision>

/** What the masters say about an account: account → User master → User Role Combination → Role, and the person's place. */
export async function accessOf(
  db: Db,
  account: AccountOfAccess,
  /** Decisions about roles that are not taken yet. */
  tried: Tried = new Map(),
): Promise<Access> {
  const { access, functions } = await accessBefore(db, account, tried)
  return access.roles.length === 0 ? access : behindOpenScreens(db, access, functions)
}

/** Before screens that are closed to the person's functions take anything from it. */
export async function accessBefore(
  db: Db,
  account: AccountOfAccess,
  tried: Tried = new Map(),
): Promise<{ access: Access; functions: readonly string[] }> {
  const isVouched = await isVouchedFor(db, account.id)
  const people = isVouched ? await peopleOf(db, account.email) : []
  const roles = await rolesOf(db, account.role, people)
  if (roles.length === 0) return { access: noAccess, functions: [] }
  const decisions = await decisionsOn(db, roles)
  const each = roles.map((role) => rightsOf(role, tried.get(role) ?? decisions.get(role)))
  const sight = widestSight(each.map(({ sees }) => sees))
  const scope = await scopeOf(db, account, people, sight, isVouched)
  const given = joinedRights(each.map(({ rights }) => rights))
  const functions = new Set(people.flatMap((person) => person.functions))
  return { access: { roles, scope, ...seenOf(given, scope) }, functions: [...functions] }
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

/** What is left of rights to whoever sees this much, and what that takes from them. */
function seenOf(given: Rights, scope: Scope): Pick<Access, 'rights' | 'unseen'> {
  const { rights } = withoutCustomers(sightedRights(given, scope))
  const unseen = unseenRights(given, scope)
  return { rights, ...(Object.keys(unseen).length > 0 && { unseen }) }
}

/** Whether somebody of the firm let it in: what the masters say of its e-mail counts only then. */
async function isVouchedFor(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('account').select('id').where('id', '=', id)
  return (await query.where('unvouched_since', 'is not', null).executeTakeFirst()) === undefined
}

/** A person of the User master. */
interface Person {
  userId: string
  employeeCode: string
  functions: readonly string[]
}

const personOf = (row: Row): Person => ({
  userId: String(row['user_id']),
  employeeCode: String(row['employee_code']),
  functions: JSON.parse(String(row['function_codes'] ?? '[]')) as string[],
})

/** The e-mail of an account is unique, and only an administrator lets it in or changes it. */
async function peopleOf(db: Db, email: string): Promise<Person[]> {
  const rows = await db
    .selectFrom('staff_user')
    .select(['user_id', 'employee_code', 'function_codes'])
    .where(sql`lower(emp_mail_id)`, '=', foldText(email.trim()))
    .orderBy('user_id')
    .execute()
  return rows.map(personOf)
}

async function rolesOf(db: Db, own: string | null, people: readonly Person[]): Promise<string[]> {
  const roles = new Set(own === null ? [] : [own])
  if (people.length > 0) {
    const rows = await db
      .selectFrom('user_role')
      .select('role_code')
      .distinct()
      .where(
        'employee_code',
        'in',
        people.map(({ employeeCode }) => employeeCode),
      )
      .orderBy('role_code')
      .execute()
    for (const row of rows) roles.add(String(row['role_code']))
  }
  return [...roles]
}

/** Somebody sees their own place, and the places of those who report to them, however far down. */
async function scopeOf(
  db: Db,
  account: AccountOfAccess,
  people: readonly Person[],
  sight: Sight,
  isVouched: boolean,
): Promise<Scope> {
  if (sight === 'everything') return 'everything'
  const kept = account.places ? undefined : (await placesGiven(db, [account.id])).get(account.id)
  const all = account.places ?? kept ?? []
  if (all === 'everything') return 'everything'
  const given = all.map(({ level, code }): Place => ({ level, code }))
  // Who was given places has those instead of where he lives, also when they are gone; those of his people come to either.
  const isGiven = kept !== undefined || given.length > 0
  const below = await reportingTo(db, people)
  const userIds = [...(isGiven ? [] : people), ...below].map(({ userId }) => userId)
  const isByEmail = !isGiven && isVouched
  if (!isByEmail && userIds.length === 0) return given
  const column = `${sight}_code`
  const query = db
    .selectFrom('employee')
    .select(column)
    .distinct()
    .where((on) =>
      on.or([
        ...(!isByEmail ? [] : [on(sql`lower(email)`, '=', foldText(account.email.trim()))]),
        ...(userIds.length > 0 ? [on('user_id', 'in', userIds)] : []),
      ]),
    )
  const rows = await query.orderBy(column).execute()
  const own = rows.map((row): Place => ({ level: sight, code: String(row[column]) }))
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
