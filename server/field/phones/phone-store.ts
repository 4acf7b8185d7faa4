import { sql } from 'kysely'
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
export const listPhoneRows = (db: Db): Promise<PhoneRow[]> =>
  phones(db)
    .orderBy(sql`case when field_device.revoked_at is null then 0 else 1 end`)
    .orderBy(sql`coalesce(field_device.synced_at, '')`)
    .orderBy('field_device.id')
    .limit(maxListed)
    .execute()

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
