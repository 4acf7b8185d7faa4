import { ECDH } from 'node:crypto'
import type { PushDevice, PushSettings, PushSubscriptionInput } from '#domain/api/reminders/push.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { isId, newId } from '../../store/new-id.ts'
import { accountOf } from '../reminder-settings.ts'
import { parseEndpoint } from './push-endpoint.ts'
import { vapidKeys } from './vapid.ts'

const maxDevices = 10

export async function ownPushSettings(ctx: Context): Promise<PushSettings> {
  requireRight(ctx, 'read', 'ownProfile')
  const { id: account, sessionId } = accountOf(ctx)
  const rows = await ctx.store.read
    .selectFrom('push_subscription')
    .select(['id', 'device', 'session_id', 'created_at'])
    .where('account_id', '=', account)
    .orderBy('id', 'desc')
    .execute()
  const { publicKey } = await vapidKeys(ctx)
  return {
    publicKey,
    devices: rows.map((row) => ({
      id: row.id,
      device: row.device,
      current: row.session_id === sessionId,
      createdAt: row.created_at,
    })),
  }
}

/** The device belongs to the session: when the account logs out there, it gets no messages any more. */
export async function addPushDevice(
  ctx: Context,
  { endpoint, p256dh, auth }: PushSubscriptionInput,
  device: string,
): Promise<PushDevice> {
  requireRight(ctx, 'update', 'ownProfile')
  const { id: account, sessionId } = accountOf(ctx)
  const url = parseEndpoint(endpoint)
  if (!url)
    throw invalid([
      { field: 'endpoint', message: t('endpoint should be the https address of a push service') },
    ])
  if (!isPoint(p256dh))
    throw invalid([
      { field: 'p256dh', message: t('{label} should be a key of a push subscription', { label: 'p256dh' }) },
    ])
  const now = ctx.now().toISOString()
  const id = newId(ctx.now())
  const values = { account_id: account, session_id: sessionId, p256dh, auth, device, created_at: now }
  return ctx.store.transaction(async (tx) => {
    // A browser has one subscription; it belongs to the account that subscribed last.
    const saved = await tx
      .insertInto('push_subscription')
      .values({ id, endpoint: url.href, ...values })
      .onConflict((taken) => taken.column('endpoint').doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow()
    const own = await tx
      .selectFrom('push_subscription')
      .select('id')
      .where('account_id', '=', account)
      .orderBy('created_at', 'desc')
      .execute()
    const tooMany = own.slice(maxDevices).map((row) => row.id)
    if (tooMany.length > 0) await tx.deleteFrom('push_subscription').where('id', 'in', tooMany).execute()
    return { id: saved.id, device, current: true, createdAt: now }
  })
}

/** Whether the key is a point of the curve, so that a message can be encrypted for it. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

export async function removePushDevice(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'update', 'ownProfile')
  const { id: account } = accountOf(ctx)
  const removed = await ctx.store.transaction((tx) =>
    tx
      .deleteFrom('push_subscription')
      .where('id', '=', isId(id) ? id.toLowerCase() : '')
      .where('account_id', '=', account)
      .executeTakeFirst(),
  )
  if (Number(removed.numDeletedRows) === 0) throw notFound(t('There is no such device'))
}
