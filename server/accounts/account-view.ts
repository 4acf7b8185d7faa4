import { noAccess, type Actor } from '#domain/access/actor.ts'
import type { AccountView, OwnAccountView } from '#domain/api/accounts/account.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { accessOf } from '../access/access-of-account.ts'
import type { Db } from '../store/dialect.ts'
import { namePlaces } from '../store/places/place-names.ts'
import type { Account } from './account-store.ts'
import { readConsent } from './consent-store.ts'

/** Everything except the password hash. */
export function viewOf({ passwordHash: _, ...account }: Account): AccountView {
  return account
}

export const recordOf = (account: Account): StoredRecord => ({
  ...viewOf(account),
  updatedAt: account.createdAt,
})

/** `known`: the access of the session that asks, which depends on how it began. */
export async function ownView(db: Db, account: Account, known?: Actor): Promise<OwnAccountView> {
  const access =
    known?.kind === 'account'
      ? known.access
      : account.status === 'active'
        ? await accessOf(db, account)
        : noAccess
  const { scope } = access
  const sees = scope === 'everything' ? scope : await namePlaces(db, scope)
  return { ...viewOf(account), access, sees, location: await readConsent(db, account.id) }
}
