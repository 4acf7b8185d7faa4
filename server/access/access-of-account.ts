import { noAccess, type Access } from '#domain/access/actor.ts'
import { rightsOfToken } from '#domain/access/role-rights.ts'
import type { TerritoryNode } from '#domain/access/rights.ts'
import type { Db } from '../store/dialect.ts'
import { findExistingPlaces, type AccountPlace, type AccountScope } from './account-places.ts'
import { withoutClosedScreens } from './closed-screens.ts'
import { withSecondFactor } from './required-factor.ts'
import { readRoleDecisions } from './role-rights-store.ts'
import { scopesOf } from './scopes-of-employees.ts'
import {
  rightsSeen,
  membershipsOf,
  type AccountIdentity,
  type NamedAccount,
  type ProposedDecisions,
} from './membership.ts'

export async function findAccount(db: Db, id: string): Promise<NamedAccount | undefined> {
  const row = await accounts(db).where('id', '=', id).executeTakeFirst()
  return row && namedAccount(row)
}

/** All active accounts. */
export async function activeAccounts(db: Db): Promise<NamedAccount[]> {
  const rows = await accounts(db).where('status', '=', 'active').orderBy('id').execute()
  return rows.map(namedAccount)
}

const accounts = (db: Db) =>
  db.selectFrom('account').select(['id', 'username', 'email', 'status', 'role_code', 'language'])

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

const namedAccount = ({ role_code: role, ...row }: AccountRow): NamedAccount => ({ ...row, role })

/** The access of an account: its roles, its scope, and the screens that are closed to its functions. */
export async function accessOf(db: Db, account: AccountIdentity): Promise<Access> {
  const [access] = await accessesOf(db, [account])
  return access!
}

/** The same for many accounts in the same order, with a constant number of reads. */
export async function accessesOf(
  db: Db,
  accounts: readonly AccountIdentity[],
  proposed?: ProposedDecisions,
): Promise<Access[]> {
  const memberships = await membershipsOf(db, accounts, proposed)
  const seen = await scopesOf(db, accounts, memberships)
  const factors = await withSecondFactor(
    db,
    accounts.filter((_, at) => memberships[at]!.requiresFactor).map(({ id }) => id),
  )
  const open = memberships.map(({ roles, roleRights, functions, requiresFactor }, at) => {
    if (roles.length === 0) return { access: noAccess, functions }
    const access: Access = { roles, ...seen[at]!, ...rightsSeen(roleRights, seen[at]!.scope) }
    if (requiresFactor) access.secondFactor = factors.has(accounts[at]!.id) ? 'required' : 'missing'
    return { access, functions }
  })
  return withoutClosedScreens(db, open)
}

/** An API token has its own role and places, independent of users and their functions. */
export async function accessOfToken(
  db: Db,
  { role, places }: { id: string; role: string; places: AccountScope },
): Promise<Access> {
  const scope = places === 'everything' ? places : await currentPlaces(db, places)
  const decision = (await readRoleDecisions(db, [role])).get(role)
  return { roles: [role], scope, ...rightsSeen(rightsOfToken(role, decision), scope) }
}

async function currentPlaces(db: Db, assigned: readonly AccountPlace[]): Promise<TerritoryNode[]> {
  const existing = await findExistingPlaces(db, assigned)
  return assigned.flatMap(({ id }) => existing.get(id) ?? []).map(({ level, code }) => ({ level, code }))
}
