import type { StoredRecord } from '#domain/catalogue/entity.ts'
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

/** What anyone but the server itself gets to see of an account: everything except the password's hash. */
export function viewOf({ passwordHash: _, ...account }: Account): AccountView {
  return account
}

export const recordOf = (account: Account): StoredRecord =>
  ({ ...viewOf(account), updatedAt: account.createdAt }) as unknown as StoredRecord
