import { noAccess, type Access, type AccountStatus } from '#domain/access/actor.ts'
import { rightsOfToken } from '#domain/access/role-rights.ts'
import type { Place } from '#domain/access/rights.ts'
import type { Db, Row } from '../store/dialect.ts'
import { placesThere, type GivenPlace, type GivenScope } from './account-places.ts'
import { behindOpenScreens } from './closed-screens.ts'
import { decisionsOn } from './role-rights-store.ts'
import { scopesOf } from './places-of-people.ts'
import { seenOf, standingsOf, type AccountOfAccess, type NamedAccount, type Tried } from './standing.ts'

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
export async function accessOf(db: Db, account: AccountOfAccess): Promise<Access> {
  const [access] = await accessesOf(db, [account])
  return access!
}

/** The same of many, in as many reads as of one, in their order. */
export async function accessesOf(
  db: Db,
  accounts: readonly AccountOfAccess[],
  tried?: Tried,
): Promise<Access[]> {
  const standings = await standingsOf(db, accounts, tried)
  const seen = await scopesOf(db, accounts, standings)
  const open = standings.map(({ roles, given, functions }, at) => {
    const access = roles.length === 0 ? noAccess : { roles, ...seen[at]!, ...seenOf(given, seen[at]!.scope) }
    return { access, functions }
  })
  return behindOpenScreens(db, open)
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
