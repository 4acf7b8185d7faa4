import { noAccess, type Access } from '#domain/access/actor.ts'
import type { NamedPlace } from '#domain/access/rights.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { accessOf } from '../access/access-of-account.ts'
import type { Db } from '../store/dialect.ts'
import type { Account } from './account-store.ts'

export interface AccountView {
  id: string
  username: string
  email: string
  phone: string | null
  status: string
  role: string | null
  version: number
  createdAt: string
}

/** An account as an administrator sees it. */
export interface PersonView extends AccountView {
  /** The part of the territory it was given; null where it has that of its employee. */
  places: 'everything' | readonly NamedPlace[] | null
  /** Who that is in the Employee master, by the e-mail. */
  employee: { employeeNumber: string; name: string } | null
  /** The own role and those of the User Role Combinations, while it is active. */
  roles: string[]
  /** It was invited, and whoever got the link has not opened it yet. */
  invited: boolean
  secondFactor: boolean
  /** What the API tokens are called that it made and that still open something. */
  apiTokens: string[]
}

/** The own account, with what the masters allow it. */
export interface OwnAccountView extends AccountView {
  access: Access
}

/** What anyone but the server itself gets to see of an account: everything except the password's hash. */
export function viewOf({ passwordHash: _, ...account }: Account): AccountView {
  return account
}

export const recordOf = (account: Account): StoredRecord =>
  ({ ...viewOf(account), updatedAt: account.createdAt }) as unknown as StoredRecord

export async function ownView(db: Db, account: Account): Promise<OwnAccountView> {
  const access = account.status === 'active' ? await accessOf(db, account) : noAccess
  return { ...viewOf(account), access }
}
