import { sql, type CompiledQuery } from 'kysely'
import type { Access, Actor } from '#domain/access/actor.ts'
import type { Db, Dialect, Tx } from '../../store/dialect.ts'
import { genericPlan } from '../../store/postgres/plan-mode.ts'
import { padToBucket, runPrepared } from '../../store/query/prepared.ts'
import type { Tables } from '../../store/tables/tables.ts'

/** Distinguishes the keys of phones from session tokens, and lets secret scanners recognise them. */
export const deviceKeyPrefix = 'agp_'

/** A phone with its account, as they are stored. */
export interface DeviceKeyRow extends Pick<
  Tables['account'],
  'id' | 'username' | 'email' | 'role_code' | 'language'
> {
  token_hash: string
  device_id: string
  access_mark: string | null
}

/** Reads phones by the hash of their key in one indexed query; a revoked phone or a disabled account is not found. */
export async function readDeviceKeys(
  db: Db,
  dialect: Dialect,
  hashes: readonly string[],
): Promise<DeviceKeyRow[]> {
  const paddedHashes = padToBucket(hashes)
  const build = (): CompiledQuery<DeviceKeyRow> =>
    sql<DeviceKeyRow>`select ${genericPlan}
      d.key_hash as token_hash, d.id as device_id, a.id, a.username, a.email, a.role_code, a.language,
      (select value from setting where name = 'access mark') as access_mark
      from field_device as d join account as a on a.id = d.account_id
      where d.key_hash in (${sql.join(paddedHashes)}) and d.revoked_at is null and a.status = 'active'`.compile(
      db,
    )
  return runPrepared(db, dialect, `${paddedHashes.length} keys of phones`, build, paddedHashes)
}

export const actorOfDevice = (row: DeviceKeyRow, access: Access): Actor => ({
  kind: 'account',
  id: row.id,
  name: row.username,
  email: row.email,
  status: 'active',
  role: row.role_code,
  language: row.language,
  sessionId: '',
  deviceId: row.device_id,
  access,
})

/** Ends the keys of all phones of an account. What they hold unsent can be handed in after a log-in. */
export async function endDeviceKeys(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('field_device').set({ key_hash: null }).where('account_id', '=', accountId).execute()
}
