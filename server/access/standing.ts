import { sql } from 'kysely'
import type { Access, AccountStatus } from '#domain/access/actor.ts'
import {
  joinedRights,
  rightsOf,
  sightedRights,
  unseenRights,
  widestSight,
  type RoleDecision,
} from '#domain/access/role-rights.ts'
import { withoutCustomers } from '#domain/access/of-customers.ts'
import type { Level, Place, Rights, Scope, Sight } from '#domain/access/rights.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Row } from '../store/dialect.ts'
import { placesGiven } from './account-places.ts'
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

/** A person of the User master. */
export interface Person {
  userId: string
  employeeCode: string
  functions: readonly string[]
}

/** What the masters say about an account, as far as it decides about rights; where exactly its places lie does not. */
export interface Standing {
  /** Whether somebody of the firm let it in: what the masters say of its e-mail counts only then. */
  isVouched: boolean
  people: readonly Person[]
  functions: readonly string[]
  roles: readonly string[]
  /** What its roles give, before anything is taken from it. */
  given: Rights
  sees: 'everything' | Part
}

interface Part {
  /** How far its roles see; undefined where that is everything, and only what it was given limits it. */
  level: Level | undefined
  /** What it was given instead of the place of its employee, also when that is gone; undefined: nothing was. */
  given: readonly Place[] | undefined
}

/** Decisions about roles that are not taken yet. */
export type Tried = ReadonlyMap<string, RoleDecision>

export const mailOf = ({ email }: Pick<AccountOfAccess, 'email'>): string => foldText(email.trim())

/** Account → User master → User Role Combination → Role: as many reads for a thousand accounts as for one, in their order. */
export async function standingsOf(
  db: Db,
  accounts: readonly AccountOfAccess[],
  tried: Tried = new Map(),
): Promise<Standing[]> {
  const unvouched = await unvouchedAmong(db, accounts)
  const vouched = accounts.filter(({ id }) => !unvouched.has(id))
  const people = await peopleByMail(db, vouched.map(mailOf))
  const roles = await rolesByEmployee(db, [...people.values()].flat())
  const found = accounts.map((account) => {
    const isVouched = !unvouched.has(account.id)
    const own = (isVouched && people.get(mailOf(account))) || []
    const held = own.flatMap(({ employeeCode }) => roles.get(employeeCode) ?? []).toSorted()
    const all = new Set(account.role === null ? held : [account.role, ...held])
    return { account, isVouched, people: own, roles: [...all] }
  })
  const giving = await whatRolesGive(db, new Set(found.flatMap((each) => each.roles)), tried)
  const standings = found.map((each) => ({ ...each, ...giving(each.roles) }))
  // Who tries some places has these.
  const isPlaced = ({ account, roles: held }: (typeof standings)[number]): boolean =>
    held.length > 0 && mayBeLimited(held) && !account.places
  const ids = standings.filter(isPlaced).map(({ account }) => account.id)
  const places = ids.length === 0 ? undefined : await placesGiven(db, ids)
  return standings.map(({ account, sight, ...standing }) => {
    const given = account.places ? someOf(account.places) : places?.get(account.id)
    const functions = [...new Set(standing.people.flatMap((person) => person.functions))]
    return { ...standing, functions, sees: seenWith(standing.roles, sight, given) }
  })
}

/** Places that were given limit what any role sees, but for the administrator's: nobody else could take them away again. */
function seenWith(roles: readonly string[], sight: Sight, given: Scope | undefined): Standing['sees'] {
  if (given === 'everything' || !mayBeLimited(roles)) return 'everything'
  if (sight !== 'everything') return { level: sight, given }
  return given ? { level: undefined, given } : 'everything'
}

/** Whether places can be given to whoever holds these roles. */
export const mayBeLimited = (roles: readonly string[]): boolean => !roles.includes('ADMIN')

const someOf = (places: Scope): Scope | undefined => (places.length === 0 ? undefined : places)

/** What is left of rights to whoever sees this much, and what that takes from them: whether it is all or a part decides. */
export function seenOf(given: Rights, scope: Scope): Pick<Access, 'rights' | 'unseen'> {
  const { rights } = withoutCustomers(sightedRights(given, scope))
  const unseen = unseenRights(given, scope)
  return { rights, ...(Object.keys(unseen).length > 0 && { unseen }) }
}

async function unvouchedAmong(db: Db, accounts: readonly AccountOfAccess[]): Promise<ReadonlySet<string>> {
  const ids = accounts.map(({ id }) => id)
  const query = db.selectFrom('account').select('id').where('id', 'in', ids)
  const rows = await query.where('unvouched_since', 'is not', null).execute()
  return new Set(rows.map((row) => String(row['id'])))
}

/** The e-mail of an account is unique, and only an administrator lets it in or changes it. */
async function peopleByMail(db: Db, mails: readonly string[]): Promise<ReadonlyMap<string, Person[]>> {
  if (mails.length === 0) return new Map()
  const mail = sql<string>`lower(emp_mail_id)`
  const rows = await db
    .selectFrom('staff_user')
    .select(['user_id', 'employee_code', 'function_codes', mail.as('mail')])
    .where(mail, 'in', mails)
    .orderBy('user_id')
    .execute()
  const found = Map.groupBy(rows, (row) => String(row['mail']))
  return new Map([...found].map(([each, own]) => [each, own.map(personOf)]))
}

export const personOf = (row: Row): Person => ({
  userId: String(row['user_id']),
  employeeCode: String(row['employee_code']),
  functions: JSON.parse(String(row['function_codes'] ?? '[]')) as string[],
})

async function rolesByEmployee(
  db: Db,
  people: readonly Person[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (people.length === 0) return new Map()
  const codes = people.map(({ employeeCode }) => employeeCode)
  const held = db.selectFrom('user_role').select(['employee_code', 'role_code']).distinct()
  const rows = await held.where('employee_code', 'in', codes).execute()
  const found = Map.groupBy(rows, (row) => String(row['employee_code']))
  return new Map([...found].map(([code, own]) => [code, own.map((row) => String(row['role_code']))]))
}

interface Giving {
  given: Rights
  sight: Sight
}

async function whatRolesGive(
  db: Db,
  all: ReadonlySet<string>,
  tried: Tried,
): Promise<(roles: readonly string[]) => Giving> {
  const decisions = all.size === 0 ? tried : await decisionsOn(db, [...all])
  const known = new Map<string, Giving>()
  return (roles) => {
    const key = JSON.stringify(roles)
    const each = (): Giving => {
      const own = roles.map((role) => rightsOf(role, tried.get(role) ?? decisions.get(role)))
      return {
        given: joinedRights(own.map(({ rights }) => rights)),
        sight: widestSight(own.map(({ sees }) => sees)),
      }
    }
    const giving = known.get(key) ?? each()
    known.set(key, giving)
    return giving
  }
}
