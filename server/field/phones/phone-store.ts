import type { Db, Tx } from '../../store/dialect.ts'
import type { Tables } from '../../store/tables/tables.ts'

export type PhoneRow = Tables['field_device'] & {
  username: string | null
  account_status: Tables['account']['status'] | null
}

const phones = (db: Db) =>
  db
    .selectFrom('field_device')
    .leftJoin('account', 'account.id', 'field_device.account_id')
    .selectAll('field_device')
    .select(['account.username', 'account.status as account_status'])

/** More phones than this are shown by no screen. */
const maxListed = 2000

/** Phones in use before revoked ones; those that never synced first, then the longest without a sync. */
export async function listPhoneRows(db: Db): Promise<PhoneRow[]> {
  const rows = await phones(db).orderBy('field_device.last_at', 'desc').limit(maxListed).execute()
  const rank = (row: PhoneRow): string =>
    `${row.revoked_at === null ? 0 : 1} ${row.synced_at ?? ''} ${row.id}`
  return rows.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

export const findPhoneRow = (db: Db, id: string): Promise<PhoneRow | undefined> =>
  phones(db).where('field_device.id', '=', id).executeTakeFirst()

/** Ends its key as well; true when it was not revoked before. */
export async function revokePhoneRow(
  tx: Tx,
  id: string,
  revoked: { revoked_at: string; revoked_by: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('field_device')
    .set({ ...revoked, key_hash: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
