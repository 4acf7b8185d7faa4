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

/** Phones of an account that are stored without being registered. */
export const maxPhones = 50

/** Whether another phone may be stored for the account; deletes the one longest without contact that was never registered. */
export async function hasRoom(tx: Tx, accountId: string): Promise<boolean> {
  const phones = await tx
    .selectFrom('field_device')
    .select(['id', 'label'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('last_at')
    .orderBy('id')
    .execute()
  if (phones.length < maxPhones) return true
  // A registered phone has a label.
  const oldest = phones.find(({ label }) => label === '')
  if (oldest) await tx.deleteFrom('field_device').where('id', '=', oldest.id).execute()
  return oldest !== undefined
}

const daysKept = 180

/** Deletes phones without a key that were away for long; a revoked one stays revoked. */
export async function deleteOldPhones(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('field_device')
    .where('key_hash', 'is', null)
    .where('revoked_at', 'is', null)
    .where('last_at', '<', new Date(now.getTime() - daysKept * 86_400_000).toISOString())
    .execute()
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
