import type { SyncRequest } from '#domain/api/field/sync.ts'
import { isUuid } from '#domain/field/parse-event.ts'
import { forbidden, invalid } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../../core/context.ts'

/** A phone that was revoked, as a lost one is, receives nothing. */
export async function refuseRevoked(ctx: Context, { device }: SyncRequest): Promise<void> {
  if (!isUuid(device)) throw invalid([{ field: 'device', message: t('Device should be a UUID') }])
  const row = await ctx.store.read
    .selectFrom('field_device')
    .select('revoked_at')
    .where('id', '=', device.toLowerCase())
    .executeTakeFirst()
  if (row?.revoked_at)
    throw forbidden(
      t('This phone was revoked, so it receives no data. Ask an administrator, or use another phone'),
    )
}
