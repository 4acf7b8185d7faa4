import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import type { Account } from './account-store.ts'
import { noteDevice } from './known-devices.ts'
import { openSession } from './session-store.ts'

/** Where a session is opened from, for the list a person sees of their own. */
export interface Device {
  name: string
}

export async function startSession(ctx: Context, tx: Tx, account: Account, device: Device): Promise<string> {
  const from = { address: ctx.address, device: device.name }
  await noteDevice(tx, account.id, from, ctx.now())
  return openSession(tx, { accountId: account.id, role: account.role, ...from }, ctx.now())
}

export async function isKnownAddress(ctx: Context, accountId: string): Promise<boolean> {
  const row = await ctx.store.read
    .selectFrom('known_address')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', ctx.address)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberAddress(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const last_at = ctx.now().toISOString()
  await tx
    .insertInto('known_address')
    .values({ account_id: accountId, address: ctx.address, last_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_at }))
    .execute()
}
