import type { Db, Tx } from '../../store/dialect.ts'
import type { Tables } from '../../store/tables/tables.ts'

export type DeviceRow = Tables['field_device']

/** The accounts that these phones were registered for, by phone. */
export async function accountsOfDevices(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const query = db.selectFrom('field_device').select(['id', 'account_id'])
  const rows = await query.where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.account_id]))
}

/** A phone, and whether the account it was registered for still exists. */
export async function findDevice(
  tx: Tx,
  id: string,
): Promise<(DeviceRow & { isOrphaned: boolean }) | undefined> {
  const row = await tx.selectFrom('field_device').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const account = tx.selectFrom('account').select('id').where('id', '=', row.account_id)
  return { ...row, isOrphaned: (await account.executeTakeFirst()) === undefined }
}

/** Inserts a phone, or gives it a new key, name and account. */
export async function saveDevice(
  tx: Tx,
  device: Pick<DeviceRow, 'id' | 'account_id' | 'label' | 'key_hash'>,
  now: string,
): Promise<void> {
  const { id, ...changed } = device
  await tx
    .insertInto('field_device')
    .values({
      id,
      ...changed,
      created_at: now,
      last_at: now,
      synced_at: null,
      waiting: 0,
      clock_offset: 0,
      app: null,
      revoked_at: null,
      revoked_by: null,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changed, last_at: now }))
    .execute()
}
