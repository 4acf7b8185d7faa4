import { sql } from 'kysely'
import type { Access, AccountStatus } from '#domain/access/actor.ts'
import type { LanguageCode } from '#domain/messages/languages.ts'
import {
  mergeRights,
  rightsOf,
  rightsInScope,
  rightsOutsideScope,
  type RoleDecision,
} from '#domain/access/role-rights.ts'
import { withoutCustomerRights } from '#domain/access/customer-subjects.ts'
import {
  widestScope,
  type Level,
  type TerritoryNode,
  type Rights,
  type Scope,
  type DataScope,
} from '#domain/access/rights.ts'
import { foldText } from '#domain/text.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Db } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'
import { readAccountPlaces } from './account-places.ts'
import { readRoleDecisions } from './role-rights-store.ts'

export interface AccountIdentity {
  id: string
  email: string
  role: string | null
  /** In a preview: used instead of the stored places. */
  places?: Scope
}

export interface NamedAccount extends AccountIdentity {
  username: string
  status: AccountStatus
  language: LanguageCode | null
}

/** A record of the User master. */
export interface StaffUser {
  userId: string
  employeeCode: string
  functions: readonly string[]
}

/** What determines the rights of an account: users, functions, roles and data scope, before its places are resolved. */
export interface Membership {
  /** Whether an administrator approved it; its e-mail is matched with the masters only then. */
  isVouched: boolean
  users: readonly StaffUser[]
  functions: readonly string[]
  roles: readonly string[]
  /** The rights of its roles, before any restriction. */
  roleRights: Rights
  /** Whether one of its roles requires a second factor. */
  requiresFactor: boolean
  sees: 'everything' | PartialScope
}

interface PartialScope {
  /** The level of its roles' data scope; undefined if that is everything and only the assigned places limit it. */
  level: Level | undefined
  /** The places assigned instead of the place of its employee, even if deleted since; undefined if none were assigned. */
  assigned: readonly TerritoryNode[] | undefined
}

/** Rights of roles in a preview, which are not saved. */
export type ProposedDecisions = ReadonlyMap<string, RoleDecision>

export const mailOf = ({ email }: Pick<AccountIdentity, 'email'>): string => foldText(email.trim())

/** Account → User master → User Role Combination → Role, with a constant number of reads, in the order of the accounts. */
export async function membershipsOf(
  db: Db,
  accounts: readonly AccountIdentity[],
  proposed: ProposedDecisions = new Map(),
): Promise<Membership[]> {
  const unvouched = await unvouchedIds(db, accounts)
  const vouched = accounts.filter(({ id }) => !unvouched.has(id))
  const users = await usersByMail(db, vouched.map(mailOf))
  const roles = await rolesByEmployee(db, [...users.values()].flat())
  const usersAndRoles = accounts.map((account) => {
    const isVouched = !unvouched.has(account.id)
    const own = (isVouched && users.get(mailOf(account))) || []
    const roleCodes = own.flatMap(({ employeeCode }) => roles.get(employeeCode) ?? []).toSorted()
    const all = new Set(account.role === null ? roleCodes : [account.role, ...roleCodes])
    return { account, isVouched, users: own, roles: [...all] }
  })
  const grants = await readGrants(db, new Set(usersAndRoles.flatMap((each) => each.roles)), proposed)
  const memberships = usersAndRoles.map((each) => ({ ...each, ...grants(each.roles) }))
  // In a preview with places, the stored places are not read.
  const hasTerritory = ({ account, roles: roleCodes }: (typeof memberships)[number]): boolean =>
    roleCodes.length > 0 && canBeLimited(roleCodes) && !account.places
  const ids = memberships.filter(hasTerritory).map(({ account }) => account.id)
  const places = ids.length === 0 ? undefined : await readAccountPlaces(db, ids)
  return memberships.map(({ account, dataScope, ...membership }) => {
    const assigned = account.places ? emptyToUndefined(account.places) : places?.get(account.id)
    const functions = [...new Set(membership.users.flatMap((user) => user.functions))]
    return { ...membership, functions, sees: scopeOfRoles(membership.roles, dataScope, assigned) }
  })
}

