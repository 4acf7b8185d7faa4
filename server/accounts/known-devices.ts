import { createHash } from 'node:crypto'
import { notFound } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Db, Row, Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { endSessions } from './session-store.ts'

/**
 * Where an account logged in from. The first device is believed; any other is told to the owner's other devices until one
 * of them vouches for it. One that nobody vouched for hears only of those that came after it: a thief cannot vouch for
 * himself by a second log-in, and somebody on the road with one device still hears of a thief.
 */

interface From {
  device: string
  address: string
}

export interface NewDevice extends From {
  id: string
  at: string
}

const days = 86_400_000
/** After that it counts as known: its owner has seen it among the sessions, or has lost every other device. */
const daysTold = 30
const daysKept = 400

/** Browsers change their version every few weeks, and phones their address within a network: neither is another device. */
function deviceKey({ device, address }: From): string {
  const kind = device.replaceAll(/[\d._]+/g, '')
  const network = address.includes(':')
    ? address.split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 2).join('.')
  return createHash('sha256')
    .update(JSON.stringify([kind, network]))
    .digest('hex')
}

const devicesOf = (db: Db, accountId: string): Promise<Row[]> =>
  db.selectFrom('known_device').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

/** Called with every session that is opened. */
export async function noteDevice(tx: Tx, accountId: string, from: From, now: Date): Promise<void> {
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

export async function newDevices(ctx: Context): Promise<NewDevice[]> {
  demand(ctx, 'read', 'ownProfile')
  return (await toldHere(ctx, ctx.store.read)).map((row) => ({
    id: String(row['id']),
    at: String(row['first_at']),
    device: String(row['device']),
    address: String(row['address']),
  }))
}

async function toldHere(ctx: Context, db: Db): Promise<Row[]> {
  if (ctx.actor.kind !== 'account') return []
  const { id, sessionId } = ctx.actor
  const since = new Date(ctx.now().getTime() - daysTold * days).toISOString()
  const isNew = (row: Row): boolean => row['vouched_at'] === null && String(row['first_at']) > since
  const found = (await devicesOf(db, id)).filter(isNew)
  if (found.length === 0) return []
  const own = await db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirst()
  const ownKey = own && deviceKey(fromOf(own))
  if (!own) return []
  const here = found.find((row) => row['device_key'] === ownKey)
  return here ? found.filter((row) => String(row['first_at']) > String(here['first_at'])) : found
}

const fromOf = (row: Row): From => ({ device: String(row['device']), address: String(row['address']) })

/** It was me. */
export async function vouchFor(ctx: Context, id: string): Promise<void> {
  demand(ctx, 'update', 'ownProfile')
  await ctx.store.transaction(async (tx) => {
    const row = await oneToldHere(ctx, tx, id)
    const vouched_at = ctx.now().toISOString()
    await tx.updateTable('known_device').set({ vouched_at }).where('id', '=', id).execute()
    noteDealtWith(ctx, tx, 'device known', row)
  })
}

/** It was not me: its sessions end, and the next log-in from there is one from a new device again. */
export async function disown(ctx: Context, id: string): Promise<void> {
  demand(ctx, 'delete', 'ownProfile')
  await ctx.store.transaction(async (tx) => {
    const row = await oneToldHere(ctx, tx, id)
    const accountId = String(row['account_id'])
    const sessions = await tx.selectFrom('session').selectAll().where('account_id', '=', accountId).execute()
    for (const session of sessions)
      if (deviceKey(fromOf(session)) === row['device_key'])
        await endSessions(tx, accountId, { only: String(session['id']) })
    await tx.deleteFrom('known_device').where('id', '=', id).execute()
    noteDealtWith(ctx, tx, 'device disowned', row)
  })
}

function noteDealtWith(ctx: Context, tx: Tx, action: 'device known' | 'device disowned', row: Row): void {
  const record = String(row['account_id'])
  noteEvent(tx, ctx, { action, entity: 'account', record, details: { ...fromOf(row) } })
}

async function oneToldHere(ctx: Context, tx: Tx, id: string): Promise<Row> {
  const row = (await toldHere(ctx, tx)).find((each) => each['id'] === id)
  if (!row) throw notFound('There is no such device. It may have been dealt with on another one')
  return row
}

export async function forgetDevicesOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('known_device').where('account_id', '=', accountId).execute()
}

export async function forgetOldDevices(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - daysKept * days).toISOString()
  await tx.deleteFrom('known_device').where('last_at', '<', before).execute()
}
