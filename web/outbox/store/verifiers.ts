import { ownAccountId } from '../account.ts'
import { withDatabase } from './database.ts'

/** Removes what checks passwords, but that of the account that is logged in and of accounts with unsent events. */
export async function removeVerifiers(): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction(['verifiers', 'outbox'], 'readwrite')
    const verifiers = transaction.objectStore('verifiers')
    const accounts = await verifiers.getAllKeys()
    if (accounts.length > 0) {
      const all = await transaction.objectStore('outbox').getAll()
      const current = ownAccountId()
      const isNeeded = (account: string): boolean =>
        account === current || all.some((entry) => entry.account === account && entry.state !== 'sent')
      for (const account of accounts) if (!isNeeded(account)) await verifiers.delete(account)
    }
    await transaction.done
  })
}