/** Assigned places limit the scope of every role except the administrator, because no other account could remove the limit. */
function scopeOfRoles(
  roles: readonly string[],
  dataScope: DataScope,
  assigned: Scope | undefined,
): Membership['sees'] {
  if (assigned === 'everything' || !canBeLimited(roles)) return 'everything'
  if (dataScope !== 'everything') return { level: dataScope, assigned }
  return assigned ? { level: undefined, assigned } : 'everything'
}

/** Whether places can limit an account with these roles. */
export const canBeLimited = (roles: readonly string[]): boolean => !roles.includes('ADMIN')

const emptyToUndefined = (places: Scope): Scope | undefined => (places.length === 0 ? undefined : places)

/** The rights that remain in this scope, and those that require to see everything. */
export function rightsSeen(roleRights: Rights, scope: Scope): Pick<Access, 'rights' | 'unseen'> {
  const { rights } = withoutCustomerRights(rightsInScope(roleRights, scope))
  const unseen = rightsOutsideScope(roleRights, scope)
  return { rights, ...(Object.keys(unseen).length > 0 && { unseen }) }
}

async function unvouchedIds(db: Db, accounts: readonly AccountIdentity[]): Promise<ReadonlySet<string>> {
  const ids = accounts.map(({ id }) => id)
  const query = db.selectFrom('account').select('id').where('id', 'in', ids)
  const rows = await query.where('unvouched_since', 'is not', null).execute()
  return new Set(rows.map((row) => row.id))
}

/** Matching by e-mail is safe, because it is unique and only an administrator approves an account or changes its e-mail. */
async function usersByMail(db: Db, mails: readonly string[]): Promise<ReadonlyMap<string, StaffUser[]>> {
  if (mails.length === 0) return new Map()
  const mail = sql<string>`lower(emp_mail_id)`
  const rows = await db
    .selectFrom('staff_user')
    .select(['user_id', 'employee_code', 'function_codes', mail.as('mail')])
    .where(mail, 'in', mails)
    .orderBy('user_id')
    .execute()
  const byMail = Map.groupBy(rows, (row) => row.mail)
  return new Map([...byMail].map(([each, own]) => [each, own.map(toStaffUser)]))
}

export const toStaffUser = (
  row: Pick<Tables['staff_user'], 'user_id' | 'employee_code' | 'function_codes'>,
): StaffUser => ({
  userId: row.user_id,
  employeeCode: row.employee_code,
  functions: codesIn(row.function_codes),
})

/** The items of a list that is stored as JSON. */
export const codesIn = (cell: string | null): string[] => parseJson(cell ?? '[]', isTexts)

async function rolesByEmployee(
  db: Db,
  users: readonly StaffUser[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (users.length === 0) return new Map()
  const codes = users.map(({ employeeCode }) => employeeCode)
  const userRoles = db.selectFrom('user_role').select(['employee_code', 'role_code']).distinct()
  const rows = await userRoles.where('employee_code', 'in', codes).execute()
  const byEmployee = Map.groupBy(rows, (row) => row.employee_code)
  return new Map([...byEmployee].map(([code, own]) => [code, own.map((row) => row.role_code)]))
}

interface RoleGrants {
  roleRights: Rights
  dataScope: DataScope
  requiresFactor: boolean
}

async function readGrants(
  db: Db,
  all: ReadonlySet<string>,
  proposed: ProposedDecisions,
): Promise<(roles: readonly string[]) => RoleGrants> {
  const decisions = await readRoleDecisions(db, [...all])
  const known = new Map<string, RoleGrants>()
  return (roles) => {
    const key = JSON.stringify(roles)
    const each = (): RoleGrants => {
      const own = roles.map((role) => rightsOf(role, proposed.get(role) ?? decisions.get(role)))
      return {
        roleRights: mergeRights(own.map(({ rights }) => rights)),
        dataScope: widestScope(own.map(({ sees }) => sees)),
        requiresFactor: roles.some((role) => decisions.get(role)?.requiresFactor),
      }
    }
    const grants = known.get(key) ?? each()
    known.set(key, grants)
    return grants
  }
}
