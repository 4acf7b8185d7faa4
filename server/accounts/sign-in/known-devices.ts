import { createHash } from 'node:crypto'
import type { NewDevice } from '#domain/api/accounts/own-account.ts'
import { notFound } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { recordEvent } from '../../store/history/audit-store.ts'
import type { Db, Tx } from '../../store/dialect.ts'
import { newId } from '../../store/new-id.ts'
import type { Tables } from '../../store/tables/tables.ts'
import { endSessions } from './session-store.ts'
import { t } from '#domain/messages/t.ts'

/**
 * The devices an account logged in from. The first one is trusted; any other is shown to the other devices of the owner
 * until one of them confirms it. An unconfirmed device sees only later ones: an attacker cannot confirm a device by a
 * second login, and an owner with one device still sees an attacker.
 */

interface DeviceOrigin {
  device: string
  address: string
}

const days = 86_400_000
/** After that a device counts as known: the owner has seen it in the list of sessions, or has lost every other device. */
const newDeviceDays = 30

/** Ignores browser versions, which change every few weeks, and the address within a network, which changes on phones. */
function deviceKey({ device, address }: DeviceOrigin): string {
  const kind = device.replaceAll(/[\d._]+/g, '')
  const network = address.includes(':')
    ? address.split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 2).join('.')
  return createHash('sha256')
    .update(JSON.stringify([kind, network]))
    .digest('hex')
}

type DeviceRow = Tables['known_device']

const devicesOf = (db: Db, accountId: string): Promise<DeviceRow[]> =>
  db.selectFrom('known_device').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

/** Called when a session starts. */
export async function recordDevice(tx: Tx, accountId: string, from: DeviceOrigin, now: Date): Promise<void> {
  const known = await devicesOf(tx, accountId)
  const at = now.toISOString()
  const isFirst = known.length === 0
  await tx
    .insertInto('known_device')
    .values({
      account_id: accountId,
      device_key: deviceKey(from),
      id: newId(now),
      ...from,
      first_at: at,
      last_at: at,
      vouched_at: isFirst ? at : null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_key']).doUpdateSet({ last_at: at }))
    .execute()
}

/** When each account last logged in, on any device; for some accounts, or all. */
export async function lastLogIns(
  db: Db,
  accountIds: readonly string[] | undefined,
): Promise<Map<string, string>> {
  const all = db
    .selectFrom('known_device')
    .select(({ fn }) => ['account_id', fn.max('last_at').as('last_at')])
    .groupBy('account_id')
  const rows = await (accountIds ? all.where('account_id', 'in', accountIds) : all).execute()
  return new Map(rows.map((row) => [row.account_id, row.last_at]))
}

export async function newDevices(ctx: Context): Promise<{ items: NewDevice[] }> {
  requireRight(ctx, 'read', 'ownProfile')
  const items = (await visibleNewDevices(ctx, ctx.store.read)).map((row) => ({
    id: row.id,
    at: row.first_at,
    device: row.device,
    address: row.address,
  }))
  return { items }
}

async function visibleNewDevices(ctx: Context, db: Db): Promise<DeviceRow[]> {
  if (ctx.actor.kind !== 'account') return []
  const { id, sessionId } = ctx.actor
  const since = new Date(ctx.now().getTime() - newDeviceDays * days).toISOString()
  const isNew = (row: DeviceRow): boolean => row.vouched_at === null && row.first_at > since
  const found = (await devicesOf(db, id)).filter(isNew)
  if (found.length === 0) return []
  const ownSession = await db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirst()
  const ownKey = ownSession && deviceKey(originOf(ownSession))
  if (!ownSession) return []
  const ownDevice = found.find((row) => row.device_key === ownKey)
  return ownDevice ? found.filter((row) => row.first_at > ownDevice.first_at) : found
}

const originOf = (row: DeviceOrigin): DeviceOrigin => ({
  device: row.device,
  address: row.address,
})

/** Marks a device as known. */
export async function confirmDevice(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'update', 'ownProfile')
  await ctx.store.transaction(async (tx) => {
    const row = await findNewDevice(ctx, tx, id)
    const vouched_at = ctx.now().toISOString()
    await tx.updateTable('known_device').set({ vouched_at }).where('id', '=', id).execute()
    recordDecision(ctx, tx, 'device known', row)
  })
}

/** Ends the sessions of a device and deletes it, so that its next login counts as new. */
export async function reportDevice(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'delete', 'ownProfile')
  await ctx.store.transaction(async (tx) => {
    const row = await findNewDevice(ctx, tx, id)
    const accountId = row.account_id
    const sessions = await tx.selectFrom('session').selectAll().where('account_id', '=', accountId).execute()
    for (const session of sessions)
      if (deviceKey(originOf(session)) === row.device_key)
        await endSessions(tx, accountId, { only: session.id })
    await tx.deleteFrom('known_device').where('id', '=', id).execute()
    recordDecision(ctx, tx, 'device disowned', row)
  })
}

function recordDecision(
  ctx: Context,
  tx: Tx,
  action: 'device known' | 'device disowned',
  row: DeviceRow,
): void {
  const record = row.account_id
  recordEvent(tx, ctx, { action, entity: 'account', record, details: { ...originOf(row) } })
}

async function findNewDevice(ctx: Context, tx: Tx, id: string): Promise<DeviceRow> {
  const row = (await visibleNewDevices(ctx, tx)).find((each) => each.id === id)
  if (!row)
    throw notFound(t('There is no such device. It may have been confirmed or removed on another device'))
  return row
}

export async function deleteDevicesOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('known_device').where('account_id', '=', accountId).execute()
}

export async function deleteOldDevices(tx: Tx, now: Date, keptDays: number): Promise<void> {
  const before = new Date(now.getTime() - keptDays * days).toISOString()
  await tx.deleteFrom('known_device').where('last_at', '<', before).execute()
}
